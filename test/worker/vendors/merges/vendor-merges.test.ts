import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { type Category, file, makeCategory, question, rule, save, step } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import { makeVendorCompany } from '../../../support/worker/vendor-companies.ts'
import { namedIn } from '../../../support/worker/vendor-places.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

let company: TestCompany
let admin: Client
let member: Client
let dana: TestPerson
let omar: TestPerson
let fromId: string
let intoId: string
let category: Category
let names: { from: string; into: string }

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests', 'enableVendorCategories'])
  admin = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
  member = await signIn(company, await company.addPerson())
  dana = await company.addPerson({ name: 'Dana Whitfield' })
  omar = await company.addPerson({ name: 'Omar Haddad' })
  category = await makeCategory(admin, {
    form: [
      step('what', [
        question('title', 'REQUEST_TITLE', { isRequired: true }),
        question('vendor', 'VENDOR_SELECT'),
        question('vendors', 'VENDOR_SELECT', { isMulti: true }),
      ]),
    ],
    levels: [[rule('approval', { approverUserIds: [dana.userId] })]],
  })
})

const fileFor = (answers: Record<string, unknown>) =>
  file(admin, category.id, { title: `Request ${newId()}`, ...answers })
const vendorsOf = async (requestId: string) => {
  const { body } = await admin.get(`/api/intake-submission/${requestId}`)
  const ids = (list: { id: string }[]) => list.map(({ id }) => id)
  return { answered: ids(body.answerVendors), linked: ids(body.associatedVendors) }
}
const vendorOfRequest = async (requestId: string) =>
  (await rows<{ vendor_id: string }>('SELECT vendor_id FROM intake_submissions WHERE id = ?', requestId))[0]?.vendor_id
