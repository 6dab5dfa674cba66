import { beforeAll, describe, expect, it } from 'vitest'
import { readableDocument } from '../../../../worker/features/documents/documents/access.ts'
import { costOf } from '../../../support/worker/contract.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Someone can read few of twelve thousand documents: their list costs what its page costs, and shows just these. */

const MANY = 12_000
const PER_REQUEST = 4
/** For one person: their uploads, documents of requests that involve them, of a category they own, and everyone's. */
const SOURCES = 4
/** For each document: its keys, itself, its uploader, what it is attached to, and who is involved in that. */
const ROWS_OF_EACH = 21
const MOST_READ = 21 * (SOURCES + ROWS_OF_EACH)

let company: TestCompany
let reader: Client
let readerId: string
let ownerId: string
let owner: Client

const numbers = (count: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`
const readRows = ({ headers }: Answer): number => Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests'])
  const uploader = (await company.addPerson()).userId
  const person = await company.addPerson()
  const categoryOwner = await company.addPerson()
  readerId = person.userId
  ownerId = categoryOwner.userId
  reader = await signIn(company, person)
  owner = await signIn(company, categoryOwner)
  const requests = MANY / PER_REQUEST
  await run(
    `${numbers(requests)} INSERT INTO intake_submissions (id, company_id, number, intake_category_id, form_version, title,
       requestor_user_id, requestor_name, created_by_user_id, created_at, updated_at)
       SELECT ?1 || '-r' || i, ?1, i + 1, ?1 || '-c' || (i % 100), 1, 'Request ' || i, ?2, 'U', ?2, i, i FROM n`,
    ...[company.id, uploader],
  )
  await run(
    `${numbers(MANY)} INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256,
       uploaded_by_user_id, created_at, updated_at)
       SELECT ?1 || '-d' || i, ?1, 'd', 'Document ' || (i * 7919 % ${MANY}), 'd.pdf', 'application/pdf', 1, '',
              iif(i % 400 = 1, ?3, ?2), i, i FROM n`,
    ...[company.id, uploader, readerId],
  )
  await run(
    `${numbers(MANY)} INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at)
       SELECT ?1, ?1 || '-d' || i, 'INTAKE_SUBMISSION', ?1 || '-r' || (i / ${PER_REQUEST}), 0 FROM n`,
    company.id,
  )
  await run(
    `${numbers(MANY / 400)} INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at)
       SELECT ?1, ?1 || '-d' || (i * 400 + 7), 'VENDOR', 'anything', 0 FROM n`,
    company.id,
  )
  await run(
    `${numbers(requests)} INSERT INTO request_participants (company_id, user_id, target_type, target_id, is_requestor,
       is_approver, is_watcher, created_at, sequence)
       SELECT ?1, iif(i % 100 = 3, ?3, ?2), 'INTAKE_SUBMISSION', ?1 || '-r' || i, 0, 1, 0, i, 1 FROM n`,
    ...[company.id, uploader, readerId],
  )
  await run(
    `INSERT INTO intake_categories (id, company_id, name, ordinal, type, form_version, created_at)
     VALUES (?1 || '-c5', ?1, 'Owned', 1, 'INTERNAL', 1, 0)`,
    company.id,
  )
  await run(
    'INSERT INTO intake_category_owners (company_id, intake_category_id, user_id) VALUES (?1, ?2, ?3)',
    ...[company.id, `${company.id}-c5`, ownerId],
  )
}, 120_000)

/** What the rule says, document by document. */
const readable = async (userId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      `SELECT d.id FROM documents d WHERE ${readableDocument()} ORDER BY d.created_at DESC, d.id DESC`,
      ...[company.id, userId, 0, JSON.stringify([userId])],
    )
  ).map(({ id }) => id)

const idsOf = ({ body }: Answer): string[] => body.edges.map((edge: { node: { id: string } }) => edge.node.id)
const listed = async (client: Client, query = ''): Promise<string[]> => {
  const ids: string[] = []
  let cursor = ''
  do {
    const answer = await client.get(`/api/documents?first=100&filter=ALL${query}${cursor}`)
    ids.push(...idsOf(answer))
    const { hasNextPage, endCursor } = answer.body.pageInfo
    cursor = hasNextPage ? `&cursor=${endCursor}` : ''
  } while (cursor)
  return ids
}

describe('the documents of someone who may read few of twelve thousand', () => {
  it.each(['createdAt', 'displayName'])('documents by %s are read page by page, without reading others', async (by) => {
    for (const client of [reader, owner]) {
      for (const dir of ['ASC', 'DESC']) {
        const query = `orderBy[by][]=${by}&orderBy[dir][]=${dir}`
        const first = await client.get(`/api/documents?${query}`)
        const second = await client.get(`/api/documents?${query}&cursor=${first.body.pageInfo.endCursor}`)
        expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(40)
        for (const answer of [first, second]) {
          expect(costOf(answer).trips).toBeLessThanOrEqual(2)
          expect(readRows(answer)).toBeLessThanOrEqual(MOST_READ)
        }
      }
    }
  })

  it('the list has exactly the documents they may read, in order', async () => {
    for (const [client, id] of [
      [reader, readerId],
      [owner, ownerId],
    ] as const) {
      const expected = await readable(id)
      expect(expected.length).toBeGreaterThan(100)
      expect(await listed(client)).toEqual(expected)
    }
  })

  it('the list follows changes of people involved and of attached, renamed, archived and deleted documents', async () => {
    const request = `${company.id}-r103`
    const [kept] = await rows<{ id: string }>(
      'SELECT document_id AS id FROM document_links WHERE target_id = ? LIMIT 1',
      request,
    )
    const other = `${company.id}-d9000`
    const changes: [string, ...unknown[]][] = [
      ['UPDATE documents SET uploaded_by_user_id = ? WHERE id = ?', readerId, kept?.id],
      ['DELETE FROM request_participants WHERE target_id = ? AND user_id = ?', request, readerId],
      ['UPDATE intake_submissions SET is_draft = 1 WHERE id = ?', `${company.id}-r5`],
      ['UPDATE intake_submissions SET intake_category_id = ? WHERE id = ?', `${company.id}-c5`, `${company.id}-r8`],
      [
        "INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at) VALUES (?, ?, 'SERVICE', 's', 0)",
        company.id,
        other,
      ],
      ["DELETE FROM document_links WHERE document_id = ? AND target_type = 'VENDOR'", `${company.id}-d407`],
      ['DELETE FROM document_links WHERE target_id = ?', `${company.id}-r203`],
      ['UPDATE documents SET archived_at = 1 WHERE id = ?', other],
      ['UPDATE documents SET deleted_at = 1 WHERE id = ?', `${company.id}-d807`],
      [
        `INSERT INTO request_participants (company_id, user_id, target_type, target_id, is_requestor, is_approver, is_watcher,
           created_at, sequence) VALUES (?, ?, 'INTAKE_SUBMISSION', ?, 0, 0, 1, 0, 1)`,
        ...[company.id, readerId, `${company.id}-r9`],
      ],
    ]
    for (const [sql, ...values] of changes) {
      await run(sql, ...values)
      expect(await listed(reader), sql).toEqual(await readable(readerId))
      expect(await listed(owner), sql).toEqual(await readable(ownerId))
    }
    await run("UPDATE documents SET display_name = 'AAA' WHERE id = ?", kept?.id)
    expect((await listed(reader, '&orderBy[by][]=displayName&orderBy[dir][]=ASC'))[0]).toBe(kept?.id)
    expect(idsOf(await reader.get(`/api/documents?filter=ARCHIVED`))).toEqual([other])
  })
})
