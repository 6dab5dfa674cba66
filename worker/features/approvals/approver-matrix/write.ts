import type { MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import { newlyNamed, REMOVALS, takesOut } from '../../../../schema/approvals/approver-matrix/named-by.ts'
import { guardOneRow } from '../../../core/database.ts'
import { handsBy, handsStatement } from '../../../core/hands.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { referred, unusedListSql } from '../../../core/references.ts'
import { type PlacedBy, placedBy } from '../../platform/members/index.ts'
import { userIdsOf, VALUE_TABLES, valueIdsOf } from './check.ts'
import type { MatrixHead, StoredMatrix } from './read.ts'

/** Columns with approvers, as rules refer to them. */
export const COLUMN_REFERRED = referred('MATRIX_COLUMN', 'column')

const allExist = (ids: string, companyId: string): string => {
  const gone = Object.values(VALUE_TABLES).map(
    (table) => `NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.id = named.value AND +t.company_id = ${companyId})`,
  )
  return `NOT EXISTS (SELECT 1 FROM json_each(${ids}) named WHERE ${gone.join(' AND ')})`
}

/** What changes in who named whom: rows that are gone are forgotten. */
const namedPatch = (before: MatrixGrid, after: MatrixGrid, { userId, now }: PlacedBy) => {
  const left = new Set(after.rows.map(({ id }) => id))
  const gone = before.rows.flatMap(({ id }) => (left.has(id) ? [] : [[id, null] as const]))
  const fresh = [...newlyNamed(before, after)].map(
    ([row, ids]) => [row, Object.fromEntries(ids.map((id) => [id, [userId, now]]))] as const,
  )
  const removal = takesOut(before, after) ? [[REMOVALS, { [userId]: [userId, now] }] as const] : []
  return Object.fromEntries([...gone, ...fresh, ...removal])
}

/**
 * The statements that replace the grid that was read. The guard fails if someone saved since, or if what was checked
 * about other objects is no longer true.
 * @param matrix the version and the grid that were read
 * @param removedIds removed approver columns, which nothing may use
 * @param valueIds values of conditions, which must still exist
 */
export const gridStatements = (
  { db, actor, clock }: StaffContext,
  { id: matrixId, version, grid: before }: Pick<StoredMatrix, 'id' | 'version' | 'grid'>,
  grid: MatrixGrid,
  { removedIds = [], valueIds = [] }: { removedIds?: readonly string[]; valueIds?: readonly string[] } = {},
): D1PreparedStatement[] => [
  db.sql(
    `UPDATE approver_matrices SET condition_columns = ?5, approver_columns = ?6, rows = ?7, row_count = ?8,
            value_ids = ?9, user_ids = ?10, updated_at = ?11, named_by = json_patch(named_by, ?13), version = version + 1
      WHERE id = ?1 AND company_id = ?2 AND version = ?3 AND deleted_at IS NULL
        AND ${unusedListSql(COLUMN_REFERRED, '?4', '?2')} AND ${allExist('?12', '?2')}`,
    matrixId,
    actor.companyId,
    version,
    JSON.stringify(removedIds),
    JSON.stringify(grid.conditionColumns),
    JSON.stringify(grid.approverColumns),
    JSON.stringify(grid.rows),
    grid.rows.length,
    JSON.stringify(valueIdsOf(grid)),
    JSON.stringify(userIdsOf(grid)),
    clock.now(),
    JSON.stringify(valueIds),
    JSON.stringify(namedPatch(before, grid, placedBy({ actor, clock }))),
  ),
  guardOneRow(db),
  handsStatement(db, actor.companyId, handsBy(actor, 'DEFINITION', matrixId, 'CHANGED'), clock.now()),
]

/** The history row of a saved grid. */
export const savedAudit = (
  { id, name }: MatrixHead,
  version: number,
  words: string,
  { before, after }: { before: unknown; after: unknown },
) => ({
  changeKey: `approver-matrix:${id}:v${version}`,
  action: 'approver-matrix.saved',
  targetType: 'APPROVER_MATRIX' as const,
  targetId: id,
  message: `Saved version ${version} of the approver matrix ${name}: ${words}`,
  changeData: { before, after },
})
