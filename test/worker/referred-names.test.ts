import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { Database } from '../../worker/core/database.ts'
import { readReferredNames } from '../../worker/core/referred-names.ts'
import { run } from '../support/worker/sessions.ts'
import { makeCompany, type TestCompany } from '../support/worker/world.ts'

/** Names of what rows refer to, whether few or many are asked for at once. */

let company = {} as TestCompany
let other = {} as TestCompany
const idOf = (of: TestCompany, at: number): string => `${of.id}-named-${at}`
const idsOf = (of: TestCompany, count: number): string[] => Array.from({ length: count }, (_, at) => idOf(of, at))

beforeAll(async () => {
  company = await makeCompany()
  other = await makeCompany()
  for (const { id } of [company, other])
    for (const table of ['vendors', 'departments'])
      await run(
        `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 699)
         INSERT INTO ${table} (id, company_id, name, created_at) SELECT ?1 || '-named-' || i, ?1, '${table} ' || i, 0 FROM n`,
        id,
      )
})

it.each([1, 7, 8, 9, 95, 96, 97, 200, 400, 700])('%i of each kind have their own names, each once', async (count) => {
  const db = new Database(env.DB, 'first-primary')
  const names = await readReferredNames(db, company.id, {
    vendors: [...idsOf(company, count), ...idsOf(company, count), null, undefined, ''],
    departments: idsOf(company, count),
    people: ['someone'],
  })
  for (let at = 0; at < count; at++) {
    expect(names.named('vendors', idOf(company, at))?.name).toBe(`vendors ${at}`)
    expect(names.named('departments', idOf(company, at))?.name).toBe(`departments ${at}`)
  }
  expect(names.named('vendors', idOf(company, count))).toBeNull()
  expect(names.person('someone')).toBeNull()
  expect(db.cost.roundTrips).toBe(1)
  // A JSON list, for too many to bind, costs another row for each.
  expect(db.cost.rowsRead).toBeLessThanOrEqual(count > 200 ? 5 * count + 10 : 3 * count + 1)
})

it('names of another company stay unknown', async () => {
  const db = new Database(env.DB, 'first-primary')
  const names = await readReferredNames(db, company.id, { vendors: idsOf(other, 10) })
  expect(idsOf(other, 10).map((id) => names.named('vendors', id))).toEqual(Array(10).fill(null))
})

it('nothing is read if nothing is referred to', async () => {
  const db = new Database(env.DB, 'first-primary')
  await readReferredNames(db, company.id, { vendors: [null, undefined], people: [] })
  expect(db.cost.roundTrips).toBe(0)
})
