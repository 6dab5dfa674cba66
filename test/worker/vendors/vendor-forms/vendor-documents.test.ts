import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { question, step } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { send as sendFile } from '../../../support/worker/uploads.ts'
import {
  formBody,
  makeFormCategory,
  makeVendorFormScene,
  sellAs,
  switchOnVendorForms,
  type VendorFormScene,
} from '../../../support/worker/vendor-forms.ts'
import { anonymous, type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Documents that a vendor gives: what it says of them, giving them again, and new versions before they expire. */

const FORM = [
  step('security', [
    question('policy', 'TEXT', { label: 'Where is your security policy?' }),
    question('w9', 'DOCUMENTS', { label: 'W-9', documentKind: 'W_9' }),
    question('insurance', 'DOCUMENTS', {
      label: 'Insurance',
      documentKind: 'INSURANCE',
      documentExpiry: 'REQUIRED',
      isMulti: true,
    }),
    question('proof', 'DOCUMENTS', { label: 'Certificates', isMulti: true }),
  ]),
]

const DAY_MS = 24 * 60 * 60 * 1000
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

let scene: VendorFormScene
let categoryId: string
let other: TestCompany
let otherAdmin: Client
let otherVendorId: string
/** The vendor's person, with the other company chosen. */
let elsewhere: Client
let sendElsewhere: () => Promise<string>

beforeAll(async () => {
  scene = await makeVendorFormScene()
  categoryId = await makeFormCategory(scene.admin, scene.reviewer.userId, { form: FORM })
  other = await makeCompany()
  await switchOnVendorForms(other)
  const person = await other.addPerson({ flags: ['hasAdminAccess'] })
  otherAdmin = await signIn(other, person)
  otherVendorId = await other.add('vendors')
  await sellAs(scene.vendorCompany, other, otherVendorId)
  const intakeCategoryId = await makeFormCategory(otherAdmin, person.userId, { form: FORM })
  elsewhere = await scene.vendorCompany.signIn(scene.person, other)
  sendElsewhere = async () =>
    (
      await otherAdmin.post(`/api/vendor/${otherVendorId}/send-intake-invitation`, {
        ...{ intakeCategoryId, message: '', vendorUserId: scene.person.userId },
      })
    ).body.intakeSubmissionId
})

const sendForm = (to: object = { vendorUserId: scene.person.userId }): Promise<string> =>
  scene.send(to, { intakeCategoryId: categoryId })

const upload = async (client: Client, fileName: string, companyId?: string): Promise<string> => {
  const { body } = await client.post('/api/v/signed-upload-url', { fileName, ...(companyId && { companyId }) })
  const sent = await sendFile(client, { url: body.url, ...JSON.parse(body.fieldsJson) })
  if (sent.status !== 200) throw new Error(`The upload answered ${JSON.stringify(sent.body)}`)
  return sent.body.id
}

const describeFile = (client: Client, form: string, document: string, said: object) =>
  client.call('PUT', `/api/vendor-intake/forms/${form}/documents/${document}`, { body: said })
const submit = (client: Client, form: string, answers: Record<string, unknown>, more: object = {}) =>
  client.post(`/api/vendor-intake/forms/${form}/submit`, formBody(answers, more))
const nameOf = async ({ id }: TestCompany): Promise<string> =>
  String((await rows('SELECT name FROM companies WHERE id = ?', id))[0]?.name)
/** The email to an address with these words. */
const mailWith = (address: string, words: string) =>
  vi.waitFor(
    () => {
      const found = sentMails(address).find(({ text }) => text.includes(words))
      if (!found) throw new Error(`No mail to ${address} says ${words}`)
      return found
    },
    { timeout: 10_000, interval: 20 },
  )
const badges = async (client: Client, vendorId: string) =>
  (await client.get(`/api/vendor/${vendorId}/document-badges`)).body
const earlier = (client: Client, form: string) => client.get(`/api/vendor-intake/forms/${form}/earlier-documents`)

/** A submitted form with an insurance certificate. */
const give = async (fileName: string, expiresOn: string): Promise<{ form: string; document: string }> => {
  const form = await sendForm()
  const document = await upload(scene.vendor, fileName)
  expect((await describeFile(scene.vendor, form, document, { expiresOn })).status).toBe(200)
  expect((await submit(scene.vendor, form, { insurance: [document] })).status).toBe(200)
  return { form, document }
}

describe('what a vendor says of a document', () => {
  it('its kind and last valid day are kept, and the question’s own kind counts', async () => {
    const form = await sendForm()
    const [w9, insurance, proof] = [
      await upload(scene.vendor, 'w9.pdf'),
      await upload(scene.vendor, 'insured.pdf'),
      await upload(scene.vendor, 'soc.pdf'),
    ]
    const said = await describeFile(scene.vendor, form, proof, { kind: 'SOC_2', expiresOn: inDays(200) })
    expect(said).toMatchObject({
      status: 200,
      body: { id: proof, fileName: 'soc.pdf', kind: 'SOC_2', expiresOn: inDays(200), state: 'VALID', givenAt: null },
    })
    await describeFile(scene.vendor, form, insurance, { kind: 'SOC_2', expiresOn: inDays(12) })
    expect((await submit(scene.vendor, form, { w9: [w9], insurance: [insurance], proof: [proof] })).status).toBe(200)
    const { body } = await scene.vendor.get(`/api/vendor-intake/forms/${form}/documents`)
    expect(body).toHaveLength(3)
    expect(body.find(({ id }: { id: string }) => id === w9)).toMatchObject({ kind: 'W_9', expiresOn: null })
    expect(body.find(({ id }: { id: string }) => id === insurance)).toMatchObject({
      ...{ kind: 'INSURANCE', state: 'EXPIRING', givenAt: expect.any(String) },
    })
  })

  it('a question that needs an expiry date is not answered without one', async () => {
    const form = await sendForm()
    const document = await upload(scene.vendor, 'undated.pdf')
    const draft = await submit(scene.vendor, form, { insurance: [document] }, { isDraft: true })
    expect(draft.status).toBe(200)
    const refused = await submit(scene.vendor, form, { insurance: [document] })
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { insurance: 'Say until when undated.pdf is valid' } },
    })
    expect((await describeFile(scene.vendor, form, document, { expiresOn: inDays(300) })).status).toBe(200)
    expect((await submit(scene.vendor, form, { insurance: [document] })).status).toBe(200)
  })

  it('a date that has passed is refused beside its field', async () => {
    const form = await sendForm()
    const document = await upload(scene.vendor, 'old.pdf')
    const refused = await describeFile(scene.vendor, form, document, { expiresOn: inDays(-3) })
    expect(refused).toMatchObject({ status: 400, body: { fields: { expiresOn: 'This date has passed' } } })
  })

  it('no one describes another person’s file, or a file of another form', async () => {
    const form = await sendForm()
    const colleague = await scene.vendorCompany.addPerson()
    const theirs = await upload(await scene.vendorCompany.signIn(colleague, scene.company), 'theirs.pdf')
    expect((await describeFile(scene.vendor, form, theirs, { kind: 'W_9' })).status).toBe(404)
    const { document } = await give('elsewhere.pdf', inDays(90))
    expect((await describeFile(scene.vendor, form, document, { kind: 'W_9' })).status).toBe(404)
  })
})

