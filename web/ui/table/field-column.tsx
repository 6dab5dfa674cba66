import { type AnyField, type Fields, textOf } from '../../../schema/shared/record.ts'
import type { CellEdit, Column } from './types.ts'

export const NONE = <span aria-hidden>–</span>

/** A column with text. A dash means unknown. */
export const textCell =
  <Row,>(read: (row: Row) => string) =>
  (row: Row) =>
    read(row) || NONE

/** How fields are edited in their row, by their names. */
export type FieldEdits<Row> = { readonly [K in keyof Row & string]?: CellEdit<Row> }

/** The column of a field that shows its text, hidden until chosen. */
export const fieldColumn = <Row extends object>(
  key: keyof Row & string,
  field: AnyField,
  edit?: CellEdit<Row>,
): Column<Row> => ({
  id: field.listed?.id ?? key,
  header: field.listed?.header ?? field.label,
  ...(field.listed?.width && { width: field.listed.width }),
  hiddenByDefault: true,
  cell: textCell((row: Row) => textOf(field, row[key])),
  ...(edit && { edit }),
})

/**
 * Columns of all fields that are listed: `first` in this order, then the others.
 * @param except those with a place of their own
 */
export const fieldColumns = <Row extends object>(
  fields: Fields,
  {
    first = [],
    except = [],
    edits = {},
  }: { first?: readonly (keyof Row & string)[]; except?: readonly (keyof Row & string)[]; edits?: FieldEdits<Row> },
): Column<Row>[] => {
  const place = (key: string) => (first as readonly string[]).indexOf(key) + 1 || first.length + 1
  return Object.entries(fields)
    .filter(([key, { listed }]) => listed && !(except as readonly string[]).includes(key))
    .sort(([a], [b]) => place(a) - place(b))
    .map(([key, field]) => fieldColumn<Row>(key as keyof Row & string, field, edits[key as keyof Row & string]))
}
