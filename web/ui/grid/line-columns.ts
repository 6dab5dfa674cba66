import type { Currency } from '../../../schema/shared/money.ts'
import { inOtherUnits } from '../fields/minor-units.ts'
import type { GridColumn, GridRow } from './columns.ts'

/** What lines in forms have in common: of a bill, a spend request or an order. */

export interface LineRow extends GridRow {
  /** Undefined for one that isn't saved yet. */
  id?: string | undefined
  /** Tells lines apart as they are added and removed. */
  key: string
  /** Minor units of the form's currency. */
  amount: number | null
}

/** Up to a length that the form's endpoint takes. */
export const textColumn = <Id extends string, Row extends GridRow & Record<Id, string>>(
  id: Id,
  header: string,
  maxLength: number,
): GridColumn<Row> => ({
  kind: 'text',
  id,
  header,
  maxLength,
  get: (row) => row[id],
  set: (row, value) => ({ ...row, [id]: value }),
})

export const amountColumn = <Row extends LineRow>(currency: Currency): GridColumn<Row> => ({
  kind: 'amount',
  id: 'amount',
  header: 'Amount',
  required: true,
  currency,
  get: ({ amount }) => amount,
  set: (row, amount) => ({ ...row, amount }),
})

/** Those that are shown. */
export const shownColumns = <Row>(columns: readonly (GridColumn<Row> | false | undefined)[]): GridColumn<Row>[] =>
  columns.filter((column): column is GridColumn<Row> => Boolean(column))

export const sumOfLines = (lines: readonly { amount: number | null }[]): number =>
  lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0)

/** Another currency keeps what was typed in major units. */
export const linesIn = <Row extends LineRow>(lines: readonly Row[], from: Currency, into: Currency): Row[] =>
  lines.map((line) => ({ ...line, amount: inOtherUnits(line.amount, from, into) }))

/** A line as several with the same booking, whose amounts are as equal as minor units allow and add up to its own. */
export const splitLine = <Row extends LineRow>(line: Row, parts: number): Row[] => {
  const { amount } = line
  const each = amount === null ? null : Math.floor(amount / parts)
  return Array.from({ length: parts }, (_part, at) => ({
    ...line,
    ...(at > 0 && { id: undefined, key: crypto.randomUUID() }),
    amount: amount === null || each === null ? null : each + (at < amount - each * parts ? 1 : 0),
  }))
}

/** What no one meant to leave out: texts that couldn't be read, by field of the form. */
export const unreadFaults = ({ lines }: { lines: readonly GridRow[] }): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap(({ unread = {} }, at) =>
      Object.keys(unread).map((field) => [
        `lines.${at}.${field}`,
        field === 'amount' ? 'Enter an amount, such as 1,250.00' : 'Not found. Choose one from the list',
      ]),
    ),
  )
