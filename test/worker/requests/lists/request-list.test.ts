import { beforeAll, describe, expect, it } from 'vitest'
import { REQUEST_SORT_FIELDS } from '../../../../schema/requests/endpoints.ts'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { type Category, file, makeCategory, rule, save } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

interface Node {
  id: string
  number: number
  title: string
  createdAt: string
  dueDate: string | null
  status: string
  requestor: { id: string; name: string }
  requestAmount: { value: number } | null
}

let company: TestCompany
let requester: Client
let approver: Client
let owner: Client
let admin: Client
let software: Category
let travel: Category
const ids = { software: [] as string[], travel: [] as string[] }

/** Deliberate ties, because pages must neither lose nor repeat a row with equal keys. */
const AMOUNTS = [null, 100, 100, 5000, null, 100, 7000, 5000]
const DUES = ['2030-01-01', null, '2030-01-01', null, '2031-05-05', null, '2030-01-01', null]

beforeAll(async () => {
  company = await makeCompany()
  const people = await Promise.all(
    ['Rita Requester', 'Abe Approver', 'Cora Owner'].map((name) => company.addPerson({ name })),
  )
  const [r, a, o] = people
  const second = await company.addPerson({ name: 'Rita Requester', flags: ['hasAdminAccess'] })
  if (!r || !a || !o) throw new Error('No people')
  ;[requester, approver, owner, admin] = [
    await signIn(company, r),
    await signIn(company, a),
    await signIn(company, o),
    await signIn(company, second),
  ]
  const levels = [[rule('legal', { approverUserIds: [a.userId] })]]
  software = await makeCategory(admin, { levels })
  travel = await makeCategory(admin, { levels: [[rule('boss', { approverUserIds: [second.userId] })]] })
  const ownership = 'INSERT INTO intake_category_owners (company_id, intake_category_id, user_id) VALUES (?, ?, ?)'
  await run(ownership, company.id, travel.id, o.userId)
  for (const [i, value] of AMOUNTS.entries()) {
    const answers = {
      title: `Laptop ${i} 50%_off`,
      ...(value !== null && { amount: { value, currency: 'USD' } }),
      ...(DUES[i] && { due: DUES[i] }),
    }
    ids.software.push(await file(i % 2 ? requester : admin, software.id, answers))
  }
  for (const i of [1, 2, 3]) ids.travel.push(await file(requester, travel.id, { title: `Flight ${i}` }))
  // The same instant for some, as under load.
  const same = JSON.stringify([...ids.software.slice(0, 4), ...ids.travel])
  for (const sql of [
    'UPDATE intake_submissions SET created_at = 1000 WHERE id IN (SELECT value FROM json_each(?))',
    'UPDATE request_participants SET created_at = 1000 WHERE target_id IN (SELECT value FROM json_each(?))',
  ]) {
    await run(sql, same)
  }
})

const page = async (client: Client, query: string) => (await client.get(`/api/intake-submissions?${query}`)).body
const titles = async (client: Client, query: string): Promise<string[]> =>
  (await page(client, query)).edges.map((edge: { node: Node }) => edge.node.title)

const walk = async (client: Client, query: string, first: number): Promise<Node[]> => {
  const nodes: Node[] = []
  let cursor = ''
  for (let pages = 0; pages < 50; pages++) {
    const { edges, pageInfo } = await page(client, `${query}&first=${first}${cursor && `&cursor=${cursor}`}`)
    nodes.push(...edges.map((edge: { node: Node }) => edge.node))
    if (!pageInfo.hasNextPage) return nodes
    expect(edges).toHaveLength(first)
    cursor = pageInfo.endCursor
  }
  throw new Error('The pages do not end')
}

const keyOf: Record<(typeof REQUEST_SORT_FIELDS)[number], (node: Node) => string | number> = {
  createdAt: (node) => node.createdAt,
  id: (node) => node.number,
  status: (node) => node.status,
  number: (node) => node.number,
  requestorName: (node) => node.requestor.name,
  coalescedRequestAmount: (node) => node.requestAmount?.value ?? -1,
  dueDate: (node) => node.dueDate ?? '',
}

