import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { nextTwelveMonths } from '../../../../schema/vendors/services/rules.ts'
import { VENDOR_GROUPS, VENDOR_SORT_FIELDS } from '../../../../schema/vendors/vendors/values.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { sweepVendorFigures } from '../../../../worker/features/vendors/vendors/figures.ts'
import { KEEP_KEYS } from '../../../support/kept-keys.ts'
import { costOf } from '../../../support/worker/contract.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** With ten thousand vendors and fifty thousand services a page still costs what its twenty rows cost. */

const MANY = 10_000
const SERVICES = 5
/** Orders that links don't have. */
const GROUPS: readonly string[] = VENDOR_GROUPS.filter((by) => by !== 'createdAt')
/** Twenty rows, and those of the person and the company. */
const MOST_READ = 100
/** Where rows are looked at in portions. */
const MOST_LOOKED = 300

let company: TestCompany
let admin: Client
let ownerId: string
let rareId: string
let categoryId: string

const readRows = ({ headers }: Answer): number => Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])

beforeAll(async () => {
  company = await makeCompany(['enableN12mServiceSpend', 'isErpLinked'])
  const mark = newId()
    .replaceAll(/[^a-z0-9]/gi, 'x')
    .slice(-8)
  ownerId = (await company.addPerson({ name: 'Olga Owner' })).userId
  rareId = (await company.addPerson({ name: 'Rita Rare' })).userId
  categoryId = await company.add('vendor_categories' as 'vendors', 'Software')
  const month = nextTwelveMonths(Date.now()).from
  const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values)
  for (let from = 0; from < MANY; from += 1000) {
    const ids = JSON.stringify(Array.from({ length: 1000 }, (_, i) => `${mark}v${from + i}`))
    const services = JSON.stringify(
      Array.from({ length: 1000 * SERVICES }, (_, i) => ({
        id: `${mark}-s-${from * SERVICES + i}`,
        vendor: `${mark}v${from + Math.floor(i / SERVICES)}`,
      })),
    )
    await env.DB.batch([
      run(
        `INSERT INTO vendors (id, company_id, name, match_key, payment_method, created_at)
         SELECT value, ?1, 'Vendor ' || value || CASE 0 WHEN key % 9 THEN ' inninth' WHEN key % 60 THEN ' insixtieth' ELSE '' END,
                lower('Vendor ' || value || CASE 0 WHEN key % 9 THEN ' inninth' WHEN key % 60 THEN ' insixtieth' ELSE '' END),
                'ACH', key FROM json_each(?2)`,
        company.id,
        ids,
      ),
      run(
        `INSERT INTO vendor_links (company_id, vendor_id, kind, target_id)
         SELECT ?1, value, 'OWNER', CASE key WHEN 7 THEN ?3 ELSE ?4 END FROM json_each(?2)`,
        company.id,
        ids,
        rareId,
        ownerId,
      ),
      run(
        `INSERT INTO vendor_links (company_id, vendor_id, kind, target_id)
         SELECT ?1, value, 'CATEGORY', ?3 FROM json_each(?2) WHERE key % 100 = 0`,
        company.id,
        ids,
        categoryId,
      ),
      run(
        `INSERT INTO services (id, company_id, vendor_id, vendor_key, name, created_at)
         SELECT value ->> 'id', ?1, value ->> 'vendor', '', 'Service ' || key, 0 FROM json_each(?2)`,
        company.id,
        services,
      ),
      run(
        `INSERT INTO service_spend_months (company_id, service_id, currency, month, vendor_id, amount_minor)
         SELECT ?1, value ->> 'id', 'USD', ?3, value ->> 'vendor', key FROM json_each(?2)`,
        company.id,
        services,
        month,
      ),
    ])
  }
  await env.DB.batch(KEEP_KEYS.map((sql) => env.DB.prepare(sql).bind(company.id)))
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const db = new Database(env.DB, 'first-primary')
  // From here on a session is read along with the page.
  await admin.get('/api/session')
  for (let swept = 0; swept < MANY + 1000; swept += 500)
    await sweepVendorFigures({ db, clock: { now: () => Date.now() } })
}, 240_000)

