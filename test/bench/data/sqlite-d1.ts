import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Database, ResultsOf } from '../../../worker/core/database.ts'

/**
 * The part of D1 that migrations and projections need, on a SQLite file. The same statements as for the real database
 * then fill the file.
 */
class Statement {
  readonly #database: DatabaseSync
  readonly #sql: string
  readonly #values: SQLInputValue[]

  constructor(database: DatabaseSync, sql: string, values: SQLInputValue[] = []) {
    this.#database = database
    this.#sql = sql
    this.#values = values
  }

  bind(...values: unknown[]): Statement {
    return new Statement(this.#database, this.#sql, values as SQLInputValue[])
  }

  async all(): Promise<{ results: Record<string, unknown>[] }> {
    return this.read()
  }

  async run(): Promise<{ results: Record<string, unknown>[] }> {
    return this.read()
  }

  read(): { results: Record<string, unknown>[] } {
    return { results: this.#database.prepare(this.#sql).all(...this.#values) }
  }
}

export const asD1 = (database: DatabaseSync): D1Database => {
  const shim = {
    prepare: (sql: string) => new Statement(database, sql),
    async batch(statements: Statement[]) {
      // A savepoint, so that a batch can be part of our transaction.
      database.exec('SAVEPOINT batch')
      try {
        const results = statements.map((statement) => statement.read())
        database.exec('RELEASE batch')
        return results
      } catch (error) {
        database.exec('ROLLBACK TO batch; RELEASE batch')
        throw error
      }
    },
  }
  return shim as unknown as D1Database
}

type DatabaseOfCore = Pick<Database, 'all' | 'batch' | 'prepare' | 'sql'>

export const asDatabase = (database: DatabaseSync): DatabaseOfCore => {
  const db = asD1(database)
  return {
    prepare: (sql) => db.prepare(sql),
    sql: (sql: string, ...params: unknown[]) => db.prepare(sql).bind(...params),
    all: async <T>(statement: D1PreparedStatement) => (await statement.all<T>()).results,
    batch: async <const S extends readonly D1PreparedStatement[]>(statements: S) =>
      (await db.batch([...statements])) as ResultsOf<S>,
  }
}
