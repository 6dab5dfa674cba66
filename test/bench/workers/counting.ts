/** What D1 was asked, by the request and by the objects it called. */
export interface Cost {
  roundTrips: number
  queries: number
  rowsRead: number
  rowsWritten: number
  /** Each statement in order, to find the source of the rows. */
  statements: { sql: string; rowsRead: number; rowsWritten: number }[]
}

let cost: Cost = { roundTrips: 0, queries: 0, rowsRead: 0, rowsWritten: 0, statements: [] }

/** The counts since the last time. */
export const takeCost = (): Cost => {
  const taken = cost
  cost = { roundTrips: 0, queries: 0, rowsRead: 0, rowsWritten: 0, statements: [] }
  return taken
}

const texts = new WeakMap<D1PreparedStatement, string>()

const count = (statements: D1PreparedStatement[], results: D1Result[]): void => {
  cost.roundTrips += 1
  cost.queries += results.length
  for (const [index, { meta }] of results.entries()) {
    const statement = statements[index]
    const sql = ((statement && texts.get(statement)) ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 90)
    cost.rowsRead += meta.rows_read
    cost.rowsWritten += meta.rows_written
    cost.statements.push({ sql, rowsRead: meta.rows_read, rowsWritten: meta.rows_written })
  }
}

const countedStatement = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
  texts.set(statement, sql)
  const { bind, all, run } = statement
  const counted = (ask: (this: D1PreparedStatement) => Promise<D1Result>) => async (): Promise<D1Result> => {
    const result = await ask.call(statement)
    count([statement], [result])
    return result
  }
  return Object.assign(statement, {
    bind: (...values: unknown[]) => countedStatement(bind.apply(statement, values), sql),
    all: counted(all),
    run: counted(run),
  })
}

type Asked = Pick<D1Database, 'prepare' | 'batch'>

const countedCalls = (database: Asked): Asked => ({
  prepare: (sql) => countedStatement(database.prepare(sql), sql),
  async batch<T>(statements: D1PreparedStatement[]) {
    const results = await database.batch<T>(statements)
    count(statements, results)
    return results
  },
})

/** The same database, counting everything that goes through it. */
export const countedDatabase = (database: D1Database): D1Database =>
  ({
    ...countedCalls(database),
    withSession: (start?: string) => {
      const session = database.withSession(start)
      return { ...countedCalls(session), getBookmark: () => session.getBookmark() }
    },
  }) as unknown as D1Database
