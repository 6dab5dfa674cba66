import type { MatrixConditionType } from './conditions.ts'
import type { MatrixGrid, MatrixRow } from './model.ts'

/**
 * Which rows of a matrix match a request. An empty condition cell matches anything, also a request without a value. A
 * filled one matches a request with at least one of its values. All matching rows count, in any order: an approver
 * column returns the people of all of them.
 */
export type MatrixFacts = Record<MatrixConditionType, readonly string[]>

type ConditionColumns = MatrixGrid['conditionColumns']
type Conditions = Pick<MatrixRow, 'conditions'>

const cellMatches = (cell: readonly string[] | undefined, named: readonly string[]): boolean =>
  !cell?.length || cell.some((id) => named.includes(id))

/** The condition columns that prevent a row from matching. Empty if it matches. */
export const failingColumns = (columns: ConditionColumns, row: Conditions, facts: MatrixFacts): ConditionColumns =>
  columns.filter((column) => !cellMatches(row.conditions[column.id], facts[column.conditionType]))

export const rowMatches = (columns: ConditionColumns, row: Conditions, facts: MatrixFacts): boolean =>
  columns.every((column) => cellMatches(row.conditions[column.id], facts[column.conditionType]))

export interface MatrixAnswer {
  /** By row id: the condition columns that didn't match. Empty for a matching row. */
  failing: Map<string, ConditionColumns>
  /** User ids by approver column, in row order, each once. */
  approvers: Record<string, string[]>
}

/** Who would approve, and why each row matches the request or doesn't. */
export const evaluateMatrix = (grid: MatrixGrid, facts: MatrixFacts): MatrixAnswer => {
  const failing = new Map(grid.rows.map((row) => [row.id, failingColumns(grid.conditionColumns, row, facts)]))
  const matching = grid.rows.filter((row) => failing.get(row.id)?.length === 0)
  const approvers = Object.fromEntries(
    grid.approverColumns.map((column) => [
      column.id,
      [...new Set(matching.flatMap((row) => row.approvers[column.id] ?? []))],
    ]),
  )
  return { failing, approvers }
}
