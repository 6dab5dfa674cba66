import { drizzle } from 'drizzle-orm/d1'

export type BatchResults = D1Result<Record<string, unknown>>[]

/** What a request cost the database, for Server-Timing and the benchmarks. */
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

/** A read that waits for the next one, to go with it; `take` gets its row before anybody gets theirs, and may throw. */
interface ReadAlong {
  statement: D1PreparedStatement
  take(row: Record<string, unknown> | null): void
}

/**
 * D1 for one request: reads follow the session's bookmark, so that people read their own writes, and every
 * round trip is counted. Statements come from Drizzle's builders (`statement`) or, for set-based reads, as SQL.
 */
export class Database {
  readonly cost: DatabaseCost = { roundTrips: 0, queries: 0, rowsRead: 0, rowsWritten: 0, milliseconds: 0 }
  readonly #session: D1DatabaseSession
  #wrote = false
  #wroteElsewhere = false
  #along: ReadAlong | null = null
  /** Whether any call takes it along: nothing but reads is to come. */
  #onlyReads = false
  /** While it is under way; rejects with what `take` threw. */
  #taken: Promise<void> | null = null

  constructor(database: D1Database, bookmark?: string) {
    this.#session = database.withSession(bookmark || 'first-unconstrained')
  }

  /** Builds statements; never run its queries directly, so that all costs are counted. */
  static readonly orm = drizzle({} as D1Database)

  prepare(sql: string): D1PreparedStatement {
    return this.#session.prepare(sql)
  }

  sql(sql: string, ...params: unknown[]): D1PreparedStatement {
    return this.#session.prepare(sql).bind(...params)
  }

  statement(query: Sqlable): D1PreparedStatement {
    const { sql, params } = query.toSQL()
    return this.#session.prepare(sql).bind(...params)
  }

  /**
   * Keeps a read back until the next one and sends both in one round trip. A call that may write does not take it
   * along: it waits until the read was made and taken by itself.
   */
  sendAlong(statement: D1PreparedStatement, take: ReadAlong['take']): void {
    this.#along = { statement, take }
  }

  /** Only reads are to come. */
  onlyReads(): void {
    this.#onlyReads = true
  }

  /** Until what was to be sent along has been read and taken. Errors: what its `take` threw. */
  async settle(): Promise<void> {
    if (this.#along) await this.#withAlong(this.#along, [])
    else await this.#taken
  }

  async #withAlong({ statement, take }: ReadAlong, statements: D1PreparedStatement[]): Promise<BatchResults> {
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

  async all<Row>(statement: D1PreparedStatement): Promise<Row[]> {
    if (this.#along && this.#onlyReads) return (await this.readBatch([statement]))[0]?.results as Row[]
    if (!this.#onlyReads) await this.settle()
    const started = Date.now()
    const result = await statement.all<Row>()
    this.#count([result], started)
    return result.results
  }

  async first<Row>(statement: D1PreparedStatement): Promise<Row | null> {
    return (await this.all<Row>(statement))[0] ?? null
  }

  /** All statements in one transaction and one round trip; results by position. */
  async batch(statements: D1PreparedStatement[]): Promise<BatchResults> {
    if (this.#onlyReads) return this.readBatch(statements)
    await this.settle()
    return this.#send(statements)
  }

  /** The same of reads only: takes along what waits for it. */
  async readBatch(statements: D1PreparedStatement[]): Promise<BatchResults> {
    return this.#along ? this.#withAlong(this.#along, statements) : this.#send(statements)
  }

  async #send(statements: D1PreparedStatement[]): Promise<BatchResults> {
    const started = Date.now()
    const results = await this.#session.batch<Record<string, unknown>>(statements)
    this.#count(results, started)
    return results
  }

  /** After a write: where the person's next reads must start, so that they see it on a lagging replica too. */
  writeBookmark(): string | null {
    if (this.#wroteElsewhere) return 'first-primary'
    return this.#wrote ? this.#session.getBookmark() : null
  }

  /** A request's object wrote to D1 in a session of its own: only the primary is known to have it. */
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

/** Aborts the batch unless the statement before it changed exactly one row (optimistic concurrency). */
export const guardOneRow = (db: Database): D1PreparedStatement => guardRows(db, 1)

/** The same for a statement that must have changed so many rows. */
export const guardRows = (db: Database, count: number): D1PreparedStatement =>
  db.prepare(`INSERT INTO write_guard (ok) SELECT NULL WHERE changes() <> ${count}`)

export const isGuardFailure = (error: unknown): boolean => String(error).includes('write_guard.ok')

/** The name of the unique index or the columns that a write violated, or null. */
export const violatedUnique = (error: unknown): string | null =>
  /UNIQUE constraint failed: (?:index ')?([^':]+)/.exec(String(error))?.[1]?.trim() ?? null
