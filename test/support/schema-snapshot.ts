import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

interface Entry {
  name: string
  type: string
  sql: string
}

const ORDER = ['table', 'view', 'index', 'trigger']

/**
 * The statements that make in one batch what the migrations make one after the other. The schema test compares both.
 */
export const schemaSnapshot = (folder: string): { name: string; sql: string }[] => {
  const database = new DatabaseSync(':memory:')
  try {
    const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
    for (const file of files.sort()) database.exec(readFileSync(join(folder, file), 'utf8'))
    // SQLite makes the tables behind an index of words, and indexes without text, by itself.
    const entries = database
      .prepare(
        `SELECT name, type, sql FROM sqlite_master
          WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
            AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
          ORDER BY rowid`,
      )
      .all() as unknown as Entry[]
    return ORDER.flatMap((type) => entries.filter((entry) => entry.type === type)).map(({ name, sql }) => ({
      name,
      sql,
    }))
  } finally {
    database.close()
  }
}
