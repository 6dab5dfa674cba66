import type { MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { describeChange, namesIn } from './check.ts'
import { matricesNaming } from './read.ts'
import { gridStatements, savedAudit } from './write.ts'

/** A copy with one value replaced by another. A cell that then has it twice keeps it once. */
export const withValueReplaced = (grid: MatrixGrid, fromId: string, toId: string): MatrixGrid => ({
  ...grid,
  rows: grid.rows.map((row) => ({
    ...row,
    conditions: Object.fromEntries(
      Object.entries(row.conditions).map(([column, ids]) => [
        column,
        [...new Set(ids.map((id) => (id === fromId ? toId : id)))],
      ]),
    ),
  })),
})

/**
 * The statements that replace one department, entity, business unit or category by another in the conditions of every
 * matrix. Each matrix gets a new version, guarded by the one that was read. All matching rows of a matrix count, so
 * rows for either value now apply to the remaining one.
 * @param why ends the sentences of the history
 */
export const replaceMatrixValue = async (context: StaffContext, fromId: string, toId: string, why: string) => {
  const matrices = await matricesNaming(context, fromId)
  if (matrices.length === 0) return { changed: [], statements: [], audit: [] }
  const changes = matrices.map((matrix) => ({ matrix, grid: withValueReplaced(matrix.grid, fromId, toId) }))
  const names = await namesIn(
    context,
    changes.flatMap(({ matrix, grid }) => [matrix.grid, grid]),
  )
  return {
    changed: matrices.map(({ name }) => name),
    statements: changes.flatMap(({ matrix, grid }) => gridStatements(context, matrix, grid)),
    audit: changes.map(({ matrix, grid }) =>
      savedAudit(matrix, matrix.version + 1, why, describeChange(matrix.grid, grid, names)),
    ),
  }
}
