import type { z } from 'zod'
import type { CompanyFlag } from './permissions.ts'

/**
 * What an object is, field by field and each in one place: its column, what is accepted for it, how it is answered, and
 * how forms, lists, files and the history word it. Endpoints, rows, statements, history, files and tables are made from
 * it. Types tie it to the table: a field whose column is missing, or holds something else, doesn't compile.
 */

export interface Listed {
  width?: string
  /** Its id in the column menu, if it isn't the field's own name. */
  id?: string
  /** If it isn't the field's label, like the next one. */
  header?: string
}

export interface Imported {
  /** Shown beside the field, and in the template's second line. */
  example: string
  help?: string | undefined
  isRequired?: boolean
  /** Other headers that mean it, in lower case without blanks and punctuation. */
  headers: readonly string[]
}

/** A cell of a file. A number is written as it is: `{ number: '-12.00' }`. */
export type FileCell = string | { readonly number: string } | null
/** One of several columns of a field: an amount and its currency. Null is an empty cell. */
interface FileColumn<Value> {
  label: string
  cell: (value: NonNullable<Value>) => FileCell
}

/** How people read a field. `text` and what overrides it never get null. */
interface Words<Value> {
  /** "Payment method", in forms and beside the value. */
  label: string
  /** "payment method", in a sentence of the history. */
  word?: string
  /** On screens. Without it the value is a text itself. */
  text?: (value: NonNullable<Value>) => string
  /** What an unknown value is called. Nothing by default. */
  unknown?: string
  /** In files, under its label unless it has another there. */
  csv?: true | { label?: string; text?: (value: NonNullable<Value>) => string } | FileColumn<Value>[]
  /** In the history. The value itself by default. */
  history?: (value: NonNullable<Value>) => unknown
  /** A column of the list that shows the text, hidden until chosen. */
  listed?: Listed
  /** Shown beside the others on the object's page. */
  isFact?: true
  /** Only on the object's page, not in lists. */
  isDetail?: true
  /** Two objects that become one have a choice between their values. */
  merged?: true | ((value: NonNullable<Value>) => string)
  /** A column of imported files. */
  imported?: Imported
  /** People who are told about changes of the object are told about this. */
  isTold?: true
  /** The company's flag without which no one sees it. */
  flag?: CompanyFlag
}

interface StoredWords<Value> extends Words<Value> {
  /** What a new object has without it. */
  empty: Value
  /** What is kept of an accepted value. */
  kept?: (value: Value) => Value
}

/** A field as the kit goes through it. */
export interface AnyField
  // biome-ignore lint/suspicious/noExplicitAny: a field of any value
  extends Words<any> {
  shown: z.ZodType
  input?: z.ZodType
  column?: string
  empty?: unknown
  // biome-ignore lint/suspicious/noExplicitAny: a field of any value
  kept?: (value: any) => unknown
}
export type Fields = Readonly<Record<string, AnyField>>

/** For the fields of one table: `stored` has its value in a column, and `shown` is put together from elsewhere. */
export const fieldsOf = <Row extends object>() => ({
  stored: <
    const C extends keyof Row & string,
    S extends z.ZodType<Row[C]>,
    I extends z.ZodType<Row[C]>,
    const W extends object,
  >(
    column: C,
    shown: S,
    input: I,
    words: W & StoredWords<Row[C]>,
  ) => ({ column, shown, input, ...words }),
  /** @param words with `input`, if people enter it */
  shown: <S extends z.ZodType, const W extends object>(shown: S, words: W & Words<z.output<S>>) => ({
    shown,
    ...words,
  }),
})

type Where<F extends Fields, Condition> = { [K in keyof F]: F[K] extends Condition ? K : never }[keyof F]
type StoredKey<F extends Fields> = Where<F, { column: string }>
type InputKey<F extends Fields> = Where<F, { input: z.ZodType }>
type DetailKey<F extends Fields> = Where<F, { isDetail: true }>

/** The values in columns, by the names of their fields. */
export type StoredValues<F extends Fields> = { [K in StoredKey<F>]: z.output<F[K]['shown']> }

/** Those that lists answer too. */
export type ListedValues<F extends Fields> = Omit<StoredValues<F>, DetailKey<F>>

const picked = (fields: Fields, has: (field: AnyField) => boolean, part: 'shown' | 'input') =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, field]) => (has(field) ? [[key, field[part]]] : [])))

/** How lists answer each field. */
export const listShape = <F extends Fields>(fields: F) =>
  picked(fields, ({ isDetail }) => !isDetail, 'shown') as { [K in Exclude<keyof F, DetailKey<F>>]: F[K]['shown'] }

/** What the object's own page has besides. */
export const detailShape = <F extends Fields>(fields: F) =>
  picked(fields, ({ isDetail }) => isDetail === true, 'shown') as { [K in DetailKey<F>]: F[K]['shown'] }

/** What people enter. */
export const inputShape = <F extends Fields>(fields: F) =>
  picked(fields, ({ input }) => input !== undefined, 'input') as {
    [K in InputKey<F>]: F[K] extends { input: infer I extends z.ZodType } ? I : never
  }

/** The stored fields that files can have. */
export type ImportedValues<F extends Fields> = Pick<
  StoredValues<F>,
  Extract<Where<F, { imported: Imported }>, StoredKey<F>>
>

const storedOf = (fields: Fields) => Object.entries(fields).filter(([, { column }]) => column !== undefined)

/** What a new object has. */
export const emptyOf = <F extends Fields>(fields: F): StoredValues<F> =>
  Object.fromEntries(storedOf(fields).map(([key, { empty }]) => [key, empty])) as StoredValues<F>

