import type { BookKind, BookObject } from '../../../schema/platform/accounting/books.ts'
import type { BooksAccess } from '../../core/books.ts'
import { KIND_QUERIES } from './object-statements.ts'
import { objectOf, type Parts } from './objects.ts'
import { isUnknownRecord, list, number, query, queryAll, quoted, type Row } from './suiteql.ts'

/** Reading objects by SuiteQL, page by page in the order of their ids. */

const PAGE = 1000

/** Where a page of changes begins: behind a row, in the order of changes and ids. */
export interface ChangePlace {
  changed: string
  id: string
}

interface ObjectPage {
  objects: BookObject[]
  /** The last row's id, or null at the end. */
  last: string | null
}

const groupBy = (rows: readonly Row[], column: string): Map<string, Row[]> => {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = row[column] ?? ''
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return groups
}

/** The subsidiaries of vendors. Accounts without subsidiaries have none. */
const subsidiariesOf = async (access: BooksAccess, vendors: readonly Row[]): Promise<Parts> => {
  if (vendors.length === 0) return new Map()
  const ids = list(vendors.map(({ id }) => number(id)))
  const after = (last: Row | null) =>
    last === null
      ? ''
      : `AND (R.entity > ${number(last.entity)} OR
              (R.entity = ${number(last.entity)} AND R.subsidiary > ${number(last.subsidiary)}))`
  try {
    const rows = await queryAll(
      access,
      (last) => `SELECT R.entity, R.subsidiary FROM vendorsubsidiaryrelationship R
                  WHERE R.entity IN (${ids}) ${after(last)} ORDER BY R.entity, R.subsidiary`,
    )
    return groupBy(rows, 'entity')
  } catch (error) {
    if (isUnknownRecord(error)) return new Map()
    throw error
  }
}

/** The values of custom segments. Each segment is a record of its own. */
const valuesOf = async (access: BooksAccess, segments: readonly Row[]): Promise<Parts> => {
  const found = new Map<string, Row[]>()
  for (const { id = '', scriptid = '' } of segments) {
    const name = scriptid.toLowerCase()
    // It becomes the name of a table.
    if (!/^cseg\w{0,60}$/.test(name)) continue
    try {
      const rows = await queryAll(
        access,
        (last) => `SELECT W.id, W.name FROM customrecord_${name} W
                    WHERE W.isinactive = 'F' AND W.id > ${number(last?.id ?? '0')} ORDER BY W.id`,
      )
      found.set(id, rows)
    } catch (error) {
      if (!isUnknownRecord(error)) throw error
    }
  }
  return found
}

export const partsOf = async (access: BooksAccess, kind: BookKind, rows: readonly Row[]): Promise<Parts> =>
  kind === 'VENDOR'
    ? subsidiariesOf(access, rows)
    : kind === 'CUSTOM_SEGMENT'
      ? valuesOf(access, rows)
      : new Map<string, Row[]>()

/** Custom fields are read only if they are for transactions. */
const isWanted = (kind: BookKind, row: Row): boolean =>
  kind !== 'CUSTOM_FIELD' || /^cust(body|col)/i.test(row.scriptid ?? '')

const statement = (kind: BookKind, where: string, order: string): string => {
  const { columns, from } = KIND_QUERIES[kind]
  return `SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${order}`
}

const objectsOf = async (access: BooksAccess, kind: BookKind, rows: readonly Row[]): Promise<BookObject[]> => {
  const wanted = rows.filter((row) => isWanted(kind, row))
  const parts = await partsOf(access, kind, wanted)
  return wanted.map((row) => objectOf(kind, row, parts))
}

/** A page of all objects of a kind. */
export const readObjects = async (access: BooksAccess, kind: BookKind, last: string | null): Promise<ObjectPage> => {
  const { key, isOptional } = KIND_QUERIES[kind]
  try {
    const { rows, hasMore } = await query(access, statement(kind, `${key} > ${number(last ?? '0')}`, key), PAGE)
    return { objects: await objectsOf(access, kind, rows), last: hasMore ? number(rows.at(-1)?.id) : null }
  } catch (error) {
    if (isOptional && isUnknownRecord(error)) return { objects: [], last: null }
    throw error
  }
}

const instant = (text: string): string => `TO_DATE(${quoted(text)}, 'YYYY-MM-DD HH24:MI:SS')`

/**
 * What follows a place in the order of changes. A row that changes meanwhile goes behind it, and is found again.
 * @param column when the row was changed last
 */
export const changedAfter = (column: string, key: string, { changed, id }: ChangePlace): string =>
  `(${column} > ${instant(changed)} OR (${column} = ${instant(changed)} AND ${key} > ${number(id)}))`

export const placeOf = (row: Row | undefined): ChangePlace => ({ changed: row?.changed ?? '', id: number(row?.id) })

/** A page of the changed objects of a kind whose record has a time. */
export const readChangedObjects = async (
  access: BooksAccess,
  kind: BookKind,
  column: string,
  from: ChangePlace,
): Promise<{ objects: BookObject[]; last: ChangePlace | null }> => {
  const { key, isOptional } = KIND_QUERIES[kind]
  try {
    const { rows, hasMore } = await query(
      access,
      statement(kind, changedAfter(column, key, from), `${column}, ${key}`),
      PAGE,
    )
    return { objects: await objectsOf(access, kind, rows), last: hasMore ? placeOf(rows.at(-1)) : null }
  } catch (error) {
    if (isOptional && isUnknownRecord(error)) return { objects: [], last: null }
    throw error
  }
}
