import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { applyMigrations } from '../../../worker/local/host/migrations.ts'
import { paths } from '../../../worker/local/host/paths.ts'
import { company, crowd, OTHER_REQUESTS, otherCompany } from './company.ts'
import { multiply, withoutIndexes } from './multiply.ts'
import { insertOrganisation } from './organisation.ts'
import { insertPurchases } from './purchases.ts'
import { asD1 } from './sqlite-d1.ts'
import { makeTemplates } from './templates.ts'

export const benchFolder = join(paths.data, 'bench')

const YEARS_MS = 3 * 365 * 24 * 60 * 60 * 1000

/** A file built with other migrations, or by another version of this folder, isn't used. */
const recipe = (): string => {
  const hash = createHash('sha256')
  for (const folder of [paths.migrations, import.meta.dirname]) {
    for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex')
}

/** The path of a D1 file with a company of this many requests. Built once and kept. */
export const databaseOf = async (size: number): Promise<string> => {
  const folder = join(benchFolder, String(size))
  const file = join(folder, 'company.sqlite')
  const stamp = join(folder, 'recipe')
  const wanted = recipe()
  if (existsSync(file) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return file
  mkdirSync(folder, { recursive: true })
  const started = Date.now()
  const unfinished = `${file}.new`
  rmSync(unfinished, { force: true })
  await build(unfinished, size)
  renameSync(unfinished, file)
  writeFileSync(stamp, wanted)
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  const megabytes = (statSync(file).size / 1024 / 1024).toFixed(0)
  console.log(`Built a company with ${size.toLocaleString('en-US')} requests in ${seconds} s: ${megabytes} MB`)
  return file
}

const build = async (file: string, size: number): Promise<void> => {
  const database = new DatabaseSync(file)
  try {
    database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -1000000; PRAGMA locking_mode = EXCLUSIVE`)
    // Rolling a template back needs a journal. The rows after it don't.
    database.exec('PRAGMA journal_mode = MEMORY')
    await applyMigrations(asD1(database) as unknown as Parameters<typeof applyMigrations>[0], paths.migrations)
    // The floor's own row of a decision.
    database.exec('CREATE TABLE bench_floor (id TEXT PRIMARY KEY NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL)')
    // Slightly in the past, so that the newest requests have been decided by now.
    const lastAt = Date.now() - 6 * 24 * 60 * 60 * 1000
    const firstAt = lastAt - YEARS_MS
    for (const each of [company, otherCompany, crowd]) insertOrganisation(database, each, firstAt)
    insertPurchases(database, crowd, Date.now())
    const templates = [await makeTemplates(database, company), await makeTemplates(database, otherCompany)]
    await withoutIndexes(database, async () => {
      const [own, others] = templates
      if (own) multiply(database, company, own, { count: size, firstAt, lastAt })
      if (others) multiply(database, otherCompany, others, { count: OTHER_REQUESTS, firstAt, lastAt })
    })
    database.exec('PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL')
  } finally {
    database.close()
  }
}
