import type { Database, Read } from '../database.ts'

/**
 * A database that answers a small read that it was asked before from what it answered then. For a file of many pages,
 * each of which asks for the same settings and names. Never for work that writes.
 */

/** Pages and what they name differ each time. Such reads are not kept. */
const MOST_KEPT = 200
const MOST_ROWS = 50
const LONGEST_PARAMETERS = 2_000

type Result = D1Result<Record<string, unknown>>

export const keepReads = (db: Database): Database => {
  const asked = new WeakMap<D1PreparedStatement, string>()
  const kept = new Map<string, Result>()

  const sql = (text: string, ...params: unknown[]): D1PreparedStatement => {
    const statement = db.sql(text, ...params)
    const given = JSON.stringify(params)
    if (given.length <= LONGEST_PARAMETERS) asked.set(statement, `${text}\n${given}`)
    return statement
  }
  const readBatch = async (statements: readonly D1PreparedStatement[]): Promise<Result[]> => {
    const keys = statements.map((statement) => asked.get(statement))
    const known = keys.map((key) => (key === undefined ? undefined : kept.get(key)))
    const missing = statements.filter((_, place) => known[place] === undefined)
    const read: Result[] = missing.length > 0 ? [...(await db.readBatch(missing))] : []
    return known.map((result, place) => {
      const answer = result ?? (read.shift() as Result)
      const key = keys[place]
      if (key !== undefined && kept.size < MOST_KEPT && answer.results.length <= MOST_ROWS) kept.set(key, answer)
      return answer
    })
  }
  const all = async (statement: Read<unknown>) => (await readBatch([statement]))[0]?.results ?? []
  const own = {
    sql,
    readBatch,
    batch: readBatch,
    all,
    first: async (statement: Read<unknown>) => (await all(statement))[0] ?? null,
  }
  return new Proxy(db, {
    get: (target, key) => {
      if (Object.hasOwn(own, key)) return Reflect.get(own, key)
      const value = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
