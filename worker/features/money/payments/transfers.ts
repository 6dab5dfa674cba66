import type { PaymentTransfer } from '../../../../schema/money/payments/account-endpoints.ts'
import * as endpoints from '../../../../schema/money/payments/account-endpoints.ts'
import {
  canFollow,
  PAYMENTS_CURRENCY,
  type TransferKind,
  type TransferState,
  transferReason,
} from '../../../../schema/money/payments/values.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { type Audit, commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { readFinancialAccount } from '../../../integrations/stripe/accounts.ts'
import { StripeRefusal } from '../../../integrations/stripe/errors.ts'
import {
  createLoad,
  createWithdrawal,
  findTransfer,
  readLoad,
  readWithdrawal,
  type Transfer,
} from '../../../integrations/stripe/transfers.ts'
import { type AccountRow, accountStatement, readAccountRow, refOf, requireActive } from './account.ts'
import { askingFrom, mayBeThere } from './asking.ts'
import { bankName, requireVerified } from './bank-accounts.ts'
import { dollarRate, transferPostings } from './journal.ts'
import { tried } from './tried.ts'

/**
 * Adding money to the balance, and moving it back. Invariants: a transfer is stored before the provider is called; it has
 * one key, so that it is made once; a call that broke off is asked for before it is sent again.
 */

const money = (value: number) => ({ value, currency: PAYMENTS_CURRENCY }) as const

export const readBalance = query({
  id: 'payments.financial-account-balance',
  access: 'payments.use',
  input: inputOf(endpoints.financialAccountBalance),
  run: async (context) => {
    const account = requireActive(await readAccountRow(context, context.actor.companyId))
    const balance = await tried(() => readFinancialAccount(refOf(context, account), account.financialAccountId))
    return {
      available: money(balance.cashMinor),
      inboundPending: money(balance.inboundMinor),
      outboundPending: money(balance.outboundMinor),
    }
  },
})

const WORDS: Record<TransferKind, (amount: string, bank: string) => string> = {
  LOAD: (amount, bank) => `${amount} from ${bank} to the payments balance`,
  WITHDRAWAL: (amount, bank) => `${amount} from the payments balance to ${bank}`,
}

const entry = (
  { companyId, id, version }: { companyId: string; id: string; version: number },
  action: string,
  message: string,
): Audit => ({
  changeKey: `payment-transfer:${id}:v${version}`,
  action: `payments.transfer-${action}`,
  targetType: 'COMPANY',
  targetId: companyId,
  message,
  changeData: null,
})

const begin = async (
  context: StaffContext,
  kind: TransferKind,
  { paymentMethodId, amount }: { paymentMethodId: string; amount: number },
): Promise<{ id: string }> => {
  const { db, actor, clock, newId } = context
  const { companyId, userId } = actor
  const bank = await requireVerified(context, paymentMethodId)
  requireActive(await readAccountRow(context, companyId))
  if (!(await dollarRate(context, companyId)))
    throw new AppError('RULE_BROKEN', 'US dollars have no exchange rate. Set one under Settings › Exchange rates.')
  const [id, now] = [newId(), clock.now()]
  return commit(context, {
    subject: 'The transfer',
    statements: [
      db.sql(
        `INSERT INTO payment_transfers (id, company_id, kind, payment_method_id, amount_minor, state, created_by_user_id,
           created_at, updated_at, ask_at) VALUES (?1, ?2, ?3, ?4, ?5, 'WAITING', ?6, ?7, ?7, ?8)`,
        ...[id, companyId, kind, bank.id, amount, userId, now, askingFrom('WAITING', now).askAt],
      ),
    ],
    audit: [
      entry(
        ...([{ companyId, id, version: 1 }, 'started'] as const),
        `Started moving ${WORDS[kind](formatMoney(money(amount)), bankName(bank))}`,
      ),
    ],
    outbox: [{ topic: 'payments.follow', payload: { what: 'TRANSFER', id } }],
    result: { id },
  })
}

