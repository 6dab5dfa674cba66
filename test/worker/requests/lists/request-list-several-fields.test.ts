import { beforeAll, describe, expect, it } from 'vitest'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/**
 * Requests sorted by two fields, in a company where many have the same values: all pages together list each request
 * once, as one ORDER BY would, and no page reads the whole company. What has one value is more than a page reads at
 * once, so that every way of reading is taken.
 */

const MANY = 330
/** With two indexes and every extra column. */
const MOST_READ = 400
const numbers = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY - 1})`

/** The column of each field. */
const COLUMNS: Record<string, string> = {
  createdAt: 's.created_at',
  number: 's.number',
  status: 's.status',
  requestorName: 's.requestor_name',
  coalescedRequestAmount: 'coalesce(s.company_amount, -1)',
  dueDate: "coalesce(s.due_date, '')",
}
const FIELDS = Object.keys(COLUMNS)
const PAIRS = FIELDS.flatMap((first) => FIELDS.filter((second) => second !== first).map((second) => [first, second]))
const DIRECTIONS = [
  ['ASC', 'ASC'],
  ['ASC', 'DESC'],
  ['DESC', 'ASC'],
  ['DESC', 'DESC'],
]

let company: TestCompany
const clients: Record<string, { client: Client; ids: string[] | null }> = {}
const as = (name: string) => {
  const found = clients[name]
  if (!found) throw new Error(`Nobody is ${name}`)
  return found
}

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests'])
  const [member, delegate] = [await company.addPerson(), await company.addPerson()]
  const admin = await company.addPerson({ flags: ['hasAdminAccess'] })
  await run(
    'INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, created_at) VALUES (?1, ?2, ?3, 0)',
    ...[company.id, member.userId, delegate.userId],
  )
  for (const id of ['c', 'd']) {
    await run(
      `INSERT INTO intake_categories (id, company_id, name, ordinal, type, form_version, created_at)
       VALUES (?1 || '-' || ?2, ?1, 'Things ' || ?2, 1, 'INTERNAL', 1, 0)`,
      ...[company.id, id],
    )
  }
  await run(
    `INSERT INTO vendors (id, company_id, name, created_at) VALUES (?1 || '-v', ?1, 'Vendor', 0), (?1 || '-w', ?1, 'Wendor', 0)`,
    company.id,
  )
  await run(
    `${numbers} INSERT INTO intake_submissions (id, company_id, number, intake_category_id, form_version, title, vendor_id,
       requestor_user_id, requestor_name, created_by_user_id, created_at, updated_at, submitted_at, status, company_amount, due_date, archived_at)
       SELECT ?1 || '-r' || (i * 7919 % ${MANY}), ?1, i + 1, ?1 || iif(i * 31 % 97 % 9 = 0, '-d', '-c'), 1, 'Request ' || i,
              ?1 || iif(i % 5 < 2, '-v', '-w'),
              'someone', 'Person ' || (i * 17 % 101 % 7), 'someone', i * 61 % 113 % 12, i, i,
              CASE WHEN i * 13 % 89 % 11 = 0 THEN 'REJECTED' WHEN i * 13 % 89 % 3 = 0 THEN 'PENDING' ELSE 'APPROVED' END,
              iif(i % 3 = 0, NULL, i * 31 % 79 % 20),
              iif(i % 4 < 2, NULL, date('2026-01-01', '+' || (i * 7 % 83 % 30) || ' days')),
              iif(i % 11 = 3, 1, NULL)
         FROM n`,
    company.id,
  )
  await run(
    `INSERT INTO intake_submission_vendors (company_id, intake_submission_id, vendor_id, created_by_user_id, created_at)
       SELECT company_id, id, ?1 || '-v', 'someone', 0 FROM intake_submissions WHERE company_id = ?1 AND number % 40 = 3`,
    company.id,
  )
  for (const [userId, where] of [
    [member.userId, 'i % 3 < 2'],
    [delegate.userId, 'i % 5 = 2'],
  ] as const) {
    await run(
      `${numbers} INSERT INTO request_participants (company_id, user_id, target_type, target_id, is_requestor,
         is_approver, is_watcher, created_at, sequence, action_since)
         SELECT ?1, ?2, 'INTAKE_SUBMISSION', s.id, 0, 1, 0, s.created_at, 1, iif(i % 4 = 1, i, NULL)
           FROM n CROSS JOIN intake_submissions s ON s.company_id = ?1 AND s.number = i + 1 WHERE ${where}`,
      ...[company.id, userId],
    )
  }
  clients.admin = { client: await signIn(company, admin), ids: null }
  clients.member = { client: await signIn(company, member), ids: [member.userId] }
  clients.delegate = { client: await signIn(company, delegate), ids: [delegate.userId, member.userId] }
}, 120_000)

interface Sorting {
  by: readonly string[]
  dir: readonly string[]
}

/** What a plain ORDER BY says. The order of requests with equal keys isn’t promised. */
const expected = async (ids: string[] | null, { by, dir }: Sorting, where: string): Promise<unknown[][]> => {
  const keys = by.map((field) => COLUMNS[field] ?? '')
  const found = await rows<{ key: string }>(
    `SELECT json_array(${keys.join(', ')}) AS key FROM intake_submissions s
      WHERE s.company_id = ?1 AND (${where}) AND (?2 IS NULL OR EXISTS (SELECT 1 FROM request_participants p
        WHERE p.company_id = ?1 AND p.target_id = s.id AND p.user_id IN (SELECT value FROM json_each(?2))))
      ORDER BY ${keys.map((key, place) => `${key} ${dir[place]}`).join(', ')}`,
    ...[company.id, ids && JSON.stringify(ids)],
  )
  return found.map(({ key }) => JSON.parse(key) as unknown[])
}

let keysById: Map<string, Record<string, unknown>>
const keysOf = async (id: string, by: readonly string[]): Promise<unknown[]> => {
  keysById ??= new Map(
    (
      await rows<Record<string, unknown> & { id: string }>(
        `SELECT s.id, ${FIELDS.map((field) => `${COLUMNS[field]} AS ${field}`).join(', ')} FROM intake_submissions s WHERE s.company_id = ?`,
        company.id,
      )
    ).map((row) => [row.id, row]),
  )
  return by.map((field) => keysById.get(id)?.[field])
}

const readRows = ({ headers }: Answer): number => Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])
const pathOf = ({ by, dir }: Sorting, more: string, first: number) =>
  `/api/intake-submissions?first=${first}&${by.map((field) => `orderBy[by][]=${field}`).join('&')}&${dir
    .map((each) => `orderBy[dir][]=${each}`)
    .join('&')}&${more}`

const listed = async (client: Client, path: string): Promise<string[]> => {
  const found: string[] = []
  let cursor = ''
  for (let pages = 0; pages < MANY; pages++) {
    const answer = await client.get(`${path}${cursor}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    found.push(...answer.body.edges.map(({ node }: { node: { id: string } }) => node.id))
    if (!answer.body.pageInfo.hasNextPage) return found
    expect(cursor).not.toBe(`&cursor=${answer.body.pageInfo.endCursor}`)
    cursor = `&cursor=${answer.body.pageInfo.endCursor}`
  }
  throw new Error('The list has no end')
}

