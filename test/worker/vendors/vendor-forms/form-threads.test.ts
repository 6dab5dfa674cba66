import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { decide } from '../../../support/worker/filing-scene.ts'
import { file, makeCategory, rule } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { mailTo, rows } from '../../../support/worker/sessions.ts'
import { formBody, makeVendorFormScene, type VendorFormScene } from '../../../support/worker/vendor-forms.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/** Conversations of a company with the vendor who filled in a form. */

let scene: VendorFormScene
let reviewer: Client

beforeAll(async () => {
  scene = await makeVendorFormScene()
  reviewer = await signIn(scene.company, scene.reviewer)
})

const submitted = async (): Promise<string> => {
  const id = await scene.send({ vendorUserId: scene.person.userId })
  await scene.vendor.post(`/api/vendor-intake/forms/${id}/submit`, formBody({ policy: 'On our site' }))
  return id
}
const write = (id: string, commentBody: string, more: object = {}) =>
  reviewer.post(`/api/intake-submission/${id}/threads`, { commentBody, ...more })
const read = async (id: string, client = scene.vendor) =>
  (await client.get(`/api/v/intake-submissions/${id}/threads`)).body

it('the vendor reads only threads that are shared, and gets an email about them alone', async () => {
  const id = await submitted()
  await write(id, 'They look risky to me')
  const shared = await write(id, 'Which year is it from?', {
    shareWithVendor: true,
    intakeSubmissionAnswerId: 'policy',
  })
  expect(shared.status).toBe(200)
  const seen = await read(id)
  expect(seen).toHaveLength(1)
  expect(JSON.stringify(seen)).not.toContain('risky')
  expect(seen[0]).toMatchObject({
    ...{ id: shared.body.id, intakeSubmissionAnswerId: 'policy' },
    part: { label: 'Where is your security policy?' },
  })
  await runTicks(env)
  await mailTo(scene.person.email, 2)
  expect(
    sentMails(scene.person.email)
      .map(({ text }) => text)
      .join(),
  ).toContain('Which year is it from?')
  const mails = await rows<{ payload: string }>(
    `SELECT payload FROM outbox WHERE topic = 'vendor-form.news' AND company_id = ?`,
    scene.company.id,
  )
  expect(JSON.stringify(mails)).not.toContain('risky')
})

it('an internal thread is none for the vendor, who can neither read it nor answer in it', async () => {
  const id = await submitted()
  const { body } = await write(id, 'Between us')
  expect((await scene.vendor.get(`/api/v/comments/${body.id}`)).status).toBe(404)
  expect((await scene.vendor.post(`/api/v/threads/${body.id}/reply`, { body: 'Hello' })).status).toBe(404)
})

it('the vendor asks and answers, and the company sees who wrote it', async () => {
  const id = await submitted()
  const started = await scene.vendor.post(`/api/v/intake-submissions/${id}/threads`, {
    ...{ commentBody: 'Is a link enough?', intakeSubmissionAnswerId: 'policy' },
  })
  expect(started.status).toBe(200)
  const threads = (await reviewer.get(`/api/threads?targetType=INTAKE_SUBMISSION&targetId=${id}`)).body
  expect(threads[0]).toMatchObject({ isShared: true, part: { type: 'ANSWER', id: 'policy' } })
  expect(threads[0].commentLines[0].createdByUser.email).toBe(scene.person.email)
  const unknown = await scene.vendor.post(`/api/v/intake-submissions/${id}/threads`, {
    ...{ commentBody: 'x', intakeSubmissionAnswerId: 'nothing' },
  })
  expect(Object.keys(fieldsOf(unknown))).toEqual(['intakeSubmissionAnswerId'])
  const reply = await scene.vendor.post(`/api/v/threads/${started.body.id}/reply`, { body: 'I mean the public one' })
  expect(reply.status).toBe(200)
  const comments = (await scene.vendor.get(`/api/v/comments/${started.body.id}`)).body
  expect(comments.map((one: { body: string }) => one.body)).toEqual(['Is a link enough?', 'I mean the public one'])
})

