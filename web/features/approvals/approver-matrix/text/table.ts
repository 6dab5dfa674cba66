import { MATRIX_CONDITION_TYPES } from '../../../../../schema/approvals/approver-matrix/conditions.ts'
import {
  CONDITION_LABELS,
  cellOf,
  MATRIX_LIMITS,
  type MatrixGrid,
  type MatrixRow,
} from '../../../../../schema/approvals/approver-matrix/model.ts'
import { columnsOf, type GridColumn, type NameKind, nameKindOf } from '../columns.ts'
import { addApproverColumn, addConditionColumn, type Range } from '../edits.ts'
import { type Names, type Resolver, readCell, textOfCell, textsIn } from './cell-text.ts'

/** The matrix, or a part of it, as lines of text, and back. */

const sharedNames = (names: Names): ((name: string) => boolean) => {
  const count = new Map<string, number>()
  for (const { name, email } of names.values()) {
    if (email) count.set(name.toLowerCase(), (count.get(name.toLowerCase()) ?? 0) + 1)
  }
  return (name) => (count.get(name.toLowerCase()) ?? 0) > 1
}

export const linesOf = (grid: MatrixGrid, range: Range, names: Names): string[][] => {
  const shared = sharedNames(names)
  const columns = columnsOf(grid).slice(range.left, range.right + 1)
  return grid.rows
    .slice(range.top, range.bottom + 1)
    .map((row) => columns.map((column) => textOfCell(cellOf(row, column.id), names, shared)))
}

const APPROVER_PREFIX = 'Approver: '
const CONDITION_BY_LABEL = new Map(MATRIX_CONDITION_TYPES.map((type) => [CONDITION_LABELS[type].toLowerCase(), type]))

/** The header shows which columns are conditions. An approver column with a condition's name says so. */
const headerOf = (column: GridColumn): string =>
  column.kind === 'approver' && CONDITION_BY_LABEL.has(column.label.toLowerCase())
    ? `${APPROVER_PREFIX}${column.label}`
    : column.label

/** The whole matrix with a header, for a file. */
export const exportLines = (grid: MatrixGrid, names: Names): string[][] => [
  columnsOf(grid).map(headerOf),
  ...linesOf(grid, { top: 0, bottom: grid.rows.length - 1, left: 0, right: Number.POSITIVE_INFINITY }, names),
]

/** Names to look up on the server, by kind. */
export type Texts = Record<NameKind, string[]>

const noTexts = (): Record<NameKind, Set<string>> => ({
  DEPARTMENT: new Set(),
  ENTITY: new Set(),
  BUSINESS_UNIT: new Set(),
  CATEGORY: new Set(),
  users: new Set(),
})

/** @param kinds the kinds of the columns that a line's cells go into */
export const textsOfLines = (
  lines: readonly (readonly string[])[],
  kinds: readonly (NameKind | undefined)[],
): Texts => {
  const texts = noTexts()
  for (const line of lines) {
    line.forEach((cell, i) => {
      const kind = kinds[i]
      if (kind) for (const text of textsIn(cell)) texts[kind].add(text)
    })
  }
  return Object.fromEntries(Object.entries(texts).map(([kind, set]) => [kind, [...set]])) as Texts
}

export const readLines = (
  lines: readonly (readonly string[])[],
  kinds: readonly (NameKind | undefined)[],
  resolve: Resolver,
): string[][][] =>
  lines.map((line) =>
    line.map((cell, i) => {
      const kind = kinds[i]
      return kind ? readCell(cell, kind, resolve) : []
    }),
  )

export interface ImportPlan {
  /** The matrix with the file's columns, without its rows. */
  grid: MatrixGrid
  /** Where each column of the file goes. */
  columns: GridColumn[]
  lines: string[][]
  /** Columns that don't fit into the matrix, by name. */
  left: string[]
}

/**
 * What a file with a header means for a matrix. Known conditions and approver columns match by name, and others become
 * new approver columns. Null unless every column with cells has a name in the header.
 */
export const planImport = (grid: MatrixGrid, file: readonly string[][], newId: () => string): ImportPlan | null => {
  const [header, ...body] = file.filter((line) => line.some((cell) => cell.trim() !== ''))
  if (!header) return null
  const width = Math.max(header.length, ...body.map((line) => line.length))
  let grown = grid
  const left: string[] = []
  const ids: (string | null)[] = []
  for (let i = 0; i < width; i++) {
    const title = header[i]?.trim() ?? ''
    if (title === '') {
      if (body.some((line) => (line[i] ?? '').trim() !== '')) return null
      ids.push(null)
      continue
    }
    const condition = CONDITION_BY_LABEL.get(title.toLowerCase())
    if (condition) {
      grown = addConditionColumn(grown, condition)
      ids.push(grown.conditionColumns.find((column) => column.conditionType === condition)?.id ?? null)
      continue
    }
    const name = title.toLowerCase().startsWith(APPROVER_PREFIX.toLowerCase())
      ? title.slice(APPROVER_PREFIX.length).trim()
      : title
    const existing = grown.approverColumns.find((column) => column.name.toLowerCase() === name.toLowerCase())
    if (!existing && grown.approverColumns.length >= MATRIX_LIMITS.approverColumns) {
      left.push(title)
      ids.push(null)
      continue
    }
    const id = existing?.id ?? newId()
    if (!existing) grown = addApproverColumn(grown, id, name.slice(0, 80))
    ids.push(id)
  }
  const columns = columnsOf(grown)
  const used = ids.map((id) => columns.find((column) => column.id === id))
  if (new Set(ids.filter((id) => id !== null)).size < ids.filter((id) => id !== null).length) return null
  return {
    grid: grown,
    columns: used.filter((column) => column !== undefined),
    lines: body.map((line) => used.flatMap((column, i) => (column ? [line[i] ?? ''] : []))),
    left,
  }
}

export const kindsOf = (columns: readonly GridColumn[]): NameKind[] => columns.map(nameKindOf)

/**
 * The rows of a file.
 * @param resolve looks up its names
 */
export const importedRows = (plan: ImportPlan, resolve: Resolver, newId: () => string): MatrixRow[] =>
  readLines(plan.lines, kindsOf(plan.columns), resolve).map((cells) => {
    const row: MatrixRow = { id: newId(), conditions: {}, approvers: {} }
    cells.forEach((entries, i) => {
      const column = plan.columns[i]
      if (column && entries.length > 0) {
        row[column.kind === 'condition' ? 'conditions' : 'approvers'][column.id] = entries.slice(
          0,
          MATRIX_LIMITS.perCell,
        )
      }
    })
    return row
  })
