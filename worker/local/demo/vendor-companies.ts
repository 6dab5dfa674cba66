import { seal } from '../../core/vault.ts'
import type { Env } from '../../env.ts'
import { placeOfAccount } from '../../features/vendors/portal/index.ts'
import { COMPANY_ID, NEIGHBOUR } from './people.ts'

/** Two vendors with their own people: one sells to both companies, the other is a single person. */
const VENDOR_COMPANIES = [
  {
    id: 'demo-vendor-kestrel',
    name: 'Kestrel CAD',
    type: 'BUSINESS',
    customers: [
      { companyId: COMPANY_ID, vendorId: 'demo-kestrel-cad-vendors' },
      { companyId: NEIGHBOUR.id, vendorId: null },
    ],
    people: [
      { id: 'demo-lena', email: 'lena@kestrelcad.example', first: 'Lena', last: 'Fischer' },
      { id: 'demo-noor', email: 'noor@kestrelcad.example', first: 'Noor', last: 'Haddad' },
    ],
  },
  {
    id: 'demo-vendor-fathom',
    name: 'Fathom Research',
    type: 'INDIVIDUAL',
    customers: [{ companyId: COMPANY_ID, vendorId: 'demo-fathom-research-vendors' }],
    people: [{ id: 'demo-ravi', email: 'ravi@fathomresearch.example', first: 'Ravi', last: 'Menon' }],
  },
]

export const vendorStatements = (db: D1Database, now: number): D1PreparedStatement[] =>
  VENDOR_COMPANIES.flatMap(({ id, name, type, customers, people }) => [
    db
      .prepare('INSERT INTO vendor_companies (id, name, vendor_type, created_at) VALUES (?, ?, ?, ?)')
      .bind(id, name, type, now),
    ...customers.map(({ companyId, vendorId }) =>
      db
        .prepare(
          'INSERT INTO vendor_company_customers (vendor_company_id, company_id, vendor_id, created_at) VALUES (?, ?, ?, ?)',
        )
        .bind(id, companyId, vendorId, now),
    ),
    ...people.flatMap((person) => [
      db
        .prepare('INSERT INTO users (id, email, first_name, last_name, created_at) VALUES (?, ?, ?, ?, ?)')
        .bind(person.id, person.email, person.first, person.last, now),
      db
        .prepare('INSERT INTO vendor_company_members (vendor_company_id, user_id, created_at) VALUES (?, ?, ?)')
        .bind(id, person.id, now),
    ]),
  ])

const KESTREL = 'demo-vendor-kestrel'
const DAY_MS = 24 * 60 * 60 * 1000

/** What Kestrel CAD says about itself, and what each of its customers sees of it. Only the directory has it. */
export const vendorProfileStatements = async (env: Env, now: number): Promise<D1PreparedStatement[]> => {
  const accounts = [
    ['demo-kestrel-main', 'Kestrel CAD Inc.', '000482917364', '021000021', 'CHECKING', 'Invoices in US dollars'],
    ['demo-kestrel-reserve', 'Kestrel CAD Inc.', '000482910077', '121000248', 'SAVINGS', 'Deposits and retainers'],
  ] as const
  const changedAt = now - 90 * DAY_MS
  const insert = (table: string, row: Record<string, unknown>): D1PreparedStatement =>
    env.DB.prepare(
      `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
        .map(() => '?')
        .join(', ')})`,
    ).bind(...Object.values(row))
  const own = (id: string) => ({ id, vendor_company_id: KESTREL, created_at: changedAt, updated_at: changedAt })
  const shared = (companyId: string, kind: string, targetId: string) =>
    insert('vendor_company_shares', {
      ...{ vendor_company_id: KESTREL, company_id: companyId, kind, target_id: targetId, shared_at: changedAt },
    })
  const bankAccounts = await Promise.all(
    accounts.map(async ([id, holder, number, routing, type, memo]) => {
      const { sealed, keyId } = await seal(env, number, placeOfAccount(KESTREL, id))
      return insert('vendor_company_payment_information', {
        ...own(id),
        ...{ account_holder_name: holder, account_holder_type: 'COMPANY', last_four: number.slice(-4) },
        ...{ account_number_sealed: sealed, account_number_key_id: keyId, routing_number: routing },
        ...{ bank_account_type: type, memo, remittance_email: 'billing@kestrelcad.example' },
        ...{ vendor_company_address_id: 'demo-kestrel-office', bank_changed_at: changedAt },
      })
    }),
  )
  return [
    insert('vendor_company_addresses', {
      ...own('demo-kestrel-office'),
      ...{ address1: '480 Harbor Way', address2: 'Floor 3', city: 'Portland', state: 'OR', postal_code: '97209' },
      country: 'United States',
    }),
    insert('vendor_company_addresses', {
      ...own('demo-kestrel-europe'),
      ...{ address1: 'Speicherstrasse 12', address2: '', city: 'Hamburg', state: 'HH', postal_code: '20457' },
      country: 'Germany',
    }),
    insert('vendor_company_contacts', {
      ...own('demo-kestrel-support'),
      ...{ first_name: 'Noor', last_name: 'Haddad', email: 'noor@kestrelcad.example', memo: 'Licenses and support' },
    }),
    insert('vendor_company_contacts', {
      ...own('demo-kestrel-billing'),
      ...{ first_name: 'Tomas', last_name: 'Reyes', email: 'billing@kestrelcad.example', memo: 'Invoices' },
    }),
    ...bankAccounts,
    shared(COMPANY_ID, 'CONTACT', 'demo-kestrel-support'),
    shared(COMPANY_ID, 'CONTACT', 'demo-kestrel-billing'),
    shared(COMPANY_ID, 'PAYMENT_INFORMATION', 'demo-kestrel-main'),
    shared(NEIGHBOUR.id, 'CONTACT', 'demo-kestrel-support'),
  ]
}
