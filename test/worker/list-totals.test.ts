import { beforeAll, describe, expect, it } from 'vitest'
import '../../worker/app.tsx'
import { groupKeyOf, TOTALS_PART } from '../../schema/shared/list-totals.ts'
import { type AccessFlag, roleChips } from '../../schema/shared/permissions.ts'
import { lists } from '../../worker/core/list/operations.ts'
import { costOf } from '../support/worker/contract.ts'
import { EQUAL_ROWS } from '../support/worker/equal-rows.ts'
import { makeWorld, type Principal, type World } from '../support/worker/matrix-world.ts'
import { run } from '../support/worker/sessions.ts'
import { type Client, makeCompany, signIn } from '../support/worker/world.ts'

/**
 * Totals of lists: for everyone exactly what the rows come to that they can page through, with any filter, so that no
 * difference between two totals says more than the list does.
 */

interface Sum {
  currency: string
  value: number
  count: number
}
type Node = Record<string, never> & { id: string }
type Amount = { currency: string; value: number } | null

interface Listed {
  path: string
  amounts: (node: never) => Amount[]
  /** The key of the group that a row is in, by the field, as its column on screen has it. */
  groups: Record<string, (node: never) => string>
}

interface Named {
  id: string
  name: string
}
const keyOf = (several: Named[]): string => groupKeyOf(several.map(({ id }) => id))
const monthOf = (day: string | null): string => day?.slice(0, 7) ?? ''
const ADDED = { createdAt: ({ createdAt }: { createdAt: string }) => monthOf(createdAt) }

/** What each list's rows have as their amounts, and how they are grouped. */
const LISTS: Record<string, Listed> = {
  requests: {
    path: '/api/intake-submissions',
    amounts: ({ requestAmount }: { requestAmount: Amount }) => [requestAmount],
    groups: {
      status: ({ status }: { status: string }) => status,
      requestorName: ({ requestor }: { requestor: { name: string } }) => requestor.name,
      dueDate: ({ dueDate }: { dueDate: string | null }) => monthOf(dueDate),
    },
  },
  'spend-requests': {
    path: '/api/spend-requests',
    amounts: ({ estimatedCost }: { estimatedCost: Amount }) => [estimatedCost],
    groups: {
      serviceStartDate: ({ serviceStartDate }: { serviceStartDate: string }) => monthOf(serviceStartDate),
    },
  },
  bills: {
    path: '/api/payments/bills',
    amounts: ({ totalAmount, isCredit }: { totalAmount: { currency: string; value: number }; isCredit: boolean }) => [
      { ...totalAmount, value: isCredit ? -totalAmount.value : totalAmount.value },
    ],
    groups: { dueDate: ({ dueDate }: { dueDate: string | null }) => monthOf(dueDate) },
  },
  services: {
    path: '/api/services',
    amounts: ({
      servicePeriods: [period],
    }: {
      servicePeriods: { currency: string; totalServicePeriodCost: number }[]
    }) => [period ? { currency: period.currency, value: period.totalServicePeriodCost } : null],
    groups: { vendor: ({ vendor }: { vendor: { id: string } }) => vendor.id },
  },
  vendors: {
    path: '/api/vendors',
    amounts: ({ next12ServiceSpend }: { next12ServiceSpend: Amount[] }) => next12ServiceSpend,
    groups: {
      ...ADDED,
      owners: ({ owners }: { owners: Named[] }) => keyOf(owners),
      vendorCategories: ({ vendorCategories }: { vendorCategories: Named[] }) => keyOf(vendorCategories),
      connectedDepartments: ({ connectedDepartments }: { connectedDepartments: Named[] }) =>
        keyOf(connectedDepartments),
      paymentMethod: ({ paymentMethod }: { paymentMethod: string | null }) => paymentMethod ?? '',
    },
  },
  documents: {
    path: '/api/documents',
    amounts: () => [],
    groups: {
      ...ADDED,
      type: ({ type }: { type: string[] }) => groupKeyOf(type),
      vendor: ({ vendor }: { vendor: Named | null }) => vendor?.id ?? '',
    },
  },
  members: {
    path: '/api/members',
    amounts: () => [],
    groups: {
      ...ADDED,
      roles: (member: Record<AccessFlag, boolean>) => roleChips(member).join(', '),
      departments: ({ departments }: { departments: Named[] }) => keyOf(departments),
    },
  },
}

