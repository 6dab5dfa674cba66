import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buildSchema, findBreakingChanges } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AnyEndpoint } from '../../../schema/shared/endpoint.ts'
import { paths } from '../../../worker/local/host/paths.ts'
import { loadApp } from '../../../worker/local/tools/load-app.ts'
import { sentAndRead } from '../../../worker/local/tools/sent-and-read.ts'

/**
 * A deployment runs both for some minutes: the last release's Worker on the new tables, and the new Worker under a web app
 * that was loaded before. What the last release uses is kept in test/support/last-release (tools/keep-release.ts). This
 * shows that its statements find their columns and indexes, that rows it writes still fit, that what its screens send is
 * still understood, and that what they read is still answered. It doesn't show that a value still means the same.
 */
const kept = (name: string) => readFileSync(join(paths.root, 'test/support/last-release', name), 'utf8')
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

const migrated = (): DatabaseSync => {
  const database = new DatabaseSync(':memory:')
  for (const file of globSync('*.sql', { cwd: paths.migrations }).sort())
    database.exec(readFileSync(join(paths.migrations, file), 'utf8'))
  return database
}

interface Column {
  name: string
  notnull: number
  dflt_value: string | null
  hidden: number
  pk: number
  type: string
}

/** What the last release's Worker would miss, or could not write. */
const schemaProblems = (database: DatabaseSync, columns: string, indexes: string): string[] => [
  ...linesOf(columns).flatMap((line) => {
    const [table = '', names = ''] = line.split(': ')
    const old = new Set(names.split(' '))
    const now = database.prepare('SELECT * FROM pragma_table_xinfo(?)').all(table) as unknown as Column[]
    const there = new Set(now.map(({ name }) => name))
    const isRowId = ({ pk, type }: Column) => pk === 1 && type.toUpperCase() === 'INTEGER'
    return [
      ...[...old].filter((name) => !there.has(name)).map((name) => `${table}.${name} is gone`),
      ...now
        .filter((column) => !old.has(column.name) && column.notnull === 1 && column.dflt_value === null)
        .filter((column) => column.hidden === 0 && !isRowId(column))
        .map(({ name }) => `${table}.${name} has to be written, and the last release doesn’t`),
    ]
  }),
  ...linesOf(indexes)
    .filter((name) => !database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?").get(name))
    .map((name) => `The index ${name} is gone, and statements of the last release name it`),
]

const wordsOf = (text = '') => text.split(' ').filter((word) => word !== '')
const bare = (word: string) => word.replace('!', '')

/** What a screen of the last release would be refused, or miss. */
const endpointProblems = (before: readonly string[], after: readonly string[]): string[] => {
  const now = new Map(after.map((line) => [line.split(' | ')[0], line]))
  return before.flatMap((line) => {
    const [call = '', ...old] = line.split(' | ')
    const found = now.get(call)
    if (found === undefined) return [`${call} is gone`]
    const [, ...current] = found.split(' | ')
    const sent = [0, 1].flatMap((part) => {
      const known = new Set(wordsOf(current[part]).map(bare))
      const had = new Map(wordsOf(old[part]).map((word) => [bare(word), word.endsWith('!')]))
      const required = wordsOf(current[part]).filter((word) => word.endsWith('!'))
      return [
        ...[...had.keys()].filter((name) => !known.has(name)).map((name) => `${call} no longer takes ${name}`),
        ...required
          .map(bare)
          .filter((name) => had.get(name) === false || (!had.has(name) && !name.includes('.')))
          .map((name) => `${call} now requires ${name}`),
      ]
    })
    const answered = new Set(wordsOf(current[2]))
    const missing = wordsOf(old[2]).filter((name) => !answered.has(name))
    return [...sent, ...missing.map((name) => `${call} no longer answers ${name}`)]
  })
}

/**
 * Indexes that only jobs of the last release name. Such a job fails, is logged, and is done by the new release within
 * minutes. Emptied with each release.
 */
const ONLY_JOBS = new Map([
  ['mail_calls_age', 'forgetting calls to the email provider'],
  ['notifications_age', 'forgetting old notifications'],
  ['request_participants_recent', 'clearing marks of what was completed lately'],
])

describe('the last release’s Worker on the new tables', () => {
  it('finds every column and index, and can write every row', () => {
    const problems = schemaProblems(migrated(), kept('columns.txt'), kept('indexes.txt'))
    const forPeople = problems.filter((text) => ![...ONLY_JOBS.keys()].some((index) => text.includes(` ${index} `)))
    expect(forPeople).toEqual([])
    expect(problems).toHaveLength(ONLY_JOBS.size)
  })

  it('would be stopped by a column or index that is gone, and by one that has to be written', () => {
    const database = migrated()
    database.exec(`ALTER TABLE departments ADD COLUMN must TEXT NOT NULL DEFAULT 'x'; CREATE TABLE odd (a, b NOT NULL)`)
    expect(schemaProblems(database, 'departments: id name lost\nodd: a', 'outbox_due\nno_such_index')).toEqual([
      'departments.lost is gone',
      ...(schemaProblems(database, 'departments: id name', '') as string[]),
      'odd.b has to be written, and the last release doesn’t',
      'The index no_such_index is gone, and statements of the last release name it',
    ])
  })
})

describe('the new Worker under the last release’s web app', () => {
  let after: string[]
  beforeAll(async () => {
    const { doors } = await loadApp<{ doors: { endpoint: AnyEndpoint }[] }>(`export { doors } from './worker/app.tsx'`)
    after = sentAndRead(doors.map(({ endpoint }) => endpoint))
  }, 60_000)

  it('takes every call and parameter, requires nothing more, and answers every field', () => {
    expect(after.length).toBeGreaterThan(500)
    expect(endpointProblems(linesOf(kept('endpoints.txt')), after)).toEqual([])
  })

  it('would be refused for a call, a parameter or a field that is gone, and for one that is newly required', () => {
    const before = ['GET /a | x |  | id name', 'POST /b |  | title! note | id', 'GET /gone |  |  | ']
    const changed = ['GET /a |  |  | id', 'POST /b |  | title! note! amount! | id']
    expect(endpointProblems(before, changed)).toEqual([
      'GET /a no longer takes x',
      'GET /a no longer answers name',
      'POST /b now requires note',
      'POST /b now requires amount',
      'GET /gone is gone',
    ])
  })

  it('answers every GraphQL document that was right before', () => {
    const now = readFileSync(join(paths.root, 'schema/schema.graphql'), 'utf8')
    const breaking = (text: string) => findBreakingChanges(buildSchema(kept('schema.graphql')), buildSchema(text))
    expect(breaking(now).map(({ description }) => description)).toEqual([])
    expect(breaking(now.replace(/^ {2}displayName: .+$/gm, '')).length).toBeGreaterThan(0)
  })
})
