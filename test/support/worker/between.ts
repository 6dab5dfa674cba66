import { vi } from 'vitest'
import { Database } from '../../../worker/core/database.ts'
import { rows } from './sessions.ts'

/** What someone else writes between what a command reads and what it writes. */

const textOf = (statement: D1PreparedStatement): string => String(Reflect.get(statement, 'statement'))
/** A command's own batch has its history. That of checks, which look again before money leaves, is another one. */
const isCommands = (statements: readonly D1PreparedStatement[]): boolean => {
  const texts = statements.map(textOf)
  return (
    texts.some((text) => /INTO audit_log/.test(text)) && !texts.some((text) => /INSERT INTO check_findings/.test(text))
  )
}

/**
 * Carries out a command, and what another writer does before its batch, once.
 * @returns the command's answer, and what there was after the other writer. Throws if the command came to no batch
 */
export const writtenBetween = async <Answer, Seen>(
  command: () => Promise<Answer>,
  other: () => Promise<unknown>,
  see: () => Promise<Seen>,
): Promise<{ answer: Answer; seen: Seen }> => {
  const real = Database.prototype.batch
  let seen: { value: Seen } | null = null
  const spy = vi.spyOn(Database.prototype, 'batch').mockImplementation(async function (this: Database, statements) {
    if (!seen && isCommands(statements)) {
      await other()
      seen = { value: await see() }
    }
    return real.call(this, statements)
  })
  try {
    const answer = await command()
    const found = seen as { value: Seen } | null
    if (!found) throw new Error(`The command wrote nothing: ${JSON.stringify(answer)}`)
    return { answer, seen: found.value }
  } finally {
    spy.mockRestore()
  }
}

let tables: string[] | null = null
const companyTables = async (): Promise<string[]> => {
  tables ??= (
    await rows<{ name: string }>(
      `SELECT m.name FROM sqlite_master m WHERE m.type = 'table' AND EXISTS (
         SELECT 1 FROM pragma_table_info(m.name) c WHERE c.name = 'company_id')
         AND m.name NOT IN ('sessions', 'api_keys') ORDER BY m.name`,
    )
  ).map(({ name }) => name)
  return tables
}

/** Every row of a company, as text, by table. What sessions and the jobs of the outbox say of themselves is left out. */
export const rowsOfCompany = async (companyId: string): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {}
  for (const table of await companyTables()) {
    const columns = table === 'outbox' ? 'id, topic, payload' : '*'
    const all = await rows(`SELECT ${columns} FROM "${table}" WHERE company_id = ?`, companyId)
    if (all.length > 0) found[table] = all.map((row) => JSON.stringify(row)).toSorted()
  }
  return found
}
