import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { type Category, FORM, file, makeCategory, rule } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

let company: TestCompany
let category: Category
const people: Record<string, TestPerson> = {}
const as: Record<string, Client> = {}

beforeAll(async () => {
  company = await makeCompany()
  for (const name of ['Rita', 'Abe', 'Wim', 'Tom']) people[name] = await company.addPerson({ name: `${name} P` })
  people.Ada = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  for (const [name, person] of Object.entries(people)) as[name] = await signIn(company, person)
  category = await makeCategory(client('Ada'), {
    form: FORM,
    levels: [[rule('legal', { approverUserIds: [idOf('Abe')] })]],
  })
})

const client = (name: string): Client => {
  const found = as[name]
  if (!found) throw new Error(`No ${name}`)
  return found
}
const idOf = (name: string): string => people[name]?.userId ?? ''
const mention = (name: string) => `@[${name} P](${idOf(name)})`
const fileOne = () => file(client('Rita'), category.id, { title: 'Laptops' })
const url = (id: string) => `/api/intake-submission/${id}/threads`

const start = async (who: string, id: string, commentBody: string, more: object = {}) => {
  const answer = await client(who).post(url(id), { commentBody, ...more })
  if (answer.status !== 200) throw new Error(`Commenting answered ${JSON.stringify(answer.body)}`)
  return answer.body.id as string
}
const REPLY = 'mutation ($t: ID!, $b: String!) { createCommentLine(threadId: $t, body: $b) { id } }'
const reply = (who: string, threadId: string, body: string) => client(who).graphql(REPLY, { t: threadId, b: body })
const threadsOf = async (who: string, id: string) => (await client(who).get(url(id))).body
const waiting = async (who: string): Promise<{ body: string; isMention: boolean }[]> =>
  (await client(who).graphql('{ needsAttentionComments { body isMention } }')).body.data.needsAttentionComments

/** Who would be emailed what from the newest outbox row of a request. */
const told = async (id: string): Promise<string[]> => {
  const row = await env.DB.prepare(
    `SELECT payload FROM outbox WHERE topic = 'request.notify' AND payload ->> 'targetId' = ?
      ORDER BY created_at DESC, rowid DESC LIMIT 1`,
  )
    .bind(id)
    .first<{ payload: string }>()
  const { recipients, tab } = JSON.parse(row?.payload ?? '{}')
  expect(tab).toBe('comments')
  const nameOf = (userId: string) => Object.keys(people).find((name) => idOf(name) === userId)
  return [
    ...new Set<string>(recipients.map((r: { userId: string; kind: string }) => `${nameOf(r.userId)} ${r.kind}`)),
  ].sort()
}

