import type { RecodeHow, RecodeState } from '../../../../schema/planning/transactions/recode-values.ts'
import { auditStatement } from '../../../core/audit.ts'
import type { BaseContext, SystemContext } from '../../../core/operation.ts'
import { nudgeSync, type Sync, type SyncProgress, type SyncStep, syncStatements } from '../../../core/syncs.ts'
import { unitSurvivorSql } from '../../platform/organisation/index.ts'
import { survivorSql } from '../../vendors/merges/index.ts'
import { vendorSpendStatement } from '../actuals/index.ts'
import { stepAudit } from './recode-audit.ts'
import { afterOf, isSame, type MadeRow, madeOf, nextLinesStatement, undone, type Wanted } from './recode-plan.ts'
import { type Changed, madeStatement, restoredStatement, writeStatements } from './recode-write.ts'

/** Goes through the lines of changes that concern many, and of those that are undone, some at a time. */

const RECODE = { provider: 'OUTLAY', kind: 'RECODE' }
const AT_ONCE = 500

/** A run that goes through what is open. One that is open already does. */
export const recodeRunStatements = (
  { db, clock, newId }: Pick<BaseContext, 'db' | 'clock' | 'newId'>,
  companyId: string,
): { runId: string; statements: D1PreparedStatement[] } => {
  const runId = newId()
  return { runId, statements: syncStatements(db, [{ id: runId, companyId, ...RECODE, trigger: 'HAND' }], clock.now()) }
}

export const announceRecode = (context: BaseContext, runId: string): void => nudgeSync(context, runId)

interface Open {
  id: string
  state: Extract<RecodeState, 'RUNNING' | 'UNDOING'>
  vendorHow: RecodeHow
  vendorId: string | null
  categoryHow: RecodeHow
  categoryId: string | null
  total: number
  done: number
  userId: string
  undoneByUserId: string | null
}

export const wantedOf = (row: Pick<Open, 'vendorHow' | 'vendorId' | 'categoryHow' | 'categoryId'>): Wanted => ({
  vendor: { how: row.vendorHow, id: row.vendorId },
  category: { how: row.categoryHow, id: row.categoryId },
})

/** Vendors and categories among these ids that are there. Others were deleted since. */
const knownStatement = (
  { db }: Pick<BaseContext, 'db'>,
  companyId: string,
  ids: readonly (string | null)[],
): D1PreparedStatement =>
  db.sql(
    `SELECT j.value AS id FROM json_each(?2) j
      WHERE EXISTS (SELECT 1 FROM vendors WHERE id = j.value AND company_id = ?1)
         OR EXISTS (SELECT 1 FROM spend_categories WHERE id = j.value AND company_id = ?1)
         OR EXISTS (SELECT 1 FROM revenue_categories WHERE id = j.value AND company_id = ?1)`,
    companyId,
    JSON.stringify([...new Set(ids.filter((id) => id !== null))]),
  )

/** What undoing makes of these lines. Those that were changed again, or that belonged to what is gone, stay. */
export const restoredLines = async (
  context: Pick<BaseContext, 'db'>,
  companyId: string,
  wanted: Wanted,
  rows: readonly MadeRow[],
): Promise<Changed[]> => {
  const candidates = rows.flatMap((line) => {
    const after = line.isChanged === 1 ? undone(wanted, madeOf(line), line) : null
    return after && !isSame(line, after) ? [{ line, after }] : []
  })
  const ids = candidates.flatMap(({ after }) => [after.vendorId, after.categoryId])
  const found = await context.db.all<{ id: string }>(knownStatement(context, companyId, ids))
  const known = new Set(found.map(({ id }) => id))
  const isThere = (id: string | null): boolean => id === null || known.has(id)
  return candidates.filter(({ after }) => isThere(after.vendorId) && isThere(after.categoryId))
}

