// First, because everything else needs it.
import '../bundle/hand-over.ts'
import { env } from 'cloudflare:workers'
import { afterAll, expect, vi } from 'vitest'
// Loaded on demand otherwise, and perhaps by a queue's delivery and a test at once, which wait for one another forever.
import 'pdf-lib'
import { cellsOf, envOfCell, FIRST_CELL } from '../../../worker/core/cells.ts'
import { tellPerformed } from '../../../worker/core/told/calls.ts'
import { loadParsers } from '../../../worker/features/documents/reading/parsers.ts'
import { countedFetch, enforceLimits } from '../../../worker/local/limits/enforce.ts'
import { takeRefused } from '../../../worker/local/limits/invocation.ts'
import '../../../worker/local/limits/worker.ts'
import { startClock } from '../clock.ts'
import { moveAlarms } from './clock/alarms.ts'
import { answerOutside, forgetOutside } from './outside.ts'
import { keepStatements } from './stored/kept-statements.ts'

// What a file before this one replaced ended with it.
vi.restoreAllMocks()
vi.useRealTimers()
startClock(env.TEST_CLOCK)

/** Past this size, counting and sweeping what earlier files left takes longer than a new database. */
const LARGE = 8_000_000

/** As the migrations make it, without what an earlier file left if that is much. */
const prepare = async (database: D1Database): Promise<void> => {
  const { results, meta } = await database
    .prepare(
      `SELECT name, type FROM sqlite_master
        WHERE type IN ('table', 'view', 'trigger') AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'
          AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')`,
    )
    .all<{ name: string; type: string }>()
  const named = (type: string) => results.filter((each) => each.type === type).map(({ name }) => name)
  const run = (statements: string[]) => database.batch(statements.map((statement) => database.prepare(statement)))
  if (named('table').length === 0 || meta.size_after > LARGE) {
    await run([
      'PRAGMA defer_foreign_keys = ON',
      ...named('trigger').map((name) => `DROP TRIGGER ${name}`),
      ...named('view').map((name) => `DROP VIEW ${name}`),
      ...named('table').map((name) => `DROP TABLE ${name}`),
      ...env.TEST_SCHEMA.map(({ sql }) => sql),
    ])
    return
  }
  // A trigger that a file added to make writes fail.
  const strange = named('trigger').filter((name) => !env.TEST_SCHEMA.some((entry) => entry.name === name))
  if (strange.length > 0) await run(strange.map((name) => `DROP TRIGGER ${name}`))
}

const statements = env.KEEP_STATEMENTS ? keepStatements(env.DB) : null
enforceLimits(env)
await loadParsers()
await moveAlarms()

for (const cell of cellsOf(env)) {
  await prepare(envOfCell(env, cell).DB)
  // Only the directory has these, so a statement on the wrong database fails.
  const gone = cell === FIRST_CELL ? [] : ['directory_companies', 'directory_people']
  for (const table of gone) await envOfCell(env, cell).DB.prepare(`DROP TABLE IF EXISTS ${table}`).run()
}

forgetOutside()

// Nothing leaves the test before, between and after its steps. A spy would be restored while queues still deliver.
globalThis.fetch = countedFetch(answerOutside as typeof fetch)

// For `bun run test --changed`, which reads what each file said of itself (worker/local/tools/tests).
const performed = new Set<string>()
tellPerformed((id) => performed.add(id))
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of what a hook wants from its text
afterAll(({}, file) => {
  Object.assign(file.meta, { operations: [...performed].sort(), ...(statements && { statements: [...statements] }) })
})

// Code that catches every error goes on after one of these.
afterAll(() => {
  expect(takeRefused()).toEqual([])
})
