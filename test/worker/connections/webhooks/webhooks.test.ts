import { env, exports } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { verifySvix } from '../../../../worker/integrations/svix/verify.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { makeMembersScene, newAddress } from '../../../support/worker/members-scene.ts'
import type { SentMail } from '../../../support/worker/outside.ts'
import { mailTo, rows, run } from '../../../support/worker/sessions.ts'
import { ORIGIN } from '../../../support/worker/world.ts'

/** Signed as Svix documents it, with the secret of the tests. */
const SECRET = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
const sign = async (id: string, timestamp: string, body: string, secret = SECRET): Promise<string> => {
  const how = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes(secret), how, false, ['sign'])
  const made = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${timestamp}.${body}`))
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(made)))}`
}
const seconds = (at: number) => String(Math.floor(at / 1000))

const post = async (body: string, headers: Record<string, string>, provider = 'resend') => {
  const response = await exports.default.fetch(`${ORIGIN}/api/webhooks/${provider}`, { method: 'POST', headers, body })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}
interface Delivery {
  id?: string
  at?: number
  signature?: string
  provider?: string
}
const deliver = async (
  body: string,
  { id = `msg_${newId()}`, at = Date.now(), signature, provider }: Delivery = {},
) => {
  const timestamp = seconds(at)
  const listed = signature ?? (await sign(id, timestamp, body))
  return post(
    body,
    { 'Content-Type': 'application/json', 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': listed },
    provider,
  )
}
const stored = (id: string) => rows("SELECT body FROM webhook_events WHERE provider = 'resend' AND event_id = ?", id)
const queued = (id: string) => rows('SELECT topic FROM outbox WHERE id = ?', `webhook:resend:${id}`)

type Kind = 'delivered' | 'bounced' | 'complained'
const mailIds = new Map<SentMail, string>()
/** The event as Resend words it. */
const eventOf = (kind: Kind, mail: SentMail, at = Date.now()): string => {
  const mailId = mailIds.get(mail) ?? crypto.randomUUID()
  mailIds.set(mail, mailId)
  return JSON.stringify({
    type: `email.${kind}`,
    created_at: new Date(at).toISOString(),
    data: {
      email_id: mailId,
      created_at: new Date(at - 1000).toISOString(),
      from: 'Outlay <no-reply@mail.outlay.example>',
      to: [mail.to],
      subject: mail.subject,
      tags: mail.tags,
      ...(kind === 'bounced' && {
        bounce: { message: 'The mailbox does not exist.', type: 'Permanent', subType: 'General' },
      }),
    },
  })
}
/** Delivered by the provider, and handled. */
const happens = async (kind: Kind, mail: SentMail, at?: number) => {
  const id = `msg_${newId()}`
  expect((await deliver(eventOf(kind, mail, at), { id })).status).toBe(200)
  await vi.waitFor(async () => {
    await runTicks(env)
    const [row] = await rows('SELECT done_at FROM outbox WHERE id = ?', `webhook:resend:${id}`)
    expect(row?.done_at).not.toBeNull()
  })
}
const outcomesOf = (mail: SentMail) =>
  rows(
    `SELECT delivered_at AS delivered, bounced_at AS bounced, complained_at AS complained, reason FROM mail_outcomes
      WHERE mail_id = ?`,
    mailIds.get(mail),
  )

let scene: Awaited<ReturnType<typeof makeMembersScene>>
beforeAll(async () => {
  scene = await makeMembersScene()
})
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
/** A member who was invited, and the invitation. */
const invited = async () => {
  const email = newAddress()
  const id = await scene.added({ email, firstName: 'Ines', lastName: 'Invited', sendNewMemberEmail: true })
  await runTicks(env)
  return { id, email, mail: await mailTo(email) }
}
const auditOf = async (email: string) =>
  (await rows<{ action: string; message: string; targetType: string; targetId: string; data: string }>(
    `SELECT action, message, target_type AS targetType, target_id AS targetId, change_data AS data FROM audit_log
      WHERE company_id = ? AND action IN ('member.email-bounced', 'member.email-reported') AND message LIKE ?`,
    ...[scene.company.id, `%${email}%`],
  )) ?? []

describe('the signature of an event', () => {
  it('Svix’s own example is valid, and any change makes it invalid', async () => {
    const example: Record<string, string> = {
      'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'svix-timestamp': '1614265330',
      'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    }
    const verify = (more: Record<string, string> = {}, body = '{"test": 2432232314}', at = 1614265330) =>
      verifySvix(`whsec_${SECRET}`, { body, header: (name) => ({ ...example, ...more })[name] }, at * 1000)
    expect(await verify()).toEqual({ eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek' })
    const old = 'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
    expect(await verify({ 'svix-signature': `${old} ${example['svix-signature']}` })).toHaveProperty('eventId')
    const refused = { refused: 'NOT_SIGNED' }
    expect(await verify({}, '{"test": 2432232315}')).toEqual(refused)
    expect(await verify({ 'svix-id': 'msg_other' })).toEqual(refused)
    expect(await verify({ 'svix-timestamp': '1614265331' })).toEqual(refused)
    expect(await verify({ 'svix-signature': example['svix-signature']?.replace('v1', 'v2') ?? '' })).toEqual(refused)
    expect(await verify({ 'svix-signature': 'v1,%%%' })).toEqual(refused)
    expect(await verify({}, undefined, 1614265330 + 300)).toHaveProperty('eventId')
    for (const apart of [301, -301])
      expect(await verify({}, undefined, 1614265330 + apart)).toEqual({ refused: 'TOO_OLD' })
  })

  it('a wrong or missing signature is refused with 401, and nothing is stored', async () => {
    const id = `msg_${newId()}`
    const at = seconds(Date.now())
    const other = await sign(id, at, '{}', btoa('another secret'))
    expect((await deliver('{}', { id, signature: other })).status).toBe(401)
    expect((await deliver('{}', { id, signature: await sign(id, at, '{ }') })).status).toBe(401)
    expect((await deliver('{}', { id, signature: '' })).status).toBe(401)
    expect((await post('{}', { 'Content-Type': 'application/json' })).status).toBe(401)
    expect(await stored(id)).toEqual([])
    expect(await queued(id)).toEqual([])
  })

  it('a signature of six minutes ago is refused with 400, and nothing is stored', async () => {
    const id = `msg_${newId()}`
    const answer = await deliver('{}', { id, at: Date.now() - 6 * 60_000 })
    expect(answer).toMatchObject({ status: 400, body: { message: 'The signature is more than five minutes old.' } })
    expect(await stored(id)).toEqual([])
  })

  it('an unknown provider is 404, and an event that is too large is 400', async () => {
    expect((await deliver('{}', { provider: 'nobody' })).status).toBe(404)
    const id = `msg_${newId()}`
    expect((await deliver(JSON.stringify({ text: 'x'.repeat(256 * 1024) }), { id })).status).toBe(400)
    expect(await stored(id)).toEqual([])
  })
})

describe('an event', () => {
  it('an event is stored as it was signed and queued, once, however often it is sent', async () => {
    const id = `msg_${newId()}`
    const body = '{ "type":"email.opened",\n "data": {} }'
    const answers = await Promise.all(Array.from({ length: 3 }, () => deliver(body, { id })))
    answers.push(await deliver(body, { id }))
    for (const answer of answers) expect(answer).toEqual({ status: 200, body: { eventId: id } })
    expect(await stored(id)).toEqual([{ body }])
    expect(await queued(id)).toEqual([{ topic: 'webhook.handle' }])
  })

  it('an event that is sent again after it was handled changes nothing', async () => {
    const { mail, email } = await invited()
    const id = `msg_${newId()}`
    const body = eventOf('bounced', mail)
    await deliver(body, { id })
    await runTicks(env)
    await vi.waitFor(async () => expect(await outcomesOf(mail)).toHaveLength(1))
    await run('UPDATE mail_outcomes SET bounced_at = 1 WHERE mail_id = ?', mailIds.get(mail))
    expect((await deliver(body, { id })).status).toBe(200)
    await runTicks(env)
    expect(await outcomesOf(mail)).toMatchObject([{ bounced: 1 }])
    expect(await auditOf(email)).toHaveLength(1)
  })
})

describe('old events', () => {
  it('events and outcomes are forgotten once nothing can refer to them', async () => {
    const days = (count: number) => Date.now() - count * 24 * 60 * 60_000
    const ages = { kept: 34, old: 36 }
    for (const [name, age] of Object.entries(ages))
      await run("INSERT INTO webhook_events VALUES ('test', ?, '{}', ?)", `${scene.company.id}-${name}`, days(age))
    for (const [name, age] of Object.entries({ kept: 89, old: 91 }))
      await run(
        `INSERT INTO mail_outcomes (mail_id, company_id, effect_id, address, updated_at) VALUES (?1, ?2, 'x', 'x', ?3)`,
        ...[`${scene.company.id}-${name}`, scene.company.id, days(age)],
      )
    await runTicks(env)
    const left = (sql: string) => rows(sql, `${scene.company.id}-%`)
    const kept = [{ id: `${scene.company.id}-kept` }]
    expect(await left('SELECT event_id AS id FROM webhook_events WHERE event_id LIKE ?')).toEqual(kept)
    expect(await left('SELECT mail_id AS id FROM mail_outcomes WHERE mail_id LIKE ?')).toEqual(kept)
  })
})

describe('what became of an email', () => {
  it('a bounced invitation shows at the member and in the history', async () => {
    const { id, email, mail } = await invited()
    expect(await scene.read(id)).toMatchObject({ isInvited: true, emailBounces: false })
    const at = Date.now()
    await happens('bounced', mail, at)
    expect(await scene.read(id)).toMatchObject({ isInvited: true, emailBounces: true, version: 1 })
    expect(await outcomesOf(mail)).toEqual([
      { delivered: null, bounced: at, complained: null, reason: 'The mailbox does not exist.' },
    ])
    const [entry, ...more] = await auditOf(email)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      ...{ action: 'member.email-bounced', targetType: 'MEMBER', targetId: id },
      message: `Email to ${email} came back as undeliverable`,
    })
    expect(JSON.parse(entry?.data ?? '')).toMatchObject({
      ...{ address: email, sent: 'member.invite', reason: 'The mailbox does not exist.' },
    })
    const { body } = await scene.admin.get('/api/audit-logs/company?first=20')
    expect(JSON.stringify(body)).toContain(`Email to ${email} came back`)
  })

  it('an email that is delivered later shows that the address works again, in whatever order the events come', async () => {
    const first = await invited()
    const at = Date.now()
    await happens('bounced', first.mail, at)
    await happens('delivered', first.mail, at + 1000)
    expect(await scene.read(first.id)).toMatchObject({ emailBounces: false })
    const second = await invited()
    await happens('delivered', second.mail, at + 1000)
    await happens('bounced', second.mail, at)
    expect(await scene.read(second.id)).toMatchObject({ emailBounces: false })
    await happens('bounced', second.mail, at + 2000)
    expect(await scene.read(second.id)).toMatchObject({ emailBounces: true })
  })

  it('a new address of the member has not bounced', async () => {
    const { id, mail } = await invited()
    await happens('bounced', mail)
    expect((await scene.update(id, { email: newAddress() })).status).toBe(200)
    expect(await scene.read(id)).toMatchObject({ emailBounces: false })
  })

  it('a complaint is in the history, once a day for an address', async () => {
    const { id, email, mail } = await invited()
    const noon = Date.UTC(2026, 10, 20, 12)
    await happens('complained', mail, noon)
    await happens('complained', mail, noon + 1000)
    expect(await auditOf(email)).toMatchObject([
      { action: 'member.email-reported', message: `${email} reported an email from Outlay as spam`, targetId: id },
    ])
    expect(await scene.read(id)).toMatchObject({ emailBounces: false })
  })

  it('another company’s member with the same address is not concerned', async () => {
    const { mail, email } = await invited()
    const other = await makeMembersScene()
    const theirs = await other.added({ email })
    await happens('bounced', mail)
    expect(await other.read(theirs)).toMatchObject({ emailBounces: false })
    expect(
      await rows("SELECT id FROM audit_log WHERE company_id = ? AND action LIKE '%bounced'", other.company.id),
    ).toEqual([])
  })

  it('an email that Outlay did not send is ignored', async () => {
    const { id, email, mail } = await invited()
    for (const tags of [{}, { outlay_effect: 'zz' }, { outlay_effect: '6e6f626f6479' }]) {
      const foreign = { ...mail, tags: tags as Record<string, string> }
      await happens('bounced', foreign)
      expect(await outcomesOf(foreign)).toEqual([])
    }
    expect(await auditOf(email)).toEqual([])
    expect(await scene.read(id)).toMatchObject({ emailBounces: false })
  })
})
