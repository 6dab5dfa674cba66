import { z } from 'zod'
import { BOOKS_SYNC } from '../../../../schema/platform/accounting/values.ts'
import type { BaseContext, SystemContext } from '../../../core/operation.ts'
import { type Sync, type SyncProgress, type SyncStep, syncStatements } from '../../../core/syncs.ts'
import { MAPPED } from './mapped-line.ts'
import { monthStatements } from './sum-months.ts'
import { vendorSpendStatement } from './vendor-spend.ts'

/**
 * Transactions follow a change of mappings. The months with lines of the changed objects are written with the change.
 * A run then maps all lines of such a month again, some days at a time, and sums the month again, so that it ends as if
 * everything had been read with the new mapping.
 */

const REMAP = { provider: 'OUTLAY', kind: 'REMAP' }
/** One step takes no more lines, unless a single day has more. */
const MOST_LINES = 3_000

/**
 * The months to map again after a change of these objects, and a run that does. Months without sums yet are those with
 * lines in a currency without a rate, and those that a run of the books still has to sum.
 */
export const remapStatements = (
  { db, clock, newId }: Pick<BaseContext, 'db' | 'clock' | 'newId'>,
  companyId: string,
  objectIds: readonly string[],
): D1PreparedStatement[] => [
  db.sql(
    `INSERT INTO erp_remaps (company_id, month, stamp)
     SELECT ?1, month, ?3 FROM (
       SELECT m.month FROM json_each(?2) j
        CROSS JOIN erp_object_months m INDEXED BY erp_object_months_object ON m.company_id = ?1 AND m.object_id = j.value
        UNION SELECT substr(t.date, 1, 7) FROM transactions t INDEXED BY transactions_unrated
        WHERE t.company_id = ?1 AND t.company_minor IS NULL
        UNION SELECT p.value FROM erp_connections c
        CROSS JOIN sync_runs r ON r.id = (
           SELECT n.id FROM sync_runs n INDEXED BY sync_runs_of
            WHERE n.company_id = ?1 AND n.provider = c.system AND n.kind = '${BOOKS_SYNC}'
            ORDER BY n.created_at DESC, n.id DESC LIMIT 1)
        CROSS JOIN json_each(r.cursor, '$.months') p
        WHERE c.company_id = ?1 AND c.disconnected_at IS NULL)
      WHERE true ON CONFLICT (company_id, month) DO UPDATE SET stamp = excluded.stamp`,
    companyId,
    JSON.stringify(objectIds),
    newId(),
  ),
  ...syncStatements(db, [{ id: newId(), companyId, ...REMAP, trigger: 'HAND' }], clock.now()),
]

const remapCursor = z.object({ month: z.string(), stamp: z.string(), through: z.string() })
type Cursor = z.infer<typeof remapCursor>

const readCursor = (text: string | null): Cursor | null => {
  const parsed = text === null ? null : remapCursor.safeParse(JSON.parse(text))
  return parsed?.success ? parsed.data : null
}

/** Dates are compared as text, and no day comes after the 31st. */
const BETWEEN = `company_id = ?1 AND is_tracked IN (0, 1) AND type IN ('expense', 'revenue')
  AND is_payroll IN (0, 1) AND date BETWEEN ?2 AND ?3`
const columns = ['vendor_id', 'category_id', ...Object.keys(MAPPED)]
const values = [
  'CASE WHEN t.is_vendor_set THEN t.vendor_id ELSE v.vendor_id END',
  'CASE WHEN t.is_category_set THEN t.category_id ELSE a.category_id END',
  ...Object.values(MAPPED),
]
const object = (alias: string, column: string): string => `LEFT JOIN erp_objects ${alias} ON ${alias}.id = t.${column}`

const MAP_ANEW = `
UPDATE transactions SET version = transactions.version + 1, ${columns.map((column) => `${column} = n.${column}`).join(', ')}
  FROM (SELECT t.id, ${columns.map((column, at) => `${values[at]} AS ${column}`).join(', ')}
          FROM (SELECT * FROM transactions INDEXED BY transactions_date WHERE ${BETWEEN}) t
         CROSS JOIN erp_objects a ON a.id = t.account_object_id
         ${object('v', 'vendor_object_id')}
         ${object('d', 'department_object_id')}
         ${object('l', 'location_object_id')}
         ${object('c', 'classification_object_id')}
         ${object('e', 'entity_object_id')}) n
 WHERE transactions.id = n.id
   AND (${columns.map((column) => `transactions.${column}`).join(', ')}) IS NOT (${columns.map((column) => `n.${column}`).join(', ')})`

/** As many whole days as one step takes, or null after the month's last one. */
const nextDays = async ({ db }: SystemContext, companyId: string, after: string, last: string) => {
  const days = await db.all<{ date: string; lines: number }>(
    db.sql(
      `SELECT date, COUNT(*) AS lines FROM transactions INDEXED BY transactions_date WHERE ${BETWEEN}
        GROUP BY date ORDER BY date`,
      companyId,
      after,
      last,
    ),
  )
  let lines = 0
  let through: string | null = null
  for (const day of days) {
    if (through !== null && lines + day.lines > MOST_LINES) return { from: days[0]?.date ?? after, through, lines }
    lines += day.lines
    through = day.date
  }
  return through === null ? null : { from: days[0]?.date ?? after, through, lines }
}

const step = async (context: SystemContext, { companyId, cursor: text }: SyncProgress): Promise<SyncStep> => {
  const { db } = context
  const due = await db.first<{ month: string; stamp: string }>(
    db.sql('SELECT month, stamp FROM erp_remaps WHERE company_id = ? ORDER BY month DESC LIMIT 1', companyId),
  )
  if (!due) {
    // A change that comes between this look and the end has started no run of its own, so this one goes on.
    const none = db.sql(
      'INSERT INTO write_guard (ok) SELECT NULL WHERE EXISTS (SELECT 1 FROM erp_remaps WHERE company_id = ?)',
      companyId,
    )
    return { statements: [none], cursor: null, isDone: true, counts: {} }
  }
  const known = readCursor(text)
  const isSame = known?.month === due.month && known.stamp === due.stamp
  // A day and a letter comes after the day itself.
  const after = isSame ? `${known.through}~` : `${due.month}-01`
  const days = await nextDays(context, companyId, after, `${due.month}-31`)
  if (days) {
    const cursor: Cursor = { ...due, through: days.through }
    return {
      statements: [db.sql(MAP_ANEW, companyId, days.from, days.through)],
      cursor: JSON.stringify(cursor),
      isDone: false,
      counts: { lines: days.lines },
    }
  }
  return {
    statements: [
      ...monthStatements(context, companyId, due.month),
      vendorSpendStatement(context, companyId),
      db.sql(
        'DELETE FROM erp_remaps WHERE company_id = ? AND month = ? AND stamp = ?',
        companyId,
        due.month,
        due.stamp,
      ),
    ],
    cursor: null,
    isDone: false,
    counts: { months: 1 },
  }
}

export const remapSync: Sync = { ...REMAP, step }
