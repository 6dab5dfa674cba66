import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { paths } from '../../../worker/local/host/paths.ts'
import { furnish } from '../../support/walk/furnish.ts'
import { benchFolder, databaseOf } from '../data/build.ts'
import { type Company, company, crowd } from '../data/company.ts'

/** The file for the walk: the benchmark's company of this many requests, and the crowd, with all related data. */

const SUPPORT = join(paths.root, 'test/support/walk')

const recipe = (base: string): string => {
  const hash = createHash('sha256').update(readFileSync(join(base, '..', 'recipe')))
  hash.update(readFileSync(join(SUPPORT, 'furnish.ts')))
  for (const name of readdirSync(import.meta.dirname).sort()) hash.update(readFileSync(join(import.meta.dirname, name)))
  return hash.digest('hex')
}

export const feedTokenOf = ({ id, requestors }: Company): string => `ALL.${id}.${requestors[0]?.id}.walk`

export const walkDatabase = async (size: number): Promise<string> => {
  const base = await databaseOf(size)
  const folder = join(benchFolder, `walk-${size}`)
  const file = join(folder, 'company.sqlite')
  const stamp = join(folder, 'recipe')
  const wanted = recipe(base)
  if (existsSync(file) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return file
  mkdirSync(folder, { recursive: true })
  const started = Date.now()
  const unfinished = `${file}.new`
  rmSync(unfinished, { force: true })
  copyFileSync(base, unfinished)
  const database = new DatabaseSync(unfinished)
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000')
  for (const each of [company, crowd]) {
    const began = Date.now()
    database.exec('BEGIN')
    await furnish(async (sql, ...values) => database.prepare(sql).run(...values), {
      companyId: each.id,
      adminId: each.people[0]?.id ?? '',
      memberId: each.requestors[0]?.id ?? '',
      delegateId: each.requestors[1]?.id ?? '',
      feedTokenHash: createHash('sha256').update(feedTokenOf(each)).digest('hex'),
    })
    database.exec('COMMIT')
    console.log(`Furnished ${each.name} in ${((Date.now() - began) / 1000).toFixed(0)} s`)
  }
  database.exec('PRAGMA journal_mode = WAL')
  database.close()
  renameSync(unfinished, file)
  writeFileSync(stamp, wanted)
  console.log(`Made the file to walk over in ${((Date.now() - started) / 1000).toFixed(0)} s`)
  return file
}
