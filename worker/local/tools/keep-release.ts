import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AnyEndpoint } from '../../../schema/shared/endpoint.ts'
import { paths } from '../host/paths.ts'
import { loadApp } from './load-app.ts'
import { sentAndRead } from './sent-and-read.ts'

/**
 * Keeps what a release uses, so that the tests of the next one can tell whether both can run at once, as they do for some
 * minutes in each deployment: its columns, the indexes that its statements name, and what its web app sends and reads.
 *
 * `node worker/local/tools/keep-release.ts`, once a release is out
 */
interface App {
  doors: { endpoint: AnyEndpoint }[]
}

const database = new DatabaseSync(':memory:')
for (const file of globSync('*.sql', { cwd: paths.migrations }).sort())
  database.exec(readFileSync(join(paths.migrations, file), 'utf8'))

const tables = database
  .prepare(
    `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c
      WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid`,
  )
  .all() as { table: string; column: string }[]
const columns = Map.groupBy(tables, ({ table }) => table)

const sources = globSync('worker/**/*.{ts,tsx}', { cwd: paths.root }).filter((file) => !file.startsWith('worker/local'))
const named = sources.flatMap((file) =>
  [...readFileSync(join(paths.root, file), 'utf8').matchAll(/INDEXED BY (\w+)/g)].map(([, index]) => index),
)
const exists = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?")
const indexes = [...new Set(named)].filter((index) => exists.get(String(index))).sort()

const { doors } = await loadApp<App>(`export { doors } from './worker/app.tsx'`)

const folder = join(paths.root, 'test/support/last-release')
mkdirSync(folder, { recursive: true })
const write = (name: string, lines: readonly string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
write(
  'columns.txt',
  [...columns].map(([table, some]) => `${table}: ${some.map(({ column }) => column).join(' ')}`),
)
write('indexes.txt', indexes.map(String))
write('endpoints.txt', sentAndRead(doors.map(({ endpoint }) => endpoint)))
writeFileSync(join(folder, 'schema.graphql'), readFileSync(join(paths.root, 'schema/schema.graphql')))