export const loadFunds = command({
  id: 'payments.load-funds',
  access: 'payments.use',
  freshFactor: true,
  input: inputOf(endpoints.loadFunds),
  run: (context, given) => begin(context, 'LOAD', given),
})

export const transferFunds = command({
  id: 'payments.transfer-funds',
  access: 'payments.use',
  freshFactor: true,
  input: inputOf(endpoints.transferFunds),
  run: async (context, given) => {
    await requireVerified(context, given.paymentMethodId)
    const account = requireActive(await readAccountRow(context, context.actor.companyId))
    const { cashMinor } = await tried(() => readFinancialAccount(refOf(context, account), account.financialAccountId))
    if (given.amount > cashMinor)
      throw invalidField('amount', `The payments balance is ${formatMoney(money(cashMinor))}. Move at most that much`)
    return begin(context, 'WITHDRAWAL', given)
  },
})

export interface TransferRow {
  id: string
  companyId: string
  kind: TransferKind
  amountMinor: number
  state: TransferState
  providerId: string | null
  version: number
  createdAt: number
  paymentMethodId: string
  providerMethodId: string | null
  bankName: string | null
  lastFour: string
}

const ROW = `t.id, t.company_id AS companyId, t.kind, t.amount_minor AS amountMinor, t.state, t.provider_id AS providerId,
  t.version, t.created_at AS createdAt, t.payment_method_id AS paymentMethodId, m.provider_method_id AS providerMethodId, m.bank_name AS bankName,
  m.last_four AS lastFour`

/** What the provider has of it, made if it isn't there yet. */
const atProvider = async (
  context: BaseContext,
  account: AccountRow & { financialAccountId: string },
  row: TransferRow,
  isRepeated: boolean,
): Promise<Transfer> => {
  const ref = refOf(context, account)
  const isLoad = row.kind === 'LOAD'
  if (row.providerId !== null) return isLoad ? readLoad(ref, row.providerId) : readWithdrawal(ref, row.providerId)
  const { financialAccountId } = account
  const found = mayBeThere(isRepeated, row.createdAt, context.clock.now())
    ? await findTransfer(ref, row.kind, { financialAccountId, ownId: row.id })
    : null
  if (found) return found
  const given = {
    ...{ ownId: row.id, financialAccountId, amountMinor: row.amountMinor },
    paymentMethodId: row.providerMethodId ?? '',
  }
  return isLoad ? createLoad(ref, given) : createWithdrawal(ref, given)
}

const ENDED: Partial<Record<TransferState, string>> = {
  POSTED: 'Moved',
  FAILED: 'Could not move',
  CANCELLED: 'Canceled moving',
  RETURNED: 'The bank returned',
}

/** Writes what the provider says, unless something later is known already. */
export const applyTransfer = async (context: BaseContext, row: TransferRow, said: TransferSaid): Promise<void> => {
  const { db, clock } = context
  const { companyId, id } = row
  const now = clock.now()
  if (!canFollow(row.state, said.state)) return
  const { askAt, asks } = askingFrom(said.state, now)
  const verb = ENDED[said.state]
  const reason = transferReason({ kind: row.kind, state: said.state, failCode: said.failCode })
  const about = WORDS[row.kind](formatMoney(money(row.amountMinor)), bankName(row))
  const version = row.version + 1
  await commit(context, {
    subject: 'The transfer',
    as: { companyId, userId: null },
    statements: [
      db.sql(
        `UPDATE payment_transfers SET state = ?3, provider_id = coalesce(?4, provider_id), fail_code = ?5,
                arrives_at = coalesce(?6, arrives_at), version = version + 1, updated_at = ?7, ask_at = ?8, asks = ?9,
                posted_at = CASE WHEN ?3 IN ('POSTED', 'RETURNED') THEN coalesce(posted_at, ?7) ELSE posted_at END,
                returned_at = CASE WHEN ?3 = 'RETURNED' THEN ?7 END
          WHERE id = ?1 AND version = ?2`,
        ...[id, row.version, said.state, said.transferId, said.failCode, said.arrivesAt, now, askAt, asks],
      ),
      guardOneRow(db),
      ...(await transferPostings(context, { ...row, words: about }, row.state, said.state)),
    ],
    audit: verb
      ? [
          entry(
            ...([{ companyId, id, version }, said.state.toLowerCase()] as const),
            `${verb} ${about}${reason ? `: ${reason}` : ''}`,
          ),
        ]
      : [],
    outbox:
      said.state === 'FAILED' || said.state === 'RETURNED'
        ? [{ topic: 'payments.alarm', payload: { what: 'TRANSFER', id } }]
        : [],
    result: null,
  })
}

