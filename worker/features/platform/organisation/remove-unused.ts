import type { Change } from '../../../core/commit.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { forgetReferences, unusedSql, usesOf } from '../../../core/references.ts'
import { deletedAudit, deleteStatements } from './change.ts'
import type { UnitKind } from './kinds.ts'
import type { FoundUnit } from './units.ts'

/**
 * Deletes units that no one uses, as parts of a change: those that were never changed, that nothing refers to, and whose
 * members all leave with the change. The others stay.
 */
export const removalOfUnused = async (
  context: StaffContext,
  kind: UnitKind,
  unitIds: readonly string[],
  leaving: ReadonlySet<string>,
): Promise<Pick<Change<unknown>, 'statements' | 'audit'>> => {
  const { db, actor } = context
  const { members } = kind
  if (unitIds.length === 0 || !members?.own) return { statements: [], audit: [] }
  const ids = JSON.stringify(unitIds)
  const [units, people] = await db.batch([
    db.sql(
      `SELECT id, name, version FROM ${kind.table}
        WHERE +company_id = ? AND id IN (SELECT value FROM json_each(?)) AND version = 1`,
      ...[actor.companyId, ids],
    ),
    db.sql(
      `SELECT x.${members.unitColumn} AS unitId, x.user_id AS userId FROM ${members.table} x
        WHERE x.company_id = ? AND x.${members.unitColumn} IN (SELECT value FROM json_each(?))`,
      ...[actor.companyId, ids],
    ),
  ])
  const placed = (people?.results ?? []) as { unitId: string; userId: string }[]
  const inUse = new Set(placed.flatMap(({ unitId, userId }) => (leaving.has(userId) ? [] : unitId)))
  const removed: FoundUnit[] = []
  for (const unit of (units?.results ?? []) as unknown as FoundUnit[]) {
    if (!inUse.has(unit.id) && (await usesOf(context, kind, [unit])).length === 0) removed.push(unit)
  }
  const forgotten =
    removed.length > 0
      ? await forgetReferences(
          context,
          removed.map(({ id }) => id),
        )
      : []
  return {
    statements: [...removed.flatMap((unit) => deleteStatements(context, kind, unit, unusedSql(kind))), ...forgotten],
    audit: removed.map((unit) => deletedAudit(kind, unit)),
  }
}
