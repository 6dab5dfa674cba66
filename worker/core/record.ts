import { and, type Column, eq, getTableColumns, is, Param, Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable, SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import type { AnyField, Fields, ListedValues, StoredValues } from '../../schema/shared/record.ts'
import { Database, guardOneRow, type Text as TypedText } from './database.ts'

/**
 * Rows of one table, as Drizzle declares them: `insertRow`, `updateRow`. The text of a statement is made once, and
 * bound many times.
 *
 * Reads of several tables are SQL whose rows the tables type. Write a text once, outside the function that binds it:
 *
 *     const PAYMENT = columns(
 *       select(billPayments, 'p', ['id', 'amountMinor', 'payOn']),
 *       leftJoined(select(paymentMethods, 'm', { bankLastFour: 'lastFour' })),
 *       computed<{ tries: number }>({ tries: '(SELECT count(*) FROM bill_payment_events e WHERE e.payment_id = p.id)' }),
 *     )
 *     type PaymentRow = RowOf<typeof PAYMENT> // { id: string; amountMinor: number; payOn: string | null; … }
 *     const BY_ID = typed`SELECT ${PAYMENT} FROM bill_payments p LEFT JOIN payment_methods m ON … WHERE p.id = ?`
 *
 *     const payment = await db.first(db.sql(BY_ID, id)) // PaymentRow | null
 *     const [payments, bills] = await db.readBatch([db.sql(BY_ID, id), db.sql(BILLS, companyId)])
 *
 * Rows are as D1 returns them: a boolean is 0 or 1, and JSON is text. `rowOf` maps one as Drizzle would.
 */

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

declare const read: unique symbol

/** Columns for a `SELECT`, which know the rows that they read. In a text they are their SQL. */
export class Columns<Row> {
  declare readonly [read]: Row
  readonly sql: string
  /** Aliases of tables whose columns are never null because of a join. */
  readonly inner: readonly string[]

  constructor(text: string, inner: readonly string[]) {
    this.sql = text
    this.inner = inner
  }

  toString(): string {
    return this.sql
  }
}

type Flat<Row> = { [K in keyof Row]: Row[K] }
/** The row of columns, or of the statement of a text. */
export type RowOf<C extends Columns<unknown> | TypedText<unknown>> =
  C extends Columns<infer Row> ? Row : C extends TypedText<infer Row> ? Row : never

type ColumnOf<T extends SQLiteTable, K extends ColumnName<T>> = T['_']['columns'][K]['_']
/** As D1 returns it, not as Drizzle maps it. */
type Driven<C extends { dataType: string; data: unknown; driverParam: unknown }> = C['dataType'] extends 'boolean'
  ? 0 | 1
  : C['dataType'] extends 'string' | 'number'
    ? C['data']
    : C['driverParam']
type Raw<T extends SQLiteTable, K extends ColumnName<T>> =
  | Driven<ColumnOf<T, K>>
  | (ColumnOf<T, K>['notNull'] extends true ? never : null)

type Named<T extends SQLiteTable> = Readonly<Record<string, ColumnName<T>>>
type Chosen<T extends SQLiteTable, C> = C extends readonly ColumnName<T>[]
  ? { [K in C[number]]: Raw<T, K> }
  : { -readonly [K in keyof C]: C[K] extends ColumnName<T> ? Raw<T, C[K]> : never }

/**
 * Columns of a table that a statement calls `alias`.
 * @param chosen their names here, or an object where the row calls them otherwise: `{ bankLastFour: 'lastFour' }`
 */
export const select = <T extends SQLiteTable, const C extends readonly ColumnName<T>[] | Named<T>>(
  table: T,
  alias: string,
  chosen: C,
): Columns<Flat<Chosen<T, C>>> => {
  const all: Record<string, Column | undefined> = getTableColumns(table)
  const named: [string, string][] = Array.isArray(chosen) ? chosen.map((key) => [key, key]) : Object.entries(chosen)
  const texts = named.map(([key, column]) => {
    const name = all[column]?.name
    if (!name) throw new Error(`${column} is no column of ${alias}`)
    return `${alias}.${name}${name === key ? '' : ` AS ${key}`}`
  })
  return new Columns(texts.join(', '), [alias])
}

/** Columns of a table that is left-joined, so that each can be null. */
export const leftJoined = <Row>({ sql: text }: Columns<Row>): Columns<{ [K in keyof Row]: Row[K] | null }> =>
  new Columns(text, [])

/** Columns that SQL computes, by name. Their type is the caller's word: `computed<{ count: number }>({ count: 'count(*)' })`. */
export const computed = <Row>(texts: { readonly [K in keyof Row]: string }): Columns<Row> =>
  new Columns(
    Object.entries(texts)
      .map(([key, text]) => `${text} AS ${key}`)
      .join(', '),
    [],
  )

type Part = string | number | Columns<unknown>
type RowOfParts<P extends readonly Part[]> = P extends readonly [infer First, ...infer Rest extends readonly Part[]]
  ? (First extends Columns<infer Row> ? Row : unknown) & RowOfParts<Rest>
  : unknown

/** Columns of several tables as one. */
export const columns = <const P extends readonly Columns<unknown>[]>(...parts: P): Columns<Flat<RowOfParts<P>>> =>
  new Columns(
    parts.map(String).join(', '),
    parts.flatMap(({ inner }) => inner),
  )

const checked = new WeakSet<TemplateStringsArray>()

/**
 * The text of a read. Its rows have the columns that it is given, and all of them: name no others in it.
 * Throws when a table is left-joined whose columns don't say so.
 */
export const typed = <const P extends readonly Part[]>(
  strings: TemplateStringsArray,
  ...parts: P
): TypedText<Flat<RowOfParts<P>>> => {
  const text = String.raw({ raw: strings }, ...parts)
  if (!checked.has(strings)) {
    for (const alias of parts.flatMap((part) => (part instanceof Columns ? part.inner : [])))
      if (new RegExp(`\\bLEFT JOIN\\s+\\w+\\s+(AS\\s+)?${alias}\\b`, 'i').test(text))
        throw new Error(`${alias} is left-joined: its columns need leftJoined(…)`)
    checked.add(strings)
  }
  return text as TypedText<Flat<RowOfParts<P>>>
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
