import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import type { VendorCompanyContact } from '../../../../schema/vendors/vendors/endpoints.ts'
import { newId, systemClock } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { mailSentDocuments } from '../../../../worker/features/approvals/tasks/send-by-hand.ts'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { FORM, file, makeCategory, question, rule, step } from '../../../support/worker/intake.ts'
import { type SentMail, sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeTaskScene, type TaskScene } from '../../../support/worker/task-scene.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import { makeVendorCompany } from '../../../support/worker/vendor-companies.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** People to write to at a vendor, and documents that a person sends by email. */

let company: TestCompany
let ada: Client
let olga: Client

beforeAll(async () => {
  company = await makeCompany()
  ada = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
  olga = await signIn(company, await company.addPerson({ name: 'Olga Outsider' }))
})

const contact = (email: string, more: Record<string, string> = {}) => ({ email, ...more })
const address = () => `${newId()}@acme-tools.com`
/** The email to an address, once the queue has delivered it. */
const drained = (to: string): Promise<SentMail> =>
  vi.waitFor(
    () => {
      const [mail] = sentMails(to)
      if (!mail) throw new Error(`No mail to ${to}`)
      return mail
    },
    { timeout: 10_000 },
  )
const attach = (vendorId: string, documentIds: string[]) =>
  ada.graphql('mutation ($v: ID!, $d: [ID!]!) { addDocumentsToVendor(vendorId: $v, documentIds: $d) { id } }', {
    v: vendorId,
    d: documentIds,
  })
const messages = async (client: Client, type: string, id: string): Promise<string[]> =>
  (await client.get(`/api/audit-logs?targetType=${type}&targetId=${id}`)).body.edges.map(
    ({ node }: { node: { message: string } }) => node.message,
  )

describe('the contacts of a vendor', () => {
  it('contacts are those saved on the vendor and its portal users, each person once', async () => {
    const owner = await company.addPerson()
    const { body } = await ada.post('/api/vendors', {
      name: `Vendor ${newId()}`,
      owners: [owner.userId],
      paymentMethod: 'ACH',
      externalPointOfContact: contact('iris@lumen.example', { firstName: 'Iris', lastName: 'Bell', memo: 'Sales' }),
      externalSigner: contact('IRIS@lumen.example', { firstName: 'Iris' }),
      contacts: [contact('', { firstName: 'Ned' }), contact('billing@lumen.example')],
    })
    const portal = await makeVendorCompany()
    const person = await portal.addPerson({ email: `vera-${newId()}@lumen.example` })
    await portal.addPerson({ disabled: true })
    await portal.sellTo(company)
    await run('UPDATE vendor_company_customers SET vendor_id = ? WHERE vendor_company_id = ?', body.id, portal.id)
    const url = `/api/vendor/${body.id}/vendor-company-contacts`
    const contacts: VendorCompanyContact[] = (await olga.get(url)).body
    expect(contacts.map(({ role, email, firstName }) => [role, email, firstName])).toEqual([
      ['POINT_OF_CONTACT', 'iris@lumen.example', 'Iris'],
      ['CONTACT', '', 'Ned'],
      ['CONTACT', 'billing@lumen.example', ''],
      ['PORTAL', person.email, 'Vera'],
    ])
    expect(contacts[0]).toMatchObject({ lastName: 'Bell', memo: 'Sales' })
    expect((await ada.get(url)).body).toEqual(contacts)
  })
})