/** A vendor or category that was deleted meanwhile. One that was merged is the one that remains. */
const isGone = async (context: SystemContext, companyId: string, open: Open): Promise<boolean> => {
  const ids = [open.vendorHow === 'SET' ? open.vendorId : null, open.categoryHow === 'SET' ? open.categoryId : null]
  const wanted = ids.filter((id) => id !== null)
  if (wanted.length === 0) return false
  return (await context.db.all(knownStatement(context, companyId, wanted))).length < wanted.length
}

const finished = ({ db }: SystemContext, { id, state, done }: Open): D1PreparedStatement =>
  db.sql(
    'UPDATE transaction_recodes SET state = ? WHERE id = ? AND state = ? AND done = ?',
    ...[state === 'UNDOING' ? 'UNDONE' : 'DONE', id, state, done],
  )

const progress = (
  { db }: SystemContext,
  { id, state, done }: Open,
  next: number,
  count: number,
): D1PreparedStatement[] => [
  db.sql(
    `UPDATE transaction_recodes SET done = ?4, ${state === 'UNDOING' ? 'restored = restored' : 'changed = changed'} + ?5
      WHERE id = ?1 AND state = ?2 AND done = ?3`,
    ...[id, state, done, next, count],
  ),
  db.sql('INSERT INTO write_guard (ok) SELECT NULL WHERE changes() <> 1'),
]

const stepOf = async (context: SystemContext, companyId: string, open: Open): Promise<D1PreparedStatement[]> => {
  const { db, clock } = context
  if (open.done >= open.total) return [finished(context, open)]
  if (open.state === 'RUNNING' && (await isGone(context, companyId, open))) return [finished(context, open)]
  const next = Math.min(open.done + AT_ONCE, open.total)
  const rows = await db.all<MadeRow>(nextLinesStatement(context, companyId, open.id, [open.done + 1, next]))
  const wanted = wantedOf(open)
  const isUndo = open.state === 'UNDOING'
  const changed = isUndo
    ? await restoredLines(context, companyId, wanted, rows)
    : rows.map((line) => ({ line, after: afterOf(wanted, line) })).filter(({ line, after }) => !isSame(line, after))
  const entry = stepAudit(companyId, open.id, isUndo ? 'restored' : 'recoded', changed)
  const userId = isUndo ? open.undoneByUserId : open.userId
  return [
    ...progress(context, open, next, changed.length),
    ...(changed.length === 0
      ? []
      : [
          ...writeStatements(context, companyId, changed),
          (isUndo ? restoredStatement : madeStatement)(context, companyId, open.id, changed),
          vendorSpendStatement(context, companyId),
          auditStatement(db, [
            { ...entry, companyId, actorUserId: userId, impersonatorUserId: null, occurredAt: clock.now() },
          ]),
        ]),
  ]
}

const OPEN = `SELECT id, state, vendor_how AS vendorHow, ${survivorSql('?1', 'vendor_id')} AS vendorId, category_how AS categoryHow,
    ${unitSurvivorSql('?1', 'category_id')} AS categoryId, total, done, made_by_user_id AS userId, undone_by_user_id AS undoneByUserId
  FROM transaction_recodes INDEXED BY transaction_recodes_open
 WHERE company_id = ?1 AND state IN ('RUNNING', 'UNDOING') ORDER BY made_at, id LIMIT 1`

const step = async (context: SystemContext, { companyId }: SyncProgress): Promise<SyncStep> => {
  const { db } = context
  const open = await db.first<Open>(db.sql(OPEN, companyId))
  if (open) return { statements: await stepOf(context, companyId, open), cursor: null, isDone: false, counts: {} }
  // A change that comes between this look and the end has started no run of its own, so this one goes on.
  const none = db.sql(
    `INSERT INTO write_guard (ok) SELECT NULL WHERE EXISTS (
       SELECT 1 FROM transaction_recodes INDEXED BY transaction_recodes_open
        WHERE company_id = ? AND state IN ('RUNNING', 'UNDOING'))`,
    companyId,
  )
  return { statements: [none], cursor: null, isDone: true, counts: {} }
}

export const recodeSync: Sync = { ...RECODE, step }
