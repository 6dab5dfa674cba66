import type { BookDocument } from '../../../../schema/platform/accounting/books.ts'
import { convert, type ExchangeRate } from '../../../../schema/shared/exchange.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { exchangeOf, ratesStatement } from '../../platform/currency-rates/index.ts'

/** The rates of the days of some documents. An amount without a rate is never guessed. */
export interface DayRates {
  of(currency: Currency, date: string): ExchangeRate | null
  /** In the company's currency. Null without a rate. */
  convert(value: number, currency: Currency, date: string): number | null
}

const noon = (date: string): number => Date.parse(`${date}T12:00:00Z`)

export const loadDayRates = async (
  { db }: SystemContext,
  { companyId, currency }: { companyId: string; currency: Currency },
  documents: readonly Pick<BookDocument, 'currency' | 'date'>[],
): Promise<DayRates> => {
  const days = [...new Set(documents.flatMap((document) => (document.currency === currency ? [] : [document.date])))]
  const results = await (days.length > 0
    ? db.batch(days.map((day) => ratesStatement(db, companyId, currency, noon(day))))
    : [])
  const byDay = new Map(days.map((day, at) => [day, exchangeOf(results[at]?.results ?? [], currency, true).rates]))
  const of = (from: Currency, date: string): ExchangeRate | null =>
    from === currency ? null : (byDay.get(date)?.find(({ base }) => base === from) ?? null)
  return {
    of,
    convert: (value, from, date) => {
      if (from === currency) return value
      const rate = of(from, date)
      return rate ? convert({ value, currency: from }, rate).value : null
    },
  }
}
