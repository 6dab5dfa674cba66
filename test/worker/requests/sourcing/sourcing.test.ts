import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { rowCounts } from '../../../support/worker/contract.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { approvals, decide } from '../../../support/worker/filing-scene.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import {
  type FormAddress,
  formBody,
  giveLogo,
  makeSourcingCategory,
  sendForm,
  switchOnSourcing,
  visitSince,
} from '../../../support/worker/sourcing.ts'
import { PDF } from '../../../support/worker/uploads.ts'
import { Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Forms that people without a login fill in, and what becomes of what they send. */

const stranger = new Client(null)
let company: TestCompany
let admin: Client
let member: Client
let reviewer: TestPerson
let form: FormAddress

const visit = (ago?: number) => visitSince(env.OUTLAY_SIGNING_KEY, form.intakeCategoryId, ago)
const formsOf = async (client: Client) =>
  (await client.get('/api/intake-submissions?source=PUBLIC')).body.edges.map((e: { node: unknown }) => e.node)
const received = async (title: string) => (await formsOf(admin)).find((node: { title: string }) => node.title === title)

beforeAll(async () => {
  company = await makeCompany()
  await switchOnSourcing(company)
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  member = await signIn(company, await company.addPerson())
  reviewer = await company.addPerson({ name: 'Rob Reviewer' })
  form = { companyId: company.id, intakeCategoryId: await makeSourcingCategory(admin, reviewer.userId) }
})

const open = (more: Partial<FormAddress> = {}) => {
  const { companyId, intakeCategoryId } = { ...form, ...more }
  return stranger.get(`/public-api/intake-categories/${intakeCategoryId}?companyId=${companyId}`)
}

describe('a sourcing form', () => {
  it('the form is shown to strangers with its company’s name and its questions', async () => {
    const { status, body } = await open()
    expect(status).toBe(200)
    expect(body.company).toMatchObject({ id: company.id, currency: 'USD' })
    const steps = await stranger.get(
      `/public-api/intake-category/${form.intakeCategoryId}/steps?companyId=${form.companyId}`,
    )
    expect(steps.body.steps[0].questions.map((q: { id: string }) => q.id)).toEqual(['title', 'mail', 'files', 'size'])
  })

  it('the form isn’t found for another company or type, when deleted, or when sourcing is off', async () => {
    const other = await makeCompany()
    expect((await open({ companyId: other.id })).status).toBe(404)
    const internal = (await admin.post('/api/intake-categories', { name: `Internal ${newId()}` })).body.id
    expect((await open({ intakeCategoryId: internal })).status).toBe(404)
    const gone = await makeSourcingCategory(admin, reviewer.userId)
    expect((await open({ intakeCategoryId: gone })).status).toBe(200)
    await admin.call('DELETE', `/api/intake-categories/${gone}`)
    expect((await open({ intakeCategoryId: gone })).status).toBe(404)
    await run(
      `UPDATE companies SET flags = json_set(flags, '$.enableSourcing', json('false')) WHERE id = ?`,
      company.id,
    )
    expect((await open()).status).toBe(404)
    expect((await sendForm(stranger, form, await visit(), { title: 'Too late' })).status).toBe(404)
    await switchOnSourcing(company)
  })
})

describe('the logo of the company', () => {
  const logoOf = async () => (await open()).body.company
  it('the logo is shown to strangers if there is one, and is always a picture', async () => {
    expect(await logoOf()).toMatchObject({ lightLogoUrl: null, darkLogoUrl: null })
    const path = `/public-api/intake-categories/${form.intakeCategoryId}/logo?companyId=${company.id}`
    expect((await stranger.get(path)).status).toBe(404)
    await giveLogo(company)
    const { lightLogoUrl, darkLogoUrl } = await logoOf()
    expect({ path: lightLogoUrl, darkLogoUrl }).toEqual({ path: `${path}&scheme=light`, darkLogoUrl: null })
    const picture = await stranger.get(lightLogoUrl)
    expect({ status: picture.status, type: picture.headers.get('Content-Type') }).toEqual({
      status: 200,
      type: 'image/svg+xml',
    })
    expect(picture.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    await env.DOCUMENTS.put(`logo-${company.id}.svg`, '<script>', { httpMetadata: { contentType: 'text/html' } })
    expect((await stranger.get(lightLogoUrl)).status).toBe(404)
    await run('UPDATE companies SET light_logo_key = NULL WHERE id = ?', company.id)
  })
})

describe('what a stranger submits', () => {
  it('a submission becomes a request that the workflow’s people decide, with the sender as its contact', async () => {
    const title = `Cleaning ${newId()}`
    expect((await sendForm(stranger, form, await visit(), { title })).body).toEqual({ complete: true })
    const listed = await received(title)
    expect(listed).toMatchObject({
      contactEmail: 'sam@stranger.test',
      requestor: { name: 'Sam Stranger' },
      status: 'PENDING',
      waitingFor: [{ people: [{ name: 'Rob Reviewer' }] }],
    })
    const client = await signIn(company, reviewer)
    const { body } = await client.get(`/api/intake-submission/${listed.id}`)
    expect(body.contact).toEqual({ name: 'Sam Stranger', email: 'sam@stranger.test' })
    expect((await approvals(client, listed.id)).levels).toHaveLength(1)
    expect((await decide(client, listed.id, 'APPROVED', body.version)).body.status).toBe('APPROVED')
    const log = await rows<{ message: string; actor: string | null }>(
      `SELECT full_message AS message, actor_user_id AS actor FROM audit_log WHERE target_id = ? AND full_action LIKE '%submitted'`,
      listed.id,
    )
    expect(log).toEqual([{ message: 'Sam Stranger (public form) submitted the request', actor: null }])
  })

  it('a submission is listed for people who may see it, and never among members’ requests', async () => {
    const title = `Catering ${newId()}`
    await sendForm(stranger, form, await visit(), { title })
    const titles = async (client: Client, query: string) =>
      (await client.get(`/api/intake-submissions${query}`)).body.edges.map(
        (e: { node: { title: string } }) => e.node.title,
      )
    expect(await titles(admin, '?source=PUBLIC')).toContain(title)
    expect(await titles(await signIn(company, reviewer), '?source=PUBLIC')).toContain(title)
    expect(await titles(member, '?source=PUBLIC')).toEqual([])
    expect(await titles(admin, '')).not.toContain(title)
    expect(await titles(admin, `?source=PUBLIC&intakeCategoryId=${form.intakeCategoryId}&search=Catering`)).toContain(
      title,
    )
    // The list of a form's own category needs no further filter.
    expect(await titles(admin, `?intakeCategoryId=${form.intakeCategoryId}`)).toContain(title)
    expect(await titles(admin, `?source=MEMBERS&intakeCategoryId=${form.intakeCategoryId}`)).toEqual([])
    const { id } = await received(title)
    expect((await member.get(`/api/intake-submission/${id}`)).status).toBe(404)
  })

  it('an invalid submission is refused beside each question, and nothing changes', async () => {
    const before = await rowCounts()
    expect(fieldsOf(await sendForm(stranger, form, await visit(), { mail: 'nobody' }))).toEqual({
      title: 'Required',
      mail: 'Invalid email',
    })
    expect(fieldsOf(await sendForm(stranger, form, await visit(), { title: 'x' }, { email: 'no' }))).toEqual({
      email: 'Invalid email',
    })
    expect(await rowCounts()).toEqual(before)
  })

  it('the sender’s notes are kept where the questions allow them', async () => {
    const title = `Cranes ${newId()}`
    const answers = [
      { questionId: 'title', value: title, note: 'Not asked for' },
      { questionId: 'mail', value: 'bills@stranger.test', note: 'From May on' },
    ]
    const submission = { intakeCategoryId: form.intakeCategoryId, answers }
    expect((await sendForm(stranger, form, await visit(), {}, { submission })).status).toBe(200)
    const { id } = await received(title)
    const { body } = await admin.get(`/api/intake-submission/${id}/answers`)
    const notes = body.answers.map(({ questionId, note }: { questionId: string; note: string }) => [questionId, note])
    expect(notes).toEqual([
      ['title', ''],
      ['mail', 'From May on'],
      ['files', ''],
      ['size', ''],
    ])
    const long = [{ ...answers[1], note: 'x'.repeat(10_001) }, answers[0]]
    const refused = await sendForm(stranger, form, await visit(), {}, { submission: { ...submission, answers: long } })
    expect(fieldsOf(refused)).toEqual({ 'mail.note': 'At most 10,000 characters' })
  })

  it('one visit files one request, however often it is sent', async () => {
    const title = `Once ${newId()}`
    const [opened, key] = [await visit(), newId()]
    const sent = await Promise.all([1, 2, 3].map(() => sendForm(stranger, form, opened, { title }, {}, key)))
    expect(sent.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect((await sendForm(stranger, form, opened, { title: 'Another' }, {}, newId())).status).toBe(409)
    expect((await formsOf(admin)).filter((node: { title: string }) => node.title === title)).toHaveLength(1)
  })

  it('programs are refused: too quick, with the hidden field filled, or without opening the form', async () => {
    const before = await rowCounts()
    const reasonOf = async (opened: string, more = {}) =>
      (await sendForm(stranger, form, opened, { title: 'Bot' }, more)).body.reason
    expect(await reasonOf((await open()).body.visit)).toBe('TOO_FAST')
    expect(await reasonOf(await visit(), { website: 'https://spam.test' })).toBe('NOT_A_PERSON')
    expect(await reasonOf('made.1.up')).toBe('VISIT_EXPIRED')
    expect(await reasonOf(await visit(25 * 60 * 60 * 1000))).toBe('VISIT_EXPIRED')
    expect(await reasonOf(await visitSince(env.OUTLAY_SIGNING_KEY, 'another-form'))).toBe('VISIT_EXPIRED')
    expect(await rowCounts()).toEqual(before)
  })

  const sendFrom = async (address: string, email = `${newId()}@stranger.test`) =>
    stranger.call('POST', '/public-api/intake-submission', {
      headers: { 'cf-connecting-ip': address },
      body: formBody(form, await visit(), {}, { email }),
    })

  it.each([
    ['an IPv4 address', () => '203.0.113.9', '203.0.113.10'],
    ['the addresses of an IPv6 connection', (n: number) => `2001:db8:9:1::${n.toString(16)}`, '2001:db8:9:2::1'],
  ])('30 submissions an hour are taken from %s', async (_, addressOf, other) => {
    for (let i = 0; i < 30; i++) expect((await sendFrom(addressOf(i))).status).toBe(400)
    const refused = await sendFrom(addressOf(30))
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 429, code: 'LIMITED' })
    expect((await sendFrom(other)).status).toBe(400)
  })

  it('one email address gets few receipts an hour, from whatever networks the forms come', async () => {
    const email = `${newId()}@victim.test`
    for (let i = 0; i < 10; i++) expect((await sendFrom(`198.51.100.${i}`, email)).status).toBe(400)
    expect((await sendFrom('198.51.100.99', email)).status).toBe(429)
    expect((await sendFrom('198.51.100.99')).status).toBe(400)
  })

  it('a text of a million characters is refused beside its question', async () => {
    const before = await rowCounts()
    const refused = await sendForm(stranger, form, await visit(), { title: 'x'.repeat(1_000_000) })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body.fields)).toMatch(/20,?000/)
    expect(await rowCounts()).toEqual(before)
  })
})

