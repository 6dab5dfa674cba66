import type { Range } from '../edits.ts'

/**
 * Positions in the grid. Row -1 is the header, and row `rows` the line that adds a row. Column 0 is the row's header,
 * followed by the data columns and the notes.
 */
export interface Place {
  row: number
  column: number
}

export interface Extent {
  rows: number
  /** The number of data rows or columns. */
  columns: number
  hasNotes: boolean
}

export const lastColumn = ({ columns, hasNotes }: Extent): number => columns + (hasNotes ? 1 : 0)

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

export const within = (place: Place, extent: Extent): Place => ({
  row: clamp(place.row, -1, extent.rows),
  column: clamp(place.column, 0, lastColumn(extent)),
})

export const isData = ({ row, column }: Place, extent: Extent): boolean =>
  row >= 0 && row < extent.rows && column >= 1 && column <= extent.columns

/** The block between two positions, limited to data. Null if there is none. */
export const rangeBetween = (anchor: Place, active: Place, extent: Extent): Range | null => {
  if (extent.rows === 0 || extent.columns === 0) return null
  const wholeRows = anchor.column === 0 || active.column === 0
  const row = (value: number) => clamp(value, 0, extent.rows - 1)
  const column = (value: number) => clamp(value, 1, extent.columns) - 1
  if (anchor.row === active.row && (active.row < 0 || active.row >= extent.rows)) return null
  return {
    top: Math.min(row(anchor.row), row(active.row)),
    bottom: Math.max(row(anchor.row), row(active.row)),
    left: wholeRows ? 0 : Math.min(column(anchor.column), column(active.column)),
    right: wholeRows ? extent.columns - 1 : Math.max(column(anchor.column), column(active.column)),
  }
}

export const contains = (range: Range | null, row: number, dataColumn: number): boolean =>
  range !== null && row >= range.top && row <= range.bottom && dataColumn >= range.left && dataColumn <= range.right

/** Tab goes through the data of a row and on to the next one. Null if it leaves the grid. */
export const tabFrom = (place: Place, extent: Extent, back: boolean): Place | null => {
  const { row, column } = place
  if (extent.columns === 0) return null
  if (back) {
    if (column > 1) return { row, column: Math.min(column, extent.columns + 1) - 1 }
    return row > 0 ? { row: row - 1, column: extent.columns } : null
  }
  if (column < extent.columns) return { row, column: column + 1 }
  return row + 1 < extent.rows ? { row: row + 1, column: 1 } : null
}

const PAGE = 10

/** Where a navigation key leads, or null for any other key. `far` means Ctrl or Cmd. */
export const moved = (place: Place, key: string, far: boolean, extent: Extent): Place | null => {
  const { row, column } = place
  const to = (next: Partial<Place>): Place => within({ ...place, ...next }, extent)
  switch (key) {
    case 'ArrowUp':
      return to({ row: far ? (row > 0 ? 0 : -1) : row - 1 })
    case 'ArrowDown':
      return to({ row: far ? extent.rows - 1 : row + 1 })
    case 'ArrowLeft':
      return to({ column: far ? 0 : column - 1 })
    case 'ArrowRight':
      return to({ column: far ? lastColumn(extent) : column + 1 })
    case 'Home':
      return to(far ? { row: 0, column: 1 } : { column: 0 })
    case 'End':
      return to(far ? { row: extent.rows - 1, column: extent.columns } : { column: lastColumn(extent) })
    case 'PageUp':
      return to({ row: Math.max(0, row - PAGE) })
    case 'PageDown':
      return to({ row: Math.min(extent.rows - 1, row + PAGE) })
    default:
      return null
  }
}
