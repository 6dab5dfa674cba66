import type { PaymentMethod } from '../../../schema/vendors/vendors/values.ts'
import type { Env } from '../../env.ts'
import { createService } from '../../features/vendors/services/index.ts'
import { saveFields } from '../../features/vendors/settings/index.ts'
import {
  archiveVendors,
  createCategory,
  createVendor,
  createVerification,
  updateVendor,
} from '../../features/vendors/vendors/index.ts'
import { actAs } from './act.ts'
import { options, q } from './forms.ts'
import { slug } from './people.ts'

interface DemoVendor {
  name: string
  description: string
  website: string
  categories: string[]
  owners: string[]
  signer?: string
  method: PaymentMethod
  contact: [first: string, last: string, email: string, memo: string]
  externalSigner?: [first: string, last: string, email: string]
  taxId?: string
  socTwo?: boolean
  address?: [line: string, city: string, state: string, postalCode: string, country: string]
  /** 1 low, 2 medium, 3 high. */
  risk: 1 | 2 | 3
  reviewed?: string
  personalData?: boolean
  hosting?: 1 | 2 | 3
}

const VENDORS: DemoVendor[] = [
  {
    name: 'Acme Cloud',
    description: 'Runs our servers: the robot fleet, the control app and the backups.',
    website: 'https://acmecloud.example',
    categories: ['Software'],
    owners: ['demo-priya', 'demo-omar'],
    signer: 'demo-maya',
    method: 'WIRE',
    contact: ['Rosa', 'Delgado', 'rosa.delgado@acmecloud.example', 'Account manager, answers within the day'],
    externalSigner: ['Ken', 'Ito', 'ken.ito@acmecloud.example'],
    taxId: '84-2917345',
    socTwo: true,
    address: ['410 Harrison St', 'San Francisco', 'CA', '94105', 'United States'],
    risk: 3,
    reviewed: '2026-05-12',
    personalData: true,
    hosting: 1,
  },
  {
    name: 'Atlas Analytics',
    description: 'Product analytics and the data warehouse behind the board report.',
    website: 'https://atlasanalytics.example',
    categories: ['Software'],
    owners: ['demo-omar'],
    signer: 'demo-grace',
    method: 'ACH',
    contact: ['Milan', 'Novak', 'milan@atlasanalytics.example', 'Customer success'],
    taxId: '47-5520981',
    socTwo: true,
    risk: 2,
    reviewed: '2026-02-03',
    personalData: true,
    hosting: 2,
  },
  {
    name: 'Beacon Security',
    description: 'Penetration tests twice a year, and the incident retainer.',
    website: 'beaconsecurity.example',
    categories: ['Professional services'],
    owners: ['demo-priya'],
    method: 'WIRE',
    contact: ['Aisha', 'Khan', 'aisha.khan@beaconsecurity.example', 'On call: +44 20 7946 0011'],
    socTwo: true,
    address: ['9 Mill Lane', 'Cambridge', '', 'CB2 1RX', 'United Kingdom'],
    risk: 2,
    reviewed: '2026-06-20',
  },
  {
    name: 'Cobalt Design',
    description: 'Brand and trade fair stands.',
    website: 'cobaltdesign.example',
    categories: ['Agencies'],
    owners: ['demo-ines'],
    method: 'ACH',
    contact: ['Jules', 'Marchand', 'jules@cobaltdesign.example', ''],
    taxId: '31-7740226',
    risk: 1,
  },
  {
    name: 'Evergreen Catering',
    description: 'Team lunches in Rotterdam and customer evenings.',
    website: '',
    categories: [],
    owners: ['demo-sofia'],
    method: 'CREDIT_CARD',
    contact: ['Bram', 'de Wit', 'orders@evergreencatering.example', 'Orders until Thursday noon'],
    risk: 1,
  },
  {
    name: 'Fathom Research',
    description: 'User interviews in hospitals, by a single researcher.',
    website: 'fathomresearch.example',
    categories: ['Professional services'],
    owners: ['demo-ada'],
    method: 'WIRE',
    contact: ['Noor', 'Haddad', 'noor@fathomresearch.example', ''],
    risk: 2,
    reviewed: '2025-11-30',
    personalData: true,
  },
  {
    name: 'Granite Hosting',
    description: 'Machines in two regions for the customer portal.',
    website: 'granitehosting.example',
    categories: ['Software'],
    owners: ['demo-priya'],
    method: 'CREDIT_CARD',
    contact: ['Support', '', 'support@granitehosting.example', ''],
    socTwo: false,
    risk: 1,
    hosting: 3,
  },
  {
    name: 'Harbor Legal',
    description: 'Contract review and employment law.',
    website: 'https://harborlegal.example',
    categories: ['Professional services'],
    owners: ['demo-grace'],
    signer: 'demo-maya',
    method: 'CHECK',
    contact: ['Eleanor', 'Shaw', 'eshaw@harborlegal.example', 'Partner'],
    taxId: '62-1189034',
    address: ['77 Water St, Floor 12', 'New York', 'NY', '10005', 'United States'],
    risk: 1,
  },
  {
    name: 'Juniper Travel',
    description: 'Flights and hotels for the field teams.',
    website: 'junipertravel.example',
    categories: [],
    owners: ['demo-sofia', 'demo-hana'],
    method: 'CREDIT_CARD',
    contact: ['Travel', 'desk', 'desk@junipertravel.example', '+31 10 555 0142, around the clock'],
    risk: 1,
    personalData: true,
  },
  {
    name: 'Kestrel CAD',
    description: 'Mechanical design software for the arm and gripper teams.',
    website: 'https://kestrelcad.example',
    categories: ['Software'],
    owners: ['demo-omar'],
    signer: 'demo-grace',
    method: 'ACH',
    contact: ['Lena', 'Fischer', 'lena@kestrelcad.example', 'Sends the quotes'],
    taxId: '90-3345127',
    socTwo: true,
    address: ['Spinnereistr. 7', 'Leipzig', 'Saxony', '04179', 'Germany'],
    risk: 2,
    reviewed: '2026-01-18',
    hosting: 1,
  },
]