const link = async (requestId: string, vendorId: string) => {
  const answer = await admin.post(`/api/intake-submission/${requestId}/vendors`, { vendorIds: [vendorId] })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

const makeVendor = async (body: Record<string, unknown>): Promise<string> => {
  const answer = await admin.post('/api/vendors', { owners: [dana.userId], paymentMethod: 'ACH', ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}
const read = async (id: string) => (await admin.get(`/api/vendors/${id}`)).body

beforeEach(async () => {
  const word = newId().slice(-8)
  names = { from: `Acme Cloud, Inc. ${word}`, into: `Acme Cloud ${word}` }
  fromId = await makeVendor({
    name: names.from,
    owners: [dana.userId, omar.userId],
    description: 'Hosting',
    paymentMethod: 'WIRE',
    contacts: [{ firstName: 'Ines', email: 'ines@acme.test' }],
    taxPayerIdentificationNumbers: [{ taxPayerIdentificationNumber: '12-3456789' }],
  })
  intoId = await makeVendor({
    name: names.into,
    website: 'https://acme.test',
    contacts: [
      { firstName: 'Ines M', email: 'INES@acme.test' },
      { firstName: 'Sam', email: 'sam@acme.test' },
    ],
    taxPayerIdentificationNumbers: [{ taxPayerIdentificationNumber: '123456789' }],
  })
})

const preview = async () => (await admin.get(`/api/vendors/${intoId}/merge-preview?fromVendorId=${fromId}`)).body
const merge = async (body: Record<string, unknown> = {}, commandId?: string) =>
  admin.post(`/api/vendors/${intoId}/merge`, { fromVendorId: fromId, version: 1, fromVersion: 1, ...body }, commandId)
const merged = async (body: Record<string, unknown> = {}): Promise<string> => {
  const answer = await merge(body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.mergeId
}
const undo = (mergeId: string, commandId?: string) => admin.post(`/api/vendor-merges/${mergeId}/undo`, {}, commandId)
const undone = async (mergeId: string): Promise<string[]> => {
  const answer = await undo(mergeId)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.kept
}
const makeService = async (vendorId: string, name = `Service ${newId()}`): Promise<string> => {
  const period = { startDate: '2030-01-01', endDate: '2030-12-31', totalServicePeriodCost: 120_000, currency: 'USD' }
  const answer = await admin.post('/api/services', { name, vendorId, servicePeriods: [period] })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}
const linkDocument = (documentId: string, vendorId: string) =>
  run(
    `INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at) VALUES (?, ?, 'VENDOR', ?, 0)`,
    company.id,
    documentId,
    vendorId,
  )
const makeThread = async (vendorId: string): Promise<string> => {
  const id = newId()
  await run(
    `INSERT INTO threads (id, company_id, target_type, target_id, created_by_user_id, created_at) VALUES (?, ?, 'VENDOR', ?, ?, 0)`,
    id,
    company.id,
    vendorId,
    dana.userId,
  )
  return id
}
const historyOf = async (vendorId: string): Promise<string[]> =>
  (await admin.get(`/api/audit-logs?targetType=VENDOR&targetId=${vendorId}`)).body.edges.map(
    (edge: { node: { message: string } }) => edge.node.message,
  )
describe('merging two vendors', () => {
  it('the preview shows differing values side by side, combined lists, and how much moves', async () => {
    await makeService(fromId)
    await makeService(fromId)
    await makeThread(fromId)
    expect(await preview()).toMatchObject({
      from: { id: fromId, name: names.from, version: 1 },
      into: { id: intoId, name: names.into, version: 1 },
      fields: [
        { key: 'name', from: names.from, into: names.into, suggested: 'INTO' },
        { key: 'description', from: 'Hosting', into: '', suggested: 'FROM' },
        { key: 'website', from: '', into: 'https://acme.test', suggested: 'INTO' },
        { key: 'paymentMethod', from: 'Wire', into: 'ACH', suggested: 'INTO' },
      ],
      lists: [
        { label: 'Owners', items: ['Dana Whitfield', 'Omar Haddad'] },
        { label: 'Contacts', items: ['Ines M, ines@acme.test', 'Sam, sam@acme.test'] },
        { label: 'Tax ids', items: ['ends in 6789'] },
      ],
      moves: [{ text: '2 services' }, { text: '1 conversation' }],
    })
  })

  it('each value, including the name, comes from the chosen vendor, and both histories record it', async () => {
    await merged({ choices: { name: 'FROM', paymentMethod: 'FROM', website: 'FROM' } })
    expect(await read(intoId)).toMatchObject({
      name: names.from,
      paymentMethod: 'WIRE',
      website: '',
      description: 'Hosting',
      owners: [{ id: dana.userId }, { id: omar.userId }],
      contacts: [{ firstName: 'Ines M' }, { firstName: 'Sam' }],
      version: 2,
    })
    expect((await historyOf(intoId))[0]).toBe(`Merged in the vendor ${names.from}`)
    expect((await historyOf(fromId))[0]).toBe(`Merged the vendor ${names.from} into ${names.from}`)
  })

  it('everything moves, duplicates are kept once, and nothing names the removed vendor', async () => {
    const [service, document] = [await makeService(fromId, 'Seats'), await makeDocument(admin)]
    await linkDocument(document, fromId)
    await makeThread(fromId)
    const portal = await makeVendorCompany()
    await portal.sellTo(company)
    await run('UPDATE vendor_company_customers SET vendor_id = ? WHERE vendor_company_id = ?', fromId, portal.id)
    const request = await fileFor({ vendor: fromId, vendors: [fromId, intoId] })
    const linked = await fileFor({})
    for (const id of [fromId, intoId]) await link(linked, id)
    const draft = await save(admin, category.id, { title: 'Draft', vendors: [intoId, fromId] }, { isDraft: true })
    await admin.post('/api/intake-submissions/filter-queries', { label: newId(), queryString: `vendorId=${fromId}` })
    expect(Object.keys(await namedIn(fromId)).length).toBeGreaterThan(8)
    await merged()
    expect(await namedIn(fromId)).toEqual({})
    expect(await read(intoId)).toMatchObject({ servicesCount: 1, documentsCount: 1, owners: [{}, {}] })
    expect((await admin.get(`/api/services/${service}`)).body).toMatchObject({ vendor: { id: intoId }, version: 2 })
    expect(await vendorsOf(request)).toEqual({ answered: [intoId], linked: [] })
    expect(await vendorsOf(linked)).toEqual({ answered: [], linked: [intoId] })
    const [answers] = await rows<{ value: string }>(
      "SELECT value FROM intake_answers WHERE submission_id = ? AND question_id = 'vendors'",
      request,
    )
    expect(JSON.parse(answers?.value ?? '')).toEqual([intoId])
    const [drafted] = await rows<{ draft_answers: string }>(
      'SELECT draft_answers FROM intake_submissions WHERE id = ?',
      draft.body.id,
    )
    expect(JSON.parse(drafted?.draft_answers ?? '').vendors).toEqual([intoId])
  })

  it('requests saved again afterwards keep the remaining vendor', async () => {
    const request = await fileFor({ vendor: fromId })
    await merged()
    const answer = await admin.call('PUT', `/api/intake-submission/${request}/archived`, { body: { archived: true } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    // The whole row, as a rebuild from the log writes it.
    await run('UPDATE intake_submissions SET vendor_id = ? WHERE id = ?', fromId, request)
    expect(await vendorOfRequest(request)).toBe(intoId)
    // The full-text index has what the request says, though two triggers changed it.
    await run("INSERT INTO search_index (search_index, rank) VALUES ('integrity-check', 1)")
    await run(
      `INSERT INTO intake_answers (submission_id, version, question_id, company_id, value)
       VALUES (?1, 2, 'vendor', '', json_quote(?2)), (?1, 2, 'vendors', '', json_array('x', ?2, ?3))`,
      request,
      fromId,
      intoId,
    )
    const values = await rows<{ value: string }>(
      'SELECT value FROM intake_answers WHERE submission_id = ? AND version = 2 ORDER BY question_id',
      request,
    )
    expect(values.map(({ value }) => JSON.parse(value))).toEqual([intoId, ['x', intoId]])
  })

  it('old links and the former name lead to the remaining vendor, also after a further merge', async () => {
    const third = await makeVendor({ name: `Third ${newId()}` })
    await merged()
    const gone = await admin.get(`/api/vendors/${fromId}`)
    expect(gone).toMatchObject({ status: 404, body: { reason: 'MERGED', details: { vendorId: intoId } } })
    const found = await admin.get(`/api/search?query=${encodeURIComponent(names.from)}`)
    expect(found.body).toMatchObject([{ vendorId: intoId }])
    const next = await admin.post(`/api/vendors/${third}/merge`, { fromVendorId: intoId, version: 1, fromVersion: 2 })
    expect(next.status, JSON.stringify(next.body)).toBe(200)
    expect((await admin.get(`/api/vendors/${fromId}`)).body.details).toEqual({ vendorId: third })
    await undone(next.body.mergeId)
    expect((await admin.get(`/api/vendors/${fromId}`)).body.details).toEqual({ vendorId: intoId })
    const stranger = await makeCompany()
    const other = await signIn(stranger, await stranger.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await other.get(`/api/vendors/${fromId}`)).body.details).toBeUndefined()
  })

  it('the merge is a conflict if someone changed either vendor, and repeating it merges once', async () => {
    expect((await merge({ version: 2 })).body).toMatchObject({ code: 'CONFLICT', reason: 'STALE_VERSION' })
    expect((await merge({ fromVersion: 2 })).body).toMatchObject({ code: 'CONFLICT', reason: 'STALE_VERSION' })
    const commandId = newId()
    const answers = [await merge({}, commandId), await merge({}, commandId)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    const again = await merge()
    expect(again.status).toBe(400)
    expect(fieldsOf(again)).toEqual({ fromVendorId: 'Choose another vendor of your company' })
  })

  it('two people merging at once merge once', async () => {
    const answers = await Promise.all([merge(), merge()])
    const statuses = answers.map(({ status }) => status).sort()
    // The later one finds it changed, or deleted.
    expect(['200,400', '200,409']).toContain(statuses.join())
    expect(await read(intoId)).toMatchObject({ version: 2 })
  })

  it('merging with itself, with another company’s vendor or with an unknown field is refused', async () => {
    const stranger = await makeCompany()
    const foreign = await stranger.add('vendors')
    expect(fieldsOf(await merge({ fromVendorId: intoId }))).toHaveProperty('fromVendorId')
    expect(fieldsOf(await merge({ fromVendorId: foreign }))).toHaveProperty('fromVendorId')
    expect(fieldsOf(await merge({ choices: { salary: 'FROM' } }))).toHaveProperty('choices')
    expect(
      (await member.post(`/api/vendors/${intoId}/merge`, { fromVendorId: fromId, version: 1, fromVersion: 1 })).status,
    ).toBe(403)
  })
})

describe('undoing a merge', () => {
  it('undoing restores everything as it was', async () => {
    const services = [await makeService(fromId), await makeService(fromId)]
    const own = await makeService(intoId)
    const document = await makeDocument(admin)
    await linkDocument(document, fromId)
    const thread = await makeThread(fromId)
    const request = await fileFor({ vendor: fromId, vendors: [intoId, fromId] })
    const linked = await fileFor({})
    for (const id of [fromId, intoId]) await link(linked, id)
    const before = { from: await read(fromId), into: await read(intoId), named: await namedIn(fromId) }
    const mergeId = await merged({ choices: { name: 'FROM' } })
    expect((await admin.get(`/api/vendors/${intoId}/merges`)).body).toMatchObject([
      { id: mergeId, from: { id: fromId, name: names.from }, canUndo: true, undoneAt: null },
    ])
    expect(await undone(mergeId)).toEqual([])
    const { version, ...from } = before.from
    expect(await read(fromId)).toEqual({ ...from, version: version + 2 })
    const { version: intoVersion, ...into } = before.into
    expect(await read(intoId)).toEqual({ ...into, version: intoVersion + 2 })
    expect(await namedIn(fromId)).toEqual({ ...before.named })
    for (const id of services) expect((await admin.get(`/api/services/${id}`)).body.vendor.id).toBe(fromId)
    expect((await admin.get(`/api/services/${own}`)).body.vendor.id).toBe(intoId)
    expect(await vendorOfRequest(request)).toBe(fromId)
    expect(await vendorsOf(linked)).toEqual({ answered: [], linked: expect.arrayContaining([fromId, intoId]) })
    expect((await rows('SELECT target_id FROM threads WHERE id = ?', thread))[0]).toEqual({ target_id: fromId })
    expect((await admin.get(`/api/vendors/${intoId}/merges`)).body).toMatchObject([{ canUndo: false, kept: [] }])
    expect((await historyOf(intoId))[0]).toBe(`Restored the vendor ${names.from}: its merge was undone`)
    expect((await undo(mergeId)).body).toMatchObject({ code: 'RULE_BROKEN', reason: 'ALREADY_UNDONE' })
  })

  it('undoing leaves what was changed, moved or deleted since, and says what', async () => {
    const [kept, gone] = [await makeService(fromId), await makeService(fromId)]
    const mergeId = await merged({ choices: { paymentMethod: 'FROM' } })
    const elsewhere = await makeVendor({ name: `Elsewhere ${newId()}` })
    await run('UPDATE services SET vendor_id = ? WHERE id = ?', elsewhere, gone)
    const changed = await admin.call('PUT', `/api/vendors/${intoId}`, { body: { description: 'Mine', version: 2 } })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    const later = await makeService(intoId)
    expect(await undone(mergeId)).toEqual([
      '1 service was moved on or deleted since',
      `${names.into} keeps its description, which was changed since`,
    ])
    expect(await read(intoId)).toMatchObject({ description: 'Mine', paymentMethod: 'ACH', servicesCount: 1 })
    expect(await read(fromId)).toMatchObject({ description: 'Hosting', paymentMethod: 'WIRE', servicesCount: 1 })
    const vendorOf = async (id: string) => (await admin.get(`/api/services/${id}`)).body.vendor.id
    expect([await vendorOf(kept), await vendorOf(gone), await vendorOf(later)]).toEqual([fromId, elsewhere, intoId])
  })

  it('undoing is refused after a day, if the name is taken, or if the remaining vendor is deleted, with the reason', async () => {
    const mergeId = await merged()
    const other = await makeVendor({ name: names.from.toUpperCase() })
    expect((await undo(mergeId)).body).toMatchObject({ reason: 'NAME_TAKEN' })
    const next = await admin.post(`/api/vendors/${other}/merge`, { fromVendorId: intoId, version: 1, fromVersion: 2 })
    expect(next.status, JSON.stringify(next.body)).toBe(200)
    expect((await undo(mergeId)).body).toMatchObject({
      reason: 'MERGED_SINCE',
      message: `${names.into} was merged into ${names.from.toUpperCase()} since. Undo it first.`,
    })
    await run('UPDATE vendor_merges SET created_at = created_at - 86400000 WHERE id = ?', mergeId)
    expect((await undo(mergeId)).body).toMatchObject({
      reason: 'TOO_LATE',
      message: 'A merge can only be undone within one day.',
    })
  })

  it('undoing restores forms that no one has changed since, and names the changed ones', async () => {
    const formWith = (vendorId: string) => [
      step('what', [
        question('title', 'REQUEST_TITLE', { isRequired: true }),
        question('vendor', 'VENDOR_SELECT', { options: [{ id: vendorId, label: 'Acme', parentId: null, ordinal: 0 }] }),
      ]),
    ]
    const levels = [[rule('approval', { approverUserIds: [dana.userId] })]]
    const plain = await makeCategory(admin, { form: formWith(fromId), levels })
    const touched = await makeCategory(admin, { form: formWith(fromId), levels })
    const formOf = async (id: string): Promise<string> =>
      (
        await rows<{ definition: string }>(
          `SELECT f.definition FROM intake_categories c JOIN intake_form_versions f
              ON f.intake_category_id = c.id AND f.version = c.form_version WHERE c.id = ?`,
          id,
        )
      )[0]?.definition ?? ''
    const mergeId = await merged()
    expect(await formOf(plain.id)).toContain(intoId)
    expect(await formOf(plain.id)).not.toContain(fromId)
    await run('UPDATE intake_categories SET form_version = form_version + 1 WHERE id = ?', touched.id)
    const kept = await undone(mergeId)
    expect(kept).toEqual([expect.stringMatching(/^The form of .* was changed since and stays as it is$/)])
    expect(await formOf(plain.id)).toContain(fromId)
  })
})
