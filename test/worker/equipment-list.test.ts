import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../../worker/app.tsx'
import { EQUIPMENT_TABLES, equipmentDoors } from '../support/worker/equipment-list.ts'
import { expectNoScan, statementsOf } from '../support/worker/query-plans.ts'
import { run } from '../support/worker/sessions.ts'
import { makeCompany, ORIGIN, signIn } from '../support/worker/world.ts'

/** A new list has filters, order, saved views, a file and actions on several objects from its definition. */

const app = createApp(equipmentDoors)
let cookie: string
let ids: string[]

const call = async (path: string, body?: unknown) => {
  const response = await app.fetch(
    new Request(`${ORIGIN}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Cookie: cookie, Origin: ORIGIN, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
    env,
    createExecutionContext(),
  )
  const text = await response.text()
  return { status: response.status, text, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null }
}
const names = async (query: string): Promise<string[]> => {
  const found: string[] = []
  for (let cursor = ''; ; ) {
    const { status, body } = await call(`/api/equipment?first=2&${query}${cursor}`)
    expect(status, query).toBe(200)
    found.push(...body.edges.map(({ node }: { node: { name: string } }) => node.name))
    if (!body.pageInfo.hasNextPage) return found
    cursor = `&cursor=${body.pageInfo.endCursor}`
  }
}

const ITEMS = [
  ['Old phone', 'PHONE', '2026-03-01'],
  ['Camera', 'CAMERA', '2026-03-01'],
  ['Laptop', 'LAPTOP', '2026-05-01'],
  ['Laptop', 'LAPTOP', '2026-05-01'],
  ['Laptop', 'LAPTOP', '2026-05-01'],
] as const

beforeAll(async () => {
  for (const sql of EQUIPMENT_TABLES) await run(sql)
  const company = await makeCompany()
  const [holder, other] = [await company.addPerson({ name: 'Ada Pereira' }), await company.addPerson()]
  cookie = (await signIn(company, holder)).cookie ?? ''
  ids = ITEMS.map((_, place) => `${company.id}-${place}`)
  for (const [place, [name, kind, returnBy]] of [...ITEMS.entries()].reverse()) {
    await run(
      'INSERT INTO equipment (id, company_id, name, kind, holder_user_id, return_by) VALUES (?, ?, ?, ?, ?, ?)',
      ...[ids[place], company.id, name, kind, place === 0 ? other.userId : holder.userId, returnBy],
    )
  }
})
afterAll(() => run('DROP TABLE equipment'))

it('it is listed in each order, page by page, without losing any of several with equal keys', async () => {
  expect(await names('')).toEqual(['Camera', 'Laptop', 'Laptop', 'Laptop', 'Old phone'])
  expect(await names('orderBy[by][]=returnBy&orderBy[dir][]=DESC')).toEqual([
    ...['Laptop', 'Laptop', 'Laptop', 'Camera', 'Old phone'],
  ])
})

it('each filter narrows it, and no filter reads the whole table', async () => {
  for (const [query, expected] of [
    ['search=PHO', ['Old phone']],
    ['kind=LAPTOP', ['Laptop', 'Laptop', 'Laptop']],
    ['returnRange=2026-01,2026-04', ['Camera', 'Old phone']],
    ['filter=ARCHIVED', []],
    ['holderUserId=nobody', []],
  ] as const) {
    for (const by of ['name', 'returnBy']) {
      const order = `orderBy[by][]=${by}`
      expect((await names(`${query}&${order}`)).sort(), query).toEqual(expected)
      await expectNoScan(await statementsOf(() => call(`/api/equipment?${query}&${order}`)))
    }
  }
})

it('a view is saved, applied, and downloaded as a file', async () => {
  const { body } = await call('/api/equipment/by-filter', { filters: { kind: 'CAMERA' }, label: 'Cameras' })
  const views = await call('/api/equipment/views')
  expect(views.body).toMatchObject([{ label: 'Cameras', hash: body.hash, filters: { kind: 'CAMERA' } }])
  const page = await call(`/api/equipment/by-filter/${body.hash}`)
  expect(page.body.edges.map(({ node }: { node: { name: string } }) => node.name)).toEqual(['Camera'])
  expect((await call(`/api/equipment/by-filter/${body.hash}.csv`)).text.trim().split('\r\n')).toEqual([
    'Name,Kind,Holder,Return by',
    'Camera,Camera,Ada Pereira,2026-03-01',
  ])
})

it('an action on several changes what the person can change and says why the others stay', async () => {
  const { body } = await call('/api/equipment/archive', { ids: ids.slice(0, 2), archived: true })
  expect(body.results).toEqual([
    { id: ids[0], ok: false, message: 'Only its holder can change it' },
    { id: ids[1], ok: true, message: null },
  ])
  expect(await names('filter=ARCHIVED')).toEqual(['Camera'])
})
