import { env } from 'cloudflare:workers'
import type { CompanyFlag } from '../../../schema/shared/permissions.ts'
import { newId } from '../../../worker/core/clock.ts'
import type { FinancialAccount } from '../../../worker/local/host/stand-ins/stripe/index.ts'
import type { Flow } from '../../../worker/local/host/stand-ins/stripe/state.ts'
import { addRuleSet, type BillScene, decide, enter, follow, makeBillScene, readBill } from './bills.ts'
import { addBankAccount, addPaymentsAccount } from './fixtures/payments.ts'
import { runTicks } from './jobs/ticks.ts'
import { stripeThere } from './payments.ts'
import { postBill } from './posted-bills.ts'
import { rows, run } from './sessions.ts'
import { always } from './spend.ts'
import { addDetails } from './vendor-bank-details.ts'

/** A company whose approved bills can be paid: bills, a balance, and confirmed bank details of its vendor. */

export interface PaidScene extends BillScene {
  bank: string
  details: string
  money: FinancialAccount
  flows: () => Flow[]
}

const FLAGS: CompanyFlag[] = [
  'paymentsEnabled',
  'paymentsOnboarded',
  'enablePaymentAccounting',
  'enableCurrencies',
  'enforceIntakeApprovalOrder',
]

export const makePaidScene = async ({ accountNumber = '000123456789', cash = 10_000_000 } = {}): Promise<PaidScene> => {
  const stripe = stripeThere()
  const scene = await makeBillScene({ flags: FLAGS })
  const { company, people, erpVendorId } = scene
  await addRuleSet(company, { levels: [always('Approver', people.approver.userId)] })
  const { accountId } = await addPaymentsAccount(company.id)
  const bank = await addBankAccount(company.id)
  await run('UPDATE payment_methods SET is_default = 1 WHERE id = ?', bank)
  const account = stripe.account(accountId)
  const [money] = Object.values(account.financial)
  if (!money) throw new Error('There is no financial account')
  money.cash = cash
  const details = await addDetails(company.id, erpVendorId, {
    ...{ createdBy: people.clerk.userId, confirmedBy: people.approver.userId, state: 'CONFIRMED', accountNumber },
  })
  return { ...scene, bank, details, money, flows: () => Object.values(account.flows) }
}

/** The payment of a bill that was entered by the clerk and approved. */
export const approvedPayment = async (scene: PaidScene, more: Record<string, unknown> = {}) => {
  const billId = await enter(scene, more)
  const decided = await decide(scene.approver, billId)
  if (decided.status !== 200) throw new Error(`${decided.status} ${JSON.stringify(decided.body)}`)
  await follow(scene)
  const { billPayment } = await readBill(scene.clerk, billId)
  return { billId, paymentId: billPayment.id as string, status: billPayment.status as string }
}

const copyOf = async (table: string, id: string, set: Record<string, unknown>): Promise<void> => {
  const columns = (await rows<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)).map(
    ({ name }) => name,
  )
  const values = columns.map((name) => (name in set ? '?' : name))
  const given = columns.filter((name) => name in set).map((name) => set[name])
  await run(
    `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table} WHERE id = ?`,
    ...given,
    id,
  )
}

/** More payments of the same kind, made without approvals: as many bills, posted and ready to be paid. */
export const morePayments = async (
  scene: PaidScene,
  { billId, paymentId }: { billId: string; paymentId: string },
  count: number,
): Promise<string[]> => {
  const made: string[] = []
  for (let at = 0; at < count; at += 1) {
    const [bill, payment] = [newId(), newId()]
    const number = `${at}-${bill.slice(-6)}`
    const amount = 10_000 + at
    await copyOf('bills', billId, {
      // Each has a file of its own, or it would be a duplicate.
      ...{ id: bill, invoice_number: number, invoice_key: number, total_minor: amount },
      ...{ company_minor: amount, invoice_id: null },
    })
    await copyOf('bill_payments', paymentId, {
      ...{ id: payment, bill_id: bill, amount_minor: amount, invoice_number: number },
    })
    await postBill(scene.company.id, {
      ...{ billId: bill, erpVendorId: scene.erpVendorId, total: { value: amount, currency: 'USD' } },
    })
    made.push(payment)
  }
  return made
}

/** Jobs that failed are due at once, and the sweep asks for everything. */
export const hurry = async ({ company }: PaidScene, isAsking = false): Promise<void> => {
  await run('UPDATE outbox SET available_at = 0 WHERE company_id = ? AND done_at IS NULL', company.id)
  if (isAsking) await run('UPDATE bill_payments SET ask_at = 0 WHERE company_id = ? AND ask_at IS NOT NULL', company.id)
  await runTicks(env)
}
