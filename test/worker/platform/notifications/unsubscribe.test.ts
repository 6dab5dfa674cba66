import { env, exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_PREFERENCES } from '../../../../schema/platform/notifications/levels.ts'
import { decide, type FilingScene, makeFilingScene } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { type SentMail, sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, ORIGIN, type TestPerson } from '../../../support/worker/world.ts'

/** “Unsubscribe” in emails (RFC 8058): a mail service posts the link of an email, without a session. */

const OWN = '/api/current-user/notification-settings'
const ONE_CLICK = 'List-Unsubscribe=One-Click'

let scene: FilingScene
let requester: TestPerson
beforeAll(async () => {
  scene = await makeFilingScene()
  requester = scene.people.requester
})

const mailsOf = async (person: TestPerson, act: () => Promise<unknown>): Promise<SentMail[]> => {
  await runTicks(env)
  const before = sentMails(person.email).length
  await act()
  // A decision can be undone for a while, and its emails are sent after that.
  await rows(`UPDATE outbox SET available_at = created_at WHERE topic = 'request.notify' AND done_at IS NULL`)
  await runTicks(env)
  return sentMails(person.email).slice(before)
}
const newRequest = () => file(scene.requester, scene.category.id, { title: 'Laptops' })
const approve = async () => decide(scene.approver, await newRequest(), 'APPROVED', 1)
const comment = async (by: Client, id: string) =>
  expect((await by.post(`/api/intake-submission/${id}/threads`, { commentBody: 'Which size?' })).status).toBe(200)

