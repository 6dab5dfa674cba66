import { beforeAll, describe, expect, it } from 'vitest'
import { readableDocument } from '../../../../worker/features/documents/documents/access.ts'
import { costOf } from '../../../support/worker/contract.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import {
  type Answer,
  type Client,
  makeCompany,
  signIn,
  type TestCompany,
  type TestPerson,
} from '../../../support/worker/world.ts'

/**
 * Documents by part of their name, by type and unattached, for people who can read all or some: exactly the matching
 * ones, page by page, each page at its own cost.
 */

/** Many times what a page may read. */
const MANY = 2_400
const MOST_READ = 300
const WORDS = ['Contract', 'Quote', 'Invoice', 'Terms of use', 'Zebra plan']
const TYPES = ['["MSA"]', '["NDA","MSA"]', '[]', '["INVOICE"]', '["W_9"]']

let company: TestCompany
const readers: Record<string, { client: Client; ids: string[] }> = {}

const numbers = (count: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`
const nth = (values: readonly string[], n: string): string =>
  `CASE ${n} % ${values.length} ${values.map((value, i) => `WHEN ${i} THEN '${value}'`).join(' ')} END`
const readRows = ({ headers }: Answer): number => Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])

const reader = async (name: string, person: TestPerson, ids = [person.userId]) => {
  readers[name] = { client: await signIn(company, person), ids }
}

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests'])
  const admin = await company.addPerson({ flags: ['hasAdminAccess'] })
  const [member, delegate, owner, steward, stranger] = [
    await company.addPerson(),
    await company.addPerson(),
    await company.addPerson(),
    await company.addPerson(),
    await company.addPerson(),
  ]
  await run(
    'INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, created_at) VALUES (?1, ?2, ?3, 0)',
    ...[company.id, member.userId, delegate.userId],
  )
  await run(
    `INSERT INTO intake_categories (id, company_id, name, ordinal, type, form_version, created_at)
     VALUES (?1 || '-c3', ?1, 'Owned', 1, 'INTERNAL', 1, 0)`,
    company.id,
  )
  // D1 takes at most 100 parameters in a statement.
  for (const [person, count] of [
    [owner, 97],
    [steward, 150],
  ] as const) {
    await run(
      `${numbers(count)} INSERT INTO intake_category_owners (company_id, intake_category_id, user_id)
       SELECT ?1, ?1 || '-c' || (i + 3) || iif(i = 0, '', 'x'), ?2 FROM n`,
      ...[company.id, person.userId],
    )
  }
  await run(
    `${numbers(MANY / 2)} INSERT INTO intake_submissions (id, company_id, number, intake_category_id, form_version, title,
       requestor_user_id, requestor_name, created_by_user_id, created_at, updated_at)
       SELECT ?1 || '-r' || i, ?1, i + 1, ?1 || '-c' || (i % 7), 1, 'Request ' || i, ?2, 'U', ?2, i, i FROM n`,
    ...[company.id, stranger.userId],
  )
  await run(
    `${numbers(MANY / 2)} INSERT INTO request_participants (company_id, user_id, target_type, target_id, is_requestor,
       is_approver, is_watcher, created_at, sequence)
       SELECT ?1, iif(i % 20 = 3, ?3, ?2), 'INTAKE_SUBMISSION', ?1 || '-r' || i, 0, 1, 0, i, 1 FROM n`,
    ...[company.id, stranger.userId, member.userId],
  )
  // Several were created at the same instant, and rare ones are late in every order.
  await run(
    `${numbers(MANY)} INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256, types,
       uploaded_by_user_id, created_at, updated_at)
       SELECT ?1 || '-d' || i, ?1, 'd', iif(i = 17, 'Zzz Yoyodyne', ${nth(WORDS, 'i')} || ' ' || (i * 7919 % ${MANY})), 'd.pdf',
              'application/pdf', 1, '', iif(i = 17, '["SOW"]', ${nth(TYPES, '(i / 3)')}),
              CASE WHEN i % 40 = 1 THEN ?3 WHEN i % 41 = 0 THEN '' ELSE ?2 END, i / 3, i FROM n`,
    ...[company.id, stranger.userId, member.userId],
  )
  for (const [type, target, where] of [
    ['INTAKE_SUBMISSION', "?1 || '-r' || (i / 2)", 'i % 3 = 0'],
    ['VENDOR', "'anything'", 'i % 5 = 1'],
  ]) {
    await run(
      `${numbers(MANY)} INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at)
         SELECT ?1, ?1 || '-d' || i, '${type}', ${target}, 0 FROM n WHERE ${where}`,
      company.id,
    )
  }
  await run('UPDATE documents SET archived_at = 1 WHERE company_id = ?1 AND created_at % 11 = 4', company.id)
  await run('UPDATE documents SET deleted_at = 1 WHERE company_id = ?1 AND created_at % 13 = 4', company.id)
  await run(
    'UPDATE documents SET temporary_since = 1 WHERE company_id = ?1 AND link_count = 0 AND created_at % 17 = 4',
    company.id,
  )
  await reader('admin', admin)
  await reader('member', member)
  await reader('delegate', delegate, [delegate.userId, member.userId])
  await reader('owner', owner)
  await reader('steward', steward)
  await reader('nobody', await company.addPerson())
}, 120_000)

interface Row {
  id: string
  name: string
  types: string
  createdAt: number
  archived: number
  links: number
}

const readable = ({ ids }: { ids: string[] }, seesAll: boolean): Promise<Row[]> =>
  rows<Row>(
    `SELECT d.id, lower(d.display_name) AS name, d.types, d.created_at AS createdAt, d.archived_at IS NOT NULL AS archived,
            (SELECT COUNT(*) FROM document_links k WHERE k.company_id = ?1 AND k.document_id = d.id) AS links
       FROM documents d WHERE ${readableDocument()} AND d.temporary_since IS NULL`,
    ...[company.id, ids[0], seesAll ? 1 : 0, JSON.stringify(ids)],
  )

interface Asked {
  displayName?: string
  type?: string
  unassociated?: boolean
  filter?: string
  by?: 'createdAt' | 'displayName'
  dir?: 'ASC' | 'DESC'
}

const expected = (all: Row[], asked: Asked): string[] => {
  const { displayName, type, unassociated, filter = 'ACTIVE', by = 'createdAt', dir = 'DESC' } = asked
  const kept = all.filter(
    (row) =>
      (!displayName || row.name.includes(displayName.toLowerCase())) &&
      (!type || (JSON.parse(row.types) as string[]).includes(type)) &&
      (!unassociated || row.links === 0) &&
      (filter === 'ALL' || (filter === 'ARCHIVED') === (row.archived === 1)),
  )
  const compare = (a: Row, b: Row): number => {
    const [one, other] = by === 'createdAt' ? [a.createdAt, b.createdAt] : [a.name, b.name]
    const first = one < other ? -1 : one > other ? 1 : a.id < b.id ? -1 : 1
    return dir === 'ASC' ? first : -first
  }
  return kept.sort(compare).map(({ id }) => id)
}

const queryOf = ({ by = 'createdAt', dir = 'DESC', ...asked }: Asked): string =>
  [
    ...Object.entries(asked).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`),
    `orderBy[by][]=${by}&orderBy[dir][]=${dir}`,
  ].join('&')

