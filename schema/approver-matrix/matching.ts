import type { MatrixConditionType } from '../approvals/facts.ts'
import type { MatrixGrid, MatrixRow } from './model.ts'

/**
 * Which rows of a matrix are for a request. An empty condition cell matches anything, also a request that names no
 * such value; a filled one matches a request that names at least one of its values. Every matching row counts, in
 * whatever order: an approver column gives the people of all of them together.
 */
export type MatrixFacts = Record<MatrixConditionType, readonly string[]>

type ConditionColumns = MatrixGrid['conditionColumns']
type Conditions = Pick<MatrixRow, 'conditions'>

const cellMatches = (cell: readonly string[] | undefined, named: readonly string[]): boolean =>
  !cell?.length || cell.some((id) => named.includes(id))

/** The condition columns that keep a row from matching; none when it matches. */
export const failingColumns = (columns: ConditionColumns, row: Conditions, facts: MatrixFacts): ConditionColumns =>
  columns.filter((column) => !cellMatches(row.conditions[column.id], facts[column.conditionType]))

export const rowMatches = (columns: ConditionColumns, row: Conditions, facts: MatrixFacts): boolean =>
  columns.every((column) => cellMatches(row.conditions[column.id], facts[column.conditionType]))

export interface MatrixAnswer {
  /** By row id: the condition columns that did not hold; an empty list for a row that matches. */
  failing: Map<string, ConditionColumns>
  /** User ids by approver column, in the order of the rows, each once. */
  approvers: Record<string, string[]>
}

/** Who would approve, and why each row is for the request or not. */
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
