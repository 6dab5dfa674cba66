import { beforeAll, expect, it } from 'vitest'
import { FORM, file, makeCategory, rule } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** The comment that a document was sent with, at every door that shows documents. */

const as = {} as Record<'rita' | 'abe' | 'tom' | 'ada', Client>
let requestId: string
let vendorId: string

beforeAll(async () => {
  const company = await makeCompany()
  const abe = await company.addPerson({ name: 'Abe Approver' })
  as.rita = await signIn(company, await company.addPerson({ name: 'Rita Requester' }))
  as.abe = await signIn(company, abe)
  as.tom = await signIn(company, await company.addPerson({ name: 'Tom Stranger' }))
  as.ada = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
  const levels = [[rule('legal', { approverUserIds: [abe.userId] })]]
  const category = await makeCategory(as.ada, { form: FORM, levels })
  requestId = await file(as.rita, category.id, { title: 'Laptops' })
  vendorId = await company.add('vendors', 'Acme')
})

const say = async (by: Client, path: string, commentBody: string, documentId: string) => {
  const answer = await by.post(path, { commentBody, documentIds: [documentId] })
  expect([commentBody, answer.status]).toEqual([commentBody, 200])
}
const onRequest = () => `/api/intake-submission/${requestId}/threads`
const ON_VENDOR =
  'mutation ($id: ID!, $b: String!, $d: [ID!]) { createVendorThread(vendorId: $id, commentBody: $b, documentIds: $d) { id } }'

const GRAPHQL =
  '{ documents(first: 50) { edges { node { id commentLine { body threadId createdByUser { email } } } } } }'

/** What a person is told by each door, or null. */
const saidTo = async (reader: Client, documentId: string) => {
  const ofList = (edges: { node: { id: string; commentLine: { body: string } | null } }[]) =>
    edges.find(({ node }) => node.id === documentId)?.node.commentLine?.body ?? null
  const one = (await reader.get(`/api/documents/${documentId}`)).body
  const [byId] = (await reader.get(`/api/global/documents-from-ids?documentId[]=${documentId}`)).body
  return {
    one: one.commentLine?.body ?? null,
    byId: byId.commentLine?.body ?? null,
    list: ofList((await reader.get('/api/documents?first=50')).body.edges),
    graphql: ofList((await reader.graphql(GRAPHQL)).body.data.documents.edges),
  }
}
const everywhere = (body: string | null) => ({ one: body, byId: body, list: body, graphql: body })

it('a comment is shown beside its document at every door to those who read it, and to others at no door', async () => {
  const documentId = await makeDocument(as.abe, 'Report')
  const plain = await makeDocument(as.abe, 'Plain')
  await say(as.abe, onRequest(), 'See the report', documentId)
  await run('UPDATE documents SET open_count = 1 WHERE id IN (?, ?)', documentId, plain)
  for (const reader of [as.rita, as.abe, as.ada])
    expect(await saidTo(reader, documentId)).toEqual(everywhere('See the report'))
  expect(await saidTo(as.tom, documentId)).toEqual(everywhere(null))
  expect(await saidTo(as.rita, plain)).toEqual(everywhere(null))
})

it('a document shows the newest comment that the person reads, and no deleted one', async () => {
  const documentId = await makeDocument(as.abe, 'Offer')
  const ofVendor = await as.abe.graphql(ON_VENDOR, { id: vendorId, b: 'Their offer', d: [documentId] })
  expect(ofVendor.body.errors).toBeUndefined()
  await say(as.abe, onRequest(), 'For this request', documentId)
  expect(await saidTo(as.rita, documentId)).toEqual(everywhere('For this request'))
  expect(await saidTo(as.tom, documentId)).toEqual(everywhere('Their offer'))
  const { commentLine } = (await as.abe.get(`/api/documents/${documentId}`)).body
  expect((await as.abe.call('DELETE', `/api/comments/${commentLine.id}`)).status).toBe(204)
  expect(await saidTo(as.rita, documentId)).toEqual(everywhere('Their offer'))
})
