import { cellOf, type MatrixGrid, type MatrixRow } from './model.ts'

/** The differences between two states of a matrix, for its history and for two people editing it at once. */
export type MatrixChange =
  | { kind: 'COLUMN_ADDED' | 'COLUMN_REMOVED'; columnId: string }
  | { kind: 'COLUMN_RENAMED'; columnId: string; before: string; after: string }
  | { kind: 'COLUMNS_MOVED' | 'ROWS_MOVED' }
  | { kind: 'ROW_ADDED' | 'ROW_REMOVED'; rowId: string }
  | { kind: 'CELL'; rowId: string; columnId: string; before: readonly string[]; after: readonly string[] }

export const sameCell = (a: readonly string[], b: readonly string[]): boolean => {
  const left = new Set(a)
  const right = new Set(b)
  return left.size === right.size && [...left].every((id) => right.has(id))
}

export const columnIdsOf = (grid: MatrixGrid): string[] =>
  [...grid.conditionColumns, ...grid.approverColumns].map((column) => column.id)

const byId = <T extends { id: string }>(entries: readonly T[]): Map<string, T> =>
  new Map(entries.map((entry) => [entry.id, entry]))

/** Whether common entries are in a different order. */
export const isReordered = (before: readonly string[], after: readonly string[]): boolean => {
  const known = new Set(before)
  const kept = new Set(after)
  const left = before.filter((id) => kept.has(id))
  const right = after.filter((id) => known.has(id))
  return left.some((id, i) => id !== right[i])
}

export const sameRow = (columnIds: readonly string[], a: MatrixRow, b: MatrixRow): boolean =>
  columnIds.every((columnId) => sameCell(cellOf(a, columnId), cellOf(b, columnId)))

/** Cells of added and removed rows and columns aren't listed separately. */
export const changesBetween = (before: MatrixGrid, after: MatrixGrid): MatrixChange[] => {
  const changes: MatrixChange[] = []
  const [columnsBefore, columnsAfter] = [columnIdsOf(before), columnIdsOf(after)]
  const [namesBefore, namesAfter] = [byId(before.approverColumns), byId(after.approverColumns)]
  for (const columnId of columnsBefore) {
    if (!columnsAfter.includes(columnId)) changes.push({ kind: 'COLUMN_REMOVED', columnId })
    const [old, now] = [namesBefore.get(columnId)?.name, namesAfter.get(columnId)?.name]
    if (old !== undefined && now !== undefined && old !== now)
      changes.push({ kind: 'COLUMN_RENAMED', columnId, before: old, after: now })
  }
  for (const columnId of columnsAfter)
    if (!columnsBefore.includes(columnId)) changes.push({ kind: 'COLUMN_ADDED', columnId })
  if (isReordered(columnsBefore, columnsAfter)) changes.push({ kind: 'COLUMNS_MOVED' })
  const [rowsBefore, rowsAfter] = [byId(before.rows), byId(after.rows)]
  for (const { id } of before.rows) if (!rowsAfter.has(id)) changes.push({ kind: 'ROW_REMOVED', rowId: id })
  const common = columnsBefore.filter((columnId) => columnsAfter.includes(columnId))
  for (const row of after.rows) {
    const old = rowsBefore.get(row.id)
    if (!old) {
      changes.push({ kind: 'ROW_ADDED', rowId: row.id })
      continue
    }
    for (const columnId of common) {
      const [was, is] = [cellOf(old, columnId), cellOf(row, columnId)]
      if (!sameCell(was, is)) changes.push({ kind: 'CELL', rowId: row.id, columnId, before: was, after: is })
    }
  }
  if (isReordered([...rowsBefore.keys()], [...rowsAfter.keys()])) changes.push({ kind: 'ROWS_MOVED' })
  return changes
}
