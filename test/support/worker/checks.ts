import { env } from 'cloudflare:workers'
import { DEFAULT_CHECK_SETTINGS } from '../../../schema/money/checks/values.ts'
import { newId } from '../../../worker/core/clock.ts'
import { Database } from '../../../worker/core/database.ts'
import { createLogger } from '../../../worker/core/log.ts'
import { evaluate } from '../../../worker/features/money/checks/index.ts'
import { fingerprintOf } from '../../../worker/features/money/payments/index.ts'
import type { BillScene } from './bills.ts'
import { confirmGuarded } from './payments.ts'
import { run } from './sessions.ts'
import type { Client } from './world.ts'

/** Bills and bank details that checks look at, and what they find. */

interface Finding {
  id: string
  rule: string
  state: string
  isBlocking: boolean
  why: string
  bill: { id: string } | null
}

let serial = 0
/** A Tuesday at noon in UTC. */
const NOON = Date.UTC(2026, 10, 24, 12)

/** A stored bill, without its object. */
export const addBill = async (
  { company, people }: Pick<BillScene, 'company' | 'people'>,
  {
    erpVendorId,
    number = `N-${++serial}`,
    amount = 5_000,
    companyMinor = amount,
    currency = 'USD',
    date = '2026-11-01',
    createdBy = people.clerk.userId,
    createdAt = NOON + ++serial,
    status = 'APPROVED',
    isCredit = 0,
    paidAt = null,
    deletedAt = null,
  }: {
    erpVendorId: string
    number?: string
    amount?: number
    companyMinor?: number | null
    currency?: string
    date?: string
    createdBy?: string
    createdAt?: number
    status?: string
    isCredit?: 0 | 1
    paidAt?: number | null
    deletedAt?: number | null
  },
): Promise<string> => {
  const id = newId()
  await run(
    `INSERT INTO bills (id, company_id, requestor_user_id, created_by_user_id, erp_vendor_id, invoice_number, invoice_key,
       invoice_date, currency, total_minor, company_minor, amount_sort, due_sort, is_credit, description, content, status,
       progress, waiting_for, approved_by, rejected_by, approvals, version, run, plan, created_at, submitted_at, updated_at,
       projected_sequence, paid_at, deleted_at)
     VALUES (?1, ?2, ?3, ?3, ?4, ?5, lower(?5), ?6, ?7, ?8, ?9, ?8, '9999-12-31', ?10, '', '{"lines":[]}', ?11, 100, '[]',
       '[]', '[]', '[]', 1, 1, '{}', ?12, ?12, ?12, 1, ?13, ?14)`,
    ...[id, company.id, createdBy, erpVendorId, number, date, currency, amount, companyMinor, isCredit, status],
    ...[createdAt, paidAt, deletedAt],
  )
  return id
}

/** Looks at bills and vendors, as a job does. */
export const check = (
  { company }: Pick<BillScene, 'company'>,
  billIds: readonly string[],
  erpVendorIds: readonly string[] = [],
): Promise<void> =>
  evaluate(
    { db: new Database(env.DB, 'first-primary'), clock: { now: Date.now }, log: createLogger({}, 'error') },
    { companyId: company.id, billIds, erpVendorIds },
  )

export const findings = async (client: Client, query = ''): Promise<Finding[]> => {
  const { status, body } = await client.get(`/api/payments/checks?first=100${query}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.edges.map(({ node }: { node: Finding }) => node)
}

export const rulesOf = (found: readonly Finding[]): string[] => found.map(({ rule }) => rule).toSorted()

/** Gives details that were stored by a test what the product gives them when they are entered. */
export const markAccount = async (companyId: string, detailsId: string, accountNumber: string): Promise<void> => {
  const fingerprint = await fingerprintOf(env, companyId, { routingNumber: '110000000', accountNumber })
  await run('UPDATE vendor_bank_details SET fingerprint = ? WHERE id = ?', fingerprint, detailsId)
}

/** The usual settings but for these, which a second admin confirms where that is needed. */
export const setChecks = async ({ admin, company }: BillScene, more: object) => {
  const body = { ...DEFAULT_CHECK_SETTINGS, timeZone: 'UTC', ...more }
  await admin.call('PUT', '/api/payments/check-settings', { body })
  await confirmGuarded(company)
}
