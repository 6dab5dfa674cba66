import { nextTwelveMonths } from '../../../schema/services/rules.ts'
import type { Database } from '../../core/database.ts'
import { dayOf, roughRateSql } from '../currency-rates/index.ts'
import { spendSql } from './rows.ts'

/** The kept figures of vendors: what their services cost in the next twelve months. */

const CODE = "j.value ->> 'currency'"

const refreshed = (day: string): string => `next12_spend = (${spendSql('?1', '?2', 'vendors')}),
  next12_sort = coalesce((SELECT SUM(CAST(round((j.value ->> 'value') * CASE ${CODE} WHEN 'JPY' THEN 100 ELSE 1 END
                                                  * ${roughRateSql(day, CODE, 'vendors.company_id')}) AS INTEGER))
                            FROM json_each(${spendSql('?1', '?2', 'vendors')}) j), 0),
  figures_month = CASE WHEN EXISTS (SELECT 1 FROM service_spend_months m WHERE m.company_id = vendors.company_id
                                       AND m.vendor_id = vendors.id AND m.month >= ?1) THEN ?1 ELSE '' END`

type Reading = { db: Pick<Database, 'sql'>; clock: { now(): number }; actor: { companyId: string } }

/**
 * Counts anew for the vendors whose services this change touches: stands after the change in its batch. The plus sign
 * keeps the company's indexes out of it: they would go over all its vendors.
 */
export const refreshFigures = ({ db, clock, actor }: Reading): D1PreparedStatement => {
  const { from, before } = nextTwelveMonths(clock.now())
  return db.sql(
    `UPDATE vendors SET ${refreshed(dayOf(clock.now()))} WHERE figures_month = '0' AND figures_month <> '' AND +company_id = ?3`,
    from,
    before,
    actor.companyId,
  )
}

const SWEPT = 500

/** Every minute: what changed without being counted, and at the turn of a month those that it concerns. */
export const sweepVendorFigures = async ({ db, clock }: { db: Database; clock: { now(): number } }): Promise<void> => {
  const { from, before } = nextTwelveMonths(clock.now())
  await db.batch([
    db.sql(
      `UPDATE vendors SET ${refreshed(dayOf(clock.now()))} WHERE id IN (
         SELECT id FROM vendors INDEXED BY vendors_figures_due WHERE figures_month <> '' AND figures_month < ?1
          ORDER BY figures_month LIMIT ${SWEPT})`,
      from,
      before,
    ),
  ])
}