/** The values of an object that was read. */
export const valuesIn = <F extends Fields>(fields: F, object: StoredValues<F>): StoredValues<F> =>
  Object.fromEntries(storedOf(fields).map(([key]) => [key, object[key as StoredKey<F>]])) as StoredValues<F>

/** The values before, with those that were given. */
export const withGiven = <F extends Fields>(
  fields: F,
  before: StoredValues<F>,
  given: { [K in StoredKey<F>]?: unknown },
): StoredValues<F> =>
  Object.fromEntries(
    storedOf(fields).map(([key, { kept = (value: unknown) => value }]) => {
      const value = given[key as StoredKey<F>]
      return [key, value === undefined ? before[key as StoredKey<F>] : kept(value)]
    }),
  ) as StoredValues<F>

// ---- Words

export const textOf = ({ text = String, unknown = '' }: AnyField, value: unknown): string =>
  value === null || value === undefined ? unknown : text(value)

export const isSeen = ({ flag }: AnyField, company: Readonly<Partial<Record<CompanyFlag, boolean>>>): boolean =>
  flag === undefined || company[flag] === true

/** The columns of a file, in the order of the fields. */
export const csvColumns = <F extends Fields>(
  fields: F,
  company: Readonly<Partial<Record<CompanyFlag, boolean>>>,
): { key: string; label: string; cell: (object: { [K in keyof F]?: unknown }) => FileCell }[] =>
  Object.entries(fields).flatMap(([key, field]) => {
    if (!field.csv || !isSeen(field, company)) return []
    if (Array.isArray(field.csv))
      return field.csv.map(({ label, cell }) => ({
        key,
        label,
        cell: (object: { [K in keyof F]?: unknown }) => cellOf(cell, object[key]),
      }))
    const own = field.csv === true ? {} : field.csv
    const worded: AnyField = own.text ? { ...field, text: own.text } : field
    const cell = (object: { [K in keyof F]?: unknown }) => textOf(worded, object[key])
    return [{ key, label: own.label ?? field.label, cell }]
  })

const cellOf = (cell: (value: never) => FileCell, value: unknown): FileCell =>
  value === null || value === undefined ? null : cell(value as never)

/** What people enter, as the history words it. Values that aren't in a column are given in words. */
export const historyOf = (fields: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, { history = (value: unknown) => value, unknown = null }]) => {
      if (!(key in values)) return []
      const value = values[key]
      return [[key, value === null || value === undefined ? unknown : history(value)]]
    }),
  )

/** What people enter, by its label. */
export const labelsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, { input, label }]) => (input ? [[key, label]] : [])),
  ) as Record<InputKey<F>, string>

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What changed, for the history: the keys, and their values before and after. */
export const differences = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) => {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !same(before[key], after[key]),
  )
  const only = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((key) => [key, values[key] ?? null]))
  return { changed, changeData: { before: only(before), after: only(after) } }
}

const wordOf = ({ word, label }: AnyField): string => word ?? label.toLowerCase()

/** "payment method, owners". A custom field is called by its own name. */
export const inWords = (fields: Fields, keys: readonly string[]): string =>
  keys.map((key) => (fields[key] ? wordOf(fields[key]) : key)).join(', ')

/** What people who are told about changes are told about. */
export const toldChanges = <V extends object>(fields: Fields, before: V, after: V): string[] =>
  Object.entries(fields).flatMap(([key, field]) =>
    field.isTold && !same(before[key as keyof V], after[key as keyof V]) ? [wordOf(field)] : [],
  )

/** The company's flags without which no one sees some of the fields. */
export const flagsOf = (fields: Fields): Readonly<Partial<Record<string, CompanyFlag>>> =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, { flag }]) => (flag ? [[key, flag]] : [])))

/** The fields that files can have, with their labels. */
export const importedFields = (fields: Fields): ({ key: string; label: string } & Imported)[] =>
  Object.entries(fields).flatMap(([key, { label, imported }]) => (imported ? [{ key, label, ...imported }] : []))

/** The fields with a choice between the values of two objects that become one: `first` in this order. */
export const mergedFields = (fields: Fields, first: readonly string[]): { key: string; label: string }[] =>
  inPlace(
    Object.entries(fields).flatMap(([key, { label, merged }]) => (merged ? [{ key, label }] : [])),
    ({ key }) => key,
    first,
  )

/** Some come first in their own order, and the others follow as they are. */
export const inPlace = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  first: readonly string[],
): Item[] => {
  const place = (item: Item) => first.indexOf(keyOf(item)) + 1 || first.length + 1
  return [...items].sort((a, b) => place(a) - place(b))
}

/**
 * The ids of lines that someone saved, one for each: the one that it came with, or that of the line before which it says
 * again, so that a program that sends no ids changes only what differs. The rest are new.
 * @param likeness what makes a line the same as one before, from the strictest to the loosest: parts to compare
 * @param fresh the id of a new line, by its position
 */
export const keptLineIds = <Given extends { id?: string | undefined }, Before extends { id: string }>(
  given: readonly Given[],
  before: readonly Before[],
  likeness: readonly [ofGiven: (line: Given) => unknown[], ofBefore: (line: Before) => unknown[]][],
  fresh: (index: number) => string,
): string[] => {
  const free = new Map(before.map((line) => [line.id, line]))
  const ids = given.map(({ id }) => (id !== undefined && free.delete(id) ? id : undefined))
  for (const [ofGiven, ofBefore] of likeness)
    for (const [index, line] of given.entries()) {
      if (ids[index] !== undefined) continue
      const wanted = JSON.stringify(ofGiven(line))
      const found = [...free.values()].find((one) => JSON.stringify(ofBefore(one)) === wanted)
      if (found && free.delete(found.id)) ids[index] = found.id
    }
  return ids.map((id, index) => id ?? fresh(index))
}