describe('with ten thousand vendors', () => {
  it.each([
    ['', 20],
    ['orderBy[by][]=next12ServiceSpend&orderBy[dir][]=DESC', 20],
    ['orderBy[by][]=servicesCount&orderBy[dir][]=ASC&filter=ALL', 20],
    ['orderBy[by][]=createdAt&orderBy[dir][]=DESC', 20],
  ])('a page of %s reads rows in proportion to itself, and so does the next one', async (query, size) => {
    const first = await admin.get(`/api/vendors?${query}`)
    expect(first.body.edges).toHaveLength(size)
    const second = await admin.get(`/api/vendors?${query}&cursor=${first.body.pageInfo.endCursor}`)
    expect(second.body.edges).toHaveLength(size)
    for (const answer of [first, second]) {
      expect(costOf(answer)).toMatchObject({ written: 0 })
      expect(costOf(answer).trips).toBeLessThanOrEqual(2)
      expect(readRows(answer)).toBeLessThanOrEqual(MOST_READ)
    }
    expect(first.body.edges[0].node).toMatchObject({ servicesCount: SERVICES, owners: [{}] })
    expect(first.body.edges[0].node.next12ServiceSpend[0].value).toBeGreaterThan(0)
  })

  it.each(
    VENDOR_SORT_FIELDS.filter((by) => !GROUPS.includes(by)).flatMap((by) =>
      ['ASC', 'DESC'].map((dir) => `orderBy[by][]=${by}&orderBy[dir][]=${dir}`),
    ),
  )('vendors of a category or an owner are found in order without reading the others (%s)', async (order) => {
    const few = await admin.get(`/api/vendors?ownerId=${rareId}&${order}`)
    expect(few.body.edges).toHaveLength(10)
    for (const query of [`vendorCategoryId=${categoryId}`, `ownerId=${ownerId}`]) {
      const first = await admin.get(`/api/vendors?${query}&${order}`)
      const second = await admin.get(`/api/vendors?${query}&${order}&cursor=${first.body.pageInfo.endCursor}`)
      const ids = [first, second].flatMap(({ body }) =>
        body.edges.map((edge: { node: { id: string } }) => edge.node.id),
      )
      expect(new Set(ids).size).toBe(40)
      for (const answer of [few, first, second]) {
        expect(costOf(answer).trips).toBeLessThanOrEqual(2)
        expect(readRows(answer)).toBeLessThanOrEqual(MOST_READ)
      }
    }
  })

  it.each(GROUPS)(
    'grouped by %s, few vendors of an owner are found in portions of a limited number of rows',
    async (by) => {
      const found: string[] = []
      let cursor = ''
      let parts = 0
      do {
        const answer = await admin.get(
          `/api/vendors?ownerId=${rareId}&orderBy[by][]=${by}${cursor && `&cursor=${cursor}`}`,
        )
        expect(costOf(answer).trips).toBeLessThanOrEqual(2)
        if (parts === 0) expect(readRows(answer)).toBeLessThanOrEqual(MOST_LOOKED)
        found.push(...answer.body.edges.map((edge: { node: { id: string } }) => edge.node.id))
        cursor = answer.body.pageInfo.hasNextPage ? answer.body.pageInfo.endCursor : ''
        parts += 1
      } while (cursor)
      expect(new Set(found).size).toBe(10)
      expect(found).toHaveLength(10)
      expect(parts).toBeLessThan(12)
    },
  )

  it('an amount that few vendors cost is found in portions, too', async () => {
    const first = await admin.get('/api/vendors?amount=USD,999999999,')
    expect(first.body.edges).toEqual([])
    expect(readRows(first)).toBeLessThanOrEqual(MOST_LOOKED)
    expect(first.body.pageInfo.hasNextPage).toBe(true)
    const all = await admin.get('/api/vendors?amount=USD,1,')
    expect(all.body.edges.length).toBeGreaterThan(0)
  })

  it('a vendor is found by its name, and similar ones while typing', async () => {
    const { body } = await admin.get('/api/vendors?first=1')
    const { name } = body.edges[0].node
    const found = await admin.get(`/api/vendors?search=${encodeURIComponent(name)}`)
    expect(found.body.edges[0].node.name).toBe(name)
    expect(readRows(found)).toBeLessThanOrEqual(MOST_READ)
    const alike = await admin.get(`/api/vendors-by-name?name=${encodeURIComponent(name)}`)
    expect(alike.body[0]).toMatchObject({ name, isSame: true })
    expect(readRows(alike)).toBeLessThan(40)
  })

  it.each([
    ['the word of all names', 'vendor'],
    ['a word that one in nine has', 'inninth'],
    ['a word that few have', 'insixtieth'],
  ])(
    '%s reads no more than a part of its vendors, and finds them in order',
    async (_, word) => {
      const page = await admin.get(`/api/vendors?first=25&search=${word}`)
      // All that have it are 10,000, 1,112 or 167.
      expect(readRows(page)).toBeLessThanOrEqual(1_600)
      const found: string[] = []
      let cursor = ''
      do {
        const answer = await admin.get(`/api/vendors?first=100&search=${word}${cursor && `&cursor=${cursor}`}`)
        expect(costOf(answer).trips).toBeLessThanOrEqual(2)
        found.push(...answer.body.edges.map((edge: { node: { name: string } }) => edge.node.name))
        cursor = answer.body.pageInfo.hasNextPage && found.length < 1_500 ? answer.body.pageInfo.endCursor : ''
      } while (cursor)
      const expected = await env.DB.prepare(
        `SELECT name FROM vendors WHERE company_id = ?1 AND (name || ' ') LIKE '% ' || ?2 || ' %' OR company_id = ?1 AND name LIKE ?2 || ' %'
        ORDER BY lower(name) LIMIT 1500`,
      )
        .bind(company.id, word)
        .all<{ name: string }>()
      expect(found.slice(0, 1_500)).toEqual(expected.results.map(({ name }) => name))
      expect(found.length).toBeGreaterThan(100)
    },
    120_000,
  )

  it('the sweep of totals reads nothing once they are up to date', async () => {
    let cost = { rowsRead: 0, rowsWritten: 1 }
    // The first ones bring up to date what other files left.
    for (let sweep = 0; cost.rowsWritten > 0 && sweep < 50; sweep += 1) {
      const db = new Database(env.DB, 'first-primary')
      await sweepVendorFigures({ db, clock: { now: () => Date.now() } })
      cost = db.cost
    }
    expect(cost.rowsWritten).toBe(0)
    // A few of other files’ companies, and none of the ten thousand vendors.
    expect(cost.rowsRead).toBeLessThan(20)
  })
})