describe('documents given before', () => {
  it('they are offered for another customer with date and origin, and a copy is made only when one is chosen', async () => {
    const { document } = await give('passport.pdf', inDays(120))
    const form = await sendElsewhere()
    const offered = (await earlier(elsewhere, form)).body
    const found = offered.find(({ id }: { id: string }) => id === document)
    expect(found).toMatchObject({
      ...{ fileName: 'passport.pdf', kind: 'INSURANCE', expiresOn: inDays(120), givenAt: expect.any(String) },
      company: { id: scene.company.id },
    })
    expect((await elsewhere.get(`/api/vendor-intake/forms/${form}/documents`)).body).toEqual([])
    const chosen = await elsewhere.post(`/api/vendor-intake/forms/${form}/earlier-documents`, {
      ...{ companyId: scene.company.id, documentId: document },
    })
    expect(chosen).toMatchObject({
      status: 200,
      body: { fileName: 'passport.pdf', kind: 'INSURANCE', expiresOn: inDays(120), givenAt: null },
    })
    expect(chosen.body.id).not.toBe(document)
    expect((await submit(elsewhere, form, { insurance: [chosen.body.id] })).status).toBe(200)
    expect(await badges(otherAdmin, otherVendorId)).toContainEqual({
      ...{ kind: 'INSURANCE', state: 'VALID', expiresOn: inDays(120), documentId: chosen.body.id },
    })
    // Neither customer has the other's.
    const files = await rows(
      'SELECT storage_key AS k, company_id AS c FROM documents WHERE id IN (?, ?)',
      document,
      chosen.body.id,
    )
    expect(new Set(files.map(({ k }) => k)).size).toBe(2)
    await run('UPDATE documents SET deleted_at = 1 WHERE id = ?', document)
    expect((await elsewhere.get(`/api/v/documents/${chosen.body.id}/file`)).status).toBe(200)
    expect((await scene.vendor.get(`/api/v/documents/${document}/file`)).status).toBe(404)
    // Histories of both say what happened, and neither names the other.
    await runTicks(env)
    const told = await rows(
      "SELECT company_id AS c, message AS m FROM audit_log WHERE action = 'vendor.document-used-again' OR (action = 'document.created' AND target_id = ?)",
      chosen.body.id,
    )
    const of = (id: string) => told.filter(({ c }) => c === id).map(({ m }) => String(m))
    expect(of(scene.company.id).join()).toContain('used a copy of a document again: Insurance certificate')
    expect(of(other.id).join()).toContain('chose passport.pdf, which the vendor had given before')
    expect(of(scene.company.id).join()).not.toContain(await nameOf(other))
    expect(of(other.id).join()).not.toContain(await nameOf(scene.company))
  })

  it('another vendor company, a colleague’s own form and an unsubmitted form offer nothing', async () => {
    const colleague = await scene.vendorCompany.addPerson()
    const alone = await sendForm({ vendorUserId: colleague.userId })
    const theirs = await scene.vendorCompany.signIn(colleague, scene.company)
    const secret = await upload(theirs, 'only-the-colleague.pdf')
    await submit(theirs, alone, { proof: [secret] })
    const draft = await sendForm()
    const unsent = await upload(scene.vendor, 'not-sent-yet.pdf')
    await submit(scene.vendor, draft, { proof: [unsent] }, { isDraft: true })
    const { document } = await give('mine.pdf', inDays(80))
    const form = await sendElsewhere()
    const text = JSON.stringify((await earlier(elsewhere, form)).body)
    expect(text).toContain('mine.pdf')
    expect(text).not.toContain('only-the-colleague.pdf')
    expect(text).not.toContain('not-sent-yet.pdf')
    const stranger = await makeVendorFormScene()
    const strangers = await stranger.send({ vendorUserId: stranger.person.userId })
    expect(JSON.stringify((await earlier(stranger.vendor, strangers)).body)).not.toContain('.pdf')
    for (const documentId of [document, secret, unsent]) {
      const stolen = await stranger.vendor.post(`/api/vendor-intake/forms/${strangers}/earlier-documents`, {
        ...{ companyId: scene.company.id, documentId },
      })
      expect(stolen.status).toBe(404)
      expect((await stranger.vendor.get(`/api/v/documents/${documentId}/file`)).status).toBe(404)
      const there = `/api/v/documents/${documentId}/file?companyId=${scene.company.id}`
      expect((await stranger.vendor.get(there)).status).toBe(404)
    }
    expect((await earlier(stranger.vendor, form)).status).toBe(404)
  })

  it('a file whose stored content is not what was uploaded is not copied', async () => {
    const { document } = await give('changed.pdf', inDays(80))
    const [row] = await rows('SELECT storage_key AS k FROM documents WHERE id = ?', document)
    await env.DOCUMENTS.put(String(row?.k), 'not a PDF any more')
    const form = await sendElsewhere()
    const chosen = await elsewhere.post(`/api/vendor-intake/forms/${form}/earlier-documents`, {
      ...{ companyId: scene.company.id, documentId: document },
    })
    expect(chosen).toMatchObject({ status: 400, body: { fields: { documentId: expect.any(String) } } })
    expect((await elsewhere.get(`/api/vendor-intake/forms/${form}/documents`)).body).toEqual([])
  })
})