describe('sending documents', () => {
  it('documents are sent as attachments with a message and reply address, and appear in the history', async () => {
    const vendor = await company.add('vendors', `Vendor ${newId()}`)
    const [contract, report] = [await makeDocument(ada, 'Contract'), await makeDocument(ada, 'Report.pdf')]
    await attach(vendor, [contract])
    const to = address()
    const body = {
      email: ` ${to.toUpperCase()} `,
      documentIds: [contract, report],
      emailCopy: 'Please sign by Friday.',
    }
    const answer = await ada.post('/api/send-documents', body)
    expect(answer.body).toEqual({ email: to, documentIds: [contract, report] })
    const mail = await drained(to)
    expect(mail.subject).toMatch(/ sent you 2 documents$/)
    expect(mail.text).toContain('Please sign by Friday.')
    expect(mail.text).toMatch(/^Ada Admin of .+ sent you 2 documents\./)
    expect(mail.replyTo).toMatch(/@/)
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['Contract.pdf', 'Report.pdf'])
    expect(await messages(ada, 'DOCUMENT', report)).toContain(`Sent Report.pdf to ${to}`)
    expect(await messages(ada, 'VENDOR', vendor)).toContain(`Sent Contract to ${to}`)
  })

  it('a repeated command sends the documents once', async () => {
    const documentIds = [await makeDocument(ada)]
    const [to, commandId] = [address(), newId()]
    const body = { email: to, documentIds }
    const first = await ada.post('/api/send-documents', body, commandId)
    expect((await ada.post('/api/send-documents', body, commandId)).body).toEqual(first.body)
    await drained(to)
    expect(sentMails(to)).toHaveLength(1)
    expect(codeOf(await ada.post('/api/send-documents', { ...body, emailCopy: 'Other' }, commandId))).toBe('CONFLICT')
  })

  it('documents are sent once even if the queue delivers twice, and failures appear in the history', async () => {
    const documentId = await makeDocument(ada, 'Gone.pdf')
    const to = address()
    const by = { userId: newId(), name: 'Ada Admin', email: 'ada@example.com' }
    const payload = { email: to, documentIds: [documentId], message: '', by, task: null }
    const effect = { id: newId(), companyId: company.id, payload, createdAt: 0, attempts: 1, group: 'g' }
    const context = { env, db: new Database(env.DB), clock: systemClock, log: createLogger({}, 'error') }
    const carryOut = async () => (await mailSentDocuments(context, [effect]))(effect)
    await carryOut()
    await carryOut()
    expect(sentMails(to)).toHaveLength(1)
    await ada.call('DELETE', `/api/documents/${documentId}`)
    await carryOut()
    const told = await rows<{ message: string }>(
      "SELECT message FROM audit_log WHERE target_id = ? AND action = 'document.not-sent'",
      documentId,
    )
    expect(told).toEqual([{ message: `Could not be sent to ${to}: One of the documents was deleted` }])
  })

  it('a person can send at most sixty emails an hour', async () => {
    const person = await company.addPerson()
    const client = await signIn(company, person)
    const documentIds = [await makeDocument(client)]
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
    await run(
      'INSERT INTO rate_limits (key, window_start, count) VALUES (?, ?, 60)',
      `send-documents:${company.id}:${person.userId}`,
      hour,
    )
    expect(codeOf(await client.post('/api/send-documents', { email: address(), documentIds }))).toBe('LIMITED')
  })

  it('a person can send only documents they can see, to a valid address', async () => {
    const documentId = await makeDocument(ada)
    const refused = async (client: Client, more: Record<string, unknown>) =>
      fieldsOf(await client.post('/api/send-documents', { email: address(), documentIds: [documentId], ...more }))
    const hidden = { documentIds: 'One of the documents doesn’t exist, or you don’t have access to it' }
    expect(await refused(olga, {})).toEqual(hidden)
    expect(await refused(ada, { documentIds: [newId()] })).toEqual(hidden)
    expect(await refused(ada, { email: 'vendor@' })).toEqual({ email: 'Invalid email' })
    expect(await refused(ada, { email: undefined })).toEqual({ email: 'Required' })
    expect(await refused(ada, { documentIds: [] })).toEqual({ documentIds: 'Choose at least one document' })
    await run('UPDATE documents SET size = 26 * 1024 * 1024 WHERE id = ?', documentId)
    expect((await refused(ada, {}))?.documentIds).toMatch(/larger than 25 MB/)
  })
})

describe('sending a task’s documents manually', () => {
  let scene: TaskScene
  let documentId: string
  beforeAll(async () => {
    scene = await makeTaskScene()
    documentId = await makeDocument(scene.as.ada, 'Terms.pdf')
  })
  const failed = async () => {
    const sends = rule('terms', {
      type: 'SEND_DOCUMENT',
      approverUserIds: [scene.idOf('abe')],
      settings: {
        sendDocument: {
          recipient: { source: 'QUESTION', questionId: 'email' },
          emailCopy: 'Please sign.',
          documentIds: [documentId],
        },
      } as WorkflowRule['settings'],
    })
    const form = [...FORM, step('contact', [question('email', 'EMAIL')], 8)]
    const category = await makeCategory(scene.as.ada, { form, levels: [[sends]] })
    const id = await file(scene.as.rita, category.id, { title: 'Laptops' })
    await scene.carryOut(id)
    return { id, blockId: (await scene.blockOf(id, 'terms')).id }
  }

  it('sending completes the task, with its documents and text unless something else is given', async () => {
    const { id, blockId } = await failed()
    const nobody = await scene.as.abe.post('/api/send-documents', { levelGroupStatusId: blockId })
    expect(fieldsOf(nobody)?.email).toMatch(/isn’t answered/)
    const to = address()
    await scene.as.abe.post('/api/send-documents', { levelGroupStatusId: blockId, email: to })
    const mail = await drained(to)
    expect(mail.text).toContain('Please sign.')
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['Terms.pdf'])
    await vi.waitFor(async () => expect((await scene.blockOf(id, 'terms')).status).toBe('APPROVED'), { timeout: 5_000 })
    expect((await scene.blockOf(id, 'terms')).automatic.result).toMatchObject({ pocEmail: to, by: { name: 'Abe P' } })
    expect((await scene.as.rita.get(`/api/intake-submission/${id}/documents`)).body).toMatchObject([{ id: documentId }])
    const again = await scene.as.abe.post('/api/send-documents', { levelGroupStatusId: blockId, email: to })
    expect([again.status, again.body.reason]).toEqual([409, 'ALREADY_DECIDED'])
  })

  it('a task’s approvers can send its documents, and its requester can’t', async () => {
    const { blockId } = await failed()
    const body = { levelGroupStatusId: blockId, email: address() }
    expect(codeOf(await scene.as.rita.post('/api/send-documents', body))).toBe('FORBIDDEN')
    expect(codeOf(await scene.as.bea.post('/api/send-documents', body))).toBe('NOT_FOUND')
  })
})
