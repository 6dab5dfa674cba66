import { addDays } from '../../../../schema/shared/calendar.ts'
import { utcDayOf } from '../../../../schema/shared/day-count.ts'
import { CURRENCIES } from '../../../../schema/shared/money.ts'
import { outboxStatement } from '../../../core/outbox.ts'
import { EVERYONE, type Sync } from '../../../core/syncs.ts'
import { euroRates } from '../../../integrations/ecb/client.ts'
import { PROVIDER_BASE } from './rates.ts'

const HALF_DAY_MS = 12 * 60 * 60 * 1000
const DAYS_WITHOUT_HISTORY = 5

/**
 * The provider's rates, fetched twice a day because they are published in the afternoon of working days: the newest day,
 * or the last ninety days if some were missed. The cursor is the newest day that was fetched. Fetching a day again
 * overwrites it.
 */
export const ecbRates: Sync = {
  provider: 'ECB',
  kind: 'EXCHANGE_RATES',
  schedule: { everyMs: HALF_DAY_MS, companies: async () => [EVERYONE] },
  step: async ({ db, clock }, { id, cursor }) => {
    const now = clock.now()
    const isBehind = !cursor || cursor < addDays(utcDayOf(now), -DAYS_WITHOUT_HISTORY)
    const days = await euroRates(isBehind ? 'hist-90d' : 'daily', now)
    const rows = days.flatMap(({ date, rates }) =>
      rates
        .filter(({ currency }) => CURRENCIES.some((code) => code === currency))
        .map(({ currency, rate }) => ({ id: `${PROVIDER_BASE}-${currency}-${date}`, quote: currency, date, rate })),
    )
    const newest =
      days
        .map(({ date }) => date)
        .toSorted()
        .at(-1) ?? ''
    return {
      cursor: cursor && cursor > newest ? cursor : newest,
      isDone: true,
      counts: { days: days.length, rates: rows.length },
      statements: [
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
              WHERE company_id = '' AND base = '${PROVIDER_BASE}'
                AND date IN (SELECT value ->> 'date' FROM json_each(?1)) AND updated_at = ?2 AND created_at < ?2)`,
          JSON.stringify(rows),
          now,
        ),
        outboxStatement(db, [
          { id: `${id}-price`, companyId: '', topic: 'currency-rates.price', payload: { after: null }, createdAt: now },
        ]),
      ],
    }
  },
}
