import { z } from 'zod'
import type { BooksAccess } from '../../core/books.ts'
import { callRest } from './call.ts'
import { malformed, NetsuiteRefusal } from './errors.ts'

/** SuiteQL: SQL over a company's records. Rows leave out what is null. */

export const MOST_ROWS = 1000

const value = z.union([z.string(), z.number(), z.boolean()]).nullish()
const row = z.record(z.string(), z.unknown())
export type Row = Record<string, string | undefined>

const answer = z.object({ items: z.array(row), hasMore: z.boolean() })

/** Numbers come as numbers or as text, depending on the column. */
const texts = (given: Record<string, unknown>): Row =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, cell]) => {
      if (name === 'links') return []
      const read = value.safeParse(cell)
      if (!read.success) throw malformed()
      return read.data === null || read.data === undefined || read.data === '' ? [] : [[name, String(read.data)]]
    }),
  )

export interface Found {
  rows: Row[]
  hasMore: boolean
}

/** The first rows that a statement finds. What follows is asked for by the last row's key, never by offset. */
export const query = async (access: BooksAccess, statement: string, limit = MOST_ROWS): Promise<Found> => {
  const { body } = await callRest(access, {
    method: 'POST',
    path: `/services/rest/query/v1/suiteql?limit=${limit}&offset=0`,
    body: { q: statement.replaceAll(/\s+/g, ' ').trim() },
    headers: { Prefer: 'transient' },
  })
  const read = answer.safeParse(body)
  if (!read.success) throw malformed()
  return { rows: read.data.items.map(texts), hasMore: read.data.hasMore }
}

/** All rows, page by page. */
export const queryAll = async (
  access: BooksAccess,
  statementAfter: (last: Row | null) => string,
  limit = MOST_ROWS,
): Promise<Row[]> => {
  const all: Row[] = []
  for (;;) {
    const { rows, hasMore } = await query(access, statementAfter(all.at(-1) ?? null), limit)
    all.push(...rows)
    if (!hasMore || rows.length === 0) return all
  }
}

/** NetSuite says the same of a record that the account doesn't have and of one that the role may not see. */
export const isUnknownRecord = (error: unknown): boolean =>
  error instanceof NetsuiteRefusal && /(^|[.:] )Record '[^']{1,60}' was not found/.test(error.detail)

/** An id for a statement. Throws for anything else than digits. */
export const number = (id: string | undefined): string => {
  if (!id || !/^-?\d{1,15}$/.test(id)) throw malformed()
  return id
}
/** Text for a statement. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
export const list = (values: readonly string[]): string => values.join(', ')
