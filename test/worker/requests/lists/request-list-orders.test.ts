import { beforeAll, describe, expect, it } from 'vitest'
import { costOf } from '../../../support/worker/contract.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/**
 * For people who see only requests that involve them or those they act for, every order lists exactly those requests,
 * and each page reads few rows.
 */

const MANY = 1_200
const MOST_READ = 300
const numbers = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY - 1})`

let company: TestCompany
let memberId: string
const clients: Record<string, { client: Client; ids: string[] }> = {}

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests'])
  const [member, delegate, other] = [await company.addPerson(), await company.addPerson(), await company.addPerson()]
  memberId = member.userId
  for (const principal of [member, other]) {
    await run(
      'INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, created_at) VALUES (?1, ?2, ?3, 0)',
      ...[company.id, principal.userId, delegate.userId],
    )
  }
  await run(
    `INSERT INTO intake_categories (id, company_id, name, ordinal, type, form_version, created_at)
     VALUES (?1 || '-c', ?1, 'Things', 1, 'INTERNAL', 1, 0)`,
    company.id,
  )
  await run(
    `${numbers} INSERT INTO intake_submissions (id, company_id, number, intake_category_id, form_version, title,
       requestor_user_id, requestor_name, created_by_user_id, created_at, updated_at, submitted_at, status, company_amount, due_date, archived_at)
       SELECT ?1 || '-r' || (i * 7919 % ${MANY}), ?1, i + 1, ?1 || '-c', 1, 'Request ' || i,
              iif(i % 50 = 7, ?2, 'someone'), 'Person ' || (i % 7), 'someone', i / 4, i, i,
              CASE i % 3 WHEN 0 THEN 'PENDING' WHEN 1 THEN 'APPROVED' ELSE 'REJECTED' END,
              iif(i % 5 = 0, NULL, i * 31 % 700), iif(i % 4 = 0, NULL, date('2026-01-01', '+' || (i % 90) || ' days')),
              iif(i % 11 = 3, 1, NULL)
         FROM n`,
    ...[company.id, delegate.userId],
  )
  for (const [userId, where] of [
    [member.userId, 'i % 3 < 2'],
    [delegate.userId, 'i % 40 = 7'],
    [other.userId, 'i % 13 = 5'],
  ] as const) {
    await run(
      `${numbers} INSERT INTO request_participants (company_id, user_id, target_type, target_id, is_requestor,
         is_approver, is_watcher, created_at, sequence, action_since)
         SELECT ?1, ?2, 'INTAKE_SUBMISSION', s.id, 0, 1, 0, s.created_at, 1, iif(i % 4 = 1, i, NULL)
           FROM n CROSS JOIN intake_submissions s ON s.company_id = ?1 AND s.number = i + 1 WHERE ${where}`,
      ...[company.id, userId],
    )
  }
  const deputy = await company.addPerson()
  await run(
    `${numbers.replace(`< ${MANY - 1}`, '< 119')} INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, created_at)
       SELECT ?1, CASE i WHEN 0 THEN ?2 WHEN 1 THEN ?3 ELSE 'somebody-' || i END, ?4, 0 FROM n`,
    ...[company.id, member.userId, other.userId, deputy.userId],
  )
  clients.deputy = { client: await signIn(company, deputy), ids: [deputy.userId, member.userId, other.userId] }
  clients.member = { client: await signIn(company, member), ids: [member.userId] }
  clients.delegate = {
    client: await signIn(company, delegate),
    ids: [delegate.userId, member.userId, other.userId],
  }
}, 120_000)

interface Row {
  id: string
  number: number
  status: string
  requestorName: string
  amount: number
  due: string
  createdAt: number
  archived: number
  /** Participations of the person and those they act for: the user id, and whether the request waits for them. */
  parts: string
  requestorId: string
}

const KEYS: Record<string, (row: Row) => (string | number)[]> = {
  createdAt: (row) => [row.createdAt, row.number],
  number: (row) => [row.number, row.number],
  status: (row) => [row.status, row.createdAt, row.number],
  requestorName: (row) => [row.requestorName, row.number],
  coalescedRequestAmount: (row) => [row.amount, row.number],
  dueDate: (row) => [row.due, row.number],
}

/** What the rules say, request by request. */
const expected = async (ids: string[], by: string, dir: string, filter: string): Promise<number[]> => {
  const [self = ''] = ids
  const all = await rows<Row>(
    `SELECT s.id, s.number, s.status, s.requestor_name AS requestorName, coalesce(s.company_amount, -1) AS amount,
            coalesce(s.due_date, '') AS due, s.created_at AS createdAt, s.archived_at IS NOT NULL AS archived,
            s.requestor_user_id AS requestorId,
            (SELECT json_group_array(json_array(p.user_id, p.action_since IS NOT NULL)) FROM request_participants p
              WHERE p.company_id = ?1 AND p.target_id = s.id AND p.user_id IN (SELECT value FROM json_each(?2))) AS parts
       FROM intake_submissions s WHERE s.company_id = ?1 AND s.deleted_at IS NULL`,
    ...[company.id, JSON.stringify(ids)],
  )
  const kept = all.filter((row) => {
    const parts = JSON.parse(row.parts) as [string, number][]
    if (filter === 'ALL') return parts.length > 0
    if (row.archived) return false
    // No one acts for someone else on their own request.
    const waits = ([userId, waiting]: [string, number]) =>
      waiting === 1 && (userId === self || row.requestorId !== self)
    return filter === 'ACTION_REQUIRED' ? parts.some(waits) : parts.length > 0
  })
  const keyOf = KEYS[by] ?? (() => [])
  return kept
    .map((row) => ({ number: row.number, key: keyOf(row) }))
    .sort((a, b) => {
      const place = a.key.findIndex((part, i) => part !== b.key[i])
      const order = (a.key[place] ?? 0) < (b.key[place] ?? 0) ? -1 : 1
      return dir === 'ASC' ? order : -order
    })
    .map(({ number }) => number)
}

const readRows = ({ headers }: Answer): number => Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])
const pathOf = (by: string, dir: string, filter: string) =>
  `/api/intake-submissions?filter=${filter}&orderBy[by][]=${by}&orderBy[dir][]=${dir}&include[]=none`

const listed = async (client: Client, path: string): Promise<number[]> => {
  const found: number[] = []
  let cursor = ''
  for (;;) {
    const answer = await client.get(`${path}&first=100${cursor}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    found.push(...answer.body.edges.map(({ node }: { node: { number: number } }) => node.number))
    if (!answer.body.pageInfo.hasNextPage) return found
    cursor = `&cursor=${answer.body.pageInfo.endCursor}`
  }
}

