import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_PREFERENCES } from '../../../../schema/platform/notifications/levels.ts'
import { decide, type FilingScene, makeFilingScene } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

const OWN = '/api/current-user/notification-settings'

let scene: FilingScene
beforeAll(async () => {
  scene = await makeFilingScene()
})
const save = (client: Client, change: Record<string, unknown>) =>
  client.post(OWN, { ...DEFAULT_PREFERENCES, ...change })

describe('notification preferences', () => {
  it('preferences are the defaults until someone chooses', async () => {
    const person = await scene.company.addPerson()
    const client = await signIn(scene.company, person)
    expect((await client.get(OWN)).body).toEqual({ ...DEFAULT_PREFERENCES, version: 0 })
    const chosen = { receiveEmail: false, requesterNotificationLevel: 'APPROVED_ONLY' }
    const saved = await save(client, { ...chosen, version: 0 })
    expect(saved).toMatchObject({ status: 200, body: { ...DEFAULT_PREFERENCES, ...chosen, version: 1 } })
    expect((await client.get(OWN)).body).toEqual(saved.body)
  })

  it('no one turns on Slack, which the company hasn’t connected', async () => {
    const { admin, company } = scene
    const person = await company.addPerson()
    const client = await signIn(company, person)
    const body = { ...DEFAULT_PREFERENCES, receiveSlack: true }
    const own = await client.post(OWN, body)
    const byAdmin = await admin.call('PUT', `/api/members/${person.userId}/notification-settings`, { body })
    for (const { status, body: answer } of [own, byAdmin])
      expect([status, answer.fields]).toEqual([400, { receiveSlack: 'Your company hasn’t connected Slack' }])
    await run(
      'INSERT INTO notification_preferences (company_id, user_id, receive_slack, updated_at) VALUES (?, ?, 1, 1)',
      ...[company.id, person.userId],
    )
    expect((await client.post(OWN, { ...body, receiveEmail: false })).status).toBe(200)
  })

  it('the history has each change before and after, and nothing for a save without changes', async () => {
    const person = await scene.company.addPerson()
    const client = await signIn(scene.company, person)
    await save(client, { receiveEmail: false })
    await save(client, { receiveEmail: false })
    const found = await rows<{ change_data: string; actor_user_id: string }>(
      `SELECT actor_user_id, change_data FROM audit_log WHERE target_type = 'MEMBER' AND target_id = ?`,
      person.userId,
    )
    expect(found.map((row) => row.actor_user_id)).toEqual([person.userId])
    expect(JSON.parse(found[0]?.change_data ?? '')).toEqual({
      before: DEFAULT_PREFERENCES,
      after: { ...DEFAULT_PREFERENCES, receiveEmail: false },
    })
  })

  it('the later of two simultaneous changes is a conflict that loses and overwrites nothing', async () => {
    const client = await signIn(scene.company, await scene.company.addPerson())
    expect((await save(client, { receiveEmail: false, version: 0 })).status).toBe(200)
    const late = await save(client, { requesterNotificationLevel: 'OWN_LEVEL', version: 0 })
    expect(late).toMatchObject({ status: 409, body: { reason: 'STALE_VERSION' } })
    expect((await client.get(OWN)).body).toMatchObject({
      receiveEmail: false,
      requesterNotificationLevel: 'EVERY_UPDATE',
    })
    const again = await save(client, { requesterNotificationLevel: 'OWN_LEVEL', version: 1 })
    expect(again.body.version).toBe(2)
  })
})

describe('emails about a request', () => {
  const subjects = (email: string, from: number) =>
    sentMails(email)
      .slice(from)
      .map((mail) => mail.subject.split(':')[0])
  const mailsOf = async (email: string, act: () => Promise<unknown>): Promise<(string | undefined)[]> => {
    await runTicks(env)
    const before = sentMails(email).length
    await act()
    // A decision can be undone for a while, and its emails are sent after that.
    await rows(`UPDATE outbox SET available_at = created_at WHERE topic = 'request.notify' AND done_at IS NULL`)
    await runTicks(env)
    return subjects(email, before)
  }
  const newRequest = () => file(scene.requester, scene.category.id, { title: 'Preferences' })

  it('an approver with the defaults is emailed, and one who wants only final decisions isn’t', async () => {
    const { approver } = scene.people
    expect(await mailsOf(approver.email, newRequest)).toEqual(['Approve'])
    await save(scene.approver, { spendApproverNotificationLevel: 'APPROVED_ONLY' })
    expect(await mailsOf(approver.email, newRequest)).toEqual([])
    await save(scene.approver, {})
  })

  it('the requester is emailed each decision, or nothing if they turned emails off', async () => {
    const { requester } = scene.people
    const decided = async () => decide(scene.approver, await newRequest(), 'APPROVED', 1)
    expect(await mailsOf(requester.email, decided)).toEqual(['Approved'])
    await save(scene.requester, { receiveEmail: false })
    expect(await mailsOf(requester.email, decided)).toEqual([])
    await save(scene.requester, {})
  })
})
