import { beforeAll, describe, expect, it } from 'vitest'
import { file, makeCategory, question, rule, step } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Nothing is attached to what is archived, at every door. What was there stays, and can be taken off. */

let company: TestCompany
let admin: Client
let categoryId: string

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests', 'enableSpendRequests', 'enableVendorIntake'])
  const person = await company.addPerson({ flags: ['hasAdminAccess', 'hasSpendRequestAccess'] })
  admin = await signIn(company, person)
  const category = await makeCategory(admin, {
    form: [step('what', [question('title', 'REQUEST_TITLE')])],
    levels: [[rule('legal', { approverUserIds: [(await company.addPerson()).userId] })]],
  })
  categoryId = category.id
})

const made = async (answer: Answer): Promise<string> => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body.id
}
const makeVendor = () => company.add('vendors', `Kestrel ${Math.random()}`)
const makeService = async (vendorId: string) => made(await admin.post('/api/services', { name: 'Figma', vendorId }))
const graphql = (name: string, args: string, given: Record<string, unknown>) =>
  admin.graphql(`mutation (${args}) { ${name}(${args.replace(/\$(\w+): [^,]+/g, '$1: $$$1')}) { id } }`, given)

type Thing = 'vendor' | 'service' | 'request' | 'document'
const TABLES: Record<Thing, string> = {
  vendor: 'vendors',
  service: 'services',
  request: 'intake_submissions',
  document: 'documents',
}
const MAKE: Record<Thing, () => Promise<string>> = {
  vendor: makeVendor,
  service: async () => makeService(await makeVendor()),
  request: () => file(admin, categoryId, { title: 'Laptops' }),
  document: () => makeDocument(admin),
}

/** Each door attaches something new to the thing. */
const DOORS: Record<Thing, Record<string, (id: string) => Promise<Answer>>> = {
  vendor: {
    'a comment': (id) =>
      graphql('createVendorThread', '$vendorId: ID!, $commentBody: String!', { vendorId: id, commentBody: 'Hi' }),
    'a document': async (id) =>
      graphql('addDocumentsToVendor', '$vendorId: ID!, $documentIds: [ID!]!', {
        ...{ vendorId: id, documentIds: [await makeDocument(admin)] },
      }),
    'a document, on its own page': async (id) =>
      graphql('updateDocument', '$input: UpdateDocumentInput!', {
        input: { id: await makeDocument(admin), vendorId: id },
      }),
    'a service': (id) => admin.post('/api/services', { name: 'More', vendorId: id }),
    'a link from a request': async (id) =>
      admin.post(`/api/intake-submission/${await MAKE.request()}/vendors`, { vendorIds: [id] }),
  },
  service: {
    'a comment': (id) =>
      graphql('createServiceThread', '$serviceId: ID!, $commentBody: String!', { serviceId: id, commentBody: 'Hi' }),
    'a document': async (id) =>
      graphql('addDocumentsToService', '$serviceId: ID!, $documentIds: [ID!]!', {
        ...{ serviceId: id, documentIds: [await makeDocument(admin)] },
      }),
    'a document, on its own page': async (id) =>
      graphql('updateDocument', '$input: UpdateDocumentInput!', {
        input: { id: await makeDocument(admin), serviceIds: [id] },
      }),
    'a period': (id) =>
      admin.post(`/api/services/${id}/add-service-item`, {
        startDate: '2030-01-01',
        endDate: '2030-12-31',
        totalServicePeriodCost: 1000,
      }),
    'a link from a request': async (id) =>
      admin.post(`/api/intake-submission/${await MAKE.request()}/services`, { serviceIds: [id] }),
  },
  request: {
    'a comment': (id) => admin.post(`/api/intake-submission/${id}/threads`, { commentBody: 'Hi' }),
    'a document': async (id) =>
      admin.post(`/api/intake-submission/${id}/documents`, { documentIds: [await makeDocument(admin)] }),
    'a vendor': async (id) => admin.post(`/api/intake-submission/${id}/vendors`, { vendorIds: [await makeVendor()] }),
    'a service': async (id) =>
      admin.post(`/api/intake-submission/${id}/services`, { serviceIds: [await MAKE.service()] }),
  },
  document: {
    'a comment': (id) =>
      graphql('createDocumentThread', '$documentId: ID!, $commentBody: String!', { documentId: id, commentBody: 'Hi' }),
  },
}

const codeOf = ({ status, body }: Answer) => body.errors?.[0]?.extensions?.code ?? body.code ?? status
const messageOf = ({ body }: Answer) => body.errors?.[0]?.message ?? body.message

for (const thing of Object.keys(DOORS) as Thing[])
  describe(`an archived ${thing}`, () => {
    for (const [what, attach] of Object.entries(DOORS[thing]))
      it(`takes no more than it has: ${what}`, async () => {
        const open = await attach(await MAKE[thing]())
        expect(open.body.errors, 'while it isn’t archived').toBeUndefined()
        expect(open.status, JSON.stringify(open.body)).toBeLessThan(300)
        const id = await MAKE[thing]()
        await run(`UPDATE ${TABLES[thing]} SET archived_at = 1 WHERE id = ?`, id)
        const refused = await attach(id)
        expect(['CONFLICT', 'INVALID'], JSON.stringify(refused.body)).toContain(codeOf(refused))
        expect(messageOf(refused)).toMatch(/ is archived\. Unarchive it first/)
      })
  })