it('only the author changes or deletes a comment, and a stale change is refused', async () => {
  const id = await submitted()
  const shared = await write(id, 'Which year is it from?', { shareWithVendor: true })
  const [theirs] = (await scene.vendor.get(`/api/v/comments/${shared.body.id}`)).body
  expect((await scene.vendor.call('PUT', `/api/v/comments/${theirs.id}`, { body: { body: 'mine now' } })).status).toBe(
    403,
  )
  expect((await scene.vendor.call('DELETE', `/api/v/comments/${theirs.id}`)).status).toBe(403)
  const own = (await scene.vendor.post(`/api/v/threads/${shared.body.id}/reply`, { body: 'Of 2026' })).body.id
  expect(
    (await scene.vendor.call('PUT', `/api/v/comments/${own}`, { body: { body: 'Of 2025', version: 1 } })).body.version,
  ).toBe(2)
  expect(
    (await scene.vendor.call('PUT', `/api/v/comments/${own}`, { body: { body: 'Of 2024', version: 1 } })).status,
  ).toBe(409)
  expect((await scene.vendor.call('DELETE', `/api/v/comments/${own}`)).status).toBe(204)
  const last = (await scene.vendor.get(`/api/v/comments/${shared.body.id}`)).body.at(-1)
  expect({ body: last.body, isDeleted: last.deletedAt !== null }).toEqual({ body: '', isDeleted: true })
})

it('another person of the vendor, who wasn’t sent the form, reads nothing of it', async () => {
  const id = await submitted()
  const shared = await write(id, 'Which year is it from?', { shareWithVendor: true })
  const rival = await scene.vendorCompany.signIn(await scene.vendorCompany.addPerson(), scene.company)
  expect((await rival.get(`/api/v/intake-submissions/${id}/threads`)).status).toBe(404)
  expect((await rival.get(`/api/v/comments/${shared.body.id}`)).status).toBe(404)
  expect((await rival.get('/api/v/needs-attention/comments')).body).toEqual([])
  expect((await scene.vendor.get('/api/v/needs-attention/comments')).body[0]).toMatchObject({
    intakeSubmissionThread: { intakeSubmissionId: id },
  })
})

it('a form is discussed once it is submitted', async () => {
  const waiting = await scene.send({ vendorUserId: scene.person.userId })
  const early = await scene.vendor.post(`/api/v/intake-submissions/${waiting}/threads`, { commentBody: 'Hello' })
  expect({ status: early.status, reason: early.body.reason }).toEqual({ status: 422, reason: 'NOT_SUBMITTED' })
})

it('the vendor hears what became of the form', async () => {
  const id = await submitted()
  await decide(reviewer, id, 'APPROVED', 1)
  const told = await rows<{ payload: string }>(
    `SELECT payload FROM outbox WHERE topic = 'vendor-form.news' AND company_id = ? AND payload ->> 'submissionId' = ?`,
    ...[scene.company.id, id],
  )
  expect(told.map(({ payload }) => JSON.parse(payload).kind)).toEqual(['APPROVED'])
})

it('a discussion of a request that no vendor filled in isn’t shared, over REST or GraphQL', async () => {
  const category = await makeCategory(scene.admin, {
    levels: [[rule('review', { approverUserIds: [scene.reviewer.userId] })]],
  })
  const id = await file(scene.admin, category.id, { title: 'Ours' })
  const asked = { commentBody: 'Between us', shareWithVendor: true }
  const refused = await reviewer.post(`/api/intake-submission/${id}/threads`, asked)
  expect({ status: refused.status, fields: Object.keys(fieldsOf(refused)) }).toEqual({
    ...{ status: 400, fields: ['shareWithVendor'] },
  })
  expect((await reviewer.get(`/api/threads?targetType=INTAKE_SUBMISSION&targetId=${id}`)).body).toEqual([])
  // To someone who can't see the request it isn't there, whatever they ask for.
  const stranger = await signIn(scene.company, await scene.company.addPerson())
  expect((await stranger.post(`/api/intake-submission/${id}/threads`, asked)).status).toBe(404)
  const args = `intakeSubmissionId: "${id}", commentBody: "Between us"`
  const named = await reviewer.graphql(
    `mutation { createIntakeSubmissionThread(${args}, shareWithVendor: true) { id } }`,
  )
  expect(JSON.stringify(named.body)).toContain('shareWithVendor')
  expect(named.body.data ?? null).toBeNull()
  await reviewer.graphql(`mutation { createIntakeSubmissionThread(${args}) { id } }`)
  const threads = (await reviewer.get(`/api/threads?targetType=INTAKE_SUBMISSION&targetId=${id}`)).body
  expect(threads).toMatchObject([{ isShared: false }])
})
