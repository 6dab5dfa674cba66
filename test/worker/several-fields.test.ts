import { beforeAll, describe, expect, it } from 'vitest'
import { costOf } from '../support/worker/contract.ts'
import { rows, run } from '../support/worker/sessions.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany } from '../support/worker/world.ts'

/**
 * The lists of vendors, services and members by two fields, in a company where many have the same values: all pages
 * together have each object once, as one ORDER BY would. More have one value than a page reads at once.
 */

/** So many of each that most values are shared by more than the 21 that a page reads at once. */
const MANY = 100
const MOST_READ = 300
const numbers = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY - 1})`

interface SortedList {
  path: string
  /** What is read by a plain ORDER BY, from `t`. ?1 is the company. */
  from: string
  id: string
  columns: Record<string, string>
}

const LISTS: Record<string, SortedList> = {
  vendors: {
    path: '/api/vendors',
    from: 'vendors t WHERE t.company_id = ?1 AND t.archived_at IS NULL',
    id: 't.id',
    columns: {
      name: 'lower(t.name)',
      createdAt: 't.created_at',
      next12ServiceSpend: 't.next12_sort',
      servicesCount: 't.services_count',
    },
  },
  services: {
    path: '/api/services',
    from: 'services t WHERE t.company_id = ?1 AND t.archived_at IS NULL',
    id: 't.id',
    columns: { vendor: 't.vendor_key', name: 'lower(t.name)', endDate: 't.last_end_date' },
  },
  members: {
    path: '/api/members',
    from: 'company_memberships t WHERE t.company_id = ?1',
    id: 't.user_id',
    columns: { name: 't.name_key', email: 't.email_key', createdAt: 't.created_at' },
  },
}

const CASES = Object.entries(LISTS).flatMap(([list, { columns }]) =>
  Object.keys(columns).flatMap((first) =>
    Object.keys(columns)
      .filter((second) => second !== first)
      .map((second) => ({ list, first, second })),
  ),
)

let company: TestCompany
let admin: Client

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests', 'enableN12mServiceSpend'])
  const person = await company.addPerson({ flags: ['hasAdminAccess'] })
  admin = await signIn(company, person)
  const { id } = company
  await run(
    `${numbers} INSERT INTO users (id, email, first_name, last_name, created_at)
       SELECT ?1 || '-m' || i, ?1 || '-m' || (i * 7 % 151) || '@people.test', 'Walter', 'Member ' || (i * 11 % 31 % 3), 0 FROM n`,
    id,
  )
  await run(
    `${numbers} INSERT INTO company_memberships (company_id, user_id, created_at)
       SELECT ?1, ?1 || '-m' || i, i * 13 % 37 % 4 FROM n`,
    id,
  )
  await run(
    `${numbers} INSERT INTO vendors (id, company_id, name, payment_method, created_at)
       SELECT ?1 || '-v' || (i * 77 % ${MANY} + i / ${MANY}), ?1, 'Supplier ' || printf('%05d', i * 7 % 151), 'ACH', i * 13 % 41 % 3 FROM n`,
    id,
  )
  await run(
    `${numbers} INSERT INTO services (id, company_id, vendor_id, vendor_key, name, last_end_date, created_at, card)
       SELECT ?1 || '-s' || i, ?1, v.id, lower(v.name), 'Plan ' || (i * 11 % 29 % 4), iif(i % 3 = 0, '', '203' || (i * 7 % 23 % 4) || '-12-31'), i,
              '{"periods":[],"months":[]}' FROM n JOIN vendors v ON v.id = ?1 || '-v' || (i * i % 7 % 3)`,
    id,
  )
  await run(
    `UPDATE vendors SET services_count = place * 17 % 43 % 5, next12_sort = iif(place % 3 > 0, 0, place * 7 % 13)
       FROM (SELECT id AS of, row_number() OVER (ORDER BY id) AS place FROM vendors WHERE company_id = ?1)
      WHERE id = of`,
    id,
  )
}, 120_000)

const readRows = ({ headers }: Answer): number => Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])

const pathOf = (path: string, by: readonly string[], dir: readonly string[], first: number): string =>
  `${path}?${path.startsWith('/api/members') ? '' : 'filter=ACTIVE&'}first=${first}&${by.map((field) => `orderBy[by][]=${field}`).join('&')}&${dir
    .map((each) => `orderBy[dir][]=${each}`)
    .join('&')}`

/** All ids of the list, and what its pages cost. */
const listed = async (path: string): Promise<{ ids: string[]; costs: number[] }> => {
  const ids: string[] = []
  const costs: number[] = []
  let cursor = ''
  for (let pages = 0; pages < MANY; pages++) {
    const answer = await admin.get(`${path}${cursor}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    ids.push(...answer.body.edges.map(({ node }: { node: { id: string } }) => node.id))
    costs.push(readRows(answer))
    const { hasNextPage } = answer.body.pageInfo
    // A page is filled, or read on with what is left of its cost.
    if (hasNextPage && answer.body.edges.length < 20 && costs.length < 4)
      expect(costOf(answer).trips > 1 || readRows(answer) > MOST_READ / 2, `${path}${cursor}`).toBe(true)
    if (!answer.body.pageInfo.hasNextPage) return { ids, costs }
    cursor = `&cursor=${answer.body.pageInfo.endCursor}`
  }
  throw new Error('The list has no end')
}

const DIRECTIONS = [
  ['ASC', 'ASC'],
  ['ASC', 'DESC'],
  ['DESC', 'ASC'],
  ['DESC', 'DESC'],
]

describe('lists by two fields', () => {
  it.each(CASES)(
    '$list by $first and $second are all listed once, in order',
    async ({ list, first, second }) => {
      const { path, from, id, columns } = LISTS[list] as SortedList
      const keys = [columns[first] ?? '', columns[second] ?? '']
      for (const dir of DIRECTIONS) {
        const found = await listed(pathOf(path, [first, second], dir, 20))
        expect(
          found.costs.slice(0, 2).filter((cost) => cost > MOST_READ),
          dir.join(),
        ).toEqual([])
        const plain = await rows<{ id: string; key: string }>(
          `SELECT ${id} AS id, json_array(${keys.join(', ')}) AS key FROM ${from}
          ORDER BY ${keys.map((key, place) => `${key} ${dir[place]}`).join(', ')}`,
          company.id,
        )
        expect(new Set(found.ids).size).toBe(found.ids.length)
        const keyById = new Map(plain.map((row) => [row.id, row.key]))
        expect(
          found.ids.map((each) => keyById.get(each)),
          dir.join(),
        ).toEqual(plain.map(({ key }) => key))
      }
    },
    60_000,
  )
})
