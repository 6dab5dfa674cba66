import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { schemaSnapshot } from '../../../../test/support/schema-snapshot.ts'
import { paths } from '../../host/paths.ts'
import { indexesOf, usedBy } from './used.ts'

/**
 * `node worker/local/tools/index-use/report.ts [files]`: runs tests of the Worker (all of them without files), and says
 * of each index how many of their statements find rows by it, those of none first. An index that no statement uses
 * costs a row for each row that is written. Before one is dropped, its name is looked for in the product (INDEXED BY),
 * and the migration that made it says what it was for.
 */

const folder = mkdtempSync(join(tmpdir(), 'outlay-index-use-'))
const into = join(folder, 'statements')
const reporter = join(paths.root, 'worker/local/tools/index-use/statements-reporter.ts')
const options = ['run', '--config', 'test/vitest.config.ts', '--project', 'worker', '--project', 'cells']
spawnSync('vitest', [...options, `--reporter=${reporter}`, '--reporter=dot', ...process.argv.slice(2)], {
  cwd: paths.root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, KEEP_STATEMENTS: into },
})
const lines = readFileSync(into, 'utf8').split('\n').filter(Boolean)
rmSync(folder, { recursive: true })
const statements = new Set(lines.map((line) => String(JSON.parse(line))))

const database = new DatabaseSync(':memory:')
for (const { sql } of schemaSnapshot(join(paths.root, 'migrations'))) database.exec(sql)
const indexes = indexesOf(database)
const counts = new Map([...indexes.values()].map((name) => [name, 0]))
let unknown = 0
for (const sql of statements) {
  const used = usedBy(database, indexes, sql)
  if (!used) unknown += 1
  for (const name of used ?? []) counts.set(name, (counts.get(name) ?? 0) + 1)
}
const sorted = [...counts].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))
for (const [name, count] of sorted) console.log(`${String(count).padStart(6)}  ${name}`)
console.log(`${statements.size} statements, ${unknown} that couldn’t be read`)
