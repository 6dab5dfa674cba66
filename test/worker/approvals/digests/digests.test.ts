import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { DEFAULT_PREFERENCES } from '../../../../schema/platform/notifications/levels.ts'
import { dayIn, timeIn } from '../../../../schema/shared/calendar.ts'
import { type FilingScene, makeFilingScene, request, usd } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { type SentMail, sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { anonymous, type Client, signIn, type TestPerson } from '../../../support/worker/world.ts'

/** One email on each working morning, for people who want it. */

const OWN = '/api/current-user/notification-settings'

let scene = {} as FilingScene
beforeAll(async () => {
  scene = await makeFilingScene()
})

const choose = async (client: Client, change: object) => {
  const saved = await client.post(OWN, { ...DEFAULT_PREFERENCES, ...change })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
}

const nextAt = async ({ userId }: TestPerson): Promise<number | null> => {
  const [row] = await rows<{ at: number | null }>(
    'SELECT digest_at AS at FROM notification_preferences WHERE user_id = ?',
    userId,
  )
  return row?.at ?? null
}

const digestsTo = ({ email }: TestPerson): SentMail[] =>
  sentMails(email).filter(({ subject }) => subject.startsWith('This morning: '))

/** Another one each time. */
let morning = Date.now() - 60_000

/** The person's morning has come: the job runs, also a second time. What is sent to them since. */
const morningOf = async (person: TestPerson): Promise<SentMail[]> => {
  const before = digestsTo(person).length
  morning += 1
  await run('UPDATE notification_preferences SET digest_at = ? WHERE user_id = ?', morning, person.userId)
  await vi.waitFor(
    async () => {
      await runTicks(env)
      const [open] = await rows<{ n: number }>(
        "SELECT count(*) AS n FROM outbox WHERE topic = 'digest.send' AND done_at IS NULL AND company_id = ?",
        scene.company.id,
      )
      expect(open?.n).toBe(0)
    },
    { timeout: 10_000, interval: 50 },
  )
  await runTicks(env)
  return digestsTo(person).slice(before)
}

const member = async (name: string) => {
  const person = await scene.company.addPerson({ name })
  return { person, client: await signIn(scene.company, person) }
}

describe('the digest of a morning', () => {
  it('who chose it gets one email with what waits and what isn’t read, and decides from it', async () => {
    const { approver, requester } = scene.people
    await choose(scene.approver, { receiveDigest: true })
    const id = await file(scene.requester, scene.category.id, { title: 'Standing desk', amount: usd(50_000) })
    const thread = { commentBody: `See this @[Abe](${approver.userId})` }
    expect((await scene.requester.post(`/api/intake-submission/${id}/threads`, thread)).status).toBe(200)
    await vi.waitFor(async () => {
      await runTicks(env)
      expect((await scene.approver.get('/api/notifications/unread')).body.unread).toBeGreaterThan(0)
    })
    const [mail, ...others] = await morningOf(approver)
    expect(others).toEqual([])
    expect(mail?.subject).toMatch(/^This morning: 1 waits for you/)
    for (const said of ['Standing desk', '$500.00', 'Rita Requester', `/intake-request/${id}`])
      expect(mail?.text).toContain(said)
    const token = /\/public\/decision\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await anonymous.get(`/public-api/decisions/${token}`)).body.title).toBe('Standing desk')
    expect((await anonymous.post(`/public-api/decisions/${token}`, { action: 'APPROVE' })).status).toBe(200)
    expect((await request(scene.requester, id)).body.status).toBe('APPROVED')
    expect(digestsTo(requester)).toEqual([])
  })

  it('news of the requester are told once, until they are read or another morning has come', async () => {
    const { person, client } = await member('Nora News')
    await choose(client, { receiveDigest: true })
    const id = await file(client, scene.category.id, { title: 'Lamp', amount: usd(5_000) })
    const [first] = await rows<{ id: string }>('SELECT id FROM level_group_statuses WHERE target_id = ?', id)
    const decided = { status: 'REJECTED', levelGroupStatusId: first?.id, seenVersion: 1, comment: 'Too bright' }
    expect((await scene.approver.post(`/api/intake-submission/${id}/status`, decided)).status).toBe(200)
    await run("UPDATE outbox SET available_at = created_at WHERE topic = 'request.notify' AND done_at IS NULL")
    await vi.waitFor(async () => {
      await runTicks(env)
      expect((await client.get('/api/notifications/unread')).body.unread).toBe(1)
    })
    const [mail] = await morningOf(person)
    expect(mail?.subject).toBe('This morning: 1 unread')
    expect(mail?.text).toContain('Lamp')
    expect((await client.post('/api/notifications/read', {})).status).toBe(204)
    expect(await morningOf(person)).toEqual([])
  })

  it('a morning with nothing to tell is silent, and the next one is a working day at eight where the person is', async () => {
    const { person, client } = await member('Quinn Quiet')
    await run("UPDATE users SET timezone = 'America/New_York' WHERE id = ?", person.userId)
    await choose(client, { receiveDigest: true })
    expect(await morningOf(person)).toEqual([])
    const next = (await nextAt(person)) ?? 0
    expect(next).toBeGreaterThan(Date.now())
    expect(timeIn('America/New_York', next)).toBe('08:00')
    expect([0, 6]).not.toContain(new Date(`${dayIn('America/New_York', next)}T00:00:00Z`).getUTCDay())
  })

  it('no one gets it who turned it or all emails off, who left, or whose company sends none', async () => {
    const { person, client } = await member('Olaf Off')
    const { admin, category } = scene
    await choose(client, { receiveDigest: true })
    await file(client, category.id, { title: 'Chair', amount: usd(5_000) })
    const isSilent = async () => expect(await morningOf(person)).toEqual([])
    await run(
      `INSERT INTO notifications (id, company_id, user_id, kind, title, sentence, path, created_at)
       VALUES (?, ?, ?, 'IMPORTED', 'Vendors', 'The import is done.', '/vendors', ?)`,
      `digest-${person.userId}`,
      scene.company.id,
      person.userId,
      Date.now(),
    )
    const switches = (enableEmailNotifications: boolean) =>
      admin.call('PUT', '/api/notification-settings', {
        body: { enableEmailNotifications, enableSlackNotifications: false },
      })
    expect((await switches(false)).status).toBe(200)
    await isSilent()
    expect((await switches(true)).status).toBe(200)
    await choose(client, { receiveDigest: true, receiveEmail: false })
    await isSilent()
    await choose(client, { receiveDigest: true, receiveEmail: true })
    expect(await morningOf(person)).toHaveLength(1)
    // Turned off after the job has run and before the email leaves.
    await run('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?', person.userId)
    await isSilent()
    await run('UPDATE company_memberships SET disabled_at = NULL WHERE user_id = ?', person.userId)
    await choose(client, { receiveDigest: false })
    expect(await nextAt(person)).toBeNull()
  })

  it('other settings leave it as it is, and a save without it doesn’t turn it off', async () => {
    const { person, client } = await member('Sam Same')
    await choose(client, { receiveDigest: true })
    const at = await nextAt(person)
    const { receiveDigest: _, ...others } = DEFAULT_PREFERENCES
    const saved = await client.post(OWN, { ...others, requesterNotificationLevel: 'OWN_LEVEL' })
    expect(saved.body.receiveDigest).toBe(true)
    expect(await nextAt(person)).toBe(at)
    expect((await client.get(OWN)).body).toMatchObject({ receiveDigest: true, requesterNotificationLevel: 'OWN_LEVEL' })
  })
})
