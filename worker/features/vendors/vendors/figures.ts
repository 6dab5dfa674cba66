import { utcDayOf } from '../../../../schema/shared/day-count.ts'
import { CURRENCIES, currencyExponent } from '../../../../schema/shared/money.ts'
import { nextTwelveMonths } from '../../../../schema/vendors/services/rules.ts'
import type { Database } from '../../../core/database.ts'
import { newestDaySql, roughRateSql } from '../../platform/currency-rates/index.ts'
import { spendSql } from './rows.ts'

/** Stored totals of vendors: the cost of their services in the next twelve months. */

/** In hundredths, so that currencies without cents can be sorted with the others. */
const HUNDREDTHS = `CASE j.value ->> 'currency' ${CURRENCIES.filter((code) => currencyExponent(code) !== 2)
  .map((code) => `WHEN '${code}' THEN ${10 ** (2 - currencyExponent(code))}`)
  .join(' ')} ELSE 1 END`

/** Identifies the rates of a day: another day, or newer rates of the provider, give another value. */
const ratesOf = (day: string): string => `'${day}/' || coalesce(${newestDaySql(day)}, '')`

/**
 * Recomputes the vendors `v`. Amounts without a rate are left out of the sum, and their currencies are stored beside
 * it. ?1 the first month, ?2 the one after the last
 */
const countSql = (day: string, due: string): string => `
WITH due (id, company_id, own) AS MATERIALIZED (
    SELECT v.id, v.company_id, c.currency FROM vendors v CROSS JOIN companies c ON c.id = v.company_id
     WHERE ${due}),
  spend (id, company_id, own, amounts) AS MATERIALIZED (
    SELECT d.id, d.company_id, d.own, ${spendSql('?1', '?2', 'd')} FROM due d),
  worth (id, amounts, code, hundredths, rate, is_other) AS MATERIALIZED (
    SELECT s.id, s.amounts, j.value ->> 'currency', (j.value ->> 'value') * ${HUNDREDTHS},
           ${roughRateSql(day, "j.value ->> 'currency'", 's.own', 's.company_id')}, j.value ->> 'currency' <> s.own
      FROM spend s LEFT JOIN json_each(s.amounts) j),
  figures (id, amounts, total, unrated, has_other) AS MATERIALIZED (
    SELECT id, amounts, coalesce(SUM(CAST(round(hundredths * rate) AS INTEGER)), 0),
           json_group_array(code) FILTER (WHERE code IS NOT NULL AND rate IS NULL), coalesce(MAX(is_other), 0)
      FROM worth GROUP BY id)
UPDATE vendors SET next12_spend = f.amounts, next12_sort = f.total, next12_unrated = f.unrated,
       next12_rated = CASE WHEN f.has_other THEN ${ratesOf(day)} ELSE '' END,
       figures_month = CASE WHEN EXISTS (SELECT 1 FROM service_spend_months m WHERE m.company_id = vendors.company_id
                                            AND m.vendor_id = vendors.id AND m.month >= ?1) THEN ?1 ELSE '' END
  FROM figures f WHERE vendors.id = f.id`

type Reading = { db: Pick<Database, 'sql'>; clock: { now(): number }; actor: { companyId: string } }

/**
 * Recomputes the totals of vendors whose services this change affects. Comes after the change in its batch. The plus
 * sign disables the company's indexes, with which SQLite would read all its vendors.
 */
export const refreshFigures = ({ db, clock, actor }: Reading): D1PreparedStatement => {
  const { from, before } = nextTwelveMonths(clock.now())
  const due = "v.figures_month = '0' AND v.figures_month <> '' AND +v.company_id = ?3"
  return db.sql(countSql(utcDayOf(clock.now()), due), from, before, actor.companyId)
}

const SWEPT = 500

/**
 * Every minute: vendors that changed without being recomputed, affected ones when the month changes, and those computed
 * with another day's rates.
 */
export const sweepVendorFigures = async ({ db, clock }: { db: Database; clock: { now(): number } }): Promise<void> => {
  const { from, before } = nextTwelveMonths(clock.now())
  const day = utcDayOf(clock.now())
  const first = (condition: string, index: string, column: string) =>
    `SELECT id FROM (SELECT id FROM vendors INDEXED BY ${index} WHERE ${condition} ORDER BY ${column} LIMIT ${SWEPT})`
  const due = [
    first("figures_month <> '' AND figures_month < ?1", 'vendors_figures_due', 'figures_month'),
    first(`next12_rated <> '' AND next12_rated < ${ratesOf(day)}`, 'vendors_rates_due', 'next12_rated'),
  ]
  await db.batch([db.sql(countSql(day, `v.id IN (${due.join(' UNION ALL ')})`), from, before)])
}
