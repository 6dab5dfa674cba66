import type { Env } from '../../../worker/env.ts'
import type { StripeStandIn } from '../../../worker/local/host/stand-ins/stripe/index.ts'
import type { Books } from './database.ts'

/** A company with approved bills of several vendors, whose banks do different things. */

export type App = typeof import('./app.ts')

export const CASH = 1_000_000_000
export const PEOPLE = ['clerk', 'starter', 'second'] as const
export type Person = (typeof PEOPLE)[number]

/** What the vendors' banks do (worker/local/host/stand-ins/stripe/numbers.ts): mostly take it, or send it back. */
const NUMBERS = ['000123456789', '000123456789', '000123456789', '000111111113', '000444444440', '000000000009']

export interface Company {
  id: string
  bank: string
  accountId: string
  payments: string[]
  cookies: Record<Person, string>
  /** What the bills come to. */
  owed: number
}

const insert = (books: Books, table: string, row: Record<string, unknown>): void => {
  const names = Object.keys(row)
  books.all(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...Object.values(row),
  )
}

const addPeople = (app: App, books: Books, companyId: string): Record<Person, string> => {
  const cookies = {} as Record<Person, string>
  for (const name of PEOPLE) {
    const now = Date.now()
    insert(books, 'users', {
      id: name,
      email: `${name}@outages.test`,
      first_name: name,
      last_name: '',
      created_at: now,
    })
    insert(books, 'company_memberships', {
      ...{ company_id: companyId, user_id: name, has_payments_access: 1, created_at: now },
    })
    insert(books, 'sessions', {
      ...{ token_hash: app.sha256Hex(`token-${name}`), user_id: name, company_id: companyId, created_at: now },
      ...{ last_seen_at: now, expires_at: Number.MAX_SAFE_INTEGER },
    })
    cookies[name] = `__Host-outlay_session=token-${name}`
  }
  return cookies
}

const addVendors = async (app: App, books: Books, env: Env, companyId: string): Promise<[string, string][]> => {
  const made: [string, string][] = []
  for (const [at, number] of NUMBERS.entries()) {
    const [vendorId, detailsId, now] = [`vendor-${at}`, app.newId(), Date.now()]
    insert(books, 'erp_objects', {
      ...{ id: vendorId, company_id: companyId, connection_id: 'none', kind: 'VENDOR', erp_id: vendorId },
      ...{ name: vendorId, name_key: vendorId, is_active: 1, created_at: now, updated_at: now },
    })
    const { sealed, keyId } = await app.seal(env, number, app.placeOfDetails(companyId, detailsId))
    insert(books, 'vendor_bank_details', {
      ...{ id: detailsId, company_id: companyId, erp_vendor_id: vendorId, state: 'CONFIRMED' },
      ...{ account_holder_name: vendorId, account_holder_type: 'COMPANY', account_number_sealed: sealed },
      ...{ account_number_key_id: keyId, last_four: number.slice(-4), routing_number: '110000000' },
      ...{ bank_account_type: 'CHECKING', address1: '', address2: '', city: '', address_state: '', postal_code: '' },
      ...{ country: '', remittance_email: '', is_change: 0, held_until: 0, created_by_user_id: 'clerk' },
      ...{ created_at: now, updated_at: now, confirmed_at: now, confirmed_by_user_id: 'clerk' },
    })
    made.push([vendorId, detailsId])
  }
  return made
}