describe('paging through the list of requests', () => {
  const sorts = REQUEST_SORT_FIELDS.flatMap((by) => (['ASC', 'DESC'] as const).map((dir) => ({ by, dir })))

  it.each(sorts)('paging by $by $dir returns every request once, in order, for any page size', async ({ by, dir }) => {
    const query = `filter=ALL&orderBy[by][]=${by}&orderBy[dir][]=${dir}`
    const expected = { admin: 11, approver: 8, owner: 3, requester: 7 }
    const clients = { admin, approver, owner, requester }
    for (const [name, count] of Object.entries(expected)) {
      for (const first of [1, 3, 100]) {
        const nodes = await walk(clients[name as keyof typeof clients], query, first)
        expect({ name, first, count: nodes.length }).toEqual({ name, first, count })
        expect(new Set(nodes.map((node) => node.id)).size).toBe(count)
        const keys = nodes.map(keyOf[by])
        const sorted = [...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(keys).toEqual(dir === 'ASC' ? sorted : sorted.reverse())
      }
    }
  })

  it('paging continues from its place when requests are added or removed before it', async () => {
    const query = 'filter=ALL&orderBy[by][]=number&orderBy[dir][]=DESC'
    const { edges, pageInfo } = await page(admin, `${query}&first=4`)
    const added = await file(requester, software.id, { title: 'Newest' })
    const next = await page(admin, `${query}&first=100&cursor=${pageInfo.endCursor}`)
    const seen = [...edges, ...next.edges].map((edge: { node: Node }) => edge.node.id)
    expect(new Set(seen).size).toBe(11)
    expect(seen).not.toContain(added)
    await run('UPDATE intake_submissions SET deleted_at = 1 WHERE id = ?', added)
    await run('DELETE FROM request_participants WHERE target_id = ?', added)
  })

  it('a cursor that isn’t the list’s own is refused', async () => {
    const made = btoa(JSON.stringify([1]))
    for (const cursor of ['nonsense', btoa('[]'), made, btoa('{"a":1}'), '%F0%9F']) {
      const answer = await admin.get(`/api/intake-submissions?cursor=${cursor}`)
      expect({ cursor, code: codeOf(answer) }).toEqual({ cursor, code: 'INVALID' })
      expect(fieldsOf(answer).cursor).toBe('Not a valid cursor')
    }
  })

  it('GraphQL answers with the same pages', async () => {
    const query = `query ($a: String) { intakeSubmissions(first: 4, filter: ALL, after: $a) {
      edges { node { id } } pageInfo { hasNextPage endCursor } } }`
    const seen: string[] = []
    let after: string | null = null
    for (let i = 0; i < 3; i++) {
      const answer = await admin.graphql(query, { a: after })
      const { edges, pageInfo } = answer.body.data.intakeSubmissions
      seen.push(...edges.map((edge: { node: Node }) => edge.node.id))
      expect(pageInfo.hasNextPage).toBe(i < 2)
      after = pageInfo.endCursor
    }
    expect(seen).toEqual((await walk(admin, 'filter=ALL', 100)).map((node) => node.id))
  })
})

describe('the list of requests', () => {
  it('a category’s owner sees the requests of that category and no others', async () => {
    expect((await titles(owner, 'filter=ALL')).sort()).toEqual(['Flight 1', 'Flight 2', 'Flight 3'])
    expect(await titles(owner, `filter=ALL&intakeCategoryId=${software.id}`)).toEqual([])
  })

  it('the list shows nothing of other companies', async () => {
    const other = await makeCompany()
    const stranger = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    for (const filter of ['ALL', 'ACTIVE', 'ACTION_REQUIRED', 'ARCHIVED']) {
      expect(await titles(stranger, `filter=${filter}&intakeCategoryId=${software.id}`)).toEqual([])
    }
  })

  it('requests are found by number and by part of the title, taken literally', async () => {
    expect(await titles(admin, 'search=light')).toHaveLength(3)
    expect(await titles(admin, 'search=LAPTOP 3')).toEqual(['Laptop 3 50%_off'])
    expect(await titles(admin, `search=${encodeURIComponent('50%_')}`)).toHaveLength(8)
    expect(await titles(admin, `search=${encodeURIComponent('5%_')}`)).toEqual([])
    expect(await titles(admin, `search=${encodeURIComponent("' OR 1=1 --")}`)).toEqual([])
    const { edges } = await page(admin, 'filter=ALL&orderBy[by][]=number&orderBy[dir][]=ASC&first=1')
    const { number, title } = edges[0].node
    expect(await titles(admin, `search=${encodeURIComponent(`#${number}`)}`)).toEqual([title])
  })

  it('requests are filtered by status, category, one’s own, waiting for oneself, and archived', async () => {
    const [decided = '', archived = ''] = ids.software
    const view = await approver.get(`/api/intake-submission/${decided}/approvals`)
    const body = { status: 'REJECTED', levelGroupStatusId: view.body.levels[0].blocks[0].id, seenVersion: 1 }
    expect((await approver.post(`/api/intake-submission/${decided}/status`, body)).status).toBe(200)
    await run('UPDATE intake_submissions SET archived_at = 1 WHERE id = ?', archived)
    expect(await titles(admin, 'status=REJECTED')).toEqual(['Laptop 0 50%_off'])
    expect(await titles(admin, 'filter=ARCHIVED')).toEqual(['Laptop 1 50%_off'])
    expect(await titles(admin, 'filter=ACTIVE')).toHaveLength(10)
    expect(await titles(admin, 'filter=ALL')).toHaveLength(11)
    expect(await titles(requester, 'mine=true&filter=ALL')).toHaveLength(7)
    expect(await titles(admin, `intakeCategoryId=${travel.id}`)).toHaveLength(3)
    expect(await titles(approver, 'filter=ACTION_REQUIRED')).toHaveLength(6)
    expect((await titles(admin, 'filter=ACTION_REQUIRED')).sort()).toEqual(['Flight 1', 'Flight 2', 'Flight 3'])
    expect(await titles(requester, 'filter=ACTION_REQUIRED')).toEqual([])
    await run('UPDATE intake_submissions SET archived_at = NULL WHERE id = ?', archived)
  })

  it('drafts are visible only to their author', async () => {
    await save(requester, software.id, { title: 'Secret draft' }, { isDraft: true })
    expect(await titles(requester, 'drafts=true')).toEqual(['Secret draft'])
    expect(await titles(admin, 'drafts=true')).toEqual([])
    for (const client of [admin, requester, owner])
      expect(await titles(client, 'filter=ALL')).not.toContain('Secret draft')
  })

  it('a member’s requests are ordered by when they were created, including former drafts', async () => {
    const draft = (await save(requester, software.id, { title: 'Begun first' }, { isDraft: true })).body
    await run('UPDATE intake_submissions SET created_at = created_at - 5000 WHERE id = ?', draft.id)
    await file(requester, software.id, { title: 'Begun second' })
    await save(requester, software.id, { title: 'Begun first' }, { id: draft.id, version: draft.version })
    for (const client of [requester, admin, approver]) {
      const both = (await titles(client, 'filter=ALL')).filter((title) => title.startsWith('Begun'))
      expect(both).toEqual(['Begun second', 'Begun first'])
    }
  })
})
