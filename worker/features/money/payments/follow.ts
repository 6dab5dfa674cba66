import { cellsOf, inCell, livesHere } from '../../../core/cells.ts'
import { newId } from '../../../core/clock.ts'
import { AppError } from '../../../core/errors.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { type OutboxRow, outboxStatement } from '../../../core/outbox.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import type { PaymentsFollowed } from '../../../core/sent/payments-followed.ts'
import { detachBankAccount } from '../../../integrations/stripe/bank-accounts.ts'
import { StripeRefusal } from '../../../integrations/stripe/errors.ts'
import type { StripeEvent } from '../../../integrations/stripe/webhook.ts'
import { advanceAccount, readAccountRow, refOf } from './account.ts'
import { askNext, RESTARTS } from './asking.ts'
import { advanceBank, type BankRow } from './bank-accounts.ts'
import { advancePayment } from './bill-payment-send.ts'
import { advanceTransfer } from './transfers.ts'

/**
 * Bringing what is stored to where the provider is. Events only say what to ask for, so that late, doubled and shuffled
 * ones do no harm, and what no event told is asked for after a while.
 */

/** Tells the provider that an account was removed. */
const detachRemoved = async (context: SystemContext, companyId: string, id: string): Promise<void> => {
  const account = await readAccountRow(context, companyId)
  const row = await context.db.first<Pick<BankRow, 'providerMethodId' | 'state'>>(
    context.db.sql(
      'SELECT provider_method_id AS providerMethodId, state FROM payment_methods WHERE id = ? AND company_id = ?',
      ...[id, companyId],
    ),
  )
  if (!account || row?.state !== 'REMOVED' || row.providerMethodId === null) return
  await detachBankAccount(refOf(context, account), row.providerMethodId)
}

const carryOutOnce = async (
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

/** Of two events that come at the same moment, the second one looks again at what the first one wrote. */
const carryOut = async (
  context: SystemContext,
  companyId: string,
  what: PaymentsFollowed,
  isRepeated: boolean,
): Promise<void> => {
  try {
    await carryOutOnce(context, companyId, what, isRepeated)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error
    await carryOutOnce(context, companyId, what, true)
  }
}

export const followPayments: OutboxHandler<'payments.follow', SystemContext> =
  async (context) =>
  ({ companyId, payload, attempts }) =>
    carryOut(context, companyId, payload, attempts > 1 || payload.isAgain === true)

type Asked = Exclude<PaymentsFollowed['what'], 'REMOVED_BANK'>

interface AskedTable {
  table: string
  id: string
  state: string
  /** Since when the row is as it is. */
  since: string
}

const TABLES: Readonly<Record<Asked, AskedTable>> = {
  ACCOUNT: { table: 'payments_accounts', id: 'company_id', state: 'state', since: 'created_at' },
  BANK: { table: 'payment_methods', id: 'id', state: 'state', since: 'created_at' },
  TRANSFER: { table: 'payment_transfers', id: 'id', state: 'state', since: 'coalesce(posted_at, created_at)' },
  BILL_PAYMENT: {
    ...{ table: 'bill_payments', id: 'id', state: 'status' },
    since: 'coalesce(paid_at, started_at, created_at)',
  },
}
const KINDS = Object.keys(TABLES) as Asked[]
const AT_ONCE = 100

/** What an event of an object at the provider is about: the table, and the column that has the provider's id of it. */
const BY_OBJECT: ReadonlyMap<string, { what: Asked; providerId: string }> = new Map(
  Object.entries({
    account: { what: 'ACCOUNT', providerId: 'account_id' },
    setup_intent: { what: 'BANK', providerId: 'setup_intent_id' },
    'treasury.inbound_transfer': { what: 'TRANSFER', providerId: 'provider_id' },
    'treasury.outbound_transfer': { what: 'TRANSFER', providerId: 'provider_id' },
    'treasury.outbound_payment': { what: 'BILL_PAYMENT', providerId: 'provider_id' },
  }),
)

/** Asks the provider for what an event is about. What isn't known yet is asked for by what waits to be sent. */
export const followEvent = async (context: SystemContext, event: StripeEvent): Promise<void> => {
  const about = BY_OBJECT.get(event.object)
  if (!about) return
  for (const cell of cellsOf(context.env)) {
    const there = inCell(context, cell)
    const { db } = there
    const account = await db.first<{ companyId: string }>(
      db.sql(
        `SELECT a.company_id AS companyId FROM payments_accounts a WHERE a.account_id = ? AND ${livesHere('a.company_id')}`,
        event.accountId,
      ),
    )
    if (!account) continue
    const { table, id, state } = TABLES[about.what]
    // What moves is asked for soon again, and then at growing distances as before.
    const found = await db.first<{ id: string }>(
      db.sql(
        `UPDATE ${table} SET ask_at = iif(ask_at IS NULL, NULL, ?3 + (?4 -> ${state} ->> 'after')),
                asks = coalesce(?4 -> ${state} ->> 'asks', 0)
          WHERE company_id = ?1 AND ${about.providerId} = ?2 RETURNING ${id} AS id`,
        ...[account.companyId, event.objectId, there.clock.now(), RESTARTS],
      ),
    )
    if (found) await carryOut(there, account.companyId, { what: about.what, id: found.id }, true)
    return
  }
}

interface DueRow {
  companyId: string
  id: string
  state: string
  asks: number
  since: number
}

/** Asks for what no event has told for a while. It reads only what is due, and of each kind so many at once. */
export const askForLost = async ({ db, clock }: SystemContext): Promise<void> => {
  const now = clock.now()
  const found = await db.batch(
    KINDS.map((what) => {
      const { table, id, state, since } = TABLES[what]
      return db.sql(
        `SELECT company_id AS companyId, ${id} AS id, ${state} AS state, asks, ${since} AS since
           FROM ${table} t INDEXED BY ${table}_ask WHERE ask_at <= ? AND ${livesHere('t.company_id')} ORDER BY ask_at LIMIT ${AT_ONCE}`,
        now,
      )
    }),
  )
  const due = KINDS.map((what, index) => ({ what, rows: (found[index]?.results ?? []) as unknown as DueRow[] })).filter(
    ({ rows }) => rows.length > 0,
  )
  if (due.length === 0) return
  const outbox = due.flatMap(({ what, rows }) =>
    rows.map(
      ({ companyId, id }): OutboxRow<'payments.follow'> => ({
        ...{
          id: newId(now),
          companyId,
          topic: 'payments.follow',
          payload: { what, id, isAgain: true },
          createdAt: now,
        },
      }),
    ),
  )
  await db.batch([
    outboxStatement(db, outbox),
    ...due.map(({ what, rows }) => {
      const { table, id } = TABLES[what]
      const next = Object.fromEntries(rows.map((row) => [row.id, askNext(row, now)]))
      // What has moved meanwhile has a time of its own.
      return db.sql(
        `UPDATE ${table} SET asks = asks + 1, ask_at = ?1 ->> ${id}
          WHERE ${id} IN (SELECT key FROM json_each(?1)) AND ask_at <= ?2`,
        ...[JSON.stringify(next), now],
      )
    }),
  ])
}
