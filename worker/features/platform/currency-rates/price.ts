import { convert, crossRate } from '../../../../schema/shared/exchange.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import type { OutboxRow } from '../../../core/outbox.ts'
import { outboxStatement } from '../../../core/outbox.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { GOOD_FOR_DAYS, PROVIDER_BASE } from './rates.ts'

/**
 * Requests from before there were rates, and drafts whose currency had none, have no amount to sort by. They get one at
 * the rate of the day they were submitted, or at today's if that one is unknown.
 */

const PAGE = 300

/** SQL for the company's own rate on a day. */
const ownRate = (day: string): string => `(
  SELECT m.rate FROM currency_rates m INDEXED BY currency_rates_day
   WHERE m.company_id = u.company_id AND m.base = u.base AND m.quote = u.own AND m.date <= ${day}
   ORDER BY m.date DESC LIMIT 1)`

/** SQL for the provider's rate of one euro on a day. */
const perEuro = (of: string, day: string): string => `CASE WHEN ${of} = '${PROVIDER_BASE}' THEN '1' ELSE (
  SELECT p.rate FROM currency_rates p INDEXED BY currency_rates_day
   WHERE p.company_id = '' AND p.base = '${PROVIDER_BASE}' AND p.quote = ${of} AND p.date = (
     SELECT MAX(n.date) FROM currency_rates n INDEXED BY currency_rates_day
      WHERE n.company_id = '' AND n.base = '${PROVIDER_BASE}' AND n.date <= ${day}
        AND n.date >= date(${day}, '-${GOOD_FOR_DAYS} days'))) END`

const ratesSql = (name: string, day: string): string =>
  `${ownRate(day)} AS ${name}Own, ${perEuro('u.base', day)} AS ${name}Base, ${perEuro('u.own', day)} AS ${name}Quote`

interface Unpriced {
  id: string
  companyId: string
  value: number
  base: Currency
  own: Currency
  thenOwn: string | null
  thenBase: string | null
  thenQuote: string | null
  nowOwn: string | null
  nowBase: string | null
  nowQuote: string | null
}

const rateOf = (own: string | null, base: string | null, quote: string | null): string | null =>
  own ?? (base !== null && quote !== null ? crossRate(base, quote) : null)

const priceOf = (row: Unpriced): number | null => {
  if (row.base === row.own) return row.value
  const rate = rateOf(row.thenOwn, row.thenBase, row.thenQuote) ?? rateOf(row.nowOwn, row.nowBase, row.nowQuote) ?? null
  if (rate === null) return null
  try {
    return convert({ value: row.value, currency: row.base }, { base: row.base, quote: row.own, rate }).value
  } catch {
    return null
  }
}

/** One page, and the next one after it. A second run no longer finds what has been converted. */
export const priceRequests: OutboxHandler<'currency-rates.price'> = async ({ db, clock }) => {
  const now = clock.now()
  return async ({ id: effectId, companyId, payload: { after } }) => {
    const rows = await db.all<Unpriced>(
      db.sql(
        `WITH u (id, company_id, value, base, own, day) AS MATERIALIZED (
           SELECT s.id, s.company_id, s.amount_value, s.amount_currency, c.currency,
                  date(coalesce(s.submitted_at, ?1) / 1000, 'unixepoch')
             FROM intake_submissions s INDEXED BY intake_submissions_unpriced
            CROSS JOIN companies c ON c.id = s.company_id
            WHERE s.company_amount IS NULL AND s.amount_value IS NOT NULL
              AND ${companyId ? 's.company_id = ?2 AND s.id > ?3' : '(s.company_id, s.id) > (?2, ?3)'}
            ORDER BY s.company_id, s.id LIMIT ${PAGE})
         SELECT u.id, u.company_id AS companyId, u.value, u.base, u.own, ${ratesSql('then', 'u.day')},
                ${ratesSql('now', "date(?1 / 1000, 'unixepoch')")} FROM u ORDER BY u.company_id, u.id`,
        now,
        companyId || (after?.companyId ?? ''),
        after?.id ?? '',
      ),
    )
    const priced = rows.flatMap((row) => {
      const value = priceOf(row)
      return value === null ? [] : [{ ...row, price: value }]
    })
    const last = rows.length === PAGE ? rows.at(-1) : undefined
    const next: OutboxRow<'currency-rates.price'>[] = last
      ? [
          {
            id: `${effectId.replace(/\+.*/, '')}+${last.id}`,
            companyId,
            topic: 'currency-rates.price',
            payload: { after: { companyId: last.companyId, id: last.id } },
            createdAt: now,
          },
        ]
      : []
    const statements = [
      ...(priced.length > 0
        ? [
            // Anyone who changed the amount meanwhile has set it.
            db.sql(
              `UPDATE intake_submissions SET company_amount = p.value ->> 'price' FROM json_each(?) p
                WHERE intake_submissions.id = p.value ->> 'id' AND company_amount IS NULL
                  AND amount_value = p.value ->> 'value' AND amount_currency = p.value ->> 'base'`,
              JSON.stringify(priced.map(({ id, value, base, price }) => ({ id, value, base, price }))),
            ),
          ]
        : []),
      ...(next.length > 0 ? [outboxStatement(db, next)] : []),
    ]
    if (statements.length > 0) await db.batch(statements)
  }
}