const CATEGORIES = ['Agencies', 'Professional services', 'Software']
const REVIEWED = '2026-01-10'

const person = ([firstName, lastName, email, memo = '']: [string, string, string, string?]) => ({
  firstName,
  lastName,
  email,
  memo,
})

/** Brightwater's vendors. Driftline and Inkwell Print came from requests, and lack most details. */
export const fillVendors = async (env: Env, admin: string): Promise<void> => {
  const ids = new Map<string, string>()
  for (const name of CATEGORIES) ids.set(name, (await actAs(env, admin, createCategory, { name })).id)
  await actAs(env, admin, saveFields, {
    version: 0,
    vendorCategoryId: ids.get('Software') ?? '',
    vendorFormFields: [
      q('software-hosting', 'CUSTOM_SELECT', 'Where does it run?', {
        options: options('software-hosting', ['In their cloud', 'In our cloud', 'On our machines']),
        isRequired: true,
      }),
    ],
    serviceFormFields: [],
    serviceItemFormFields: [],
  })
  for (const vendor of VENDORS) {
    const [line, city, state, postalCode, country] = vendor.address ?? []
    await actAs(env, admin, updateVendor, {
      vendorId: `${slug(vendor.name)}-vendors`,
      version: 1,
      description: vendor.description,
      website: vendor.website,
      owners: vendor.owners,
      signer: vendor.signer ?? null,
      paymentMethod: vendor.method,
      externalPointOfContact: person(vendor.contact),
      externalSigner: vendor.externalSigner ? person(vendor.externalSigner) : null,
      isSocTwoCompliant: vendor.socTwo ?? null,
      taxPayerIdentificationNumbers: vendor.taxId ? [{ taxPayerIdentificationNumber: vendor.taxId }] : [],
      address: line
        ? {
            address1: line,
            address2: '',
            city: city ?? '',
            state: state ?? '',
            postalCode: postalCode ?? '',
            country: country ?? '',
          }
        : null,
      customForm: [
        { questionId: 'vendor-risk', value: `vendor-risk-${vendor.risk}` },
        { questionId: 'vendor-reviewed', value: vendor.risk > 1 ? (vendor.reviewed ?? REVIEWED) : null },
        { questionId: 'vendor-dpa', value: vendor.personalData ?? false },
      ],
      vendorCategories: vendor.categories.map((name) => ({
        vendorCategoryId: ids.get(name) ?? '',
        fields: vendor.hosting ? [{ questionId: 'software-hosting', value: `software-hosting-${vendor.hosting}` }] : [],
      })),
    })
  }
  await actAs(env, admin, createVerification, {
    vendorId: `${slug('Acme Cloud')}-vendors`,
    businessName: 'Acme Cloud Computing, Inc.',
    businessAddress1: '410 Harrison St',
    businessCity: 'San Francisco',
    businessState: 'CA',
    businessPostalCode: '94105',
    businessCountry: 'United States',
    businessTaxId: '84-2917345',
    note: 'Matches the W-9 and the register of Delaware.',
  })
  const former = await actAs(env, admin, createVendor, {
    name: 'Tidewater Couriers',
    description: 'Carried prototypes between the sites until the parcel contract ended.',
    owners: ['demo-sofia'],
    paymentMethod: 'CASH',
  })
  await actAs(env, admin, archiveVendors, { vendorIds: [former.id], archived: true })
  await fillTwin(env, admin)
}

/** The caterer again: someone entered it from an invoice, and the two are waiting to be merged. */
const fillTwin = async (env: Env, admin: string): Promise<void> => {
  const twin = await actAs(env, admin, createVendor, {
    name: 'Evergreen Catering B.V.',
    description: 'Entered from an invoice of the Rotterdam office.',
    website: 'https://evergreencatering.example',
    owners: ['demo-hana'],
    paymentMethod: 'WIRE',
    contacts: [person(['Femke', 'Visser', 'invoices@evergreencatering.example', 'Invoices'])],
    taxPayerIdentificationNumbers: [{ taxPayerIdentificationNumber: 'NL 8592.10.443.B01' }],
  })
  await actAs(env, admin, createService, {
    name: 'Customer evenings',
    vendorId: twin.id,
    description: 'Dinners for visiting customers.',
    servicePeriods: [
      { startDate: '2026-07-01', endDate: '2027-06-30', totalServicePeriodCost: 1_860_000, currency: 'EUR' },
    ],
  })
}
