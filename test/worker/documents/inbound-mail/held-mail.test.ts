import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { deliver, makeMailScene, PASSED, pdfFile } from '../../../support/worker/mails.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

/** An email that its sender's domain disowns (DMARC) becomes documents only if someone says so. */

let scene: Awaited<ReturnType<typeof makeMailScene>>
beforeEach(async () => {
  scene = await makeMailScene()
})

const FAILED = PASSED.replace('dmarc=pass', 'dmarc=fail')
const arrive = async (headers: Record<string, string> = { 'Authentication-Results': FAILED }) => {
  const messageId = `<${newId()}@vendor.test>`
  const mail = { to: scene.to, headers: { 'Message-ID': messageId, ...headers }, attachments: [pdfFile()] }
  expect(await deliver(mail)).toBeNull()
  return mail
}
const held = async () =>
  (await scene.admin.get('/api/inbound-messages?state=HELD')).body.edges.map((e: { node: unknown }) => e.node)
const decide = (id: string, decision: 'release' | 'discard', client = scene.admin) =>
  client.call('POST', `/api/inbound-messages/${id}/${decision}`)
const kept = async () => (await env.DOCUMENTS.list({ prefix: `held-mail/${scene.company.id}/` })).objects.length
const actions = async () =>
  (
    await rows<{ action: string }>(
      "SELECT action FROM audit_log WHERE company_id = ? AND action LIKE 'inbound-mail.%' ORDER BY id",
      scene.company.id,
    )
  ).map(({ action }) => action)

describe('an email that fails DMARC', () => {
  it('the email is listed as held, creates no document, and changes nothing when it arrives again', async () => {
    const mail = await arrive()
    expect(await held()).toMatchObject([{ state: 'HELD', files: [], authentication: { dmarc: 'FAIL' } }])
    await deliver(mail)
    expect(await held()).toHaveLength(1)
    expect(await scene.documents()).toEqual([])
    expect(await kept()).toBe(1)
  })

  it('a released email creates its documents once, and the history names who released it', async () => {
    await arrive()
    const [message] = await held()
    expect((await decide(message.id, 'release')).body).toEqual({ id: message.id, state: 'RELEASED' })
    expect(await held()).toEqual([])
    expect(await scene.documents()).toHaveLength(1)
    expect(await scene.messages()).toMatchObject([
      { state: 'RELEASED', files: [{ fileName: 'invoice.pdf', refusal: null }] },
    ])
    const again = await decide(message.id, 'release')
    expect([again.status, again.body.reason]).toEqual([409, 'NOT_HELD'])
    expect(await scene.documents()).toHaveLength(1)
    expect(await actions()).toEqual(['inbound-mail.held', 'inbound-mail.released'])
    const [entry] = await rows(
      "SELECT actor_user_id AS actor FROM audit_log WHERE action = 'inbound-mail.released' AND company_id = ?",
      scene.company.id,
    )
    expect(entry).toEqual({ actor: scene.person.userId })
    expect(await kept()).toBe(0)
  })

  it('a discarded email is deleted and can’t be released anymore', async () => {
    await arrive()
    const [message] = await held()
    expect((await decide(message.id, 'discard')).status).toBe(200)
    expect((await decide(message.id, 'release')).status).toBe(409)
    expect(await scene.documents()).toEqual([])
    expect(await scene.messages()).toMatchObject([{ state: 'DISCARDED', files: [] }])
    expect(await kept()).toBe(0)
    expect(await actions()).toEqual(['inbound-mail.held', 'inbound-mail.discarded'])
  })

  it('an email released by two people at once is released once', async () => {
    await arrive()
    const [message] = await held()
    const answers = await Promise.all([decide(message.id, 'release'), decide(message.id, 'release')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await scene.documents()).toHaveLength(1)
  })

  it('only admins can release or discard an email', async () => {
    await arrive()
    const [message] = await held()
    const member = await signIn(scene.company, await scene.company.addPerson())
    expect((await decide(message.id, 'release', member)).status).toBe(403)
    const other = await makeCompany()
    const stranger = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await decide(message.id, 'discard', stranger)).status).toBe(404)
    expect(await held()).toHaveLength(1)
  })
})

describe('an email that passes, or without a result', () => {
  it.each([
    ['passes', { 'Authentication-Results': PASSED }],
    ['is unknown', {} as Record<string, string>],
  ])('the email is accepted at once (%s)', async (_, headers) => {
    await arrive(headers)
    expect(await held()).toEqual([])
    expect(await scene.documents()).toHaveLength(1)
  })
})
