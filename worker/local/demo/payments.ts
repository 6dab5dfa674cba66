import { Database } from '../../core/database.ts'
import type { Env } from '../../env.ts'
import {
  cancelBillPayment,
  checkAccount,
  createPaymentsAccount,
  createRun,
  createSetupIntent,
  decideOnDetails,
  decideRun,
  enterDetails,
  loadFunds,
  takeSharedDetails,
  updatePaidOutside,
} from '../../features/money/payments/index.ts'
import { actAs } from './act.ts'
import { demoClock } from './clock.ts'
import { follow, quiet, runDue } from './jobs.ts'
import { COMPANY_ID } from './people.ts'
import type { DatedStory } from './spend-requests.ts'

/**
 * How the demo company pays: an account at the payment provider, vendors' bank accounts, and payments of its bills in
 * every state. Dana enters, Maya confirms, and Sofia pays, because no one pays what they entered or confirmed.
 */

const CLERK = 'demo-dana'
const ADMIN = 'demo-maya'
const PAYER = 'demo-sofia'

/** None of them is a number of the provider's documentation, which people enter to try things. */
const BANK_NUMBER = '000417620095'
const ACCOUNTS = [
  { vendor: 'lumen', erpVendorId: 'books-vendor-3', holder: 'Lumen Cloud, Inc.', number: '000583120746' },
  { vendor: 'northwind', erpVendorId: 'books-vendor-2', holder: 'Northwind Travel LLC', number: '000219947530' },
  // Payments to this number stay on their way. At another bank it is no account that anyone enters.
  { vendor: 'alder', erpVendorId: 'books-vendor-5', holder: 'Alder Logistics Inc.', number: '000000000009' },
]

/** What Stripe's own pages do. A link leads to them through this machine's stand-in. */
const visit = async (link: string, host: string, fields: Record<string, string> = {}): Promise<void> => {
  const url = `https://${host}${link.slice(link.indexOf(host) + host.length)}`
  await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
}

/** Something happens at Stripe. */
const there = (asked: Record<string, unknown>): Promise<Response> =>
  fetch('https://api.stripe.com/local', { method: 'POST', body: JSON.stringify(asked) })

const enterAccount = async (env: Env, { erpVendorId, holder, number }: (typeof ACCOUNTS)[number]): Promise<string> => {
  const remittanceEmail = `receivables@${erpVendorId.replace('books-', '')}.example`
  const { id } = await actAs(env, CLERK, enterDetails, {
    ...{ erpVendorId, accountHolderName: holder, accountHolderType: 'COMPANY', accountNumber: number },
    ...{ routingNumber: '021000021', remittanceEmail },
  })
  return id
}

/** The account, its bank account, and the bank accounts of most vendors. */
export const openPaymentsAccount = async (host: Env): Promise<void> => {
  const env = quiet(host)
  // The provider's events would say when they are sent, and not when this happened.
  await there({ action: 'lose', count: 1_000 })
  const { onboardingUrl } = await actAs(env, ADMIN, createPaymentsAccount, {})
  await visit(onboardingUrl ?? '', 'connect.stripe.com')
  await actAs(env, ADMIN, checkAccount, {})
  const { id, microdepositVerificationLink } = await actAs(env, ADMIN, createSetupIntent, {
    ...{ accountHolderName: 'Brightwater Robotics, Inc.', accountHolderType: 'COMPANY', bankAccountType: 'CHECKING' },
    ...{ accountNumber: BANK_NUMBER, routingNumber: '110000000' },
  })
  await visit(microdepositVerificationLink ?? '', 'payments.stripe.com', { code: 'SM11AA' })
  await follow(env, 'BANK', id)
  for (const account of ACCOUNTS)
    await actAs(env, ADMIN, decideOnDetails, { id: await enterAccount(env, account), shouldConfirm: true })
  const shared = { erpVendorId: 'books-vendor-1', vendorCompanyPaymentInformationId: 'demo-kestrel-main' }
  const taken = await actAs(env, CLERK, takeSharedDetails, shared)
  await actAs(env, ADMIN, decideOnDetails, { id: taken.id, shouldConfirm: true })
}

/** A job may be making or sending it just now. */
const TRIES = 250

