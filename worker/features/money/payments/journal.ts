import {
  loadEntry,
  loadSource,
  type Rate,
  withdrawalEntry,
  withdrawalSource,
} from '../../../../schema/money/ledger/posting.ts'
import { paymentMethodEntities } from '../../../../schema/money/payments/tables.ts'
import { PAYMENTS_CURRENCY, type TransferKind, type TransferState } from '../../../../schema/money/payments/values.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { loadExchange } from '../../platform/currency-rates/index.ts'
import { readCompanyDay } from '../../platform/members/index.ts'
import { postEntry, recordSync, reverseEntry } from '../ledger/index.ts'

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

const ENTITIES = typed`SELECT ${select(paymentMethodEntities, 'e', ['erpEntityId'])} FROM payment_method_entities e
  WHERE e.company_id = ? AND e.payment_method_id = ? LIMIT 2`

/** The accounting system's entity that uses a bank account. Null if none does, or several do. */
const entityOf = async (
  { db }: Pick<BaseContext, 'db'>,
  { companyId, paymentMethodId }: Pick<Moved, 'companyId' | 'paymentMethodId'>,
): Promise<string | null> => {
  const [one, another] = await db.all(db.sql(ENTITIES, companyId, paymentMethodId))
  return one && !another ? one.erpEntityId : null
}

/** The statements for a transfer that arrived or came back, in the ledger and for the accounting system. None for other states. */
export const transferPostings = async (
  context: BaseContext,
  moved: Moved,
  from: TransferState,
  to: TransferState,
): Promise<D1PreparedStatement[]> => {
  if (to !== 'POSTED' && to !== 'RETURNED') return []
  const { companyId, id, kind, amountMinor, paymentMethodId, words } = moved
  const who = { companyId, by: null }
  const date = await readCompanyDay(context, companyId)
  const isLoad = kind === 'LOAD'
  const erpEntityId = await entityOf(context, moved)
  const worth = await dollarRate(context, companyId)
  if (!worth) throw new Error(`There is no rate for a transfer of ${companyId}`)
  const forBooks = (type: 'ACH_LOAD' | 'ACH_LOAD_REVERSAL', title: string) =>
    recordSync(context, companyId, {
      type,
      ownerId: id,
      billId: null,
      erpEntityId,
      date,
      title,
      currency: PAYMENTS_CURRENCY,
      totalMinor: amountMinor,
      exchangeRate: worth.rate?.rate ?? null,
      rateCurrency: worth.rate?.quote ?? null,
    })
  const statements: D1PreparedStatement[] = []
  if (from !== 'POSTED') {
    const facts = {
      ...{ transferId: id, date, memo: words, amount: { value: amountMinor, currency: PAYMENTS_CURRENCY }, ...worth },
      bankAccountId: paymentMethodId,
      erpEntityId,
    } as const
    statements.push(...postEntry(context, who, isLoad ? loadEntry(facts) : withdrawalEntry(facts)))
    statements.push(...forBooks(isLoad ? 'ACH_LOAD' : 'ACH_LOAD_REVERSAL', words))
  }
  if (to === 'RETURNED') {
    const type = isLoad ? 'ACH_LOAD_REVERSAL' : 'ACH_LOAD'
    const memo = `Returned: ${words}`
    const source = isLoad ? loadSource(id) : withdrawalSource(id)
    statements.push(...reverseEntry(context, who, { source, date, memo, type }), ...forBooks(type, memo))
  }
  return statements
}
