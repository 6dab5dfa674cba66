import {
  loadEntry,
  loadSource,
  type Rate,
  withdrawalEntry,
  withdrawalSource,
} from '../../../../schema/money/ledger/posting.ts'
import { PAYMENTS_CURRENCY, type TransferKind, type TransferState } from '../../../../schema/money/payments/values.ts'
import { dayIn } from '../../../../schema/shared/calendar.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { loadExchange } from '../../platform/currency-rates/index.ts'
import { postEntry, reverseEntry } from '../ledger/index.ts'

/** What moves is in the ledger, in the batch of what says that it moved. */

/** The company's currency, and what one of a currency is worth in it today. Null without a rate. */
export const rateToday = async (
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  companyId: string,
  currency: Currency,
): Promise<{ baseCurrency: Currency; rate: Rate } | null> => {
  const company = await db.first<{ currency: Currency }>(
    db.sql('SELECT currency FROM companies WHERE id = ?', companyId),
  )
  const baseCurrency = company?.currency ?? PAYMENTS_CURRENCY
  if (baseCurrency === currency) return { baseCurrency, rate: null }
  const { rates } = await loadExchange(db, { id: companyId, currency: baseCurrency, allowsOthers: true }, clock.now())
  const rate = rates.find(({ base }) => base === currency)
  return rate ? { baseCurrency, rate } : null
}

export const dollarRate = (context: Pick<BaseContext, 'db' | 'clock'>, companyId: string) =>
  rateToday(context, companyId, PAYMENTS_CURRENCY)

interface Moved {
  companyId: string
  id: string
  kind: TransferKind
  amountMinor: number
  paymentMethodId: string
  /** "$50.00 from … to the payments balance" */
  words: string
}

/** The statements for a transfer that arrived or came back. None for other states. */
export const transferPostings = async (
  context: BaseContext,
  { companyId, id, kind, amountMinor, paymentMethodId, words }: Moved,
  from: TransferState,
  to: TransferState,
): Promise<D1PreparedStatement[]> => {
  if (to !== 'POSTED' && to !== 'RETURNED') return []
  const who = { companyId, by: null }
  const date = dayIn(null, context.clock.now())
  const isLoad = kind === 'LOAD'
  const statements: D1PreparedStatement[] = []
  if (from !== 'POSTED') {
    const worth = await dollarRate(context, companyId)
    if (!worth) throw new Error(`There is no rate for a transfer of ${companyId}`)
    const facts = {
      ...{ transferId: id, date, memo: words, amount: { value: amountMinor, currency: PAYMENTS_CURRENCY }, ...worth },
      ...{ bankAccountId: paymentMethodId, erpEntityId: null },
    } as const
    statements.push(...postEntry(context, who, isLoad ? loadEntry(facts) : withdrawalEntry(facts)))
  }
  if (to === 'RETURNED')
    statements.push(
      ...reverseEntry(context, who, {
        ...{ source: isLoad ? loadSource(id) : withdrawalSource(id), date, memo: `Returned: ${words}` },
        type: isLoad ? 'ACH_LOAD_REVERSAL' : 'ACH_LOAD',
      }),
    )
  return statements
}