/** All pages. None costs more than its limit, and none claims a next page without continuing. */
const listed = async (client: Client, asked: Asked, first: number): Promise<string[]> => {
  const ids: string[] = []
  let cursor = ''
  for (;;) {
    const answer = await client.get(`/api/documents?first=${first}&${queryOf(asked)}${cursor}`)
    expect(answer.status).toBe(200)
    if (first <= 20) expect(readRows(answer), queryOf(asked)).toBeLessThanOrEqual(MOST_READ)
    expect(costOf(answer).trips).toBeLessThanOrEqual(2)
    ids.push(...answer.body.edges.map(({ node }: { node: { id: string } }) => node.id))
    const { hasNextPage, endCursor } = answer.body.pageInfo
    if (!hasNextPage) return ids
    expect(`&cursor=${endCursor}`).not.toBe(cursor)
    cursor = `&cursor=${endCursor}`
  }
}

const NARROWED: Asked[] = [
  {},
  { displayName: 'yoyodyne' },
  { displayName: 'zebra PLAN 4' },
  { displayName: 'of' },
  { displayName: 'no such name' },
  { displayName: 'contract of use' },
  { displayName: '%' },
  { type: 'SOW' },
  { type: 'NDA' },
  { type: 'SOC_2_TYPE_I_REPORT' },
  { type: 'MSA', displayName: 'quote 1' },
  { type: 'SOW', displayName: 'zz' },
  { unassociated: true },
  { unassociated: true, type: 'W_9', displayName: 'terms' },
]