describe('documents that expire', () => {
  const askings = (document: string) =>
    rows("SELECT id FROM outbox WHERE topic = 'vendor-document.expiring' AND id LIKE ?", `%${document}%`)

  it('their vendor is asked for a new one 30 days before, once', async () => {
    const { document: early } = await give('in-31-days.pdf', inDays(32))
    const { document } = await give('in-29-days.pdf', inDays(29))
    await runTicks(env)
    await runTicks(env)
    expect(await askings(document)).toHaveLength(1)
    expect(await askings(early)).toHaveLength(0)
    const mail = await mailWith(scene.person.email, 'in-29-days.pdf')
    expect(mail.text).toContain(`/v/documents?useCompanyId=${scene.company.id}`)
  })

  it('a new version replaces it for that customer, whose owners hear of it', async () => {
    const { document } = await give('first.pdf', inDays(20))
    const next = await upload(elsewhere, 'second.pdf', scene.company.id)
    const renew = (body: object) => elsewhere.post(`/api/v/documents/${document}/versions`, body)
    const undated = await renew({ companyId: scene.company.id, newDocumentId: next, expiresOn: inDays(-4) })
    expect(undated).toMatchObject({ status: 400, body: { fields: { expiresOn: 'This date has passed' } } })
    const foreign = await upload(elsewhere, 'of-the-other-customer.pdf')
    expect(await renew({ companyId: scene.company.id, newDocumentId: foreign })).toMatchObject({
      ...{ status: 400, body: { fields: { newDocumentId: 'Upload the new file first' } } },
    })
    const done = await renew({ companyId: scene.company.id, newDocumentId: next, expiresOn: inDays(400) })
    expect(done).toMatchObject({ status: 200, body: { id: next, kind: 'INSURANCE', state: 'VALID' } })
    const held = (await scene.vendor.get('/api/v/documents')).body
    const ids = held.map(({ id }: { id: string }) => id)
    expect(ids).toContain(next)
    expect(ids).not.toContain(document)
    expect((await renew({ companyId: scene.company.id, newDocumentId: next, expiresOn: inDays(400) })).status).toBe(404)
    expect((await badges(scene.admin, scene.vendorId))[1]).toMatchObject({ kind: 'INSURANCE', documentId: next })
    expect((await scene.admin.get(`/api/documents/${next}`)).status).toBe(200)
    await runTicks(env)
    const mail = await mailWith(scene.adminPerson.email, 'uploaded a new version')
    expect(mail.text).toContain('uploaded a new version of the Insurance certificate')
  })

  it('the company’s owners hear once that it has expired', async () => {
    const { document } = await give('gone.pdf', inDays(40))
    await run('UPDATE vendor_documents SET expires_on = ? WHERE document_id = ?', inDays(-2), document)
    await runTicks(env)
    await runTicks(env)
    const told = await rows("SELECT id FROM outbox WHERE topic = 'vendor.notify' AND id LIKE ?", `%${document}%`)
    expect(told).toHaveLength(1)
  })
})

