import { beforeAll, describe, expect, it } from 'vitest'
import { rows, run } from '../../../support/worker/sessions.ts'
import { addRuleSet, always, decide, file, makeSpendScene, type SpendScene } from '../../../support/worker/spend.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/** Spend requests in the global search, and how many there are. */
let scene: SpendScene
beforeAll(async () => {
  scene = await makeSpendScene()
  await addRuleSet(scene.company, { levels: [always('Manager', scene.people.approver.userId)] })
})

const found = async (query: string, client: Client = scene.admin) => {
  const answer = await client.get(`/api/search?query=${encodeURIComponent(query)}`)
  expect(answer.status).toBe(200)
  return answer.body.filter(({ kind }: { kind: string }) => kind === 'SPEND_REQUEST')
}
const idsOf = async (query: string) =>
  (await found(query)).map(({ spendRequestId }: { spendRequestId: string }) => spendRequestId)
const numberOf = async (id: string) =>
  (await rows<{ number: number }>('SELECT number FROM spend_requests WHERE id = ?', id))[0]?.number ?? 0

/** So many more of the company, like this one. */
const copies = async (id: string, count: number) => {
  const columns = (await rows<{ name: string }>("SELECT name FROM pragma_table_info('spend_requests')"))
    .map(({ name }) => name)
    .filter((name) => name !== 'id' && name !== 'number')
  await run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO spend_requests (id, number, ${columns.join(', ')})
     SELECT id || '-' || i, 1000 + i, ${columns.join(', ')} FROM spend_requests CROSS JOIN n WHERE id = ?1`,
    ...[id, count],
  )
}

describe('spend requests in the global search', () => {
  it('one is found by its description, its number and its vendor', async () => {
    const id = await file(scene, { description: 'Zebra license' })
    const number = await numberOf(id)
    for (const query of ['zebra', `SR-${number}`, `sr${number}`, `${number}`, 'acme zebra']) {
      expect((await idsOf(query))[0], query).toBe(id)
    }
    expect(await found('zebra')).toEqual([
      expect.objectContaining({
        name: 'Acme Cloud: Zebra license',
        archived: false,
        spendRequest: { number, status: 'PENDING', requestorName: 'Rita Requester' },
      }),
    ])
  })

  it('what it is found by follows its changes, and a deleted one is not found', async () => {
    const id = await file(scene, { description: 'Walrus license' })
    await run("UPDATE spend_requests SET description = 'Otter license' WHERE id = ?", id)
    expect(await idsOf('walrus')).toEqual([])
    expect(await idsOf('otter')).toEqual([id])
    await run('UPDATE vendors SET name = ? WHERE id = ?', 'Bluebird', scene.vendorId)
    expect((await found('otter'))[0].name).toBe('Bluebird: Otter license')
    expect(await idsOf('bluebird')).toContain(id)
    await run('UPDATE vendors SET name = ? WHERE id = ?', 'Acme Cloud', scene.vendorId)
    await scene.requester.call('DELETE', `/api/spend-requests/${id}`)
    expect(await idsOf('otter')).toEqual([])
  })

  it('nothing is found in another company, without spend requests, or by someone it doesn’t involve', async () => {
    await file(scene, { description: 'Narwhal license' })
    const other = await makeSpendScene()
    expect(await found('narwhal', other.admin)).toEqual([])
    expect(await found('narwhal', scene.requester)).toHaveLength(1)
    const uninvolved = await signIn(scene.company, await scene.company.addPerson())
    expect(await found('narwhal', uninvolved)).toEqual([])
    const off = await makeSpendScene(['enableIntakeRequests'])
    await run("UPDATE search_rows SET company_id = ? WHERE title = 'Narwhal license'", off.company.id)
    expect(await found('narwhal', off.admin)).toEqual([])
  })
})

describe('the number of spend requests', () => {
  const countOf = async (filter: string, client: Client) => {
    const { body } = await client.graphql(`{ spendRequestsCount(filter: {${filter}}) }`)
    return body.data.spendRequestsCount
  }

  it('each state is counted, also of hundreds, and follows decisions, archiving and deleting', async () => {
    const own = await makeSpendScene()
    await addRuleSet(own.company, { levels: [always('Manager', own.people.approver.userId)] })
    const [first, second, third] = [await file(own), await file(own), await file(own)]
    const all = async (...filters: string[]) => Promise.all(filters.map((filter) => countOf(filter, own.admin)))
    expect(await all('filter: ACTIVE', 'filter: ALL', 'filter: ARCHIVED')).toEqual([3, 3, 0])
    await decide(own.approver, first)
    await own.admin.post('/api/spend-requests/archive', { ids: [second], archived: true })
    await own.requester.call('DELETE', `/api/spend-requests/${third}`)
    expect(await all('filter: ACTIVE', 'filter: ALL', 'filter: ARCHIVED')).toEqual([1, 2, 1])
    expect(await all('status: APPROVED', 'filter: ALL, status: PENDING')).toEqual([1, 1])
    await copies(first, 300)
    expect(await all('filter: ACTIVE')).toEqual([301])
    expect(await all(`vendorId: "${own.vendorId}"`)).toEqual([50])
    await run('DELETE FROM spend_requests WHERE number > 1000 AND company_id = ?', own.company.id)
    expect(await all('filter: ACTIVE')).toEqual([1])
  })

  it('people who see some are told how many they see', async () => {
    const own = await makeSpendScene()
    await file(own)
    const someone = await signIn(own.company, await own.company.addPerson())
    expect(await countOf('filter: ALL', own.requester)).toBe(1)
    expect(await countOf('filter: ALL', someone)).toBe(0)
  })

  it('counting with filters reads few rows of many, and says so if they don’t tell', async () => {
    const own = await makeSpendScene()
    const first = await file(own, { description: 'Zebra' })
    await copies(first, 400)
    await run(
      `UPDATE spend_requests SET created_at = number, description = iif(number < 1200, 'Zebra', 'Walrus'),
         requestor_user_id = iif(number > 1390, ?2, requestor_user_id) WHERE company_id = ?1`,
      ...[own.company.id, own.people.finance.userId],
    )
    const counted = async (filter: string) => {
      const { body, headers } = await own.admin.graphql(`{ spendRequestsCount(filter: {filter: ALL, ${filter}}) }`)
      expect(Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])).toBeLessThan(300)
      return body.data.spendRequestsCount
    }
    expect(await counted(`requestorId: "${own.people.finance.userId}"`)).toBe(10)
    expect(await counted(`requestorId: "${own.people.requester.userId}"`)).toBe(50)
    expect(await counted('search: "Walrus"')).toBe(50)
    // The newest ones are others, so how many there are isn’t known.
    expect(await counted('search: "Zebra"')).toBeNull()
  })
})

describe('the spend requests of a service', () => {
  it('a page of hundreds costs the same as one of few, and all pages have each once, newest first', async () => {
    const own = await makeSpendScene()
    const first = await file(own)
    const service = await own.admin.post('/api/services', { name: 'Compute', vendorId: own.vendorId })
    await copies(first, 300)
    await run(
      `INSERT INTO spend_request_services (company_id, service_id, spend_request_id, created_at)
       SELECT company_id, ?1, id, 0 FROM spend_requests WHERE company_id = ?2`,
      ...[service.body.id, own.company.id],
    )
    await run('UPDATE spend_requests SET created_at = number WHERE company_id = ?', own.company.id)
    expect(service.status).toBe(200)
    const seen: number[] = []
    const costs: number[] = []
    for (let cursor = ''; ; ) {
      const { body, headers } = await own.admin.get(
        `/api/spend-requests?filter=ALL&first=100&inServiceIds[]=${service.body.id}${cursor}`,
      )
      seen.push(...body.edges.map(({ node }: { node: { readableId: string } }) => Number(node.readableId.slice(3))))
      costs.push(Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1]) / body.edges.length)
      if (!body.pageInfo.hasNextPage) break
      cursor = `&cursor=${body.pageInfo.endCursor}`
    }
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a))
    expect(seen).toHaveLength(301)
    expect(Math.max(...costs.slice(0, 3))).toBeLessThan(12)
  })
})
