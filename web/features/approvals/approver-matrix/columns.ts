import type { MatrixConditionType } from '../../../../schema/approvals/approver-matrix/conditions.ts'
import { MATRIX_CONDITION_TYPES } from '../../../../schema/approvals/approver-matrix/conditions.ts'
import { CONDITION_LABELS, type MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import type { OptionKind } from '../../../../schema/platform/lookups/endpoints.ts'

/** The columns of a matrix as the screen shows them: conditions first, then approvers. */
export type GridColumn =
  | { kind: 'condition'; id: string; label: string; conditionType: MatrixConditionType }
  | { kind: 'approver'; id: string; label: string }

export const columnsOf = (grid: Pick<MatrixGrid, 'conditionColumns' | 'approverColumns'>): GridColumn[] => [
  ...grid.conditionColumns.map(
    ({ id, conditionType }): GridColumn => ({
      kind: 'condition',
      id,
      label: CONDITION_LABELS[conditionType],
      conditionType,
    }),
  ),
  ...grid.approverColumns.map(({ id, name }): GridColumn => ({ kind: 'approver', id, label: name || 'Unnamed' })),
]

export const OPTION_KIND: Record<MatrixConditionType, OptionKind> = {
  DEPARTMENT: 'department',
  ENTITY: 'entity',
  BUSINESS_UNIT: 'business-unit',
  CATEGORY: 'spend-category',
}

export const optionKindOf = (column: GridColumn): OptionKind =>
  column.kind === 'approver' ? 'member' : OPTION_KIND[column.conditionType]

/** The lookup for the names in a column's cells. */
export type NameKind = MatrixConditionType | 'users'
export const nameKindOf = (column: GridColumn): NameKind =>
  column.kind === 'approver' ? 'users' : column.conditionType

export const unusedConditions = (grid: MatrixGrid): MatrixConditionType[] =>
  MATRIX_CONDITION_TYPES.filter((type) => !grid.conditionColumns.some((column) => column.conditionType === type))
