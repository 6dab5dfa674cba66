import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sealAuditLog } from '../../../worker/features/platform/audit/chain.ts'
import { applyMigrations } from '../../../worker/local/host/migrations.ts'
import { paths } from '../../../worker/local/host/paths.ts'
import { company, crowd, OTHER_REQUESTS, otherCompany, plainCompany } from './company.ts'
import { multiply, withoutIndexes } from './multiply.ts'
import { insertOrganisation } from './organisation.ts'
import { insertPurchases } from './purchases.ts'
import { asD1, asDatabase } from './sqlite-d1.ts'
import { makeTemplates } from './templates.ts'

export const benchFolder = join(paths.data, 'bench')

const YEARS_MS = 3 * 365 * 24 * 60 * 60 * 1000

/** A file built with other migrations, or by another version of this folder, isn't used. */
export const recipe = (): string => {
  const hash = createHash('sha256')
  for (const folder of [paths.migrations, import.meta.dirname]) {
    for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex')
}

const isBuilt = (folder: string, recipe: string): boolean => {
  const stamp = join(folder, 'recipe')
  return existsSync(join(folder, FILE)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === recipe
}

const FILE = 'company.sqlite'

/**
 * A file that is built once and kept until its recipe changes.
 * @param start the file that it begins as
 */
export const keptFile = async (
  name: string,
  recipe: string,
  start: string | null,
  fill: (database: DatabaseSync) => Promise<void>,
): Promise<string> => {
  const folder = join(benchFolder, name)
  const file = join(folder, FILE)
  if (isBuilt(folder, recipe)) return file
  mkdirSync(folder, { recursive: true })
  const started = Date.now()
  const unfinished = `${file}.new`
  rmSync(unfinished, { force: true })
  if (start) copyFileSync(start, unfinished)
  const database = new DatabaseSync(unfinished)
  try {
    // Rolling a template back needs a journal. The file itself is thrown away if anything fails.
    database.exec(`PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -1000000; PRAGMA locking_mode = EXCLUSIVE`)
    await fill(database)
    database.exec('PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL')
  } finally {
    database.close()
  }
  renameSync(unfinished, file)
  writeFileSync(join(folder, 'recipe'), recipe)
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  const megabytes = (statSync(file).size / 1024 / 1024).toFixed(0)
  console.log(`Built ${name} in ${seconds} s: ${megabytes} MB`)
  return file
}

/** Slightly in the past, so that the newest requests have been decided by now. */
const lastRequestAt = (): number => Date.now() - 6 * 24 * 60 * 60 * 1000

/** Everything but the requests. Most of the work, and the same for all sizes. */
export const withoutRequests = (): Promise<string> =>
  keptFile('0', recipe(), null, async (database) => {
    await applyMigrations(asD1(database) as unknown as Parameters<typeof applyMigrations>[0], paths.migrations)
    // The floor's own row of a decision.
    database.exec('CREATE TABLE bench_floor (id TEXT PRIMARY KEY NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL)')
    database.exec('BEGIN')
    for (const each of [company, otherCompany, crowd]) insertOrganisation(database, each, lastRequestAt() - YEARS_MS)
    insertPurchases(database, crowd, Date.now())
    database.exec('COMMIT')
  })

/** Adds this many requests of the company, and a few of the other one. */
const fileRequests = async (database: DatabaseSync, count: number): Promise<void> => {
  const lastAt = lastRequestAt()
  const firstAt = lastAt - YEARS_MS
  const templates = [await makeTemplates(database, company), await makeTemplates(database, otherCompany)]
  await withoutIndexes(database, async () => {
    const [own, others] = templates
    if (own) multiply(database, company, own, { count, firstAt, lastAt })
    if (others) multiply(database, otherCompany, others, { count: OTHER_REQUESTS, firstAt, lastAt })
  })
}

/** The path of a D1 file with a company of this many requests. */
export const databaseOf = async (size: number): Promise<string> =>
  keptFile(String(size), recipe(), await withoutRequests(), (database) => fileRequests(database, size))

/** The paths of a D1 file without requests of a company, and with this many of them. */
export const weighedDatabases = async (count: number): Promise<{ before: string; after: string }> => {
  const lastAt = lastRequestAt()
  const before = await keptFile('weighed-0', recipe(), null, async (database) => {
    await applyMigrations(asD1(database) as unknown as Parameters<typeof applyMigrations>[0], paths.migrations)
    insertOrganisation(database, plainCompany, lastAt - YEARS_MS)
  })
  const after = await keptFile(`weighed-${count}`, recipe(), before, async (database) => {
    const templates = await makeTemplates(database, plainCompany, ['APPROVED'])
    await withoutIndexes(database, async () => {
      multiply(database, plainCompany, templates, { count, firstAt: lastAt - YEARS_MS, lastAt, only: 'APPROVED' })
    })
    while ((await sealAuditLog(asDatabase(database))) > 0);
  })
  return { before, after }
}
