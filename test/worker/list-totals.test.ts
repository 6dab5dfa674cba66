import { beforeAll, describe, expect, it } from 'vitest'
import '../../worker/app.tsx'
import { TOTALS_PART } from '../../schema/shared/list-totals.ts'
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

/** What each list's rows have as their amounts. */
const LISTS: Record<string, { path: string; amounts: (node: never) => Amount[] }> = {
  requests: {
    path: '/api/intake-submissions',
    amounts: ({ requestAmount }: { requestAmount: Amount }) => [requestAmount],
  },
  'spend-requests': {
    path: '/api/spend-requests',
    amounts: ({ estimatedCost }: { estimatedCost: Amount }) => [estimatedCost],
  },
  bills: {
    path: '/api/payments/bills',
    amounts: ({ totalAmount, isCredit }: { totalAmount: { currency: string; value: number }; isCredit: boolean }) => [
      { ...totalAmount, value: isCredit ? -totalAmount.value : totalAmount.value },
    ],
  },
  services: {
    path: '/api/services',
    amounts: ({
      servicePeriods: [period],
    }: {
      servicePeriods: { currency: string; totalServicePeriodCost: number }[]
    }) => [period ? { currency: period.currency, value: period.totalServicePeriodCost } : null],
  },
  vendors: {
    path: '/api/vendors',
    amounts: ({ next12ServiceSpend }: { next12ServiceSpend: Amount[] }) => next12ServiceSpend,
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

const totalsOf = async (client: Client, path: string, query: string) => {
  const parts: { count: number; amounts: Sum[] }[] = []
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

describe.each(Object.entries(LISTS))('the totals of %s', (name, { path, amounts }) => {
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
      expect({ query, ...totals }).toEqual({ query, ...expected })
    }
  })
})

it('the totals are in parts of a limited number of rows, and a wrong cursor or saved set is refused', async () => {
  const company = await makeCompany(['enableIntakeRequests'])
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
  expect(counts).toEqual([TOTALS_PART, TOTALS_PART, 5])
  const odd = Math.ceil(many / 2)
  expect(value).toBe(odd * odd)
  expect((await client.get('/api/intake-submissions/totals?cursor=nonsense')).status).toBe(400)
  expect((await client.get('/api/services/totals?hash=0123456789abcdef')).status).toBe(404)
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
