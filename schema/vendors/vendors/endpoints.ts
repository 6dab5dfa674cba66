import { z } from 'zod'
import { inUseReasons } from '../../platform/organisation/unit-shapes.ts'
import { answerValue, customFormInput, question, questionType } from '../../requests/forms/form.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { exchange } from '../../shared/exchange.ts'
import { currency } from '../../shared/money.ts'
import { connection } from '../../shared/paging.ts'
import { detailShape, inputShape, listShape } from '../../shared/record.ts'
import { id, instant, named, person, requestStatus } from '../../shared/values.ts'
import { vendorFields } from './record.ts'
import { taxpayerId } from './values.ts'

/** A company's vendors: reading, adding and changing one (specification 2 §3, §5 and §7). */

/** What lists show of a vendor. */
export const vendorRow = z.object({
  id: z.string(),
  ...listShape(vendorFields),
  /** An address valid for ten minutes, or null. */
  logoUrl: z.string().nullable(),
  /** Its currencies without an exchange rate. Lists sort by the rest. */
  currenciesWithoutRate: z.array(currency),
  canEdit: z.boolean(),
  version: z.number().int(),
})
export type VendorRow = z.infer<typeof vendorRow>

/** Bank details of an accounting vendor, masked. Their own page says who confirms them. */
export const erpVendorPayment = z.object({
  id: z.string(),
  isConfirmed: z.boolean(),
  /** Taken over from what the vendor shares in the portal. */
  isSharedByVendorCompany: z.boolean(),
  createdBy: named,
  createdAt: instant,
  accountHolderName: z.string(),
  bankAccountType: z.string(),
  lastFourAccountNumber: z.string(),
  routingNumber: z.string(),
})
export type ErpVendorPayment = z.infer<typeof erpVendorPayment>

/** Taxpayer ids are masked. People who can change the vendor can reveal them, which the history records. */
export const vendor = vendorRow.extend({
  ...detailShape(vendorFields),
  /** Answers to the company's custom fields and to those of the vendor's categories. */
  answers: z.record(z.string(), answerValue),
  /** The exchange rates for their conditions. Null if all amounts are in the company's currency. */
  answerRates: exchange.nullable(),
  /** Vendors in the accounting system. Who doesn't work with payments reads null in place of how they are paid. */
  erpVendors: z.array(named.extend({ paymentInformation: z.array(erpVendorPayment).nullable() })),
  canDelete: z.boolean(),
})
export type Vendor = z.infer<typeof vendor>

/** How many accounting vendors are shown with a vendor, and can be chosen for it. */
export const MOST_ERP_VENDORS = 100

const { name, owners, paymentMethod, ...optional } = {
  ...inputShape(vendorFields),
  /** Answers to the company's custom fields of vendors. */
  customForm: customFormInput,
  /** Vendors of the accounting system that belong to it: their ids, or what reading the vendor answers. */
  erpVendors: z.array(z.union([id, z.object({ id })])).max(MOST_ERP_VENDORS, `At most ${MOST_ERP_VENDORS} at once`),
}
export const createVendorBody = z.object(optional).partial().extend({ name, owners, paymentMethod })
export type CreateVendorBody = z.input<typeof createVendorBody>
/** Missing fields stay, and lists replace the previous ones. Without a version the last write wins. */
export const updateVendorBody = createVendorBody.partial().extend({ version: z.number().int().min(1).optional() })
export type UpdateVendorBody = z.input<typeof updateVendorBody>

export const vendorParams = z.object({ vendorId: id })
const identified = z.object({ id: z.string() })

export const createVendor = endpoint({
  id: 'vendors.create',
  method: 'POST',
  path: '/api/vendors',
  summary: 'Add a vendor',
  body: createVendorBody,
  response: identified,
})

export const getVendor = endpoint({
  id: 'vendors.get',
  method: 'GET',
  path: '/api/vendors/{vendorId}',
  summary: 'A vendor',
  params: vendorParams,
  response: vendor,
})

export const updateVendor = endpoint({
  id: 'vendors.update',
  method: 'PUT',
  path: '/api/vendors/{vendorId}',
  summary: 'Change a vendor',
  params: vendorParams,
  body: updateVendorBody,
  response: z.object({ id: z.string(), version: z.number().int() }),
})

/** Shown to people who can change the vendor. Each look is in its history. */
export const revealVendorTaxIds = endpoint({
  id: 'vendors.reveal-tax-ids',
  method: 'POST',
  path: '/api/vendors/{vendorId}/tax-ids/reveal',
  summary: 'A vendor’s full taxpayer ids, including those of its verifications',
  params: vendorParams,
  response: z.object({
    taxPayerIdentificationNumbers: z.array(taxpayerId),
    verifications: z.array(z.object({ id: z.string(), businessTaxId: z.string() })),
  }),
})