describe('a discussion about a request', () => {
  it('only people who can read the request can read the discussion', async () => {
    const id = await fileOne()
    const threadId = await start('Abe', id, 'Which plan?')
    expect((await reply('Rita', threadId, 'The small one')).body.errors).toBeUndefined()
    const [thread] = await threadsOf('Ada', id)
    expect(thread).toMatchObject({ id: threadId, resolvedAt: null, part: null })
    expect(
      thread.commentLines.map((line: { body: string; createdByUser: { firstName: string } }) => [
        line.createdByUser.firstName,
        line.body,
      ]),
    ).toEqual([
      ['Abe', 'Which plan?'],
      ['Rita', 'The small one'],
    ])
    expect((await client('Tom').get(url(id))).status).toBe(404)
    expect((await client('Tom').get(`/api/threads/${threadId}/comment-lines`)).status).toBe(404)
    expect(codeOf(await reply('Tom', threadId, 'Me too'))).toBe('NOT_FOUND')
  })

  it('a discussion can be about an answer or a step, and says which', async () => {
    const id = await fileOne()
    const { levels } = (await client('Abe').get(`/api/intake-submission/${id}/approvals`)).body
    const blockId = levels[0].blocks[0].id
    await start('Abe', id, 'Is this the final name?', { intakeSubmissionAnswerId: 'title' })
    await client('Rita').post(`/api/level-group-statuses/${blockId}/threads`, { commentBody: 'When can you look?' })
    expect((await threadsOf('Rita', id)).map((thread: { part: object }) => thread.part)).toEqual([
      { type: 'BLOCK', id: blockId, label: 'legal' },
      { type: 'ANSWER', id: 'title', label: 'Title' },
    ])
    expect((await client('Abe').get(`/api/level-group-statuses/${blockId}/threads`)).body).toHaveLength(1)
    const unknown = await client('Abe').post(url(id), { commentBody: 'What?', intakeSubmissionAnswerId: 'nothing' })
    expect(Object.keys(fieldsOf(unknown) ?? {})).toEqual(['intakeSubmissionAnswerId'])
  })

  it('the requester, commenters and watchers are notified once each, and never the writer', async () => {
    const id = await fileOne()
    await client('Rita').post(`/api/intake-submission/${id}/watchers`, { watcherIds: [idOf('Wim')] })
    const threadId = await start('Abe', id, 'Which plan?')
    expect(await told(id)).toEqual(['Rita COMMENTED', 'Wim COMMENTED'])
    await reply('Rita', threadId, 'The small one')
    expect(await told(id)).toEqual(['Abe COMMENTED', 'Wim COMMENTED'])
  })

  it('a question waits for the person it asks until they answer or it is resolved', async () => {
    const id = await fileOne()
    const text = `Which plan for ${id}?`
    const threadId = await start('Abe', id, text)
    const of = async (who: string) => (await waiting(who)).filter((one) => one.body.includes(id))
    expect(await of('Rita')).toEqual([{ body: text, isMention: false }])
    await reply('Rita', threadId, `The small one, ${id}`)
    expect(await of('Rita')).toEqual([])
    expect(await of('Abe')).toHaveLength(1)
    await client('Ada').graphql('mutation ($t: ID!) { resolveThread(threadId: $t) { id } }', { t: threadId })
    expect(await of('Abe')).toEqual([])
  })

  it('readers can resolve and reopen a discussion, and a reply reopens it', async () => {
    const id = await fileOne()
    const threadId = await start('Abe', id, 'Which plan?')
    const set = (field: string) =>
      client('Rita').graphql(`mutation ($t: ID!) { ${field}(threadId: $t) { id } }`, { t: threadId })
    await set('resolveThread')
    expect((await threadsOf('Abe', id))[0]).toMatchObject({ resolvedByUser: { firstName: 'Rita' } })
    await set('unresolveThread')
    expect((await threadsOf('Abe', id))[0]).toMatchObject({ resolvedAt: null, resolvedByUser: null })
    await set('resolveThread')
    await reply('Abe', threadId, 'One more thing')
    expect((await threadsOf('Abe', id))[0].resolvedAt).toBeNull()
  })

  it('a discussion continues after the request is decided', async () => {
    const id = await fileOne()
    const { levels } = (await client('Abe').get(`/api/intake-submission/${id}/approvals`)).body
    const decision = { status: 'APPROVED', levelGroupStatusId: levels[0].blocks[0].id, seenVersion: 1 }
    await client('Abe').post(`/api/intake-submission/${id}/status`, decision)
    await start('Rita', id, 'Thank you')
    expect(await threadsOf('Abe', id)).toHaveLength(1)
  })
})

describe('a mention', () => {
  it('a mention notifies a person who may see the request and waits for them', async () => {
    const id = await fileOne()
    await start('Rita', id, `${mention('Abe')}, can you look at ${id}?`)
    expect(await told(id)).toContain('Abe MENTIONED')
    expect((await waiting('Abe')).find((one) => one.body.includes(id))).toMatchObject({ isMention: true })
  })

  it('mentioning someone who can’t see the request is refused beside the text, and nothing is written', async () => {
    const id = await fileOne()
    const answer = await client('Rita').post(url(id), { commentBody: `What do you think, ${mention('Tom')}?` })
    expect(fieldsOf(answer)).toEqual({
      commentBody: 'Tom P can’t see this request. Add them as a watcher before you mention them.',
    })
    expect(await threadsOf('Rita', id)).toEqual([])
    const threadId = await start('Rita', id, 'Hello')
    expect(Object.keys(fieldsOf(await reply('Rita', threadId, mention('Tom'))) ?? {})).toEqual(['body'])
    await client('Rita').post(`/api/intake-submission/${id}/watchers`, { watcherIds: [idOf('Tom')] })
    expect((await reply('Rita', threadId, mention('Tom'))).body.errors).toBeUndefined()
  })

  it('mentioning a member of another company is refused the same way', async () => {
    const id = await fileOne()
    const stranger = await (await makeCompany()).addPerson()
    const answer = await client('Rita').post(url(id), { commentBody: `@[Stranger](${stranger.userId})` })
    expect(codeOf(answer)).toBe('INVALID')
  })
})

