import { MATRIX_LIMITS, type MatrixGrid } from '../../../../../schema/approvals/approver-matrix/model.ts'
import { newCommandId } from '../../../../lib/rest.ts'
import type { GridColumn } from '../columns.ts'
import { duplicateRow, insertRow, moveColumn, moveRow, newRow, removeRows } from '../edits.ts'
import type { GridPlaces } from './use-grid-places.ts'

interface ActionOptions {
  grid: MatrixGrid
  columns: readonly GridColumn[]
  places: GridPlaces
  edit: (change: (grid: MatrixGrid) => MatrixGrid) => void
  say: (text: string) => void
}

/** Adding, moving and removing rows and columns, and where the focus goes afterwards. */
export const useGridActions = ({ grid, columns, places, edit, say }: ActionOptions) => {
  const { active, go } = places
  const count = grid.rows.length
  const conditions = grid.conditionColumns.length
  const addRow = (index: number, then?: { text: string }): void => {
    if (count >= MATRIX_LIMITS.rows) {
      say(`A matrix has at most ${MATRIX_LIMITS.rows.toLocaleString('en-US')} rows`)
      return
    }
    const row = newRow(newCommandId())
    edit((current) => insertRow(current, index, row))
    go({ row: index, column: 1 })
    if (then) places.edit(then.text)
    say(`Row ${index + 1} added`)
  }
  return {
    addRow,
    rows: {
      insert: (index: number) => addRow(index),
      duplicate: (index: number) => {
        const id = newCommandId()
        edit((current) => duplicateRow(current, index, id))
        go({ row: index + 1, column: Math.max(1, active.column) })
        say(`Row ${index + 1} duplicated`)
      },
      move: (from: number, slot: number) => {
        if (slot < 0 || slot > count) return
        edit((current) => moveRow(current, from, slot))
        const to = slot > from ? slot - 1 : slot
        go({ row: to, column: active.column })
        say(`Row moved from ${from + 1} to ${to + 1}`)
      },
      remove: (top: number, bottom: number) => {
        edit((current) => removeRows(current, top, bottom))
        go({ row: Math.min(top, count - (bottom - top + 1)), column: active.column })
        say(top === bottom ? `Row ${top + 1} deleted` : `${bottom - top + 1} rows deleted`)
      },
    },
    /** Conditions stay before approvers. */
    moveColumn: (from: number, slot: number): void => {
      const allowed = from < conditions ? slot >= 0 && slot <= conditions : slot >= conditions && slot <= columns.length
      if (!allowed) return
      edit((current) => moveColumn(current, from, slot))
      const to = slot > from ? slot - 1 : slot
      go({ row: active.row, column: to + 1 })
      say(`Column ${columns[from]?.label} moved to place ${to + 1}`)
    },
    canMoveColumn: (index: number) => ({
      left: index > 0 && index !== conditions,
      right: index < columns.length - 1 && index !== conditions - 1,
    }),
  }
}