const check = async (name: string, sorting: Sorting, more: string, where: string, first = 40) => {
  const { client, ids } = as(name)
  const path = pathOf(sorting, more, first)
  const found = await listed(client, path)
  expect(new Set(found).size, path).toBe(found.length)
  const keys = await Promise.all(found.map((id) => keysOf(id, sorting.by)))
  expect(keys, path).toEqual(await expected(ids, sorting, where))
}

const ACTIVE = 's.archived_at IS NULL'

describe('requests sorted by two fields', () => {
  it.each(PAIRS)(
    'by %s and %s are all listed once, in order, in every direction',
    async (...by) => {
      for (const dir of DIRECTIONS) await check('admin', { by, dir }, 'filter=ALL', '1')
    },
    60_000,
  )

  it.each(PAIRS)(
    'by %s and %s are in order for people who see only some',
    async (...by) => {
      await check('member', { by, dir: ['ASC', 'DESC'] }, 'filter=ALL', '1')
      await check('delegate', { by, dir: ['DESC', 'ASC'] }, 'filter=ACTIVE', ACTIVE)
    },
    60_000,
  )

  it.each(PAIRS)(
    'by %s and %s are in order whatever filters them',
    async (...by) => {
      const dir = ['DESC', 'ASC']
      await check('admin', { by, dir }, 'filter=ALL&search=3', "instr(s.title, '3') > 0 OR s.number = 3")
      await check('admin', { by, dir }, 'filter=ACTIVE&status=PENDING', `${ACTIVE} AND s.status = 'PENDING'`)
      await check(
        'admin',
        { by, dir },
        `filter=ALL&intakeCategoryId=${company.id}-d`,
        "s.intake_category_id LIKE '%-d'",
      )
      const ofVendor = "(s.vendor_id LIKE '%-v' OR s.number % 40 = 3)"
      await check('admin', { by, dir }, `filter=ALL&vendorId=${company.id}-v`, ofVendor)
    },
    60_000,
  )

  it.each([
    ['status', 'requestorName', 'dueDate'],
    ['status', 'dueDate', 'requestorName'],
    ['requestorName', 'status', 'createdAt'],
    ['dueDate', 'status', 'coalescedRequestAmount'],
    ['coalescedRequestAmount', 'dueDate', 'status'],
    ['createdAt', 'status', 'number'],
  ])(
    'by %s, %s and %s are all listed once, in order',
    async (...by) => {
      await check('admin', { by, dir: ['ASC', 'DESC', 'ASC'] }, 'filter=ALL', '1')
      await check('admin', { by, dir: ['DESC', 'ASC', 'ASC'] }, 'filter=ALL', '1', 7)
      await check('delegate', { by, dir: ['ASC', 'ASC', 'DESC'] }, 'filter=ALL', '1')
    },
    60_000,
  )

  it.each(PAIRS)('by %s and %s cost no page more than it may', async (...by) => {
    const path = pathOf({ by, dir: ['ASC', 'ASC'] }, 'filter=ALL', 20)
    for (const name of ['admin', 'member']) {
      const first = await as(name).client.get(path)
      const second = await as(name).client.get(`${path}&cursor=${first.body.pageInfo.endCursor}`)
      for (const [page, answer] of [first, second].entries()) {
        expect(readRows(answer), `${path} as ${name}, page ${page + 1}`).toBeLessThanOrEqual(MOST_READ)
      }
    }
  })
})
