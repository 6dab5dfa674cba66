import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { Database } from '../../../worker/core/database.ts'

export interface Statement {
  sql: string
  params: unknown[]
}

/** The statements that a call runs, as the Worker wrote them. */
export const statementsOf = async (call: () => Promise<unknown>): Promise<Statement[]> => {
  const found: Statement[] = []
  const sql = Database.prototype.sql
  const spy = vi.spyOn(Database.prototype, 'sql').mockImplementation(function (this: Database, text, ...params) {
    found.push({ sql: text, params })
    return sql.call(this, text, ...params)
  })
  try {
    await call()
  } finally {
    spy.mockRestore()
  }
  return found
}

/** The steps of SQLite's plan. */
export const planOf = async ({ sql, params }: Statement): Promise<string[]> => {
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>()
  return results.map((row) => row.detail)
}

/** Names of WITH tables and their aliases in joins: rows already selected from tables. */
const derivedNames = (sql: string): string[] => {
  const names = [...sql.matchAll(/(?:WITH(?:\s+RECURSIVE)?|,)\s*(\w+)\s*\([\w, ]*\)\s+AS/gi)].map(
    (match) => match[1] ?? '',
  )
  const called = [...sql.matchAll(/(?:FROM|JOIN)\s+(\w+)\s+(?:AS\s+)?(\w+)/gi)]
  const aliasOfTable = new Set(called.filter(([, of = '']) => !names.includes(of)).map(([, , alias]) => alias))
  const aliases = called.filter(([, of = '']) => names.includes(of)).map(([, , alias = '']) => alias)
  // The alias of a subquery in FROM. Its own steps say what it reads.
  const subqueries = [...sql.matchAll(/\)\s+(?:AS\s+)?(\w+)/gi)].map((match) => match[1] ?? '')
  return [...names, ...[...aliases, ...subqueries].filter((alias) => !aliasOfTable.has(alias))]
}

/** Steps that read a whole table. JSON lists and derived rows may be read that way. */
export const scansOf = (sql: string, plan: string[]): string[] =>
  plan.filter((step) => {
    const name = /^SCAN (\S+)/.exec(step)?.[1]
    if (!name || /VIRTUAL TABLE|CONSTANT ROW|ROW VALUES|^SCAN \(/.test(step)) return false
    return !derivedNames(sql).includes(name)
  })

export const sortsOf = (plan: string[]): string[] => plan.filter((step) => /TEMP B-TREE FOR.*ORDER BY/.test(step))

/** Statements that read no whole table. SQLite plans a text once, whatever its parameters are. */
const unscanned = new Set<string>()

/** None of them reads a whole table. */
export const expectNoScan = async (statements: Statement[]) => {
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) {
    const { sql } = statement
    if (unscanned.has(sql)) continue
    expect({ sql, scans: scansOf(sql, await planOf(statement)) }).toEqual({ sql, scans: [] })
    unscanned.add(sql)
  }
}

/** What people linked to a vendor by hand is found by its links, and sorted, because there are few. */
const OF_LINKS = 'FROM intake_submission_vendors k'

/** Each is read in order from an index. */
export const expectNoSort = async (statements: Statement[]) => {
  for (const statement of statements.filter(({ sql }) => sql.includes('ORDER BY') && !sql.includes(OF_LINKS))) {
    const plan = await planOf(statement)
    expect({ plan, sorts: sortsOf(plan) }).toEqual({ plan, sorts: [] })
  }
}
