import { dayIn, monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'
import type { Database } from '../../../core/database.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { firstOfLast12Months } from '../../platform/organisation/index.ts'

/**
 * What vendors cost in the last twelve months, kept with each vendor. Without payroll: everyone sees vendors, and may not
 * see what someone earns. Triggers mark the vendors whose sums change.
 */

type Writing = { db: Pick<Database, 'sql'>; clock: Pick<BaseContext['clock'], 'now'> }

/** ?1 this month, ?2 the last twelve */
const sumSql = (vendors: string): string => `
UPDATE vendors SET last12_spend = coalesce(s.amount, 0), last12_month = CASE WHEN s.amount IS NULL THEN '' ELSE ?1 END
  FROM (SELECT v.id, (SELECT SUM(m.amount_minor) FROM transaction_sums m
                       WHERE m.company_id = v.company_id AND m.type = 'expense' AND m.dimension = 'vendor'
                         AND m.month IN (SELECT value FROM json_each(?2)) AND m.value = v.id AND m.is_payroll = 0) AS amount
          FROM vendors v WHERE ${vendors}) s
 WHERE vendors.id = s.id`

const months = (now: number): [string, string] => {
  const first = firstOfLast12Months(now)
  return [monthOf(dayIn(null, now)), JSON.stringify(Array.from({ length: 12 }, (_, at) => shiftMonth(first, at)))]
}

/** After changes of a company's sums, in their batch. The plus sign disables the company's indexes. */
export const vendorSpendStatement = ({ db, clock }: Writing, companyId: string): D1PreparedStatement =>
  db.sql(
    sumSql("v.last12_month = '0' AND v.last12_month <> '' AND +v.company_id = ?3"),
    ...months(clock.now()),
    companyId,
  )

const SWEPT = 500

/** Every minute: vendors that were merged, and all with spend when a month begins. */
export const sweepVendorSpend = async ({ db, clock }: { db: Database; clock: { now(): number } }): Promise<void> => {
  const due = `SELECT id FROM vendors INDEXED BY vendors_last12_due WHERE last12_month <> '' AND last12_month < ?1
    ORDER BY last12_month LIMIT ${SWEPT}`
  await db.batch([db.sql(sumSql(`v.id IN (${due})`), ...months(clock.now()))])
}