const linkOf = (mail: SentMail | undefined): string =>
  /^<(\S+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
/** As a mail service sends it: no cookie, no origin. */
const click = (link: string, body: BodyInit = ONE_CLICK, headers: Record<string, string> = {}) =>
  exports.default.fetch(link, {
    method: 'POST',
    headers: { ...(typeof body === 'string' && { 'Content-Type': 'application/x-www-form-urlencoded' }), ...headers },
    body,
  })
const settings = async () => (await scene.requester.get(OWN)).body
const reset = () => scene.requester.post(OWN, { ...DEFAULT_PREFERENCES })
const entries = () =>
  rows<{ message: string; actor_user_id: string }>(
    "SELECT message, actor_user_id FROM audit_log WHERE target_id = ? AND message LIKE 'Stopped emails%'",
    requester.userId,
  )

describe('unsubscribing by one click', () => {
  it('stops that kind of emails for that person, and no others', async () => {
    const [decided] = await mailsOf(requester, approve)
    expect(decided?.subject).toMatch(/^Approved/)
    expect(decided?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const link = linkOf(decided)
    expect(link.startsWith(`${ORIGIN}/public-api/unsubscribe/`)).toBe(true)
    expect(decided?.text).toContain(`Unsubscribe: ${link}`)
    expect(decided?.html).toContain(`href="${link}"`)

    const answer = await click(link)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('You’re unsubscribed')
    expect(await settings()).toMatchObject({ ...DEFAULT_PREFERENCES, mailsOff: ['UPDATE'] })

    expect(await mailsOf(requester, approve)).toEqual([])
    const id = await newRequest()
    const [asked] = await mailsOf(requester, () => comment(scene.approver, id))
    expect(asked?.subject).toContain('Laptops')
    expect(linkOf(asked)).not.toBe(link)
    const bell = await scene.requester.get('/api/notifications')
    expect(JSON.stringify(bell.body)).toContain('approved')
  })

  it('a second click changes nothing, and the history has the first as the person’s own', async () => {
    await reset()
    const [decided] = await mailsOf(requester, approve)
    const before = (await entries()).length
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    const answers = [await click(linkOf(decided)), await click(linkOf(decided), form)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await entries()).slice(before)).toEqual([
      {
        message: 'Stopped emails by the link in one of them: Updates on requests, orders and bills',
        actor_user_id: requester.userId,
      },
    ])
  })

  it('what someone waits for has no such link and still arrives', async () => {
    const [asked] = await mailsOf(scene.people.approver, newRequest)
    expect(asked?.subject).toMatch(/^Approve/)
    expect(asked?.headers).not.toHaveProperty('List-Unsubscribe')
    expect(asked?.text).not.toContain('Unsubscribe')
    const off = { ...DEFAULT_PREFERENCES, mailsOff: ['UPDATE', 'COMMENT', 'RENEWAL', 'VENDOR', 'SOURCING_EVENT'] }
    expect((await scene.approver.post(OWN, off)).status).toBe(200)
    expect((await mailsOf(scene.people.approver, newRequest)).map(({ subject }) => subject.split(':')[0])).toEqual([
      'Approve',
    ])
  })

  it('opening the link asks, and changes nothing', async () => {
    await reset()
    const [decided] = await mailsOf(requester, approve)
    const { version } = await settings()
    for (let i = 0; i < 3; i++) {
      const page = await exports.default.fetch(linkOf(decided))
      expect(page.status).toBe(200)
      expect(page.headers.get('Content-Type')).toMatch(/^text\/html/)
      const html = await page.text()
      expect(html).toContain('Unsubscribe from these emails?')
      expect(html).toContain('<form method="post">')
      for (const secret of [requester.email, 'Rita', 'Laptops', scene.company.id]) expect(html).not.toContain(secret)
    }
    expect((await settings()).version).toBe(version)
  })

  it('a link that was changed stops nothing, and says no more about people who exist than about others', async () => {
    await reset()
    const [decided] = await mailsOf(requester, approve)
    const link = linkOf(decided)
    const others = [
      link.replace('.UPDATE.', '.COMMENT.'),
      link.replace(requester.userId, scene.people.approver.userId),
      link.replace(requester.userId, 'no-such-person'),
      link.replace(scene.company.id, 'no-such-company'),
      `${link}0`,
      `${ORIGIN}/public-api/unsubscribe/x`,
    ]
    const said = await Promise.all(
      others.map(async (other) => {
        const answer = await click(other)
        return [answer.status, await answer.text()]
      }),
    )
    expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(said[0]?.[0]).toBe(404)
    expect((await settings()).mailsOff).toEqual([])
    expect((await scene.approver.get(OWN)).body.mailsOff).toContain('COMMENT')
  })

  it('answers the same for someone who has left', async () => {
    const leaver = await scene.company.addPerson({ name: 'Lea Leaver' })
    const [decided] = await mailsOf(requester, approve)
    const link = linkOf(decided)
    const stays = await click(link)
    await run('DELETE FROM company_memberships WHERE user_id = ?', leaver.userId)
    const { unsubscribeUrls } = await import('../../../../worker/features/platform/notifications/index.ts')
    const stop = { companyId: scene.company.id, userId: leaver.userId, kind: 'UPDATE' as const }
    const left = await click((await unsubscribeUrls(env, [stop], () => stop)).get(stop) ?? '')
    expect([left.status, await left.text()]).toEqual([stays.status, await stays.text()])
  })

  it('anything but the one field is refused', async () => {
    await reset()
    const [decided] = await mailsOf(requester, approve)
    const link = linkOf(decided)
    for (const body of ['List-Unsubscribe=No', 'a=b', `${ONE_CLICK}&more=1`]) {
      expect((await click(link, body)).status, body).toBe(400)
    }
    expect((await click(link, ONE_CLICK, { Origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await settings()).mailsOff).toEqual([])
  })

  it('one network address can click 600 times an hour', async () => {
    const [decided] = await mailsOf(requester, approve)
    const from = { 'CF-Connecting-IP': '203.0.113.91' }
    expect((await click(linkOf(decided), ONE_CLICK, from)).status).toBe(200)
    await reset()
    await run("UPDATE rate_limits SET count = 600 WHERE key = 'unsubscribe-from:203.0.113.91'")
    expect((await click(linkOf(decided), ONE_CLICK, from)).status).toBe(429)
    expect((await settings()).mailsOff).toEqual([])
  })
})
