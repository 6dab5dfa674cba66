import { addDays } from '../../../../schema/shared/calendar.ts'
import { utcDayOf } from '../../../../schema/shared/day-count.ts'
import { crossRate, type Exchange, type ExchangeRate } from '../../../../schema/shared/exchange.ts'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { Database } from '../../../core/database.ts'

/** The currency in which the provider quotes all others. */
export const PROVIDER_BASE = 'EUR'

/** A published rate also covers the days without a newer one: weekends, holidays, and some days of outage. */
export const GOOD_FOR_DAYS = 10

/**
 * The rates for a day: for each currency the newest that the company set for that day or earlier, and the provider's of
 * the last working day. One row each.
 */
export const ratesStatement = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  /** Null if the company hasn't been read yet and its own currency applies. */
  currency: Currency | null,
  at: number,
): D1PreparedStatement =>
  db.sql(
    `SELECT r.base, r.quote, r.rate, r.date, r.source FROM json_each(?4) j
      CROSS JOIN currency_rates r ON r.id = (
        SELECT n.id FROM currency_rates n INDEXED BY currency_rates_day
         WHERE n.company_id = ?1 AND n.base = j.value AND n.quote = COALESCE(?2, (SELECT currency FROM companies WHERE id = ?1)) AND n.date <= ?3 ORDER BY n.date DESC LIMIT 1)
     UNION ALL
     SELECT base, quote, rate, date, source FROM currency_rates INDEXED BY currency_rates_day
      WHERE company_id = '' AND base = '${PROVIDER_BASE}' AND date = (
        SELECT MAX(date) FROM currency_rates INDEXED BY currency_rates_day
         WHERE company_id = '' AND base = '${PROVIDER_BASE}' AND date <= ?3 AND date >= ?5)`,
    companyId,
    currency,
    utcDayOf(at),
    JSON.stringify(CURRENCIES.filter((each) => each !== currency)),
    addDays(utcDayOf(at), -GOOD_FOR_DAYS),
  )

/** The rate of each other currency: the company's own, otherwise the provider's. */
export const exchangeOf = (
  rows: readonly Record<string, unknown>[],
  currency: Currency,
  allowsOthers: boolean,
): Exchange => {
  const all = rows as unknown as ExchangeRate[]
  const published = all.filter(({ source }) => source === 'PROVIDER')
  const perEuro = (code: Currency): string | undefined =>
    code === PROVIDER_BASE ? '1' : published.find(({ quote }) => quote === code)?.rate
  const rates = CURRENCIES.flatMap((base): ExchangeRate[] => {
    if (base === currency) return []
    const own = all.find((rate) => rate.source === 'MANUAL' && rate.base === base && rate.quote === currency)
    if (own) return [own]
    const [from, to, date] = [perEuro(base), perEuro(currency), published[0]?.date]
    if (!from || !to || !date) return []
    return [{ base, quote: currency, rate: crossRate(from, to), date, source: 'PROVIDER' }]
  })
  return { currency, allowsOthers, rates }
}

/** For callers that keep amounts in their own currency and compare nothing. */
export const allowedCurrencies = ({ company, policy }: Pick<StaffActor, 'company' | 'policy'>): Exchange => ({
  currency: company.currency,
  allowsOthers: policy.company.enableCurrencies,
  rates: [],
})

/** Today's rates, to be read together with what needs them. */
export const ratesOfTodayStatement = ({
  db,
  actor,
  clock,
}: {
  db: Pick<Database, 'sql'>
  actor: Pick<StaffActor, 'companyId' | 'company'>
  clock: { now(): number }
}): D1PreparedStatement => ratesStatement(db, actor.companyId, actor.company.currency, clock.now())

export const ratesOfToday = (
  { actor: { company, policy } }: { actor: Pick<StaffActor, 'company' | 'policy'> },
  rows: readonly Record<string, unknown>[] = [],
): Exchange => exchangeOf(rows, company.currency, policy.company.enableCurrencies)

/** How a company compares amounts on a day. */
export const loadExchange = async (
  db: Database,
  company: { id: string; currency: Currency; allowsOthers: boolean },
  at: number,
): Promise<Exchange> =>
  exchangeOf(
    await db.all<Record<string, unknown>>(ratesStatement(db, company.id, company.currency, at)),
    company.currency,
    company.allowsOthers,
  )

/** SQL for the provider's newest day up to this one. */
export const newestDaySql = (day: string): string =>
  `(SELECT MAX(date) FROM currency_rates INDEXED BY currency_rates_day
     WHERE company_id = '' AND base = '${PROVIDER_BASE}' AND date <= '${day}')`

/**
 * SQL for the approximate value of one unit of a currency in the company's, only for sorting lists. Null without a
 * rate.
 * @param code, own, company SQL of the currency, of the company's currency and of the company's id
 */
export const roughRateSql = (day: string, code: string, own: string, company: string): string => {
  const since = addDays(day, -GOOD_FOR_DAYS)
  const perEuro = (of: string) => `CASE WHEN ${of} = '${PROVIDER_BASE}' THEN 1.0 ELSE (
    SELECT CAST(p.rate AS REAL) FROM currency_rates p INDEXED BY currency_rates_day
     WHERE p.company_id = '' AND p.base = '${PROVIDER_BASE}' AND p.quote = ${of}
       AND p.date = ${newestDaySql(day)} AND p.date >= '${since}') END`
  return `CASE WHEN ${code} = ${own} THEN 1 ELSE COALESCE((
    SELECT CAST(m.rate AS REAL) FROM currency_rates m INDEXED BY currency_rates_day
     WHERE m.company_id = ${company} AND m.base = ${code} AND m.quote = ${own} AND m.date <= '${day}'
     ORDER BY m.date DESC LIMIT 1), ${perEuro(own)} / (${perEuro(code)})) END`
}
