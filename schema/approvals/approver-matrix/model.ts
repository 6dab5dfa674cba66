import type { ApproverMatrix, MatrixConditionType } from './conditions.ts'

/**
 * The approver matrix (specification 2 §3): condition columns say which requests a row matches, and approver columns
 * who then approves. Rows keep their id when they move, so that two people's changes can be told apart.
 */
export interface MatrixRow {
  id: string
  /** Ids by condition column. A missing or empty list matches anything. */
  conditions: Record<string, string[]>
  /** User ids by approver column. */
  approvers: Record<string, string[]>
}

export interface MatrixGrid extends Pick<ApproverMatrix, 'conditionColumns' | 'approverColumns'> {
  rows: MatrixRow[]
}

export const EMPTY_GRID: MatrixGrid = { conditionColumns: [], approverColumns: [], rows: [] }

export const CONDITION_LABELS: Record<MatrixConditionType, string> = {
  DEPARTMENT: 'Department',
  ENTITY: 'Entity',
  BUSINESS_UNIT: 'Business unit',
  CATEGORY: 'Category',
}

/** The maximum size of a matrix: what a person can still look through, and well within one database row. */
export const MATRIX_LIMITS = {
  matrices: 50,
  rows: 1000,
  approverColumns: 10,
  perCell: 50,
  /** Values and people in all cells together. */
  total: 10_000,
} as const

/** The cell of a row in a column of either kind, or empty. */
export const cellOf = (row: MatrixRow, columnId: string): readonly string[] =>
  row.conditions[columnId] ?? row.approvers[columnId] ?? []
