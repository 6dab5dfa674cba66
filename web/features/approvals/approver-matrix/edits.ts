import type { MatrixConditionType } from '../../../../schema/approvals/approver-matrix/conditions.ts'
import { sameCell } from '../../../../schema/approvals/approver-matrix/difference.ts'
import {
  cellOf,
  MATRIX_LIMITS,
  type MatrixGrid,
  type MatrixRow,
} from '../../../../schema/approvals/approver-matrix/model.ts'
import { insertAt, moveToSlot } from '../../../ui/reorder/moves.ts'
import { columnsOf, type GridColumn } from './columns.ts'

/** Every change of the matrix editor. Pure. A change that isn't possible leaves the grid unchanged. */

export const newRow = (id: string): MatrixRow => ({ id, conditions: {}, approvers: {} })

const withCell = (row: MatrixRow, column: GridColumn, entries: readonly string[]): MatrixRow => {
  const key = column.kind === 'condition' ? 'conditions' : 'approvers'
  const unique = [...new Set(entries)].slice(0, MATRIX_LIMITS.perCell)
  if (sameCell(cellOf(row, column.id), unique)) return row
  if (unique.length > 0) return { ...row, [key]: { ...row[key], [column.id]: unique } }
  const { [column.id]: _, ...others } = row[key]
  return { ...row, [key]: others }
}

const mapRow = (grid: MatrixGrid, rowId: string, change: (row: MatrixRow) => MatrixRow): MatrixGrid => {
  const rows = grid.rows.map((row) => (row.id === rowId ? change(row) : row))
  return rows.some((row, i) => row !== grid.rows[i]) ? { ...grid, rows } : grid
}

export const setCell = (grid: MatrixGrid, rowId: string, columnId: string, entries: readonly string[]): MatrixGrid => {
  const column = columnsOf(grid).find(({ id }) => id === columnId)
  return column ? mapRow(grid, rowId, (row) => withCell(row, column, entries)) : grid
}

/** A block of cells, by row and column index, including both ends. */
export interface Range {
  top: number
  bottom: number
  left: number
  right: number
}

const mapRange = (
  grid: MatrixGrid,
  { top, bottom, left, right }: Range,
  entriesOf: (row: number, column: number) => readonly string[] | undefined,
): MatrixGrid => {
  const columns = columnsOf(grid)
  const rows = grid.rows.map((row, i) => {
    if (i < top || i > bottom) return row
    return columns.slice(left, right + 1).reduce((changed, column, k) => {
      const entries = entriesOf(i, left + k)
      return entries ? withCell(changed, column, entries) : changed
    }, row)
  })
  return rows.some((row, i) => row !== grid.rows[i]) ? { ...grid, rows } : grid
}

export const clearRange = (grid: MatrixGrid, range: Range): MatrixGrid => mapRange(grid, range, () => [])

/** Copies the first row of the block to all its rows. */
export const fillDown = (grid: MatrixGrid, range: Range): MatrixGrid => {
  const columns = columnsOf(grid)
  const first = grid.rows[range.top]
  if (!first) return grid
  return mapRange(grid, range, (_, column) => cellOf(first, columns[column]?.id ?? ''))
}

export interface Pasted {
  grid: MatrixGrid
  /** What was written, to be selected. */
  range: Range
  /** Columns and rows that didn't fit. */
  lostColumns: number
  lostRows: number
}

