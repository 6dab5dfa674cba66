import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { removeTemporaryDocuments } from '../../../../worker/features/documents/documents/remove-unused.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { create, makeDocument, receivedUpload } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

let company: TestCompany
const people: Record<string, TestPerson> = {}
const clients: Record<string, Client> = {}
let vendorId: string
let serviceId: string

beforeAll(async () => {
  company = await makeCompany()
  for (const name of ['Olga', 'Mia', 'Tom']) people[name] = await company.addPerson({ name: `${name} P` })
  people.Ada = await company.addPerson({ name: 'Ada P', flags: ['hasAdminAccess'] })
  people.Gone = await company.addPerson({ name: 'Gone P', disabled: true })
  for (const name of ['Olga', 'Mia', 'Tom', 'Ada']) clients[name] = await signIn(company, person(name))
  vendorId = await company.add('vendors', 'Figma')
  const service = { name: 'Design seats', vendorId, ownerIds: [person('Olga').userId] }
  serviceId = (await as('Ada').post('/api/services', service)).body.id
})

const person = (name: string): TestPerson => {
  const found = people[name]
  if (!found) throw new Error(`No ${name}`)
  return found
}
const as = (name: string): Client => {
  const found = clients[name]
  if (!found) throw new Error(`No ${name}`)
  return found
}
const mention = (name: string) => `@[${name} P](${person(name).userId})`
type Kind = 'Vendor' | 'Service' | 'Document'
const start = (who: string, kind: Kind, id: string, b: string, d: string[] = []) =>
  as(who).graphql(
    `mutation ($id: ID!, $b: String!, $d: [ID!]) {
       create${kind}Thread(${kind.toLowerCase()}Id: $id, commentBody: $b, documentIds: $d) { id }
     }`,
    { id, b, d },
  )
const started = async (who: string, kind: Kind, id: string, body: string): Promise<string> =>
  (await start(who, kind, id, body)).body.data[`create${kind}Thread`].id
const REPLY = 'mutation ($t: ID!, $b: String!) { createCommentLine(threadId: $t, body: $b) { id } }'
const reply = (who: string, t: string, b: string) => as(who).graphql(REPLY, { t, b })
const threads = async (who: string, targetType: string, targetId: string) =>
  as(who).get(`/api/threads?targetType=${targetType}&targetId=${targetId}`)
const waiting = async (who: string) =>
  (await as(who).graphql('{ needsAttentionComments { body isMention subject { type name href } } }')).body.data
    .needsAttentionComments as { body: string; isMention: boolean; subject: Record<string, string> }[]

/** Who would be emailed what about the newest comment in the thread. */
const told = async (threadId: string): Promise<string[]> => {
  const [row] = await rows<{ payload: string }>(
    `SELECT payload FROM outbox WHERE topic = 'thread.notify' AND payload ->> 'threadId' = ?
      ORDER BY created_at DESC, rowid DESC LIMIT 1`,
    threadId,
  )
  const { recipients = [] } = JSON.parse(row?.payload ?? '{}') as { recipients?: { userId: string; kind: string }[] }
  const nameOf = (id: string) => Object.keys(people).find((name) => person(name).userId === id)
  return recipients.map(({ userId, kind }) => `${nameOf(userId)} ${kind}`).sort()
}

