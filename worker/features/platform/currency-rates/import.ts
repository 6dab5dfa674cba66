import { addDays } from '../../../../schema/shared/calendar.ts'
import { utcDayOf } from '../../../../schema/shared/day-count.ts'
import { CURRENCIES } from '../../../../schema/shared/money.ts'
import { outboxStatement } from '../../../core/outbox.ts'
import type { OutboxContext, OutboxHandler } from '../../../core/outbox-registry.ts'
import { euroRates } from '../../../integrations/ecb/client.ts'
import { PROVIDER_BASE } from './rates.ts'

/** The provider's rates, fetched twice a day because they are published in the afternoon of working days. */

const HALF_DAY_MS = 12 * 60 * 60 * 1000
const DAYS_WITHOUT_HISTORY = 5

/** One row each half day, no matter how often the sweep runs. */
export const enqueueRates = ({ db, clock }: Pick<OutboxContext, 'db' | 'clock'>): Promise<unknown> => {
  const now = clock.now()
  const id = `currency-rates-${Math.floor(now / HALF_DAY_MS)}`
  return db.batch([
    outboxStatement(db, [{ id, companyId: '', topic: 'currency-rates.import', payload: {}, createdAt: now }]),
  ])
}

/** The newest day, or the last ninety days if some were missed. Importing the same day again overwrites it. */
export const importRates: OutboxHandler<'currency-rates.import'> = async ({ db, clock }) => {
  const newest = await db.first<{ date: string | null }>(
    db.sql(
      `SELECT MAX(date) AS date FROM currency_rates INDEXED BY currency_rates_day
        WHERE company_id = '' AND base = '${PROVIDER_BASE}'`,
    ),
  )
  return async ({ id }) => {
    const now = clock.now()
    const isBehind = !newest?.date || newest.date < addDays(utcDayOf(now), -DAYS_WITHOUT_HISTORY)
    const days = await euroRates(isBehind ? 'hist-90d' : 'daily')
    const rows = days.flatMap(({ date, rates }) =>
      rates
        .filter(({ currency }) => CURRENCIES.some((code) => code === currency))
        .map(({ currency, rate }) => ({ id: `${PROVIDER_BASE}-${currency}-${date}`, quote: currency, date, rate })),
    )
    await db.batch([
      db.sql(
        `INSERT INTO currency_rates (id, company_id, base, quote, date, rate, source, created_at, updated_at)
         SELECT value ->> 'id', '', '${PROVIDER_BASE}', value ->> 'quote', value ->> 'date', value ->> 'rate',
                'PROVIDER', ?2, ?2
           FROM json_each(?1) WHERE true
         ON CONFLICT (id) DO UPDATE SET rate = excluded.rate, updated_at = excluded.updated_at
          WHERE rate <> excluded.rate`,
        JSON.stringify(rows),
        now,
      ),
      // A corrected day: totals computed with it are recomputed. Newer days are noticed without this.
      db.sql(
        `UPDATE vendors SET next12_rated = '0' WHERE next12_rated <> '' AND next12_rated > '0' AND EXISTS (
           SELECT 1 FROM currency_rates INDEXED BY currency_rates_day
            WHERE company_id = '' AND base = '${PROVIDER_BASE}' AND date IN (SELECT value ->> 'date' FROM json_each(?1))
              AND updated_at = ?2 AND created_at < ?2)`,
        JSON.stringify(rows),
        now,
      ),
      outboxStatement(db, [
        { id: `${id}-price`, companyId: '', topic: 'currency-rates.price', payload: { after: null }, createdAt: now },
      ]),
    ])
  }
}
