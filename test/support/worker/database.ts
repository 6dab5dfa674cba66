import { env } from 'cloudflare:workers'
import { cellsOf, envOfCell, FIRST_CELL } from '../../../worker/core/cells.ts'

/**
 * The database that tests fill and look into. With several cells it is all of them: each company gets one that isn't the
 * directory, in turn, and a statement runs where its company is, or everywhere if it names none.
 */
type Tested = Pick<D1Database, 'prepare' | 'batch'>

const cells = cellsOf(env)
const cellOfCompany = new Map<string, number>()

/** Where a test's company is. */
export const cellFor = (companyId: string): number => cellOfCompany.get(companyId) ?? FIRST_CELL

/** The secret of someone in that company, which names its cell. */
export const secretFor = (companyId: string, secret: string): string =>
  cellFor(companyId) === FIRST_CELL ? secret : `c${cellFor(companyId)}.${secret}`

/** After a move. */
export const settledIn = (companyId: string, cell: number): void => {
  cellOfCompany.set(companyId, cell)
}

const settle = (companyId: string): number => {
  const cell = cells.length === 1 ? FIRST_CELL : 1 + (cellOfCompany.size % (cells.length - 1))
  cellOfCompany.set(companyId, cell)
  return cell
}

const cellsFor = (sql: string, values: unknown[]): number[] => {
  if (/^\s*INSERT INTO companies\b/.test(sql)) return [settle(String(values[0]))]
  if (/\bdirectory_/.test(sql)) return [FIRST_CELL]
  // The directory has the vendors' side. The cells of their customers have copies.
  if (/\bvendor_(companies|company_|sessions|login)/.test(sql)) return /^\s*SELECT/.test(sql) ? [FIRST_CELL] : cells
  const company = values.find((value) => typeof value === 'string' && cellOfCompany.has(value))
  return company === undefined ? cells : [cellFor(String(company))]
}

class Everywhere {
  readonly sql: string
  readonly values: unknown[]

  constructor(sql: string, values: unknown[]) {
    this.sql = sql
    this.values = values
  }

  bind(...values: unknown[]) {
    return new Everywhere(this.sql, values)
  }

  async all<Row>(): Promise<D1Result<Row>> {
    const statements = cellsFor(this.sql, this.values).map((cell) =>
      envOfCell(env, cell)
        .DB.prepare(this.sql)
        .bind(...this.values)
        .all<Row>(),
    )
    const [first, ...others] = await Promise.all(statements)
    if (!first) throw new Error('There is no cell')
    return { ...first, results: [first, ...others].flatMap(({ results }) => results) }
  }

  run<Row>(): Promise<D1Result<Row>> {
    return this.all<Row>()
  }

  async first<Row>(): Promise<Row | null> {
    return (await this.all<Row>()).results[0] ?? null
  }
}

const everywhere = {
  prepare: (sql: string) => new Everywhere(sql, []),
  batch: async (statements: Everywhere[]) => {
    const results: D1Result[] = []
    for (const statement of statements) results.push(await statement.all())
    return results
  },
}

export const database: Tested = cells.length === 1 ? env.DB : (everywhere as unknown as Tested)