describe('files that a stranger attaches', () => {
  const grant = async (opened: string, fileName = 'offer.pdf') =>
    stranger.post('/public-api/signed-upload-url', { ...form, visit: opened, fileName })
  const upload = async (opened: string, bytes: BlobPart = PDF) => {
    const { policy, signature } = JSON.parse((await grant(opened)).body.fieldsJson)
    const body = new FormData()
    body.set('policy', policy)
    body.set('signature', signature)
    body.set('file', new File([bytes], 'ignored.bin'))
    return stranger.call('POST', '/public-api/upload', { body })
  }

  it('files belong to the request for its readers, and to no other visit', async () => {
    const opened = await visit()
    const { id } = (await upload(opened)).body
    const title = `With a file ${newId()}`
    const stolen = await sendForm(stranger, form, await visit(), { title, files: [id] })
    expect(Object.keys(fieldsOf(stolen))).toEqual(['files'])
    expect((await sendForm(stranger, form, opened, { title, files: [id] })).status).toBe(200)
    const client = await signIn(company, reviewer)
    expect((await client.get(`/api/documents/${id}`)).body).toMatchObject({ displayName: 'offer.pdf' })
    expect((await member.get(`/api/documents/${id}`)).status).toBe(404)
  })

  it('files must match their type, which must be allowed, and are limited in number', async () => {
    const opened = await visit()
    expect(fieldsOf(await grant(opened, 'virus.exe'))).toEqual({ fileName: 'File type is not allowed.' })
    expect(Object.keys(fieldsOf(await upload(opened, 'not a PDF')))).toEqual(['file'])
    expect((await grant('made.1.up')).status).toBe(422)
    for (let i = 1; i < 20; i++) expect((await grant(opened)).status).toBe(200)
    expect(fieldsOf(await grant(opened))).toEqual({ fileName: 'At most 20 files can be sent' })
  })
})