describe('a discussion about a vendor, a service or a document', () => {
  it('everyone who sees the object can read the discussion in order', async () => {
    const id = await started('Mia', 'Vendor', vendorId, 'Do they have SSO?')
    await reply('Tom', id, 'Only in the big plan')
    const [thread] = (await threads('Ada', 'VENDOR', vendorId)).body
    expect(thread.commentLines.map((line: { body: string }) => line.body)).toEqual([
      'Do they have SSO?',
      'Only in the big plan',
    ])
    const secret = await makeDocument(as('Mia'), 'Offer.pdf')
    expect((await threads('Tom', 'DOCUMENT', secret)).status).toBe(404)
    const about = await started('Mia', 'Document', secret, 'Page 3 is odd')
    expect((await as('Tom').get(`/api/threads/${about}/comment-lines`)).status).toBe(404)
    expect((await as('Ada').get(`/api/threads/${about}/comment-lines`)).body).toHaveLength(1)
  })

  it('a service’s owners, commenters and mentioned people are notified once each, and never the writer', async () => {
    const id = await started('Mia', 'Service', serviceId, `Shall we renew? ${mention('Tom')}`)
    expect(await told(id)).toEqual(['Olga COMMENTED', 'Tom MENTIONED'])
    await reply('Tom', id, 'Yes')
    expect(await told(id)).toEqual(['Mia COMMENTED', 'Olga COMMENTED'])
  })

  it('mentioning someone who can’t see the object is refused beside the text, and nothing is written', async () => {
    const secret = await makeDocument(as('Mia'), 'Payroll.pdf')
    const refused = await start('Mia', 'Document', secret, `Look, ${mention('Tom')}`)
    expect(fieldsOf(refused)).toEqual({ commentBody: 'Tom P may not see this document.' })
    expect((await threads('Mia', 'DOCUMENT', secret)).body).toEqual([])
    const left = await start('Mia', 'Vendor', vendorId, `Hello ${mention('Gone')}`)
    expect(fieldsOf(left)).toEqual({ commentBody: 'Gone P may not see this vendor.' })
    expect((await start('Mia', 'Document', secret, `Look, ${mention('Ada')}`)).body.errors).toBeUndefined()
  })

  it('a question waits on Home for the person it asks, with a link, until they answer', async () => {
    const text = `What does it cost? ${crypto.randomUUID()}`
    const id = await started('Mia', 'Service', serviceId, text)
    const of = async (who: string) => (await waiting(who)).filter(({ body }) => body === text)
    expect(await of('Olga')).toEqual([
      {
        body: text,
        isMention: false,
        subject: { type: 'SERVICE', name: 'Design seats', href: `/services/${serviceId}?thread=${id}` },
      },
    ])
    expect(await of('Mia')).toEqual([])
    await reply('Olga', id, 'A hundred')
    expect(await of('Olga')).toEqual([])
  })

  it('a question stops waiting for people who can no longer see the document', async () => {
    const document = await makeDocument(as('Ada'), 'Terms.pdf')
    const change = (field: string) =>
      as('Ada').graphql(`mutation ($v: ID!, $d: [ID!]!) { ${field}(vendorId: $v, documentIds: $d) { id } }`, {
        v: vendorId,
        d: [document],
      })
    await change('addDocumentsToVendor')
    const text = `${mention('Tom')} please read`
    await start('Ada', 'Document', document, text)
    const ofTom = async () => (await waiting('Tom')).filter(({ subject }) => subject.name === 'Terms.pdf')
    expect(await ofTom()).toHaveLength(1)
    await change('removeDocumentsFromVendor')
    expect(await ofTom()).toEqual([])
  })

  it('a discussion has its own link, can be resolved and reopened, and a reply reopens it', async () => {
    const id = await started('Mia', 'Vendor', vendorId, 'Who knows them?')
    const link = await as('Tom').graphql('query ($t: ID!) { threadLink(threadId: $t) }', { t: id })
    expect(link.body.data.threadLink).toBe(`/vendors/${vendorId}/conversations?thread=${id}`)
    await as('Tom').graphql('mutation ($t: ID!) { resolveThread(threadId: $t) { id } }', { t: id })
    const state = async () =>
      (await threads('Mia', 'VENDOR', vendorId)).body.find((thread: { id: string }) => thread.id === id).resolvedAt
    expect(await state()).not.toBeNull()
    await reply('Mia', id, 'I do')
    expect(await state()).toBeNull()
    const { body } = await as('Ada').get(`/api/audit-logs?targetType=VENDOR&targetId=${vendorId}`)
    const actions = body.edges.map((edge: { node: { action: string } }) => edge.node.action)
    expect(actions).toEqual(expect.arrayContaining(['vendor.commented', 'vendor.thread-resolved']))
  })

  it('everyone who reads the comment can read its documents', async () => {
    const file = await makeDocument(as('Mia'), 'Quote.pdf')
    expect((await as('Tom').get(`/api/documents/${file}`)).status).toBe(404)
    await start('Mia', 'Service', serviceId, 'The quote', [file])
    expect((await as('Tom').get(`/api/documents/${file}`)).status).toBe(200)
    const [thread] = (await threads('Tom', 'SERVICE', serviceId)).body
    expect(thread.commentLines[0].documents).toEqual([{ id: file, displayName: 'Quote.pdf' }])
  })
})

describe('a document uploaded in an unfinished form', () => {
  const temporary = async (): Promise<string> =>
    (await create(as('Mia'), { name: await receivedUpload(as('Mia')), isTemporary: true })).body.data.createDocument.id

  it('the document and its file are deleted after a day unless attached to something', async () => {
    const [abandoned, sent, young] = [await temporary(), await temporary(), await temporary()]
    await start('Mia', 'Service', serviceId, 'With a file', [sent])
    const now = Date.now()
    await run('UPDATE documents SET temporary_since = ? WHERE id = ?', now - 90_000_000, abandoned)
    const [{ key } = { key: '' }] = await rows<{ key: string }>(
      'SELECT storage_key AS key FROM documents WHERE id = ?',
      abandoned,
    )
    expect(await env.DOCUMENTS.head(key)).not.toBeNull()
    const context = { env, db: new Database(env.DB), clock: systemClock, log: createLogger({}, 'error') }
    await removeTemporaryDocuments(context, now - 86_400_000)
    await removeTemporaryDocuments(context, now - 86_400_000)
    expect(await env.DOCUMENTS.head(key)).toBeNull()
    const statusOf = async (id: string) => (await as('Mia').get(`/api/documents/${id}`)).status
    expect([await statusOf(abandoned), await statusOf(sent), await statusOf(young)]).toEqual([404, 200, 200])
  })
})
