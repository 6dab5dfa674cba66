import { env } from 'cloudflare:workers'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { cellsOf, envOfCell } from '../../../worker/core/cells.ts'
import type { Case, OperationFixture } from './fixtures/fixture.ts'
import { PRINCIPALS, type Principal } from './matrix-world.ts'
import type { Answer } from './world.ts'

/** Someone with a session who can make the call. */
export const allowedIn = (about: Case): Principal => {
  const found = PRINCIPALS.find((p) => about.outcomes[p] === 'OK' && p !== 'anonymous' && p !== 'disabled')
  if (!found) throw new Error(`Nobody may call ${about.of}`)
  return found
}

/** The case to use if one is enough: the first that someone can call. */
export const mainCase = (fixture: OperationFixture): { about: Case; principal: Principal } => ({
  about: fixture.cases[0],
  principal: allowedIn(fixture.cases[0]),
})

/** D1 answers with at most a hundred columns. */
const MOST_COLUMNS = 100

/**
 * Counts all of a database's tables. The directory has some that no cell has. The search's own are left out: they are
 * written in parts that are merged later, and follow the rows that are counted. So are the costs of calls, which are
 * stored each minute.
 */
const countingStatements = async (cell: D1Database): Promise<string[]> => {
  const { results } = await cell
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table'
        AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name NOT IN ('d1_migrations', 'rate_limits', 'company_costs')
        AND NOT (name LIKE 'search_index%' AND (name LIKE '%_data' OR name LIKE '%_idx' OR name LIKE '%_terms' OR name LIKE '%_beginnings'))`,
    )
    .all<{ name: string }>()
  const counts = results.map(({ name }) => `(SELECT COUNT(*) FROM ${name}) AS ${name}`)
  const statements: string[] = []
  for (let from = 0; from < counts.length; from += MOST_COLUMNS)
    statements.push(`SELECT ${counts.slice(from, from + MOST_COLUMNS).join(', ')}`)
  return statements
}

const databases = cellsOf(env).map((cell) => envOfCell(env, cell).DB)
let counting: string[][] | null = null

/** How many rows each table has in all databases. Equal before and after if nothing was changed. */
export const rowCounts = async (): Promise<Record<string, number>> => {
  counting ??= await Promise.all(databases.map(countingStatements))
  const statements = counting
  const answers = await Promise.all(
    databases.map((cell, i) =>
      cell.batch<Record<string, number>>((statements[i] ?? []).map((statement) => cell.prepare(statement))),
    ),
  )
  const sums: Record<string, number> = {}
  for (const { results } of answers.flat())
    for (const row of results)
      for (const [table, count] of Object.entries(row)) sums[table] = (sums[table] ?? 0) + count
  return sums
}

/** Expects that calls write nothing. Emails that were held go out meanwhile, but what a call writes, it writes each time. */
export const expectNothingWritten = async <Answered>(calls: () => Promise<Answered>): Promise<Answered> => {
  let before = await rowCounts()
  const answered = await calls()
  let after = await rowCounts()
  for (let again = 0; again < 2 && !isDeepStrictEqual(after, before); again += 1) {
    before = await rowCounts()
    await calls()
    after = await rowCounts()
  }
  expect(after).toEqual(before)
  return answered
}

export interface Cost {
  trips: number
  rowsRead: number
  written: number
}

/** What the answer cost the database, from Server-Timing. */
export const costOf = ({ headers }: Answer): Cost => {
  const match = /trips=(\d+) .*read=(\d+) .*written=(\d+)/.exec(headers.get('Server-Timing') ?? '')
  if (!match) throw new Error('The answer does not say what it cost')
  return { trips: Number(match[1]), rowsRead: Number(match[2]), written: Number(match[3]) }
}

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
}

/** Every answer, good or bad, is never sniffed, framed, or shared between people. */
export const expectSafeHeaders = ({ headers }: Answer): void => {
  for (const [name, value] of Object.entries(HEADERS)) expect(headers.get(name), name).toBe(value)
  expect(headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*frame-ancestors '(none|self)'/)
  expect(headers.get('Cache-Control')).toMatch(/no-store|private/)
  expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
}

/** An answer without what differs between calls. */
export const withoutRequestId = ({ body }: Answer): unknown => {
  if (typeof body !== 'object' || body === null) return body
  const { requestId: _, ...rest } = body
  return rest
}