/** Writes a block of cells from a position on, adding missing rows. A single cell fills the whole selection. */
export const pasteBlock = (
  grid: MatrixGrid,
  selection: Range,
  block: readonly (readonly (readonly string[])[])[],
  newId: () => string,
): Pasted => {
  const width = Math.max(0, ...block.map((line) => line.length))
  const single = block.length === 1 && width === 1
  const columns = columnsOf(grid).length
  const room = MATRIX_LIMITS.rows - selection.top
  const height = single ? selection.bottom - selection.top + 1 : Math.min(block.length, room)
  const across = single ? selection.right - selection.left + 1 : Math.min(width, columns - selection.left)
  const range: Range = {
    top: selection.top,
    bottom: selection.top + height - 1,
    left: selection.left,
    right: selection.left + across - 1,
  }
  const missing = Math.max(0, range.bottom + 1 - grid.rows.length)
  const grown =
    missing > 0 ? { ...grid, rows: [...grid.rows, ...Array.from({ length: missing }, () => newRow(newId()))] } : grid
  const written = mapRange(grown, range, (row, column) =>
    single ? block[0]?.[0] : block[row - range.top]?.[column - range.left],
  )
  return {
    grid: written,
    range,
    lostColumns: single ? 0 : Math.max(0, width - across),
    lostRows: single ? 0 : Math.max(0, block.length - height),
  }
}

export const insertRow = (grid: MatrixGrid, index: number, row: MatrixRow): MatrixGrid =>
  grid.rows.length >= MATRIX_LIMITS.rows ? grid : { ...grid, rows: insertAt(grid.rows, index, row) }

export const duplicateRow = (grid: MatrixGrid, index: number, id: string): MatrixGrid => {
  const row = grid.rows[index]
  return row ? insertRow(grid, index + 1, { ...row, id }) : grid
}

export const removeRows = (grid: MatrixGrid, top: number, bottom: number): MatrixGrid => ({
  ...grid,
  rows: grid.rows.filter((_, i) => i < top || i > bottom),
})

/** @param slot the gap that it goes into, see moves.ts */
export const moveRow = (grid: MatrixGrid, from: number, slot: number): MatrixGrid =>
  slot < 0 || slot > grid.rows.length || slot === from || slot === from + 1
    ? grid
    : { ...grid, rows: moveToSlot(grid.rows, from, slot) }

/** A condition can be a column only once, so its type is its id: two people who add it add the same column. */
export const addConditionColumn = (grid: MatrixGrid, conditionType: MatrixConditionType): MatrixGrid =>
  grid.conditionColumns.some((column) => column.conditionType === conditionType)
    ? grid
    : { ...grid, conditionColumns: [...grid.conditionColumns, { id: conditionType, conditionType }] }

export const addApproverColumn = (grid: MatrixGrid, id: string, name: string): MatrixGrid =>
  grid.approverColumns.length >= MATRIX_LIMITS.approverColumns
    ? grid
    : { ...grid, approverColumns: [...grid.approverColumns, { id, name }] }

/** "Approver", "Approver 2", …, the first free one. */
export const freeColumnName = (grid: MatrixGrid): string => {
  const taken = new Set(grid.approverColumns.map((column) => column.name.toLowerCase()))
  for (let n = 1; ; n++) {
    const name = n === 1 ? 'Approver' : `Approver ${n}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

export const renameColumn = (grid: MatrixGrid, id: string, name: string): MatrixGrid => ({
  ...grid,
  approverColumns: grid.approverColumns.map((column) => (column.id === id ? { ...column, name } : column)),
})

export const removeColumn = (grid: MatrixGrid, id: string): MatrixGrid => {
  const left = (cells: Record<string, string[]>): Record<string, string[]> => {
    const { [id]: _, ...others } = cells
    return others
  }
  return {
    conditionColumns: grid.conditionColumns.filter((column) => column.id !== id),
    approverColumns: grid.approverColumns.filter((column) => column.id !== id),
    rows: grid.rows.map((row) => ({ ...row, conditions: left(row.conditions), approvers: left(row.approvers) })),
  }
}

/** Conditions stay before approvers. @param slot a gap among all columns */
export const moveColumn = (grid: MatrixGrid, from: number, slot: number): MatrixGrid => {
  const conditions = grid.conditionColumns.length
  if (from < conditions) {
    return { ...grid, conditionColumns: moveToSlot(grid.conditionColumns, from, Math.min(slot, conditions)) }
  }
  const within = Math.max(0, slot - conditions)
  return { ...grid, approverColumns: moveToSlot(grid.approverColumns, from - conditions, within) }
}