describe('badges of a vendor', () => {
  it('what a form asks for and no one gave is missing, and who can’t read a document gets no link to it', async () => {
    const vendor = await makeVendorFormScene()
    const intakeCategoryId = await makeFormCategory(vendor.admin, vendor.reviewer.userId, { form: FORM })
    const form = await vendor.send({ vendorUserId: vendor.person.userId }, { intakeCategoryId })
    expect(await badges(vendor.admin, vendor.vendorId)).toEqual([
      { kind: 'W_9', state: 'MISSING', expiresOn: null, documentId: null },
      { kind: 'INSURANCE', state: 'MISSING', expiresOn: null, documentId: null },
    ])
    const { body } = await vendor.vendor.post('/api/v/signed-upload-url', { fileName: 'w9.pdf' })
    const document = (await sendFile(vendor.vendor, { url: body.url, ...JSON.parse(body.fieldsJson) })).body.id
    await submit(vendor.vendor, form, { w9: [document] }, { isDraft: true })
    expect((await badges(vendor.admin, vendor.vendorId))[0]).toMatchObject({ state: 'MISSING' })
    await submit(vendor.vendor, form, { w9: [document] })
    expect((await badges(vendor.admin, vendor.vendorId))[0]).toMatchObject({ state: 'VALID', documentId: document })
    const member = await signIn(vendor.company, await vendor.company.addPerson())
    expect((await badges(member, vendor.vendorId))[0]).toMatchObject({ state: 'VALID', documentId: null })
    expect((await otherAdmin.get(`/api/vendor/${vendor.vendorId}/document-badges`)).status).toBe(404)
  })
})

