import { cellsOf, inCell } from '../../../core/cells.ts'
import { newId } from '../../../core/clock.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { type OutboxRow, outboxStatement, type PaymentsFollowed } from '../../../core/outbox.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { StripeRefusal } from '../../../integrations/stripe/errors.ts'
import type { StripeEvent } from '../../../integrations/stripe/webhook.ts'
import { advanceAccount } from './account.ts'
import { advanceBank, detachRemoved } from './bank-accounts.ts'
import { advancePayment } from './bill-payment-send.ts'
import { advanceTransfer } from './transfers.ts'

/**
 * Bringing what is stored to where the provider is. Events only say what to ask for, so that late, doubled and shuffled
 * ones do no harm, and what no event told is asked for after a while.
 */

const carryOut = async (
  context: SystemContext,
  companyId: string,
  { what, id }: PaymentsFollowed,
  isRepeated: boolean,
): Promise<void> => {
  if (what === 'ACCOUNT') await advanceAccount(context, companyId)
  if (what === 'BANK') await advanceBank(context, companyId, id)
  if (what === 'TRANSFER') await advanceTransfer(context, companyId, id, isRepeated)
  if (what === 'BILL_PAYMENT') await advancePayment(context, companyId, id, isRepeated)
  if (what === 'REMOVED_BANK')
    await detachRemoved(context, companyId, id).catch((error: unknown) => {
      // It is gone there, which is what was wanted.
      if (!(error instanceof StripeRefusal && error.code === 'resource_missing')) throw error
    })
}

export const followPayments: OutboxHandler<'payments.follow', SystemContext> =
  async (context) =>
  ({ companyId, payload, attempts }) =>
    carryOut(context, companyId, payload, attempts > 1 || payload.isAgain === true)

const BY_OBJECT: Record<string, { what: PaymentsFollowed['what']; sql: string }> = {
  account: {
    what: 'ACCOUNT',
    sql: 'SELECT company_id AS id FROM payments_accounts WHERE company_id = ?1 AND account_id = ?2',
  },
  setup_intent: {
    what: 'BANK',
    sql: 'SELECT id FROM payment_methods WHERE company_id = ?1 AND setup_intent_id = ?2',
  },
  'treasury.inbound_transfer': {
    what: 'TRANSFER',
    sql: 'SELECT id FROM payment_transfers WHERE company_id = ?1 AND provider_id = ?2',
  },
  'treasury.outbound_transfer': {
    what: 'TRANSFER',
    sql: 'SELECT id FROM payment_transfers WHERE company_id = ?1 AND provider_id = ?2',
  },
  'treasury.outbound_payment': {
    what: 'BILL_PAYMENT',
    sql: 'SELECT id FROM bill_payments WHERE company_id = ?1 AND provider_id = ?2',
  },
}