type TransferSaid = Pick<Transfer, 'state' | 'failCode' | 'arrivesAt'> & { transferId: string | null }

/** Sends a transfer that waits, or asks how one goes. It may run twice, and at any time. */
export const advanceTransfer = async (
  context: BaseContext,
  companyId: string,
  id: string,
  isRepeated: boolean,
): Promise<void> => {
  const { db } = context
  const [accounts, transfers] = await db.batch([
    accountStatement(context, companyId),
    db.sql(
      `SELECT ${ROW} FROM payment_transfers t CROSS JOIN payment_methods m ON m.id = t.payment_method_id
        WHERE t.id = ? AND t.company_id = ?`,
      ...[id, companyId],
    ),
  ])
  const row = (transfers?.results[0] as unknown as TransferRow | undefined) ?? null
  if (!row || ['FAILED', 'CANCELLED', 'RETURNED'].includes(row.state)) return
  const account = requireActive((accounts?.results[0] as unknown as AccountRow | undefined) ?? null)
  try {
    await applyTransfer(context, row, await atProvider(context, account, row, isRepeated))
  } catch (error) {
    const isRefused = error instanceof StripeRefusal && error.taken === 'NO' && error.isFinal && row.providerId === null
    if (!isRefused) throw error
    await applyTransfer(context, row, {
      state: 'FAILED',
      failCode: error.code || 'other',
      arrivesAt: null,
      transferId: null,
    })
  }
}

interface ListedRow extends TransferRow {
  failCode: string | null
  arrivesAt: number | null
  postedAt: number | null
  returnedAt: number | null
  firstName: string
  lastName: string
}

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const toListed = (row: ListedRow): PaymentTransfer => ({
  id: row.id,
  kind: row.kind,
  amount: money(row.amountMinor),
  status: row.state,
  reason: transferReason(row),
  paymentMethod: { id: row.paymentMethodId, bankName: row.bankName, lastFourAccountNumber: row.lastFour },
  createdBy: fullName(row),
  createdAt: new Date(row.createdAt).toISOString(),
  expectedArrivalAt: ['FAILED', 'CANCELLED', 'RETURNED'].includes(row.state) ? null : instant(row.arrivesAt),
  completedAt: instant(row.postedAt),
  returnedAt: instant(row.returnedAt),
})

export const readTransfers = query({
  id: 'payments.transfers',
  access: 'payments.use',
  input: inputOf(endpoints.listTransfers),
  run: async ({ db, actor }, { cursor, first }) => {
    const rows = await db.all<ListedRow>(
      db.sql(
        `SELECT ${ROW}, t.fail_code AS failCode, t.arrives_at AS arrivesAt,
                t.posted_at AS postedAt, t.returned_at AS returnedAt, u.first_name AS firstName, u.last_name AS lastName
           FROM payment_transfers t INDEXED BY payment_transfers_company
          CROSS JOIN payment_methods m ON m.id = t.payment_method_id
          CROSS JOIN users u ON u.id = t.created_by_user_id
          WHERE t.company_id = ?1 AND (?2 IS NULL OR (t.created_at, t.id) < (?2, ?3))
          ORDER BY t.created_at DESC, t.id DESC LIMIT ?4`,
        actor.companyId,
        ...(cursor ? decodeCursor(cursor, 2) : [null, null]),
        first + 1,
      ),
    )
    return toConnection(rows, first, ({ createdAt, id }) => [createdAt, id], toListed)
  },
})
