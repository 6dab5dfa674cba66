import { drizzle } from 'drizzle-orm/d1'
import { AppError } from './errors.ts'
import type { Logger } from './log.ts'

export type BatchResults = D1Result<Record<string, unknown>>[]

declare const row: unique symbol

/** The text of a read that knows its rows. Made by `typed` in `record.ts`. */
export type Text<Row> = string & { readonly [row]: Row }

/** A statement that knows its rows. One of any other text is a plain statement, whose rows the caller names. */
export interface Read<Row> extends D1PreparedStatement {
  readonly [row]?: Row
}

type RowIn<S> = S extends Read<infer Row> ? (unknown extends Row ? Record<string, unknown> : NonNullable<Row>) : never

/** By position, the rows of each statement. */
export type ResultsOf<S extends readonly D1PreparedStatement[]> = { -readonly [K in keyof S]: D1Result<RowIn<S[K]>> }

/** The database cost of a request, for Server-Timing and the benchmarks. */
export interface DatabaseCost {
  roundTrips: number
  queries: number
  rowsRead: number
  rowsWritten: number
  milliseconds: number
}

interface Sqlable {
  toSQL(): { sql: string; params: unknown[] }
}

/**
 * A read that waits to be sent with the next one. `take` gets its row before anyone else gets theirs, and may throw.
 */
interface ReadAlong {
  statement: D1PreparedStatement
  take(row: Record<string, unknown> | null): void
}

/**
 * D1 for one request. Reads follow the session's bookmark, so that people see their own writes, and every round trip is
 * counted. Statements come from Drizzle's builders (`statement`) or, for set-based reads, as SQL.
 */
export class Database {
  readonly cost: DatabaseCost
  readonly #session: D1DatabaseSession
  #wrote = false
  #wroteElsewhere = false
  #along: ReadAlong | null = null
  /** Whether any call may send it along, because only reads follow. */
  #onlyReads = false
  /** Set while it is being sent. Rejects with what `take` threw. */
  #taken: Promise<void> | null = null

  /** @param cost counted together with that of another database */
  constructor(database: D1Database, bookmark?: string, cost?: DatabaseCost) {
    this.cost = cost ?? { roundTrips: 0, queries: 0, rowsRead: 0, rowsWritten: 0, milliseconds: 0 }
    this.#session = database.withSession(bookmark || 'first-unconstrained')
  }

  /** Builds statements. Never run its queries directly, because their cost would not be counted. */
  static readonly orm = drizzle({} as D1Database)

  prepare(sql: string): D1PreparedStatement {
    return this.#session.prepare(sql)
  }

  sql<Row>(sql: Text<Row>, ...params: unknown[]): Read<Row>
  sql(sql: string, ...params: unknown[]): D1PreparedStatement
  sql(sql: string, ...params: unknown[]): D1PreparedStatement {
    return this.#session.prepare(sql).bind(...params)
  }

  statement(query: Sqlable): D1PreparedStatement {
    const { sql, params } = query.toSQL()
    return this.#session.prepare(sql).bind(...params)
  }

  /**
   * Holds a read until the next one and sends both in one round trip. A call that may write doesn't send it along, and
   * waits until it has been read separately.
   */
  sendAlong(statement: D1PreparedStatement, take: ReadAlong['take']): void {
    this.#along = { statement, take }
  }

  /** Call this when only reads follow. */
  onlyReads(): void {
    this.#onlyReads = true
  }

  /** Waits until the held read has been made. Throws what its `take` threw. */
  async settle(): Promise<void> {
    if (this.#along) await this.#withAlong(this.#along, [])
    else await this.#taken
  }

  async #withAlong({ statement, take }: ReadAlong, statements: readonly D1PreparedStatement[]): Promise<BatchResults> {
    this.#along = null
    const sent = this.#send([statement, ...statements])
    const taken = sent
      .then(([first]) => take(first?.results[0] ?? null))
      .finally(() => {
        this.#taken = null
      })
    this.#taken = taken
    const [[, ...results]] = await Promise.all([sent, taken])
    return results
  }