describe('a comment', () => {
  it('only its writer can change a comment, which is marked as edited, and a concurrent change is a conflict', async () => {
    const id = await fileOne()
    await start('Rita', id, 'Teh plan')
    const [{ commentLines }] = await threadsOf('Rita', id)
    const address = `/api/comments/${commentLines[0].id}`
    expect((await client('Ada').call('PUT', address, { body: { body: 'Mine' } })).status).toBe(403)
    expect((await client('Rita').call('PUT', address, { body: { body: 'The plan', version: 1 } })).body.version).toBe(2)
    expect(codeOf(await client('Rita').call('PUT', address, { body: { body: 'A plan', version: 1 } }))).toBe('CONFLICT')
    expect((await threadsOf('Abe', id))[0].commentLines[0]).toMatchObject({
      body: 'The plan',
      version: 2,
      canEdit: false,
    })
  })

  it('deleting a comment leaves an empty place', async () => {
    const id = await fileOne()
    const threadId = await start('Rita', id, 'A secret')
    const [{ commentLines }] = await threadsOf('Rita', id)
    const address = `/api/comments/${commentLines[0].id}`
    expect((await client('Abe').call('DELETE', address)).status).toBe(403)
    expect((await client('Rita').call('DELETE', address)).status).toBe(204)
    const after = await client('Abe').get(`/api/threads/${threadId}/comment-lines`)
    expect(after.body).toMatchObject([{ body: '', documents: [], canEdit: false, canDelete: false }])
    expect(after.body[0].deletedAt).not.toBeNull()
    expect(JSON.stringify(after.body)).not.toContain('secret')
    expect((await client('Rita').call('DELETE', address)).status).toBe(404)
  })

  it('everyone who reads the request can read the comment’s documents', async () => {
    const id = await fileOne()
    const documentId = await makeDocument(client('Abe'), 'Report')
    await start('Abe', id, 'See the report', { documentIds: [documentId] })
    const [{ commentLines }] = await threadsOf('Rita', id)
    expect(commentLines[0].documents).toEqual([{ id: documentId, displayName: 'Report' }])
    expect((await client('Rita').get(`/api/documents/${documentId}`)).status).toBe(200)
    const read = await client('Rita').get(`/api/documents/${documentId}`)
    expect(read.body.commentLine).toMatchObject({
      ...{ id: commentLines[0].id, threadId: expect.any(String), body: 'See the report' },
      documents: [{ id: documentId, displayName: 'Report' }],
    })
    // Once everyone reads the document, those who don't read the request still learn nothing of the comment.
    await run('UPDATE documents SET open_count = 1 WHERE id = ?', documentId)
    const ofStranger = await client('Tom').get(`/api/documents/${documentId}`)
    expect(ofStranger.body).toMatchObject({ id: documentId, commentLine: null })
    const foreign = await makeDocument(client('Tom'), 'Private')
    const answer = await client('Rita').post(url(id), { commentBody: 'Mine', documentIds: [foreign] })
    expect(Object.keys(fieldsOf(answer) ?? {})).toEqual(['documentIds'])
  })

  it('a comment of 10,000 characters is kept, and one more is refused', async () => {
    const id = await fileOne()
    await start('Rita', id, 'x'.repeat(10_000))
    expect((await threadsOf('Rita', id))[0].commentLines[0].body).toHaveLength(10_000)
    expect(codeOf(await client('Rita').post(url(id), { commentBody: 'x'.repeat(10_001) }))).toBe('INVALID')
  })
})

describe('many discussions', () => {
  const ids = (list: { id: string }[]) => list.map(({ id }) => id)

  it('discussions are read page by page, back in time, each with its newest comments', async () => {
    const id = await fileOne()
    const first = await start('Rita', id, 'The oldest')
    const many = Array.from({ length: 60 }, (_, i) => ({ id: `${first}-${String(i).padStart(2, '0')}`, at: i }))
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO threads (id, company_id, target_type, target_id, created_by_user_id, created_at)
         SELECT value ->> 'id', t.company_id, t.target_type, t.target_id, t.created_by_user_id, t.created_at + 1000
           FROM threads t, json_each(?) WHERE t.id = ?`,
      ).bind(JSON.stringify(many), first),
      env.DB.prepare(
        `INSERT INTO comments (id, company_id, thread_id, body, created_by_user_id, created_at, updated_at)
         SELECT value ->> 'id', c.company_id, c.thread_id, 'Comment ' || (value ->> 'at'), c.created_by_user_id,
                c.created_at + 1 + (value ->> 'at'), c.created_at FROM comments c, json_each(?) WHERE c.thread_id = ?`,
      ).bind(JSON.stringify(many), first),
    ])
    const newest = await threadsOf('Abe', id)
    expect(newest).toHaveLength(50)
    const oldest = newest.at(-1).id
    const more = (await client('Abe').get(`${url(id)}?before=${oldest}`)).body
    expect([...ids(newest), ...ids(more)]).toEqual([...many.map((thread) => thread.id).reverse(), first])
    expect(more.at(-1)).toMatchObject({ hasEarlierComments: true })
    const shown = more.at(-1).commentLines
    expect([shown.length, shown[0].body, shown.at(-1).body]).toEqual([50, 'Comment 10', 'Comment 59'])
    const earlier = await client('Abe').get(`/api/threads/${first}/comment-lines?before=${shown[0].id}&first=11`)
    expect(earlier.body.map(({ body }: { body: string }) => body)).toEqual([
      'The oldest',
      ...Array.from({ length: 10 }, (_, i) => `Comment ${i}`),
    ])
  })

  it('another request’s discussion can’t mark a page, and nothing comes before a missing one', async () => {
    const id = await fileOne()
    await start('Rita', id, 'Here')
    expect((await client('Abe').get(`${url(id)}?before=nothing-like-it`)).body).toEqual([])
  })
})
