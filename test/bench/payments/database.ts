import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Life } from './life.ts'

/** D1 on a SQLite database in memory, for one process. A batch is one transaction, as in D1. */

type Row = Record<string, unknown>

interface Bound {
  sql: string
  values: SQLInputValue[]
}

/** D1 takes booleans, and refuses what isn't there. */
const bindable = (value: unknown): SQLInputValue => {
  if (value === undefined) throw new TypeError('D1 takes no undefined value')
  return typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)
}

export class Books {
  readonly database: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.database = database
  }

  read({ sql, values }: Bound): { results: Row[]; success: true; meta: object } {
    let statement = this.#prepared.get(sql)
    if (!statement) {
      statement = this.database.prepare(sql)
      this.#prepared.set(sql, statement)
    }
    return { results: statement.all(...values) as Row[], success: true, meta: { changed_db: true } }
  }

  all<T = Row>(sql: string, ...values: unknown[]): T[] {
    return this.read({ sql, values: values.map(bindable) }).results as T[]
  }

  batch(statements: Bound[]) {
    this.database.exec('BEGIN')
    try {
      const results = statements.map((statement) => this.read(statement))
      this.database.exec('COMMIT')
      return results
    } catch (error) {
      this.database.exec('ROLLBACK')
      throw error
    }
  }
}

/** Others get their turn between two calls, so that jobs get in each other's way. */
const othersFirst = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

class Statement implements Bound {
  readonly sql: string
  readonly values: SQLInputValue[]
  readonly #books: Books
  readonly #life: Life

  constructor(books: Books, life: Life, sql: string, values: SQLInputValue[] = []) {
    this.#books = books
    this.#life = life
    this.sql = sql
    this.values = values
  }

  bind(...values: unknown[]): Statement {
    return new Statement(this.#books, this.#life, this.sql, values.map(bindable))
  }

  async all() {
    await othersFirst()
    return this.#life.call(() => this.#books.read(this))
  }

  run() {
    return this.all()
  }

  async first(): Promise<Row | null> {
    return (await this.all()).results[0] ?? null
  }
}

export const asD1 = (books: Books, life: Life): D1Database => {
  const session = {
    prepare: (sql: string) => new Statement(books, life, sql),
    async batch(statements: Statement[]) {
      await othersFirst()
      return life.call(() => books.batch(statements))
    },
    getBookmark: () => null,
  }
  return { ...session, withSession: () => session } as unknown as D1Database
}