  async all<Row>(statement: Read<Row>): Promise<Row[]> {
    if (this.#along && this.#onlyReads) return (await this.readBatch([statement]))[0]?.results as Row[]
    if (!this.#onlyReads) await this.settle()
    const started = Date.now()
    const result = await statement.all<Row>()
    this.#count([result], started)
    return result.results
  }

  async first<Row>(statement: Read<Row>): Promise<Row | null> {
    return (await this.all<Row>(statement))[0] ?? null
  }

  /** Runs all statements in one transaction and one round trip. Results are by position. */
  async batch<const S extends readonly D1PreparedStatement[]>(statements: S): Promise<ResultsOf<S>> {
    if (this.#onlyReads) return this.readBatch(statements)
    await this.settle()
    return (await this.#send(statements)) as ResultsOf<S>
  }

  /**
   * Like `batch`, for reads only, with any read that is being held. Results of typed texts know their rows:
   *
   *     const [bills, lines] = await db.readBatch([db.sql(BILLS, companyId), db.sql(LINES, companyId)])
   *     bills.results[0]?.invoiceNumber
   */
  async readBatch<const S extends readonly D1PreparedStatement[]>(statements: S): Promise<ResultsOf<S>> {
    const sent = this.#along ? this.#withAlong(this.#along, statements) : this.#send(statements)
    return (await sent) as ResultsOf<S>
  }

  async #send(statements: readonly D1PreparedStatement[]): Promise<BatchResults> {
    const started = Date.now()
    const results = await this.#session.batch<Record<string, unknown>>([...statements])
    this.#count(results, started)
    return results
  }

  /** After a write: where the person's next reads must start, so that they see it even on a lagging replica. */
  writeBookmark(): string | null {
    if (this.#wroteElsewhere) return 'first-primary'
    return this.#wrote ? this.#session.getBookmark() : null
  }

  /** A request's object wrote to D1 in its own session, so only the primary is known to have the change. */
  noteWriteElsewhere(): void {
    this.#wroteElsewhere = true
  }

  #count(results: D1Result<unknown>[], started: number): void {
    this.cost.roundTrips += 1
    this.cost.queries += results.length
    this.cost.milliseconds += Date.now() - started
    for (const { meta } of results) {
      this.cost.rowsRead += meta.rows_read ?? 0
      this.cost.rowsWritten += meta.rows_written ?? 0
      if (meta.changed_db) this.#wrote = true
    }
  }
}

/** Aborts the batch unless the previous statement changed exactly one row (optimistic concurrency). */
export const guardOneRow = (db: Database): D1PreparedStatement => guardRows(db, 1)

/** Like the above, for a statement that must change a certain number of rows. */
export const guardRows = (db: Database, count: number): D1PreparedStatement =>
  db.prepare(`INSERT INTO write_guard (ok) SELECT NULL WHERE changes() <> ${count}`)

export const isGuardFailure = (error: unknown): boolean => String(error).includes('write_guard.ok')

/** The unique index or columns that a write violated, or null. */
export const violatedUnique = (error: unknown): string | null =>
  /UNIQUE constraint failed: (?:index ')?([^':]+)/.exec(String(error))?.[1]?.trim() ?? null

export const rethrow = (error: unknown): never => {
  throw error
}

/** Whatever unique index an area knows no words for: a person who was a moment too late is told so. */
export const refuseSameMoment =
  (log: Logger) =>
  (error: unknown): never => {
    const unique = error instanceof AppError ? null : violatedUnique(error)
    if (unique === null) throw error
    log.info('command.same-moment', { unique })
    throw new AppError(
      'CONFLICT',
      'Someone else made the same change at the same moment. Reload to see it, and try again.',
      { reason: 'SAME_MOMENT', cause: error },
    )
  }