const sumOf = (amounts: readonly Amount[]): Sum[] => {
  const sums = new Map<string, Sum>()
  for (const amount of amounts) {
    if (!amount) continue
    const { currency, value } = amount
    const sum = sums.get(currency) ?? { currency, value: 0, count: 0 }
    sums.set(currency, { currency, value: sum.value + value, count: sum.count + 1 })
  }
  return [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

const nodesOf = async (client: Client, path: string, query: string): Promise<Node[] | null> => {
  const found: Node[] = []
  let cursor = ''
  for (;;) {
    const { status, body } = await client.get(`${path}?first=7&${query}${cursor}`)
    if (status !== 200) return null
    found.push(...body.edges.map(({ node }: { node: Node }) => node))
    if (!body.pageInfo.hasNextPage) return found
    cursor = `&cursor=${body.pageInfo.endCursor}`
  }
}

/** What the groups come to that people see in the rows. */
const groupsIn = (nodes: readonly Node[], { amounts }: Listed, keyOf: (node: never) => string) => {
  const groups = new Map<string, Node[]>()
  for (const node of nodes) {
    const key = keyOf(node as never)
    groups.set(key, [...(groups.get(key) ?? []), node])
  }
  return [...groups].map(([key, found]) => ({
    ...{ key, count: found.length },
    amounts: sumOf(found.flatMap((node) => amounts(node as never))),
  }))
}
const byKey = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : 1)

const totalsOf = async (client: Client, path: string, query: string) => {
  const parts: { count: number; amounts: Sum[]; groups: { key: string }[] }[] = []
  let cursor = ''
  for (;;) {
    const { status, body } = await client.get(`${path}/totals?${query}${cursor}`)
    if (status !== 200) return null
    parts.push(body)
    if (!body.endCursor) break
    cursor = `&cursor=${body.endCursor}`
  }
  const sums = new Map<string, Sum>()
  for (const { currency, value, count } of parts.flatMap(({ amounts }) => amounts)) {
    const sum = sums.get(currency) ?? { currency, value: 0, count: 0 }
    sums.set(currency, { currency, value: sum.value + value, count: sum.count + count })
  }
  return {
    count: parts.reduce((whole, { count }) => whole + count, 0),
    amounts: [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    groups: parts.flatMap(({ groups }) => groups),
  }
}

let world: World
const passing: Record<string, Record<string, string>> = {}
beforeAll(async () => {
  world = await makeWorld()
  for (const name of Object.keys(LISTS)) passing[name] = (await EQUAL_ROWS[name]?.(world))?.passing ?? {}
}, 120_000)

const PEOPLE: Principal[] = [
  'admin',
  'requester',
  'approver',
  'delegate',
  'watcher',
  'member',
  'superViewer',
  'categoryOwner',
  'otherAdmin',
]

describe.each(Object.entries(LISTS))('the totals of %s', (name, listed) => {
  const { path, amounts, groups } = listed
  it.each(PEOPLE)('%s gets the sums of what they can page through, whatever filters it', async (person) => {
    const client = world.as(person)
    const filters = Object.entries(passing[name] ?? {}).map(([key, value]) =>
      ['departmentIds', 'inServiceIds', 'notInServiceIds'].includes(key) || /answerFilters$/i.test(key)
        ? value
            .split(',')
            .map((part) => `${key}[]=${encodeURIComponent(part)}`)
            .join('&')
        : `${key}=${encodeURIComponent(value)}`,
    )
    const queries = ['', 'filter=ALL', 'filter=ACTION_REQUIRED', 'filter=ARCHIVED', ...filters]
    for (const query of queries) {
      const nodes = await nodesOf(client, path, query)
      const totals = await totalsOf(client, path, query)
      if (!nodes || !totals) {
        expect([query, nodes, totals]).toEqual([query, null, null])
        continue
      }
      const expected = { count: nodes.length, amounts: sumOf(nodes.flatMap((node) => amounts(node as never))) }
      expect({ query, ...totals }).toEqual({ query, ...expected, groups: [] })
      for (const [field, keyOf] of Object.entries(groups)) {
        const grouped = await totalsOf(client, path, `${query}&groupBy=${field}&groupDir=DESC`)
        expect({ query, field, ...grouped, groups: grouped?.groups.toSorted(byKey) }).toEqual({
          ...{ query, field, ...expected },
          groups: groupsIn(nodes, listed, keyOf).sort(byKey),
        })
      }
    }
  })
})

it('the totals are in parts of a limited number of rows, and a wrong cursor or saved set is refused', async () => {
  const company = await makeCompany(['enableIntakeRequests', 'enableN12mServiceSpend'])
  const client = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const many = 2 * TOTALS_PART + 5
  await run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO intake_submissions (id, company_id, number, intake_category_id, form_version, title, requestor_user_id,
       requestor_name, created_by_user_id, amount_value, amount_currency, created_at, submitted_at, updated_at)
     SELECT ?1 || i, ?1, i, 'c', 1, 'Request', 'u', 'U', 'u', iif(i % 4, i, NULL), iif(i % 4, iif(i % 2, 'USD', 'EUR'), NULL),
       i, i, i FROM n`,
    ...[company.id, many],
  )
  // From here on a session is read along with the answer.
  await client.get('/api/session')
  const counts: number[] = []
  let value = 0
  for (let cursor = ''; ; ) {
    const answer = await client.get(`/api/intake-submissions/totals?${cursor}`)
    expect(costOf(answer).trips).toBe(1)
    counts.push(answer.body.count)
    value += answer.body.amounts.find((sum: Sum) => sum.currency === 'USD').value
    if (!answer.body.endCursor) break
    cursor = `cursor=${answer.body.endCursor}`
  }
  expect(counts).toEqual([2000, 2000, 5])
  const odd = Math.ceil(many / 2)
  expect(value).toBe(odd * odd)
  expect((await client.get('/api/intake-submissions/totals?cursor=nonsense')).status).toBe(400)
  expect((await client.get('/api/services/totals?hash=0123456789abcdef')).status).toBe(404)
})

it('a list is grouped by the fields that its definition names, and by no others', async () => {
  const client = world.as('admin')
  const grouped = lists().filter(({ list }) => 'groups' in list)
  expect(grouped.map(({ list }) => list.name).sort()).toEqual(Object.keys(LISTS).sort())
  for (const { list } of grouped) {
    const { path, groups } = LISTS[list.name] as Listed
    expect([...((list as { groups?: readonly string[] }).groups ?? [])].sort()).toEqual(Object.keys(groups).sort())
    const others = list.sorts.filter((field) => !(field in groups))
    for (const field of others) expect((await client.get(`${path}/totals?groupBy=${field}`)).status).toBe(400)
  }
})

it('the groups of a long list come in order, so that the first ones are complete first', async () => {
  const company = await makeCompany(['enableIntakeRequests', 'enableN12mServiceSpend'])
  const client = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const many = TOTALS_PART + 100
  await run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO intake_submissions (id, company_id, number, intake_category_id, form_version, title, requestor_user_id,
       requestor_name, created_by_user_id, status, created_at, submitted_at, updated_at)
     SELECT ?1 || i, ?1, i, 'c', 1, 'Request', 'u', 'U', 'u', iif(i % 21 = 0, 'APPROVED', 'PENDING'), i, i, i FROM n`,
    ...[company.id, many],
  )
  const { body: first } = await client.get('/api/intake-submissions/totals?groupBy=status')
  const { body: last } = await client.get(`/api/intake-submissions/totals?groupBy=status&cursor=${first.endCursor}`)
  expect(first.groups).toEqual([
    { key: 'APPROVED', count: 100, amounts: [] },
    { key: 'PENDING', count: 1900, amounts: [] },
  ])
  expect(last.groups).toEqual([{ key: 'PENDING', count: 100, amounts: [] }])
  const { body: reverse } = await client.get('/api/intake-submissions/totals?groupBy=status&groupDir=DESC')
  expect(reverse.groups).toEqual([{ key: 'PENDING', count: 2000, amounts: [] }])
})

it('groups of several names come in the order of those names, whatever renames, adds or removes them', async () => {
  const company = await makeCompany(['enableVendorCategories', 'enableN12mServiceSpend'])
  const admin = await signIn(company, await company.addPerson({ name: 'Zoe Admin', flags: ['hasAdminAccess'] }))
  const [ben, ada] = [await company.addPerson({ name: 'Ben Ode' }), await company.addPerson({ name: 'Ada Fox' })]
  const make = async (name: string, ...owners: { userId: string }[]): Promise<string> =>
    (await admin.post('/api/vendors', { name, paymentMethod: 'ACH', owners: owners.map(({ userId }) => userId) })).body
      .id
  const ids = [await make('V1', ben), await make('V2', ada), await make('V3', ben, ada), await make('V4', ben)]
  const listed = async (path: string, by: string): Promise<string[]> =>
    ((await nodesOf(admin, path, `orderBy[by][]=${by}`)) ?? []).map((node) => String((node as { name?: string }).name))
  expect(await listed('/api/vendors', 'owners')).toEqual(['V2', 'V3', 'V1', 'V4'])
  await admin.post(`/api/member/${ada.userId}/update`, { firstName: 'Zara' })
  expect(await listed('/api/vendors', 'owners')).toEqual(['V1', 'V4', 'V3', 'V2'])
  await admin.post('/api/vendors/set-owners', { vendorIds: [ids[0]], ownerIds: [ada.userId] })
  expect(await listed('/api/vendors', 'owners')).toEqual(['V4', 'V3', 'V1', 'V2'])
  const category = async (name: string) => (await admin.post('/api/vendors/categories', { name })).body
  const [cloud, agency] = [await category('Cloud'), await category('Agency')]
  const put = (id: string | undefined, vendorCategoryId: string) =>
    admin.call('PUT', `/api/vendors/${id}`, { body: { vendorCategories: [{ vendorCategoryId }] } })
  await put(ids[0], cloud.id)
  await put(ids[1], agency.id)
  expect(await listed('/api/vendors', 'vendorCategories')).toEqual(['V3', 'V4', 'V2', 'V1'])
  await run("UPDATE vendor_categories SET name = 'Zoo' WHERE id = ?", agency.id)
  expect(await listed('/api/vendors', 'vendorCategories')).toEqual(['V3', 'V4', 'V1', 'V2'])
  const sales = await company.add('departments', 'Sales')
  for (const { userId } of [ada, ben]) await company.addToDepartment(sales, userId)
  const members = ((await nodesOf(admin, '/api/members', 'orderBy[by][]=departments')) ?? []) as unknown as {
    firstName: string
  }[]
  expect(members.map(({ firstName }) => firstName)[0]).toBe('Zoe')
  const byRole = ((await nodesOf(admin, '/api/members', 'orderBy[by][]=roles')) ?? []) as unknown as {
    firstName: string
  }[]
  expect(byRole[0]?.firstName).toBe('Zoe')
})

it('a saved view has the totals of its filters', async () => {
  const client = world.as('admin')
  const filters = { filter: 'ALL', amount: 'USD,1,1' }
  const { hash } = (await client.post('/api/services/by-filter', { filters })).body
  const [saved, asked] = await Promise.all([
    totalsOf(client, '/api/services', `hash=${hash}`),
    totalsOf(client, '/api/services', 'filter=ALL&amount=USD,1,1'),
  ])
  expect(saved).toEqual(asked)
  expect(saved?.count).toBeGreaterThan(0)
  expect((await world.as('otherAdmin').get(`/api/services/totals?hash=${hash}`)).status).toBe(404)
})