/** One approved bill, in the ledger, and its payment. */
const addBill = async (
  app: App,
  { books, env, companyId }: { books: Books; env: Env; companyId: string },
  { at, vendorId, detailsId, bank }: { at: number; vendorId: string; detailsId: string; bank: string },
): Promise<{ id: string; amount: number }> => {
  const [billId, id, now] = [app.newId(), app.newId(), Date.now()]
  const amount = 10_000 + at * 7
  insert(books, 'bills', {
    ...{ id: billId, company_id: companyId, requestor_user_id: 'clerk', created_by_user_id: 'clerk' },
    ...{ erp_vendor_id: vendorId, invoice_number: `I-${at}`, invoice_key: `i${at}`, invoice_date: '2026-11-01' },
    ...{ currency: 'USD', total_minor: amount, amount_sort: amount, due_sort: '9999-12-31', is_credit: 0 },
    ...{ description: '', content: '{"lines":[]}', status: 'APPROVED', progress: 100, waiting_for: '[]' },
    ...{ approved_by: '[]', rejected_by: '[]', approvals: '[]', version: 1, run: 1, plan: '{}' },
    ...{ created_at: now, submitted_at: now, updated_at: now, projected_sequence: 1 },
  })
  insert(books, 'bill_payments', {
    ...{ id, company_id: companyId, bill_id: billId, run: 1, erp_vendor_id: vendorId, status: 'APPROVED' },
    ...{ amount_minor: amount, currency: 'USD', invoice_number: `I-${at}`, due_sort: '9999-12-31' },
    ...{ bill_created_by_user_id: 'clerk', details_id: detailsId, payment_method_id: bank, created_at: now },
    updated_at: now,
  })
  const db = new app.Database(env.DB)
  const entry = app.billEntry({
    ...{ billId, approval: '1', date: '2026-11-01', dueDate: null, erpVendorId: vendorId, erpEntityId: null },
    ...{ memo: `I-${at}`, total: { value: amount, currency: 'USD' }, isCredit: false, baseCurrency: 'USD', rate: null },
    lines: [{ id: 'l1', amountMinor: amount, erpAccountId: 'rent', spread: null }],
  })
  const context = { db, clock: { now: () => Date.now() }, newId: app.newId }
  await db.batch(app.postEntry(context, { companyId, by: null }, entry))
  return { id, amount }
}

export const makeCompany = async (
  app: App,
  { books, env, stripe, count }: { books: Books; env: Env; stripe: StripeStandIn; count: number },
): Promise<Company> => {
  const [id, bank, now] = ['company', 'bank', Date.now()]
  const flags = JSON.stringify({ paymentsEnabled: true, enablePaymentAccounting: true })
  insert(books, 'companies', { id, name: 'Outages', email_short_name: id, flags, created_at: now })
  insert(books, 'directory_companies', { id, cell: 0, name: 'Outages', short_name_key: id, created_at: now })
  insert(books, 'erp_connections', {
    ...{ id: 'books', company_id: id, system: 'QUICKBOOKS', account_id: 'books', name: 'Books', currency: 'USD' },
    ...{ state: 'CONNECTED', step: 'COMPLETE', read_from: '2025-01-01', is_full_wanted: 0 },
    ...{ connected_by_user_id: 'clerk', connected_at: now },
  })
  const cookies = addPeople(app, books, id)
  const { accountId } = await app.createAccount(env, { companyId: id, name: 'Outages', idempotencyKey: app.newId() })
  stripe.activate(stripe.account(accountId))
  const { financialAccountId } = await app.openFinancialAccount({ env, accountId }, app.newId())
  const by = { created_by_user_id: 'clerk', created_at: now, updated_at: now }
  insert(books, 'payments_accounts', {
    ...{ company_id: id, account_id: accountId, financial_account_id: financialAccountId, state: 'ACTIVE' },
    ...{ missing_count: 0, ...by },
  })
  insert(books, 'payment_methods', {
    ...{ id: bank, company_id: id, setup_intent_id: 'seti', provider_method_id: 'pm', state: 'VERIFIED' },
    ...{ bank_name: 'Bank', last_four: '6789', account_holder_name: 'Outages', account_holder_type: 'COMPANY' },
    ...{ bank_account_type: 'CHECKING', is_default: 1, ...by },
  })
  // Each run needs a second person.
  insert(books, 'payment_limits', { company_id: id, run_limit_minor: 0, free_below_minor: 0, updated_at: now })
  const [money] = Object.values(stripe.account(accountId).financial)
  if (money) money.cash = CASH
  const vendors = await addVendors(app, books, env, id)
  const payments: string[] = []
  let owed = 0
  for (let at = 0; at < count; at += 1) {
    const [vendorId, detailsId] = vendors[at % vendors.length] ?? ['', '']
    const bill = await addBill(app, { books, env, companyId: id }, { at, vendorId, detailsId, bank })
    payments.push(bill.id)
    owed += bill.amount
  }
  return { id, bank, accountId, payments, cookies, owed }
}
