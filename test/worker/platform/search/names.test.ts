import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import type { SearchResult } from '../../../../schema/platform/search/endpoints.ts'
import { Database } from '../../../../worker/core/database.ts'
import { nameEntries } from '../../../../worker/features/platform/search/name-entries.ts'
import { type Category, file, makeCategory } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

let company: TestCompany
let admin: Client
let software: Category
beforeEach(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
  software = await makeCategory(admin, { levels: [] })
})

const found = async (query: string): Promise<SearchResult[]> =>
  (await admin.get(`/api/search?query=${encodeURIComponent(query)}`)).body
const request = (title: string) => file(admin, software.id, { title })

/** Requests of someone else, all with the same words. */
const fill = async (from: number, count: number) => {
  await run(
    `INSERT INTO intake_submissions (id, company_id, number, intake_category_id, form_version, title,
       requestor_user_id, requestor_name, created_by_user_id, created_at, updated_at)
     SELECT lower(hex(randomblob(16))), ?1, ?2 + value, ?3, 1, 'Order number ' || value || ' of paper',
            'nobody', 'Nobody Special', 'nobody', value, value
       FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?4) SELECT value FROM n)`,
    company.id,
    from,
    software.id,
    count,
  )
}

/** Whether the index of names has exactly the entries that there are. */
const expectSound = async () => {
  const named = 'SELECT rowid AS id FROM search_index_names'
  expect(await rows(`SELECT id FROM search_rows EXCEPT ${named}`)).toEqual([])
  expect(await rows(`${named} EXCEPT SELECT id FROM search_rows`)).toEqual([])
}

it('an old name is found as a whole, and by its first two letters, where thousands of newer ones have its words', async () => {
  const whole = await request('Order')
  const begun = await company.add('vendors', 'Papyrus')
  await fill(1_000, 10_500)
  expect((await found('order'))[0]).toMatchObject({ name: 'Order', intakeSubmissionId: whole })
  for (const query of ['pa', 'Pap', 'papyr'])
    expect({ query, first: (await found(query))[0]?.vendorId }).toEqual({ query, first: begun })
  await run("UPDATE intake_submissions SET title = 'Paper' WHERE id = ?", whole)
  expect((await found('paper'))[0]?.intakeSubmissionId).toBe(whole)
  expect((await found('order')).map(({ name }) => name)).not.toContain('Paper')
  await expectSound()
}, 60_000)

it('older entries are named step by step after an update, the newest first', async () => {
  const whole = await request('Order')
  await fill(1_000, 10_500)
  const [last] = await rows<{ id: number }>('SELECT max(id) AS id FROM search_rows')
  await run('DELETE FROM search_index_names')
  await run('INSERT INTO search_naming (id, named_from) VALUES (1, ?)', (last?.id ?? 0) + 1)
  const isFirst = async () => (await found('order'))[0]?.intakeSubmissionId === whole
  expect(await isFirst()).toBe(false)
  let steps = 0
  while ((await rows('SELECT 1 FROM search_naming')).length > 0) {
    await nameEntries({ db: new Database(env.DB) })
    steps += 1
  }
  expect(steps).toBe(Math.ceil((last?.id ?? 0) / 5_000))
  expect(steps).toBeGreaterThan(1)
  expect(await isFirst()).toBe(true)
  await expectSound()
}, 60_000)
