import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '../../../worker/local/host/paths.ts'
import { furnish } from '../../support/walk/furnish.ts'
import { databaseOf, keptFile, recipe } from '../data/build.ts'
import { type Company, company, crowd } from '../data/company.ts'

/** The file for the walk: the benchmark's company of this many requests, and the crowd, with all related data. */

export const feedTokenOf = ({ id, requestors }: Company): string => `ALL.${id}.${requestors[0]?.id}.walk`

export const walkDatabase = async (size: number): Promise<string> => {
  const hash = createHash('sha256').update(recipe())
  const folder = join(paths.root, 'test/support/walk')
  for (const name of readdirSync(folder).sort())
    if (name === 'statements.ts' || name.startsWith('furnish')) hash.update(readFileSync(join(folder, name)))
  const furnished = hash.digest('hex')
  return keptFile(`walk-${size}`, furnished, await databaseOf(size), async (database) => {
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
  })
}
