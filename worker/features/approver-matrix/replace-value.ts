import type { MatrixGrid } from '../../../schema/approver-matrix/model.ts'
import type { StaffContext } from '../../core/operation.ts'
import { describeChange, namesIn } from './check.ts'
import { matricesNaming } from './read.ts'
import { gridStatements, savedAudit } from './write.ts'

/** A copy with one value in the place of another; a cell that then holds it twice holds it once. */
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
 * What it takes to put one department, entity, business unit or category in the place of another in the conditions
 * of every matrix that names it. Each gets a new version, guarded by the one that was read. Every matching row of a
 * matrix counts, so rows that were for either are for what is left.
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
    statements: changes.flatMap(({ matrix, grid }) => gridStatements(context, matrix.id, matrix.version, grid)),
    audit: changes.map(({ matrix, grid }) =>
      savedAudit(matrix, matrix.version + 1, why, describeChange(matrix.grid, grid, names)),
    ),
  }
}
