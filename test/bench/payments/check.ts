import type { StripeStandIn } from '../../../worker/local/host/stand-ins/stripe/index.ts'
import type { Flow } from '../../../worker/local/host/stand-ins/stripe/state.ts'
import { CASH, type Company } from './company.ts'
import type { Books } from './database.ts'

/** What has to hold once everything is answered: paid at most once, balanced, and the same at both sides. */

interface Payment {
  id: string
  status: string
  attempt: number
  amount: number
  isBillPaid: number
  syncs: number
}

/** How a payment stands here, by how its last attempt stands at the provider. */
const HERE: Record<string, string> = {
  ...{ posted: 'PAID', returned: 'RETURNED', failed: 'FAILED', canceled: 'CANCELLED', processing: 'PROCESSING' },
}
/** Without one there: refused at once, or not sent. */
const NOT_SENT = ['APPROVED', 'FAILED', 'CANCELLED']

const readPayments = (books: Books): Payment[] =>
  books.all<Payment>(
    `SELECT p.id, p.status, p.attempt, p.amount_minor AS amount, b.paid_at IS NOT NULL AS isBillPaid,
            (SELECT count(*) FROM ledger_syncs s WHERE s.company_id = p.company_id AND s.owner_id = p.id
               AND s.type = 'BILL_PAYMENT' AND s.deleted_at IS NULL) AS syncs
       FROM bill_payments p JOIN bills b ON b.id = p.bill_id`,
  )

const ofPayment = ({ id, status, attempt, amount, isBillPaid, syncs }: Payment, flows: Flow[]): string[] => {
  const say = (what: string) => `${id} is ${status} in attempt ${attempt}, and ${what}`
  const attempts = flows.map(({ metadata }) => metadata.outlayId)
  const standing = flows.filter((flow) => flow.status === 'posted')
  const last = flows.find(({ metadata }) => metadata.outlayId === `${id}-${attempt}`)
  const isPaid = status === 'PAID'
  return [
    ...(new Set(attempts).size < attempts.length ? [say('an attempt is there twice')] : []),
    ...(standing.length > 1 ? [say(`it was paid ${standing.length} times`)] : []),
    ...(standing.length === 1 && !isPaid ? [say('it is paid there')] : []),
    ...(flows.filter((flow) => flow.status === 'processing').length > 1 ? [say('two are on their way')] : []),
    ...(flows.some((flow) => flow.amount !== amount) ? [say('another amount is there')] : []),
    ...(last && HERE[last.status] !== status ? [say(`it is ${last.status} there`)] : []),
    ...(!last && !NOT_SENT.includes(status) ? [say('nothing is there')] : []),
    ...(isPaid !== (isBillPaid === 1) ? [say(`its bill is ${isBillPaid ? '' : 'not '}paid`)] : []),
    ...(isPaid !== syncs > 0 ? [say(`has ${syncs} entries for the accounting system`)] : []),
  ]
}

const sumOf = (books: Books, account: string): number =>
  books.all<{ sum: number }>(
    'SELECT coalesce(sum(amount_minor), 0) AS sum FROM ledger_postings WHERE account = ?',
    account,
  )[0]?.sum ?? 0

/** What doesn't hold, in words. */
export const faultsOf = (books: Books, stripe: StripeStandIn, { accountId, owed }: Company): string[] => {
  const account = stripe.account(accountId)
  const flows = Object.values(account.flows)
  const payments = readPayments(books)
  const byPayment = Map.groupBy(flows, ({ metadata }) => (metadata.outlayId ?? '').replace(/-\d+$/, ''))
  const paid = payments.filter(({ status }) => status === 'PAID').reduce((sum, { amount }) => sum + amount, 0)
  const moving = flows.filter(({ status }) => status === 'processing').reduce((sum, { amount }) => sum + amount, 0)
  const cash = Object.values(account.financial)[0]?.cash ?? 0
  const unbalanced = books.all(
    `SELECT entry_id FROM ledger_postings GROUP BY entry_id, currency
      HAVING sum(amount_minor) <> 0 OR sum(base_minor) <> 0`,
  ).length
  const open = books.all("SELECT 1 FROM bill_payments WHERE status = 'PROCESSING' AND provider_id IS NULL").length
  const equal = (name: string, is: number, should: number) =>
    is === should ? [] : [`${name} is ${is} and should be ${should}`]
  return [
    ...payments.flatMap((payment) => ofPayment(payment, byPayment.get(payment.id) ?? [])),
    ...equal('the count of unbalanced entries', unbalanced, 0),
    ...equal('the count of payments that were never sent', open, 0),
    ...equal('CLEARING', sumOf(books, 'CLEARING'), -paid),
    ...equal('PAYABLE', sumOf(books, 'PAYABLE'), paid - owed),
    ...equal('the balance at the provider', cash, CASH - paid - moving),
  ]
}