describe.each(['member', 'delegate'])('the requests of a %s', (name) => {
  it.each(Object.keys(KEYS))(
    'by %s are those that involve them, in order',
    async (by) => {
      const { client, ids } = clients[name] ?? { client: undefined as never, ids: [] }
      for (const filter of ['ALL', 'ACTIVE', 'ACTION_REQUIRED']) {
        for (const dir of ['ASC', 'DESC']) {
          expect(await listed(client, pathOf(by, dir, filter)), `${filter} ${dir}`).toEqual(
            await expected(ids, by, dir, filter),
          )
        }
      }
    },
    60_000,
  )

  it.each(Object.keys(KEYS))('by %s cost no page more than it may', async (by) => {
    const { client } = clients[name] ?? { client: undefined as never }
    for (const filter of ['ALL', 'ACTIVE', 'ACTION_REQUIRED']) {
      for (const dir of ['ASC', 'DESC']) {
        const path = pathOf(by, dir, filter)
        const first = await client.get(path)
        const second = await client.get(`${path}&cursor=${first.body.pageInfo.endCursor}`)
        for (const [page, answer] of [first, second].entries()) {
          // A page that is searched on for may look at more; this one was not short.
          if (page === 1 && first.body.edges.length < 20) continue
          expect(readRows(answer), `${path} page ${page + 1}`).toBeLessThanOrEqual(MOST_READ)
          expect(costOf(answer).trips).toBeLessThanOrEqual(2)
        }
      }
    }
  })
})

it('a delegate of very many people sees the requests of them all, in order', async () => {
  const { client, ids } = clients.deputy ?? { client: undefined as never, ids: [] }
  for (const [by, filter] of [
    ['createdAt', 'ACTION_REQUIRED'],
    ['createdAt', 'ALL'],
    ['dueDate', 'ACTIVE'],
  ] as const) {
    expect(await listed(client, pathOf(by, 'DESC', filter)), by).toEqual(await expected(ids, by, 'DESC', filter))
  }
})

it('the order of a person’s requests follows their changes', async () => {
  const { client, ids } = clients.member ?? { client: undefined as never, ids: [] }
  const id = `${company.id}-r0`
  await run(
    "UPDATE intake_submissions SET company_amount = 9999, status = 'REJECTED', due_date = '2030-01-01' WHERE id = ?",
    id,
  )
  await run("UPDATE intake_submissions SET requestor_name = 'Aaron' WHERE id = ?", id)
  await run('DELETE FROM request_participants WHERE target_id = ? AND user_id = ?', `${company.id}-r4`, memberId)
  for (const by of Object.keys(KEYS)) {
    expect(await listed(client, pathOf(by, 'DESC', 'ALL')), by).toEqual(await expected(ids, by, 'DESC', 'ALL'))
  }
})
