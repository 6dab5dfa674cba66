import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Miniflare } from 'miniflare'
import { fileTrouble, oneLine, Problem } from './problem.ts'
import { splitStatements } from './sql-statements.ts'

type Database = Awaited<ReturnType<Miniflare['getD1Database']>>

/** Wrangler's own table of applied migrations, so that both agree. */
const bookkeeping = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

/** Runs statements as one transaction. */
type Run = (statements: string[]) => Promise<unknown>

/**
 * Applies new migrations in the order of their names. Each file is one transaction together with its entry in the
 * table, so a failed file leaves nothing. Returns the names applied.
 */
export async function applyMigrations(database: Database, folder: string, run?: Run): Promise<string[]> {
  const together: Run = run ?? ((statements) => database.batch(statements.map((each) => database.prepare(each))))
  await database.prepare(bookkeeping).run()
  const { results } = await database.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map((row) => row.name))
  const waiting = migrationFiles(folder).filter((name) => !applied.has(name))
  for (const name of waiting) {
    try {
      const statements = splitStatements(readFileSync(join(folder, name), 'utf8'))
      await together([...statements, `INSERT INTO d1_migrations (name) VALUES ('${name.replaceAll("'", "''")}')`])
    } catch (error) {
      throw new Problem(`Migration ${name} failed, nothing of it was kept: ${sqliteMessage(error)}`)
    }
  }
  return waiting
}

function migrationFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort()
  } catch (error) {
    throw new Problem(`The migrations cannot be read: ${fileTrouble(error)}.`)
  }
}

/** SQLite's own words from 'D1_ERROR: table a already exists: SQLITE_ERROR'. */
function sqliteMessage(error: unknown): string {
  return oneLine(error)
    .replace(/^(Error: )?D1_(EXEC_)?ERROR: /, '')
    .replace(/: SQLITE_\w+( \(extended: \w+\))?$/, '')
}
