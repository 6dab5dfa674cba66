import { and, type Column, eq, getTableColumns, is, Param, Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable, SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import type { AnyField, Fields, ListedValues, StoredValues } from '../../schema/shared/record.ts'
import { Database, guardOneRow } from './database.ts'

/** Rows of one table, as Drizzle declares them. The text of a statement is made once, and bound many times. */

type Sql = Pick<Database, 'sql'>
type Values = Readonly<Record<string, unknown>>
type ColumnName<T extends SQLiteTable> = keyof T['$inferSelect'] & string

interface Text {
  sql: string
  params: unknown[]
}

const texts = new WeakMap<SQLiteTable, Map<string, Text>>()

const textOf = (table: SQLiteTable, key: string, make: () => { toSQL(): Text }): Text => {
  const known = texts.get(table) ?? new Map<string, Text>()
  texts.set(table, known)
  const text = known.get(key) ?? make().toSQL()
  known.set(key, text)
  return text
}

const driverValue = (values: Values, { name }: Placeholder, encode = (value: unknown): unknown => value): unknown => {
  const value = values[name]
  return value === null || value === undefined ? null : encode(value)
}

const bound = (db: Sql, { sql: text, params }: Text, values: Values): D1PreparedStatement =>
  db.sql(
    text,
    ...params.map((param) => {
      if (is(param, Placeholder)) return driverValue(values, param)
      if (!is(param, Param) || !is(param.value, Placeholder)) return param
      return driverValue(values, param.value, (value) => param.encoder.mapToDriverValue(value))
    }),
  )

const places = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, sql.placeholder(key)]))
const given = (values: Values): string[] => Object.keys(values).filter((key) => values[key] !== undefined)

/** Columns that SQL computes. It can use the row's values as placeholders: `$id`, `$companyId` and each by its name. */
type Computed<T extends SQLiteTable> = { [C in ColumnName<T>]?: SQL }

type Row = SQLiteTable & { id: Column; companyId: Column }

export const insertRow = <T extends Row>(
  db: Sql,
  table: T,
  row: T['$inferInsert'] & { id: string; companyId: string },
  computed: Computed<T> = {},
): D1PreparedStatement => {
  const keys = given(row)
  const text = textOf(table, `insert ${keys} ${Object.keys(computed)}`, () =>
    Database.orm.insert(table).values({ ...places(keys), ...computed } as T['$inferInsert']),
  )
  return bound(db, text, { ...row, $id: row.id, $companyId: row.companyId })
}

type Versioned = Row & { version: Column }

interface Changed {
  id: string
  companyId: string
  /** The version that was read. */
  version: number
}

/** Sets columns of a row and its next version, and aborts the batch if someone else has changed it since. */
export const updateRow = <T extends Versioned>(
  db: Database,
  table: T,
  { id, companyId, version }: Changed,
  set: Partial<T['$inferInsert']>,
  computed: Computed<T> = {},
): D1PreparedStatement[] => {
  const keys = given(set)
  const text = textOf(table, `update ${keys} ${Object.keys(computed)}`, () =>
    Database.orm
      .update(table)
      .set({ ...places(keys), ...computed, version: sql`${table.version} + 1` } as unknown as SQLiteUpdateSetSource<T>)
      .where(
        and(
          eq(table.id, sql.placeholder('$id')),
          eq(table.companyId, sql.placeholder('$companyId')),
          eq(table.version, sql.placeholder('$version')),
        ),
      ),
  )
  return [bound(db, text, { ...set, $id: id, $companyId: companyId, $version: version }), guardOneRow(db)]
}

/** Columns of a table called `alias` in a larger statement. `rowOf` reads them. */
export const columnsSql = <T extends SQLiteTable>(
  table: T,
  alias: string,
  without: readonly ColumnName<T>[] = [],
): string =>
  Object.entries(getTableColumns(table))
    .filter(([key]) => !(without as readonly string[]).includes(key))
    .map(([key, { name }]) => `${alias}.${name}${name === key ? '' : ` AS ${key}`}`)
    .join(', ')

/** A row of such a statement, as the table declares its columns. What isn't a column stays as it is. */
export const rowOf = <T extends SQLiteTable, Read = T['$inferSelect']>(table: T, raw: object): Read => {
  const columns: Record<string, Column | undefined> = getTableColumns(table)
  return Object.fromEntries(
    Object.entries(raw).map(([key, value]) => [
      key,
      value === null ? null : (columns[key]?.mapFromDriverValue(value) ?? value),
    ]),
  ) as Read
}

/** The columns of a record's stored fields, by their names in the table. */
export const columnsOf = <F extends Fields, Row>(fields: F, values: StoredValues<F>): Partial<Row> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, { column }]) =>
      column === undefined ? [] : [[column, values[key as keyof StoredValues<F>]]],
    ),
  ) as Partial<Row>

const valuesIn = (fields: Fields, row: object, has: (field: AnyField) => boolean): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) =>
      field.column === undefined || !has(field) ? [] : [[key, (row as Values)[field.column]]],
    ),
  )

/** The reverse of `columnsOf`. */
export const valuesOf = <F extends Fields>(fields: F, row: object): StoredValues<F> =>
  valuesIn(fields, row, () => true) as StoredValues<F>

/** Those that lists have too. */
export const listedValuesOf = <F extends Fields>(fields: F, row: object): ListedValues<F> =>
  valuesIn(fields, row, ({ isDetail }) => !isDetail) as ListedValues<F>