describe.each(['admin', 'member', 'delegate', 'owner', 'nobody'])('filtered documents of the %s', (name) => {
  it.each(NARROWED)(
    'documents filtered by %o are exactly the matching ones, in order',
    async (narrowed) => {
      const { client, ids } = readers[name] ?? { client: undefined as never, ids: [] }
      const all = await readable({ ids }, name === 'admin')
      for (const by of ['createdAt', 'displayName'] as const) {
        for (const [dir, filter] of [
          ['DESC', 'ACTIVE'],
          ['ASC', 'ALL'],
          ['ASC', 'ARCHIVED'],
        ] as const) {
          const asked = { ...narrowed, by, dir, filter }
          expect(await listed(client, asked, 100), queryOf(asked)).toEqual(expected(all, asked))
        }
      }
    },
    60_000,
  )

  it('every page stays within the read limit', async () => {
    const { client } = readers[name] ?? { client: undefined as never }
    for (const narrowed of NARROWED) {
      for (const by of ['createdAt', 'displayName'] as const) {
        for (const dir of ['ASC', 'DESC'] as const) {
          let cursor = ''
          for (const _ of [1, 2, 3]) {
            const query = queryOf({ ...narrowed, by, dir })
            const answer = await client.get(`/api/documents?${query}${cursor}`)
            expect(readRows(answer), query).toBeLessThanOrEqual(MOST_READ)
            if (!answer.body.pageInfo.hasNextPage) break
            cursor = `&cursor=${answer.body.pageInfo.endCursor}`
          }
        }
      }
    }
  })
})

it('someone who owns very many categories finds the documents of their requests, in order', async () => {
  const { client, ids } = readers.steward ?? { client: undefined as never, ids: [] }
  const all = await readable({ ids }, false)
  expect(all.length).toBeGreaterThan(0)
  for (const asked of [
    {},
    { type: 'NDA' },
    { displayName: 'contract', filter: 'ALL' },
    { by: 'displayName', dir: 'ASC' },
  ] as Asked[]) {
    expect(await listed(client, asked, 100), queryOf(asked)).toEqual(expected(all, asked))
  }
})

it('a search that matches nothing reaches the end of all documents in few pages', async () => {
  const { client } = readers.admin ?? { client: undefined as never }
  let pages = 0
  for (let cursor = ''; ; pages++) {
    const { status, body } = await client.get(`/api/documents?displayName=qj${cursor}`)
    expect([status, body.edges]).toEqual([200, []])
    if (!body.pageInfo.hasNextPage) break
    cursor = `&cursor=${body.pageInfo.endCursor}`
  }
  expect(pages).toBeGreaterThan(1)
  expect(pages).toBeLessThanOrEqual(8)
})

