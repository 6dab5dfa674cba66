import type { ReactNode } from 'react'
import type { Currency } from '../../../schema/shared/money.ts'
import type { Option } from '../../../schema/shared/values.ts'

/** What a grid shows and changes. Rows are values: each change makes other rows. */

/** What was typed or pasted and couldn't be read, by the column's id. It stays until something else is in its cell. */
export interface GridRow {
  unread?: Record<string, string> | undefined
}

interface ColumnBase<Row> {
  /** The row's field, which is also the end of its path in the form. */
  id: string
  header: string
  required?: boolean
  /** Below the value, such as how far it is from something else. */
  note?: (row: Row) => ReactNode
}

/** What the editor of a choice shows for a text. None while waiting. */
export interface FoundOptions {
  options: readonly Option[]
  waiting: boolean
  /** Searches without waiting for a pause. */
  askNow: () => void
}

interface TextColumn<Row> extends ColumnBase<Row> {
  kind: 'text'
  get: (row: Row) => string
  set: (row: Row, value: string) => Row
  maxLength: number
}

interface AmountColumn<Row> extends ColumnBase<Row> {
  kind: 'amount'
  currency: Currency
  /** Minor units. */
  get: (row: Row) => number | null
  set: (row: Row, value: number | null) => Row
}

export interface ChoiceColumn<Row> extends ColumnBase<Row> {
  kind: 'choice'
  get: (row: Row) => string | null
  set: (row: Row, value: string | null) => Row
  /** What is shown for a chosen value. */
  textOf: (value: string) => string
  /** A hook: it is called in the editor, always the same one. */
  useFound: (typed: string) => FoundOptions
  /** The option that a pasted text means, by its name or code. */
  resolve: (text: string) => Promise<Option | null>
  /** Keeps the name of what was chosen. */
  remember: (option: Option) => void
}

export type GridColumn<Row> = TextColumn<Row> | AmountColumn<Row> | ChoiceColumn<Row>

/** A cell's place. */
export interface Spot {
  row: number
  column: number
}

/** "6100 Software" is Software. */
const withoutCode = (label: string): string => {
  const end = label.search(/\s/)
  return end > 0 && /\d/.test(label.slice(0, end)) ? label.slice(end).trimStart() : label
}

/** What someone means by a text: its exact name, or the code that it begins with. */
export const meantBy = (options: readonly Option[], text: string): Option | undefined => {
  const plain = text.trim().toLowerCase()
  if (plain === '') return undefined
  const labels = options.map((option) => ({ option, label: option.label.toLowerCase() }))
  return (
    labels.find(({ label }) => label === plain) ??
    labels.find(({ label }) => label.startsWith(`${plain} `)) ??
    labels.find(({ label }) => withoutCode(label) === plain)
  )?.option
}

/** Without what couldn't be read in one of its cells. */
export const readRow = <Row extends GridRow>(row: Row, column: string): Row => {
  if (row.unread?.[column] === undefined) return row
  const { [column]: _, ...unread } = row.unread
  return { ...row, unread }
}

export const unreadRow = <Row extends GridRow>(row: Row, column: string, text: string): Row => ({
  ...row,
  unread: { ...row.unread, [column]: text },
})
