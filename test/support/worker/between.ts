import { vi } from 'vitest'
import { Database } from '../../../worker/core/database.ts'
import { rows } from './sessions.ts'

/** What someone else writes between what a command reads and what it writes. */

export type Statement = readonly [sql: string, ...params: unknown[]]
/** Rows of a company as text, by table. */
export type Rows = Record<string, string[]>

const textOf = (statement: D1PreparedStatement): string => String(Reflect.get(statement, 'statement'))
/** A command's own batch has its history. That of checks, which look again before money leaves, is another one. */
const isCommands = (statements: readonly D1PreparedStatement[]): boolean => {
  const texts = statements.map(textOf)
  return (
    texts.some((text) => /INTO audit_log/.test(text)) && !texts.some((text) => /INSERT INTO check_findings/.test(text))
  )
}

let tables: string[] | null = null
/** All that have rows of companies. What sessions and results say of themselves is left out. */
const companyTables = async (): Promise<string[]> => {
  tables ??= (
    await rows<{ name: string }>(
      `WITH own AS MATERIALIZED (
         SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'
            AND name NOT IN ('sessions', 'api_keys'))
       SELECT own.name FROM own CROSS JOIN pragma_table_info(own.name) c WHERE c.name = 'company_id' ORDER BY 1`,
    )
  ).map(({ name }) => name)
  return tables
}
// Jobs mark what they have carried out.
const rowsSql = (table: string): string =>
  `SELECT ${table === 'outbox' ? 'id, topic, payload' : '*'} FROM "${table}" WHERE company_id = ?`
const asText = (names: readonly string[], found: readonly (readonly object[])[]): Rows =>
  Object.fromEntries(
    names.flatMap((name, at) => {
      const texts = (found[at] ?? []).map((row) => JSON.stringify(row)).toSorted()
      return texts.length > 0 ? [[name, texts]] : []
    }),
  )

export const rowsOfCompany = async (companyId: string): Promise<Rows> => {
  const names = await companyTables()
  const found: object[][] = []
  for (const name of names) found.push(await rows<object>(rowsSql(name), companyId))
  return asText(names, found)
}

/**
 * Carries out a command, and what another writer does before its batch, once. All of it happens in the command's own
 * request, which can't wait for another one.
 * @returns the command's answer, and what the company had after the other writer. Throws if the command came to no batch
 */
export const writtenBetween = async <Answer>(
  companyId: string,
  command: () => Promise<Answer>,
  others: readonly Statement[],
): Promise<{ answer: Answer; seen: Rows }> => {
  const names = await companyTables()
  const real = Database.prototype.batch
  const found: { seen: Rows | null } = { seen: null }
  const spy = vi.spyOn(Database.prototype, 'batch').mockImplementation(async function (this: Database, statements) {
    if (!found.seen && isCommands(statements)) {
      if (others.length > 0)
        await real.call(
          this,
          others.map(([sql, ...params]) => this.sql(sql, ...params)),
        )
      const read = await real.call(
        this,
        names.map((name) => this.sql(rowsSql(name), companyId)),
      )
      found.seen = asText(
        names,
        read.map(({ results }) => results),
      )
    }
    return real.call(this, statements)
  })
  try {
    const answer = await command()
    if (!found.seen) throw new Error(`The command wrote nothing: ${JSON.stringify(answer)}`)
    return { answer, seen: found.seen }
  } finally {
    spy.mockRestore()
  }
}