it('a changed document is found by its new values only', async () => {
  const { client = undefined as never } = readers.member ?? {}
  const id = `${company.id}-d161`
  const found = async (asked: Asked): Promise<boolean> =>
    (await listed(client, { filter: 'ALL', ...asked }, 100)).includes(id)
  await run("UPDATE documents SET display_name = 'Quixotic deed', types = '[\"DPA\"]' WHERE id = ?", id)
  expect([await found({ displayName: 'xotic' }), await found({ displayName: 'Quote 3' })]).toEqual([true, false])
  expect([await found({ type: 'DPA' }), await found({ type: 'MSA' })]).toEqual([true, false])
  await run('UPDATE documents SET archived_at = 5 WHERE id = ?', id)
  expect([await found({ type: 'DPA', filter: 'ACTIVE' }), await found({ type: 'DPA', filter: 'ARCHIVED' })]).toEqual([
    false,
    true,
  ])
  expect(await found({ displayName: 'xotic', filter: 'ARCHIVED' })).toBe(true)
  await run("UPDATE documents SET uploaded_by_user_id = 'another' WHERE id = ?", id)
  await run('DELETE FROM document_links WHERE document_id = ?', id)
  expect([await found({ type: 'DPA' }), await found({ displayName: 'xotic' })]).toEqual([false, false])
  await run(
    `INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at) VALUES (?, ?, 'SERVICE', 's', 0)`,
    ...[company.id, id],
  )
  expect([await found({ type: 'DPA' }), await found({ displayName: 'xotic' })]).toEqual([true, true])
  await run('UPDATE documents SET deleted_at = 5 WHERE id = ?', id)
  expect([await found({ type: 'DPA' }), await found({ displayName: 'xotic' })]).toEqual([false, false])
  for (const table of ['document_types', 'document_name_parts']) {
    expect(await rows(`SELECT 1 FROM ${table} WHERE company_id = ? AND document_id = ?`, company.id, id)).toEqual([])
  }
})

it('groups by type and by vendor keep their order for someone who reads some, after types, vendors and names changed', async () => {
  const own = await makeCompany(['enableIntakeRequests'])
  const person = await own.addPerson()
  const client = await signIn(own, person)
  const [beta, alpha] = [await own.add('vendors', 'Beta'), await own.add('vendors', 'Alpha')]
  const ids = ['d1', 'd2', 'd3', 'd4'].map((each) => `${own.id}-${each}`)
  for (const [i, id] of ids.entries()) {
    await run(
      `INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256, types,
         uploaded_by_user_id, created_at, updated_at) VALUES (?1, ?2, 'd', 'd', 'd', 'application/pdf', 1, '', '[]', ?3, ?4, 0)`,
      ...[id, own.id, person.userId, i],
    )
  }
  const attach = (document: number, vendorId: string) =>
    run(
      `INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at) VALUES (?, ?, 'VENDOR', ?, 0)`,
      ...[own.id, ids[document], vendorId],
    )
  const order = async (by: 'type' | 'vendor') => {
    const { body } = await client.get(`/api/documents?orderBy[by][]=${by}&orderBy[dir][]=ASC`)
    return body.edges.map(({ node }: { node: { id: string } }) => ids.indexOf(node.id))
  }

  await attach(0, beta)
  await attach(1, alpha)
  expect(await order('vendor')).toEqual([2, 3, 1, 0])
  const admin = await signIn(own, await own.addPerson({ flags: ['hasAdminAccess'] }))
  const renamed = await admin.call('PUT', `/api/vendors/${alpha}`, { body: { name: 'Zeta', version: 1 } })
  expect(renamed.status, JSON.stringify(renamed.body)).toBe(200)
  expect(await order('vendor')).toEqual([2, 3, 0, 1])
  await attach(2, alpha)
  expect(await order('vendor')).toEqual([3, 0, 1, 2])
  await run('DELETE FROM document_links WHERE document_id = ?', ids[1])
  expect(await order('vendor')).toEqual([1, 3, 0, 2])

  await run(`UPDATE documents SET types = '["NDA"]' WHERE id = ?`, ids[0])
  await run(`UPDATE documents SET types = '["MSA"]' WHERE id = ?`, ids[3])
  expect(await order('type')).toEqual([3, 0, 1, 2])
  await run(`UPDATE documents SET types = '["SOW"]' WHERE id = ?`, ids[3])
  expect(await order('type')).toEqual([0, 3, 1, 2])
  // A document whose readers are written again keeps its groups.
  await run("UPDATE documents SET display_name = 'Renamed' WHERE id = ?", ids[3])
  expect(await order('type')).toEqual([0, 3, 1, 2])
})