const firstOf = async <Row>(env: Env, sql: string, ...values: unknown[]): Promise<Row> => {
  const db = new Database(env.DB, 'first-primary')
  for (let tried = 0; tried < TRIES; tried += 1) {
    const row = await db.first<Row>(db.sql(sql, ...values))
    if (row) return row
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('The demo company’s payments are not as expected')
}

const paymentOf = async (env: Env, number: string): Promise<string> =>
  (
    await firstOf<{ id: string }>(
      env,
      'SELECT id FROM bill_payments WHERE company_id = ? AND invoice_number = ?',
      COMPANY_ID,
      number,
    )
  ).id

const bankOf = async (env: Env): Promise<string> =>
  (await firstOf<{ id: string }>(env, 'SELECT id FROM payment_methods WHERE company_id = ?', COMPANY_ID)).id

/** What became of it at the provider, where it was made then too. */
const ends = async (
  env: Env,
  what: 'TRANSFER' | 'BILL_PAYMENT',
  id: string,
  end: { status: string; code?: string },
): Promise<void> => {
  const { providerId, startedAt } = await firstOf<{ providerId: string; startedAt: number }>(
    env,
    what === 'TRANSFER'
      ? 'SELECT provider_id AS providerId, created_at AS startedAt FROM payment_transfers WHERE id = ? AND provider_id IS NOT NULL'
      : 'SELECT provider_id AS providerId, started_at AS startedAt FROM bill_payments WHERE id = ? AND provider_id IS NOT NULL',
    id,
  )
  await there({ action: 'move', id: providerId, created: Math.floor(startedAt / 1000), ...end })
  await follow(env, what, id)
}

/** Above the company's limit one person asks, and another confirms. */
const pay = async (env: Env, billPaymentId: string, payWhen: 'NOW' | 'DUE'): Promise<void> => {
  const asked = { billPaymentIds: [billPaymentId], paymentMethodId: await bankOf(env), payWhen }
  const { id, status } = await actAs(env, PAYER, createRun, asked)
  if (status === 'WAITING') await actAs(env, ADMIN, decideRun, { paymentRunId: id, shouldConfirm: true })
}

const start = async (env: Env, number: string): Promise<string> => {
  const billPaymentId = await paymentOf(env, number)
  await pay(env, billPaymentId, 'NOW')
  await runDue(env, 'payments.follow')
  return billPaymentId
}

type Told = (env: Env) => Promise<unknown>

const load =
  (dollars: number): Told =>
  async (env) => {
    const { id } = await actAs(env, CLERK, loadFunds, { paymentMethodId: await bankOf(env), amount: dollars * 100 })
    await runDue(env, 'payments.follow')
    demoClock.pass(26)
    await ends(env, 'TRANSFER', id, { status: 'succeeded' })
  }

const paid =
  (number: string): Told =>
  async (env) => {
    const id = await start(env, number)
    demoClock.pass(20)
    await ends(env, 'BILL_PAYMENT', id, { status: 'posted' })
    await runDue(env, 'payments.remittance')
  }

const failed =
  (number: string, code: string): Told =>
  async (env) => {
    const id = await start(env, number)
    demoClock.pass(20)
    await ends(env, 'BILL_PAYMENT', id, { status: 'failed', code })
  }

const returned =
  (number: string, code: string): Told =>
  async (env) => {
    await paid(number)(env)
    demoClock.pass(30)
    await ends(env, 'BILL_PAYMENT', await paymentOf(env, number), { status: 'returned', code })
  }

const scheduled =
  (number: string): Told =>
  async (env) =>
    pay(env, await paymentOf(env, number), 'DUE')

/** An account that came in an email, and isn't the vendor's. */
const rejectedDetails: Told = async (env) => {
  const account = { vendor: 'office', erpVendorId: 'books-vendor-4', holder: 'Office Depott', number: '000938812407' }
  await actAs(env, ADMIN, decideOnDetails, { id: await enterAccount(env, account), shouldConfirm: false })
}

const STORIES: [daysAgo: number, Told][] = [
  [73, load(50_000)],
  [60, rejectedDetails],
  [55, paid('LC-2026-091')],
  [49, paid('NT5602')],
  [48, load(50_000)],
  [46, paid('KC-7440')],
  [40, returned('NT5518', 'account_closed')],
  [36, paid('AL/2201')],
  [30, failed('AL/2240', 'declined')],
  [28, load(40_000)],
  [24, paid('LC-2026-104')],
  [20, async (env) => actAs(env, PAYER, cancelBillPayment, { billPaymentId: await paymentOf(env, 'NT5688') })],
  [6, async (env) => actAs(env, CLERK, updatePaidOutside, { id: await paymentOf(env, '88934'), isPaidOutside: true })],
  [5, scheduled('LC-2026-117')],
  [4, scheduled('KC-7702')],
  [3, (env) => start(env, 'AL/2318')],
]

/** The oldest first. */
export const paymentStories = (host: Env): DatedStory[] => {
  const env = quiet(host)
  return STORIES.map(([daysAgo, tell]) => ({ daysAgo, happens: async () => void (await tell(env)) }))
}

/** From here on the provider's events arrive, and who was to hear of the past has. */
export const endPayments = async ({ DB }: Env): Promise<void> => {
  await there({ action: 'lose', count: 0 })
  await DB.batch([
    DB.prepare(
      `UPDATE outbox SET done_at = created_at
        WHERE company_id = ? AND done_at IS NULL AND topic IN ('payments.alarm', 'payments.follow')`,
    ).bind(COMPANY_ID),
    // A job that was faster than the demo company made some of them today.
    DB.prepare(
      `UPDATE bill_payments SET created_at = b.completed_at FROM bills b
        WHERE bill_payments.company_id = ? AND b.id = bill_payments.bill_id`,
    ).bind(COMPANY_ID),
  ])
}