describe('documents by a link', () => {
  it('they are described, opened and renewed by the link, and by no other', async () => {
    const address = `link-${crypto.randomUUID().slice(0, 8)}@v.test`
    await sendForm({ email: address })
    const token = await scene.tokenFor(address)
    const base = `/public-api/vendor-forms/${token}`
    const put = async (fileName: string): Promise<string> => {
      const { body } = await anonymous.post(`${base}/signed-upload-url`, { fileName })
      return (await sendFile(anonymous, { url: body.url, ...JSON.parse(body.fieldsJson) })).body.id
    }
    const document = await put('by-link.pdf')
    const said = await anonymous.call('PUT', `${base}/documents/${document}`, { body: { expiresOn: inDays(25) } })
    expect(said).toMatchObject({ status: 200, body: { expiresOn: inDays(25) } })
    expect((await anonymous.post(`${base}/submit`, formBody({ insurance: [document] }, { name: 'Nora' }))).status).toBe(
      200,
    )
    const file = await anonymous.get(`${base}/documents/${document}/file`)
    expect(file.status).toBe(200)
    const { document: foreign } = await give('of-an-account.pdf', inDays(60))
    expect((await anonymous.get(`${base}/documents/${foreign}/file`)).status).toBe(404)
    // The reminder has a new link, with which a new version is given.
    await runTicks(env)
    const fresh = await scene.tokenFor(address, 2)
    expect(fresh).not.toBe(token)
    expect((await anonymous.get(`${base}/documents`)).status).toBe(404)
    const again = `/public-api/vendor-forms/${fresh}`
    const { body } = await anonymous.post(`${again}/signed-upload-url`, { fileName: 'renewed.pdf' })
    const next = (await sendFile(anonymous, { url: body.url, ...JSON.parse(body.fieldsJson) })).body.id
    const renewed = await anonymous.post(`${again}/documents/${document}/versions`, {
      ...{ newDocumentId: next, expiresOn: inDays(390) },
    })
    expect(renewed).toMatchObject({ status: 200, body: { id: next, state: 'VALID' } })
  })

  it('calls by links are limited by network address, whatever the link', async () => {
    const links = await Promise.all(
      [1, 2].map(async (n) => {
        const address = `limit-${n}-${crypto.randomUUID().slice(0, 8)}@v.test`
        await sendForm({ email: address })
        return scene.tokenFor(address)
      }),
    )
    const save = (token: string, from: string) =>
      anonymous.call('POST', `/public-api/vendor-forms/${token}/submit`, {
        headers: { 'cf-connecting-ip': from },
        body: formBody({ policy: 'Here' }, { isDraft: true }),
      })
    for (const token of links) expect((await save(token, '203.0.113.77')).status).toBe(200)
    await run("UPDATE rate_limits SET count = 600 WHERE key = 'vendor-form-link-from:203.0.113.77'")
    for (const token of links) expect((await save(token, '203.0.113.77')).status).toBe(429)
    expect((await save(links[0] ?? '', '203.0.113.78')).status).toBe(200)
  })
})