/** Asks the provider for what an event is about. What isn't known yet is asked for by what waits to be sent. */
export const followEvent = async (context: SystemContext, event: StripeEvent): Promise<void> => {
  const about = BY_OBJECT[event.object]
  if (!about) return
  for (const cell of cellsOf(context.env)) {
    const there = inCell(context, cell)
    const { db } = there
    const account = await db.first<{ companyId: string }>(
      db.sql('SELECT company_id AS companyId FROM payments_accounts WHERE account_id = ?', event.accountId),
    )
    if (!account) continue
    const found = await db.first<{ id: string }>(db.sql(about.sql, account.companyId, event.objectId))
    if (found) await carryOut(there, account.companyId, { what: about.what, id: found.id }, true)
    return
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const AT_ONCE = 100

interface Due {
  companyId: string
  id: string
  what: PaymentsFollowed['what']
}

/** ?1: not asked since. ?2: and not older than. */
const DUE: { what: PaymentsFollowed['what']; sql: string; everyMs: number; forMs: number }[] = [
  {
    ...{ what: 'ACCOUNT', everyMs: 15 * MINUTE_MS, forMs: 60 * DAY_MS },
    sql: `SELECT company_id AS companyId, company_id AS id FROM payments_accounts INDEXED BY payments_accounts_due
           WHERE checked_at < ?1 AND state IN ('CREATED', 'SUBMITTED') AND created_at > ?2 ORDER BY checked_at LIMIT ${AT_ONCE}`,
  },
  {
    ...{ what: 'BANK', everyMs: 10 * MINUTE_MS, forMs: 14 * DAY_MS },
    sql: `SELECT company_id AS companyId, id FROM payment_methods INDEXED BY payment_methods_due
           WHERE checked_at < ?1 AND state = 'VERIFYING' AND created_at > ?2 ORDER BY checked_at LIMIT ${AT_ONCE}`,
  },
  {
    ...{ what: 'TRANSFER', everyMs: 5 * MINUTE_MS, forMs: 365 * DAY_MS },
    sql: `SELECT company_id AS companyId, id FROM payment_transfers INDEXED BY payment_transfers_due
           WHERE checked_at < ?1 AND state IN ('WAITING', 'PROCESSING') AND created_at > ?2 ORDER BY checked_at LIMIT ${AT_ONCE}`,
  },
  {
    ...{ what: 'TRANSFER', everyMs: 12 * HOUR_MS, forMs: 60 * DAY_MS },
    sql: `SELECT company_id AS companyId, id FROM payment_transfers INDEXED BY payment_transfers_posted
           WHERE state = 'POSTED' AND posted_at > ?2 AND checked_at < ?1 LIMIT ${AT_ONCE}`,
  },
  {
    ...{ what: 'BILL_PAYMENT', everyMs: 5 * MINUTE_MS, forMs: 365 * DAY_MS },
    sql: `SELECT company_id AS companyId, id FROM bill_payments INDEXED BY bill_payments_sent
           WHERE checked_at < ?1 AND status = 'PROCESSING' AND created_at > ?2 ORDER BY checked_at LIMIT ${AT_ONCE}`,
  },
  {
    ...{ what: 'BILL_PAYMENT', everyMs: 12 * HOUR_MS, forMs: 60 * DAY_MS },
    sql: `SELECT company_id AS companyId, id FROM bill_payments INDEXED BY bill_payments_paid
           WHERE status = 'PAID' AND paid_at > ?2 AND checked_at < ?1 LIMIT ${AT_ONCE}`,
  },
]

const CHECKED: Record<string, string> = {
  ACCOUNT: 'UPDATE payments_accounts SET checked_at = ?2 WHERE company_id IN (SELECT value FROM json_each(?1))',
  BANK: 'UPDATE payment_methods SET checked_at = ?2 WHERE id IN (SELECT value FROM json_each(?1))',
  TRANSFER: 'UPDATE payment_transfers SET checked_at = ?2 WHERE id IN (SELECT value FROM json_each(?1))',
  BILL_PAYMENT: 'UPDATE bill_payments SET checked_at = ?2 WHERE id IN (SELECT value FROM json_each(?1))',
}

/** Asks for what no event has told for a while. */
export const askForLost = async ({ db, clock }: SystemContext): Promise<void> => {
  const now = clock.now()
  const found = await db.batch(DUE.map(({ sql, everyMs, forMs }) => db.sql(sql, now - everyMs, now - forMs)))
  const due = DUE.flatMap(({ what }, index) =>
    (found[index]?.results ?? []).map((row): Due => ({ ...(row as unknown as Due), what })),
  )
  if (due.length === 0) return
  const rows = due.map(
    ({ companyId, id, what }): OutboxRow<'payments.follow'> => ({
      ...{ id: newId(now), companyId, topic: 'payments.follow', payload: { what, id, isAgain: true }, createdAt: now },
    }),
  )
  await db.batch([
    outboxStatement(db, rows),
    ...[...Map.groupBy(due, ({ what }) => what)].map(([what, all]) =>
      db.sql(CHECKED[what] ?? '', JSON.stringify(all.map(({ id }) => id)), now),
    ),
  ])
}
