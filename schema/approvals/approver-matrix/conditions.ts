export const MATRIX_CONDITION_TYPES = ['DEPARTMENT', 'ENTITY', 'BUSINESS_UNIT', 'CATEGORY'] as const
export type MatrixConditionType = (typeof MATRIX_CONDITION_TYPES)[number]

/** A row matches when each condition cell is empty or contains a value of the request. */
export interface ApproverMatrix {
  name: string
  conditionColumns: { id: string; conditionType: MatrixConditionType }[]
  approverColumns: { id: string; name: string }[]
  rows: {
    /** Ids by condition column. A missing or empty list matches anything. */
    conditions: Record<string, string[]>
    /** User ids by approver column. */
    approvers: Record<string, string[]>
    /** By person: who named them in this row, where that is known. */
    namedBy?: Record<string, { userId: string; at: number }>
  }[]
  /** Who took people out of rows who would have been asked. */
  removedBy?: readonly { userId: string; at: number }[]
}
