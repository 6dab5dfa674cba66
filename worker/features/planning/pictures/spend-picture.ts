import { SHOWN_CATEGORIES, SPEND_MONTHS, type SpendPicture } from '../../../../schema/planning/pictures/endpoints.ts'
import { shiftMonth } from '../../../../schema/shared/calendar.ts'
import { type Exchange, type ExchangeRate, inCompanyCurrency, isConverted } from '../../../../schema/shared/exchange.ts'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'

/** Adds up rows of service_unit_months in the company's currency. Pure. */

export interface MonthRow {
  month: string
  /** JSON by key, see the table. */
  sums: string
}

type Sums = Pick<SpendPicture, 'months' | 'categories' | 'otherSpend' | 'rates' | 'withoutRate'>

/** Categories by id, '' for services without one. */
type ByCategory = Map<string, number>

interface Month {
  spend: ByCategory
  renewals: number
  renewalCost: number
}

const isCurrency = (code: string): code is Currency => (CURRENCIES as readonly string[]).includes(code)

const total = (amounts: Iterable<number>): number => [...amounts].reduce((sum, amount) => sum + amount, 0)

/** The months of the picture: the current one and those after it. */
export const monthsFrom = (first: string): string[] =>
  Array.from({ length: SPEND_MONTHS }, (_, count) => shiftMonth(first, count))

/**
 * @param first month, yyyy-mm
 * @returns categories without their names
 */
export const spendSums = (rows: readonly MonthRow[], first: string, exchange: Exchange): Sums => {
  const rates = new Map<string, ExchangeRate>()
  const withoutRate = new Set<Currency>()
  /** 0 without a rate, which the answer says. */
  const converted = (value: number, code: string | undefined): number => {
    if (!code || !isCurrency(code)) return 0
    const amount = inCompanyCurrency({ value, currency: code }, exchange)
    if (amount === null) withoutRate.add(code)
    else if (isConverted(amount)) rates.set(code, amount.rate)
    return amount?.value ?? 0
  }
  const monthOf = (sums: string): Month => {
    const month: Month = { spend: new Map(), renewals: 0, renewalCost: 0 }
    for (const [key, value] of Object.entries(JSON.parse(sums) as Record<string, number>)) {
      const [what, code, category = ''] = key.split(' ')
      if (what === 's') month.spend.set(category, (month.spend.get(category) ?? 0) + converted(value, code))
      if (what === 'n') month.renewals += value
      if (what === 'r') month.renewalCost += converted(value, code)
    }
    return month
  }
  const found = new Map(rows.map(({ month, sums }) => [month, monthOf(sums)]))
  const months = monthsFrom(first).map((month) => ({
    month,
    ...(found.get(month) ?? { spend: new Map<string, number>(), renewals: 0, renewalCost: 0 }),
  }))
  const byCategory: ByCategory = new Map()
  for (const { spend } of months)
    for (const [category, amount] of spend) byCategory.set(category, (byCategory.get(category) ?? 0) + amount)
  const ordered = [...byCategory].filter(([, spend]) => spend !== 0).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  // One more has its own name if it would be the only other one.
  const shown = ordered.slice(0, ordered.length === SHOWN_CATEGORIES + 1 ? ordered.length : SHOWN_CATEGORIES)
  return {
    months: months.map(({ month, spend, renewals, renewalCost }) => ({
      ...{ month, spend: total(spend.values()), byCategory: shown.map(([category]) => spend.get(category) ?? 0) },
      ...{ renewals, renewalCost },
    })),
    categories: shown.map(([category, spend]) => ({ id: category || null, name: '', spend })),
    otherSpend: total(ordered.slice(shown.length).map(([, spend]) => spend)),
    rates: [...rates.values()],
    withoutRate: [...withoutRate],
  }
}
