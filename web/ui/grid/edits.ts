import { withoutEnd } from '../../../schema/shared/match-key.ts'
import { type Currency, currencyExponent, formatAmount, parseAmount } from '../../../schema/shared/money.ts'
import type { Option } from '../../../schema/shared/values.ts'
import { amountIn, type DecimalSign, decimalSignOf, minorFrom } from '../../../schema/shared/written/amounts.ts'
import { type GridColumn, type GridRow, readRow, type Spot, unreadRow } from './columns.ts'

/** What keys and the clipboard do to rows. Pure, but for names that are looked up. */

/** The text of a cell, as it is shown and copied. */
export const textOfCell = <Row extends GridRow>(column: GridColumn<Row>, row: Row): string => {
  const unread = row.unread?.[column.id]
  if (unread !== undefined) return unread
  if (column.kind === 'text') return column.get(row)
  const value = column.get(row)
  if (value === null) return ''
  return column.kind === 'amount'
    ? formatAmount({ value: value as number, currency: column.currency })
    : column.textOf(value as string)
}

/**
 * Minor units of an amount as people write it, or null if it can be read in two ways.
 * @param usual the sign before decimals in the other amounts of its column
 */
export const amountOf = (text: string, currency: Currency, usual: DecimalSign | null): number | null => {
  const plain = usual === ',' ? null : parseAmount(text, currency)
  if (plain !== null) return plain
  const read = amountIn(text, usual, currencyExponent(currency))
  return read && (read.other === null || usual !== null) ? minorFrom(read.decimal, currency) : null
}

/** A typed text or amount in its cell. */
export const typedInto = <Row extends GridRow>(column: GridColumn<Row>, row: Row, text: string): Row => {
  const trimmed = text.trim()
  const clean = readRow(row, column.id)
  if (column.kind === 'text') return column.set(clean, text.slice(0, column.maxLength))
  if (trimmed === '') return column.set(clean, null)
  if (column.kind === 'choice') return unreadRow(column.set(clean, null), column.id, trimmed)
  const minor = amountOf(trimmed, column.currency, null)
  return minor === null || minor < 0 ? unreadRow(column.set(clean, null), column.id, trimmed) : column.set(clean, minor)
}

const clearedAt = <Row extends GridRow>(column: GridColumn<Row>, row: Row): Row => typedInto(column, row, '')

/** The rows and columns between two cells, both included. */
export const rangeOf = (one: Spot, other: Spot) => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
})
type Range = ReturnType<typeof rangeOf>

const changedIn = <Row>(rows: readonly Row[], { top, bottom }: Range, change: (row: Row, at: number) => Row): Row[] =>
  rows.map((row, at) => (at >= top && at <= bottom ? change(row, at) : row))

const copied = <Row extends GridRow>(column: GridColumn<Row>, from: Row, to: Row): Row => {
  const unread = from.unread?.[column.id]
  const clean = readRow(to, column.id)
  const next = column.set(clean, column.get(from) as never)
  return unread === undefined ? next : unreadRow(next, column.id, unread)
}

export const cleared = <Row extends GridRow>(columns: readonly GridColumn<Row>[], rows: readonly Row[], range: Range) =>
  changedIn(rows, range, (row) =>
    columns.slice(range.left, range.right + 1).reduce((next, column) => clearedAt(column, next), row),
  )

/** The first row of a range fills those below it. One row is filled from the one above. */
export const filledDown = <Row extends GridRow>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
  range: Range,
): Row[] => {
  const source = rows[range.top === range.bottom ? range.top - 1 : range.top]
  if (!source) return [...rows]
  return changedIn(rows, range, (row) =>
    columns.slice(range.left, range.right + 1).reduce((next, column) => copied(column, source, next), row),
  )
}

/** Cells as a spreadsheet copies them: tabs and lines, and quotation marks around what has either. */
export const cellsIn = (text: string): string[][] => {
  const lines: string[][] = [['']]
  const source = withoutEnd(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'), '\n')
  let isQuoted = false
  for (let at = 0; at < source.length; at++) {
    const letter = source[at] as string
    const line = lines.at(-1) as string[]
    const cell = line.at(-1) as string
    const add = (more: string) => line.splice(-1, 1, cell + more)
    if (letter === '"' && !isQuoted && cell === '') isQuoted = true
    else if (letter === '"' && isQuoted && source[at + 1] === '"') {
      add('"')
      at++
    } else if (letter === '"' && isQuoted) isQuoted = false
    else if (letter === '\t' && !isQuoted) line.push('')
    else if (letter === '\n' && !isQuoted) lines.push([''])
    else add(letter)
  }
  return lines
}

export const textOfRange = <Row extends GridRow>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
  { top, bottom, left, right }: Range,
): string => {
  const quoted = (text: string) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return rows
    .slice(top, bottom + 1)
    .map((row) => columns.slice(left, right + 1).map((column) => quoted(textOfCell(column, row))))
    .map((cells) => cells.join('\t'))
    .join('\n')
}

interface Pasted<Row> {
  columns: readonly GridColumn<Row>[]
  rows: readonly Row[]
  at: Spot
  cells: readonly (readonly string[])[]
  newRow: (rows: readonly Row[]) => Row
  /** The most rows. */
  most: number
  /** What the names mean that were looked up. */
  meant: ReadonlyMap<string, Option | null>
}

/** A name in a column, for `meant`. */
export const nameKey = (column: string, text: string): string => `${column}\n${text.trim()}`

/** The names that a paste has in columns of choices. */
export const namesIn = <Row extends GridRow>(
  columns: readonly GridColumn<Row>[],
  left: number,
  cells: readonly (readonly string[])[],
) =>
  columns.slice(left).flatMap((column, at) => {
    if (column.kind !== 'choice') return []
    const texts = new Set(cells.map((line) => line[at]?.trim() ?? '').filter((text) => text !== ''))
    return [...texts].map((text) => ({ column, text }))
  })

/** Rows with pasted cells. Rows are added as needed, and what has no place is left. */
export const pasted = <Row extends GridRow>({ columns, rows, at, cells, newRow, most, meant }: Pasted<Row>): Row[] => {
  const next = [...rows]
  while (next.length < Math.min(most, at.row + cells.length)) next.push(newRow(next))
  // A sign that is clear in one amount is that of all.
  const usual = columns.map((_, column) =>
    cells.reduce<DecimalSign | null>((sign, line) => sign ?? decimalSignOf(line[column - at.column] ?? ''), null),
  )
  for (const [line, texts] of cells.entries())
    for (const [offset, text] of texts.entries()) {
      const [row, column] = [next[at.row + line], columns[at.column + offset]]
      if (!row || !column) continue
      next[at.row + line] = into(column, row, text, usual[at.column + offset] ?? null, meant)
    }
  return next
}

const into = <Row extends GridRow>(
  column: GridColumn<Row>,
  row: Row,
  text: string,
  usual: DecimalSign | null,
  meant: ReadonlyMap<string, Option | null>,
): Row => {
  if (column.kind === 'choice') {
    const option = meant.get(nameKey(column.id, text))
    return option ? column.set(readRow(row, column.id), option.value) : typedInto(column, row, text)
  }
  if (column.kind === 'amount' && text.trim() !== '') {
    const minor = amountOf(text, column.currency, usual)
    if (minor !== null && minor >= 0) return column.set(readRow(row, column.id), minor)
  }
  return typedInto(column, row, text)
}
