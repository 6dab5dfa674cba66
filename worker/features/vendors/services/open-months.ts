import { dayIn, monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'
import { OPEN_MONTHS_AHEAD, openUntil } from '../../../../schema/vendors/services/rules.ts'
import { type ServiceCard, services } from '../../../../schema/vendors/services/tables.ts'
import { livesHere } from '../../../core/cells.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { rowOf, select } from '../../../core/record.ts'
import { monthsOf } from './kept-months.ts'

/**
 * The cost of a service that runs month to month is kept for two years ahead, so that lists and reports add up stored
 * months. The cron part keeps the months that have come closer.
 */

const COLUMNS = ['id', 'companyId', 'vendorId', 'version', 'card', 'openUntil'] as const
const CHOSEN = select(services, 's', COLUMNS)
const PAGE = 20
/** A year is always known, which is what lists show of the future, and every service is looked at once a month. */
const LEAST_AHEAD = OPEN_MONTHS_AHEAD - 1

/** @returns how many services were written */
export const keepOpenMonths = async ({ db, clock }: Pick<SystemContext, 'db' | 'clock'>): Promise<number> => {
  const today = dayIn(null, clock.now())
  const before = shiftMonth(monthOf(today), LEAST_AHEAD)
  const found = await db.all<object>(
    db.sql(
      `SELECT ${CHOSEN} FROM services s INDEXED BY services_open
        WHERE s.open_until > '' AND s.open_until <= ?1 AND ${livesHere('s.company_id')} ORDER BY s.open_until LIMIT ${PAGE}`,
      before,
    ),
  )
  const rows = found.map((raw) => {
    const { card, ...row } = rowOf<typeof services, Pick<typeof services.$inferSelect, (typeof COLUMNS)[number]>>(
      services,
      raw,
    )
    const last = card.periods.at(-1)
    const months = monthsOf(card.periods, today)
    const known = new Set(card.months.map(({ month, currency }) => `${currency} ${month}`))
    const added = months.filter(({ month, currency }) => !known.has(`${currency} ${month}`))
    const kept: ServiceCard = { periods: card.periods, months: [...card.months, ...added] }
    return { ...row, card: kept, added, until: last ? openUntil(last.startDate, today) : '' }
  })
  if (rows.length === 0) return 0
  await db.batch([
    // Only what no one has changed meanwhile, because a change of a service writes all its months.
    db.sql(
      `UPDATE services SET card = j.value -> 'card', open_until = j.value ->> 'until'
         FROM json_each(?1) j WHERE services.id = j.value ->> 'id' AND services.company_id = j.value ->> 'companyId'
          AND services.version = j.value ->> 'version'`,
      JSON.stringify(rows),
    ),
    db.sql(
      `INSERT INTO service_spend_months (company_id, service_id, vendor_id, month, currency, amount_minor)
       SELECT j.value ->> 'companyId', j.value ->> 'id', j.value ->> 'vendorId', m.value ->> 'month',
              m.value ->> 'currency', m.value ->> 'amount'
         FROM json_each(?1) j
        CROSS JOIN services s ON s.id = j.value ->> 'id' AND s.company_id = j.value ->> 'companyId'
          AND s.version = j.value ->> 'version'
        CROSS JOIN json_each(j.value, '$.added') m WHERE 1
       ON CONFLICT DO NOTHING`,
      JSON.stringify(rows),
    ),
  ])
  return rows.length
}