export const getVendorOwners = endpoint({
  id: 'vendors.owners',
  method: 'GET',
  path: '/api/vendors/{vendorId}/owners',
  summary: 'The owners of a vendor',
  params: vendorParams,
  response: z.array(person),
})

/** A part of the vendor form: the company's custom fields, or those of a category. */
export const vendorFormStep = z.object({
  stepId: z.string(),
  stepLabel: z.string(),
  vendorCategoryId: z.string().nullable(),
  fields: z.array(
    question.extend({
      value: answerValue,
      /** Names of what was chosen. */
      labels: z.array(z.string()),
    }),
  ),
})
export type VendorFormStep = z.infer<typeof vendorFormStep>

export const getVendorCustomFields = endpoint({
  id: 'vendors.custom-fields',
  method: 'GET',
  path: '/api/vendors/{vendorId}/custom-fields',
  summary: 'Custom fields of a vendor and its categories, with their values',
  params: vendorParams,
  response: z.object({ steps: z.array(vendorFormStep) }),
})

/** An answer about a vendor in a request, with that request. */
export const vendorIntakeAnswer = z.object({
  questionId: z.string(),
  type: questionType,
  /** The question as it was asked. */
  label: z.string(),
  value: answerValue,
  /** Names of what was chosen. */
  labels: z.array(z.string()),
  note: z.string(),
  categoryName: z.string(),
  request: z.object({
    id: z.string(),
    number: z.number().int(),
    title: z.string(),
    status: requestStatus,
    archived: z.boolean(),
    submittedAt: instant,
  }),
})
export type VendorIntakeAnswer = z.infer<typeof vendorIntakeAnswer>

/**
 * Answers to the questions shown on the vendor's page, from submitted requests that name the vendor or are linked to
 * it, if the caller can see them: the newest answer to each question. Requests are read in portions, newest first. With
 * `hasNextPage`, older ones may answer further questions. A question answered on an earlier page keeps that answer.
 */
export const getVendorIntakeAnswers = endpoint({
  id: 'vendors.intake-answers',
  method: 'GET',
  path: '/api/vendor/{vendorId}/intake-answers',
  summary: 'Answers about a vendor from requests, for questions shown on its page',
  params: vendorParams,
  query: z.object({ cursor: z.string().max(400).optional() }),
  response: connection(vendorIntakeAnswer),
})

export const vendorCompanyContact = z.object({
  /** Stays the same as long as the person does. For a contact it is derived from the address, or else the name. */
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Empty if unknown. */
  email: z.string(),
  memo: z.string(),
  role: z.enum(['POINT_OF_CONTACT', 'SIGNER', 'CONTACT', 'PORTAL']),
})
export type VendorCompanyContact = z.infer<typeof vendorCompanyContact>

/**
 * People to write to at a vendor: its point of contact, signer and further contacts saved on the vendor, then users of
 * the vendor's portal. Each person once, by address. At most 50 contacts are stored, and as many portal users are read,
 * so there are no pages.
 */
export const getVendorCompanyContacts = endpoint({
  id: 'vendors.company-contacts',
  method: 'GET',
  path: '/api/vendor/{vendorId}/vendor-company-contacts',
  summary: 'A vendor’s contacts',
  params: vendorParams,
  response: z.array(vendorCompanyContact),
})

export const findVendorsByName = endpoint({
  id: 'vendors.by-name',
  method: 'GET',
  path: '/api/vendors-by-name',
  summary: 'Vendors whose name is the same, or starts the same, apart from numbers, punctuation and company suffixes',
  query: z.object({ name: z.string().trim().max(200) }),
  response: z.array(named.extend({ archived: z.boolean(), isSame: z.boolean() })),
})

export const getVendorLogo = endpoint({
  id: 'vendors.logo',
  method: 'GET',
  path: '/api/vendor/logo',
  summary: 'The logo of a company by its name, without numbers, punctuation and company suffixes',
  query: z.object({ name: z.string().trim().max(200) }),
  response: z.object({ logoUrl: z.string().nullable() }),
})

export const setVendorLogo = endpoint({
  id: 'vendors.set-logo',
  method: 'PUT',
  path: '/api/vendors/{vendorId}/logo',
  summary: 'Set a vendor’s logo from an uploaded image, or remove it',
  params: vendorParams,
  body: z.object({
    /** The key of the upload. Null removes the logo. */
    name: z.string().min(1).max(200).nullable(),
  }),
  response: z.object({ id: z.string(), version: z.number().int() }),
})

export const deleteVendorInput = z.object({ id })

/** Why a vendor can't be deleted: the details of RULE_BROKEN with the reason IN_USE. */
export const vendorUses = inUseReasons
export type VendorUse = z.infer<typeof vendorUses>[number]
