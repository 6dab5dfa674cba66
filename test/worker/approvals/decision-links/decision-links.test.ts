import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { approvals, type FilingScene, makeFilingScene, request, usd } from '../../../support/worker/filing-scene.ts'
import { file, saveBody } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { type SentMail, sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import { anonymous, type Client, signIn } from '../../../support/worker/world.ts'

const LINK = /\/public\/decision\/(\S+)/

/** The email to someone that asks about a request with that title. */
const mailAbout = (email: string, title: string, asks = 'Approve'): Promise<SentMail> =>
  vi.waitFor(
    async () => {
      const mail = sentMails(email).find(({ subject }) => subject.startsWith(`${asks}: ${title}`))
      if (mail) return mail
      await runTicks(env)
      throw new Error(`No mail about ${title}`)
    },
    { timeout: 10_000, interval: 50 },
  )

const linkIn = ({ text }: SentMail): string => LINK.exec(text)?.[1] ?? ''
const open = (token: string) => anonymous.get(`/public-api/decisions/${token}`)
const decide = (token: string, action: string, text?: string) =>
  anonymous.post(`/public-api/decisions/${token}`, { action, ...(text !== undefined && { text }) })

describe('deciding from an email', () => {
  let scene = {} as FilingScene
  beforeAll(async () => {
    scene = await makeFilingScene()
  })
  const filed = async (title: string, amount = 50_000) => {
    const id = await file(scene.requester, scene.category.id, { title, amount: usd(amount) })
    return { id, token: linkIn(await mailAbout(scene.people.approver.email, title)) }
  }
  const settings = (body: object) => scene.admin.call('PUT', '/api/settings/decision-links', { body })
  const blockOf = async (client: Client, id: string) => (await approvals(client, id)).levels[0].blocks[0]

  it('the email and its link say what the decision needs, and opening it any number of times changes nothing', async () => {
    const { id, token } = await filed('Standing desk', 150_000)
    const { text, html } = await mailAbout(scene.people.approver.email, 'Standing desk')
    for (const said of ['Amount: $1,500.00', 'Comes next', 'Decide without signing in']) expect(text).toContain(said)
    expect(html).toContain('Decide without signing in')
    const before = await rows('SELECT count(*) AS n FROM audit_log WHERE target_id = ?', id)
    for (let time = 0; time < 3; time += 1) {
      const { status, body } = await open(token)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        title: 'Standing desk',
        requestorName: 'Rita Requester',
        amount: usd(150_000),
        person: { name: 'Abe Approver', email: scene.people.approver.email },
        decided: [],
        next: [{ people: ['Sue Second'] }],
        needsSignIn: false,
        canSendBack: true,
        end: null,
      })
    }
    expect(await rows('SELECT count(*) AS n FROM audit_log WHERE target_id = ?', id)).toEqual(before)
    expect((await blockOf(scene.requester, id)).status).toBe('PENDING')
  })

  it('documents are opened without a sign-in, only those of the request, and only while the link decides', async () => {
    const { id, token } = await filed('Offer')
    const [own, other] = [await makeDocument(scene.requester), await makeDocument(scene.requester)]
    const added = await scene.requester.post(`/api/intake-submission/${id}/documents`, { documentIds: [own] })
    expect(added.status).toBe(200)
    const file = (documentId: string) => anonymous.get(`/public-api/decisions/${token}/documents/${documentId}`)
    const { body } = await open(token)
    expect(body.documents).toMatchObject([{ id: own, name: expect.stringMatching(/^Quote/) }])
    const answer = await file(own)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Disposition')).toMatch(/^inline; filename="Quote.*\.pdf"/)
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect((await file(other)).status).toBe(404)
    expect((await settings({ enabled: true, maxAmount: 100 })).status).toBe(200)
    expect(await file(own)).toMatchObject({ status: 422, body: { reason: 'SIGN_IN_NEEDED' } })
    expect((await settings({ enabled: true, maxAmount: null })).status).toBe(200)
    expect((await decide(token, 'APPROVE')).status).toBe(200)
    expect((await file(own)).status).toBe(404)
  })

  /** The approver decides, the requester changes the answers, and the email asks the approver to confirm. */
  const changedAfter = async (title: string, given: object, later: object): Promise<SentMail> => {
    const { people, requester, category } = scene
    const id = await file(requester, category.id, { title, amount: usd(150_000), ...given })
    const token = linkIn(await mailAbout(people.approver.email, title))
    expect((await decide(token, 'APPROVE')).status).toBe(200)
    const body = saveBody(category.id, { title, amount: usd(150_000), ...later }, { id, version: 1 })
    expect((await requester.post('/api/intake-submission', body)).status).toBe(200)
    return mailAbout(people.approver.email, title, 'Confirm changes')
  }

  it('who decided before is told by the email and the page what changed since', async () => {
    const mail = await changedAfter('Projector', {}, { amount: usd(190_000) })
    expect(mail.text).toMatch(/Changed: .*1,500.* → .*1,900/)
    expect(mail.html).toMatch(/1,500.* → .*1,900/s)
    expect((await open(linkIn(mail))).body.changes).toHaveLength(1)
  })

  it('what was chosen, dates and files are told by name, before and after', async () => {
    const { requester, people } = scene
    const [first, second] = [await makeDocument(requester), await makeDocument(requester)]
    const mail = await changedAfter(
      'Screens',
      { kind: 'new', owner: people.second.userId, due: '2027-03-01', files: [first] },
      { kind: 'renewal', reason: 'It ends', owner: people.manager.userId, due: '2027-04-15', files: [first, second] },
    )
    expect((await open(linkIn(mail))).body.changes).toEqual([
      { label: 'kind', before: 'New', after: 'Renewal' },
      { label: 'reason', before: '', after: 'It ends' },
      { label: 'due', before: 'Mar 1, 2027', after: 'Apr 15, 2027' },
      { label: 'owner', before: 'Sue Second', after: 'Max Manager' },
      { label: 'files', before: expect.stringMatching(/^Quote/), after: expect.stringMatching(/^Quote.*, Quote/) },
    ])
    expect(mail.text).toContain('Changed: owner: Sue Second → Max Manager')
  })

  it('an approval by link counts like one in the app, once, and the history says how it was made', async () => {
    const { id, token } = await filed('Keyboard')
    expect(await decide(token, 'APPROVE', 'Fine')).toMatchObject({ status: 200, body: { action: 'APPROVE' } })
    expect((await request(scene.requester, id)).body.status).toBe('APPROVED')
    const block = await blockOf(scene.requester, id)
    expect(block.decisions).toMatchObject([
      { userId: scene.people.approver.userId, decision: 'APPROVED', comment: 'Fine', answersVersion: 1 },
    ])
    // The answer was lost, so the page sends it again.
    expect(await decide(token, 'APPROVE', 'Fine')).toMatchObject({ status: 200 })
    expect(await decide(token, 'REJECT', 'No')).toMatchObject({ status: 409, body: { reason: 'LINK_DECIDED' } })
    expect((await open(token)).body.end).toBe('DECIDED')
    const entries = await rows<{ message: string }>(
      `SELECT full_message AS message FROM audit_log WHERE target_id = ? AND full_action = 'approvals.decided-from-email'`,
      id,
    )
    expect(entries).toEqual([
      { message: expect.stringMatching(/^Abe Approver approved “.*” from an email, without signing in$/) },
    ])
  })

  it('rejecting, sending back and asking need words, and do what they do in the app', async () => {
    const rejected = await filed('Lamp')
    for (const action of ['REJECT', 'SEND_BACK', 'ASK'])
      expect(await decide(rejected.token, action, '  ')).toMatchObject({
        status: 400,
        body: { fields: { text: expect.any(String) } },
      })
    expect((await decide(rejected.token, 'REJECT', 'Too bright')).status).toBe(200)
    expect((await request(scene.requester, rejected.id)).body.status).toBe('REJECTED')

    const returned = await filed('Chair')
    expect((await decide(returned.token, 'SEND_BACK', 'Add a quote')).status).toBe(200)
    expect((await blockOf(scene.requester, returned.id)).sentBack).toMatchObject({ message: 'Add a quote' })

    const asked = await filed('Table')
    expect((await decide(asked.token, 'ASK', 'Which color?')).status).toBe(200)
    expect((await decide(asked.token, 'ASK', 'Which color?')).status).toBe(200)
    const threads = await scene.requester.get(`/api/threads?targetType=INTAKE_SUBMISSION&targetId=${asked.id}`)
    // Sent again because its answer was lost, it is still one question.
    expect(threads.body).toMatchObject([{ commentLines: [{ body: 'Which color?' }] }])
    // A question decides nothing, so the link still does.
    expect((await open(asked.token)).body.end).toBe(null)
    expect((await decide(asked.token, 'APPROVE')).status).toBe(200)
  })

  it('a link dies with any change of what it asked about', async () => {
    const { id, token } = await filed('Monitor')
    const body = saveBody(scene.category.id, { title: 'Two monitors', amount: usd(90_000) }, { id, version: 1 })
    expect((await scene.requester.post('/api/intake-submission', body)).status).toBe(200)
    expect((await open(token)).body.end).toBe('CHANGED')
    expect(await decide(token, 'APPROVE')).toMatchObject({ status: 409, body: { reason: 'LINK_CHANGED' } })
    expect((await blockOf(scene.requester, id)).status).toBe('PENDING')
  })

  it('a link no longer decides when its person no longer may', async () => {
    const { id, token } = await filed('Scanner')
    const { second } = scene.people
    const block = await blockOf(scene.admin, id)
    const replaced = await scene.admin.post('/api/replace-lgs-approvers', {
      levelGroupStatusId: block.id,
      approverUserIds: [second.userId],
    })
    expect(replaced.status).toBe(200)
    // Without any part in the request they can't see it anymore.
    expect((await open(token)).status).toBe(404)
    expect((await decide(token, 'APPROVE')).status).toBe(404)
    expect((await blockOf(scene.admin, id)).status).toBe('PENDING')
  })

  it('above the company’s limit, and where no rate says whether it is above, a sign-in is asked', async () => {
    expect(await settings({ enabled: true, maxAmount: 0 })).toMatchObject({ status: 400 })
    const { token } = await filed('Server', 90_000)
    expect((await settings({ enabled: true, maxAmount: 89_999 })).status).toBe(200)
    expect((await open(token)).body.needsSignIn).toBe(true)
    expect(await decide(token, 'APPROVE')).toMatchObject({ status: 422, body: { reason: 'SIGN_IN_NEEDED' } })
    expect((await settings({ enabled: true, maxAmount: 90_000 })).status).toBe(200)
    expect((await open(token)).body.needsSignIn).toBe(false)
    expect((await settings({ enabled: false, maxAmount: null })).status).toBe(200)
    expect((await open(token)).body.needsSignIn).toBe(true)
    const { id, token: none } = await filed('No link', 500)
    expect(none).toBe('')
    expect(await rows('SELECT 1 AS one FROM decision_links WHERE target_id = ?', id)).toEqual([])
    expect((await settings({ enabled: true, maxAmount: null })).status).toBe(200)
    expect((await decide(token, 'APPROVE')).status).toBe(200)
  })

  it('where the company requires a login method, a sign-in is asked for any amount above 0', async () => {
    const [paid, free] = [await filed('Reading lamp of brass', 500), await filed('Free account', 0)]
    const company = scene.company.id
    const told = async () => (await scene.admin.get('/api/settings/decision-links')).body.isLoginRequired
    expect(await told()).toBe(false)
    await run(`INSERT INTO login_requirements (company_id, method, since) VALUES (?, 'OKTA', 0)`, company)
    expect(await told()).toBe(true)
    expect([(await open(paid.token)).body.needsSignIn, (await open(free.token)).body.needsSignIn]).toEqual([
      true,
      false,
    ])
    expect(await decide(paid.token, 'APPROVE')).toMatchObject({ status: 422, body: { reason: 'SIGN_IN_NEEDED' } })
    expect((await filed('Side board of oak', 500)).token).toBe('')
    await run('DELETE FROM login_requirements WHERE company_id = ?', company)
    expect((await decide(paid.token, 'APPROVE')).status).toBe(200)
  })

  it('a link that asks to sign in says nothing about what is asked, before and after it was decided', async () => {
    const { id, token } = await filed('Secret laboratory', 90_000)
    const document = await makeDocument(scene.requester)
    await scene.requester.post(`/api/intake-submission/${id}/documents`, { documentIds: [document] })
    const before = (await open(token)).body
    /** Everything that tells something about it, as a reader without a sign-in may get it. */
    const told = JSON.stringify(before)
    for (const said of ['Secret laboratory', 'Rita Requester', 'Quote', '90000']) expect(told).toContain(said)
    const silent = async () => {
      const { status, body } = await open(token)
      expect({ status, needsSignIn: body.needsSignIn }).toEqual({ status: 200, needsSignIn: true })
      const text = JSON.stringify(body)
      for (const said of ['Secret laboratory', 'Rita Requester', 'Quote', '90000', before.reference])
        expect(text).not.toContain(said)
      const file = await anonymous.get(`/public-api/decisions/${token}/documents/${document}`)
      expect([404, 422]).toContain(file.status)
    }
    for (const body of [
      { enabled: false, maxAmount: null },
      { enabled: true, maxAmount: 89_999 },
    ]) {
      expect((await settings(body)).status).toBe(200)
      await silent()
    }
    expect((await settings({ enabled: true, maxAmount: null })).status).toBe(200)
    expect((await decide(token, 'APPROVE')).status).toBe(200)
    expect((await settings({ enabled: false, maxAmount: null })).status).toBe(200)
    await silent()
    expect((await settings({ enabled: true, maxAmount: null })).status).toBe(200)
  })

  it('links end after a week, by signing out everywhere and for disabled members, and say only that', async () => {
    const expired = await filed('Week')
    await run('UPDATE decision_links SET expires_at = ? WHERE target_id = ?', Date.now() - 1, expired.id)
    expect((await open(expired.token)).status).toBe(404)
    expect((await decide(expired.token, 'APPROVE')).status).toBe(404)

    const signedOut = await filed('Everywhere')
    const device = await signIn(scene.company, scene.people.approver)
    expect((await device.call('DELETE', '/auth/sessions')).status).toBe(204)
    expect((await open(signedOut.token)).status).toBe(404)
    expect((await decide(signedOut.token, 'APPROVE')).status).toBe(404)
    scene.approver = await signIn(scene.company, scene.people.approver)

    const disabled = await filed('Disabled')
    const { approver } = scene.people
    await run('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?', approver.userId)
    expect((await open(disabled.token)).status).toBe(404)
    await run('UPDATE company_memberships SET disabled_at = NULL WHERE user_id = ?', approver.userId)
    expect((await open(disabled.token)).status).toBe(200)

    const unknown = await open('0'.repeat(64))
    expect(unknown.status).toBe(404)
    expect(unknown.body.message).toBe((await open(expired.token)).body.message)
  })

  it('who acts for an absent approver gets a link of their own, on the approver’s behalf', async () => {
    const { second, approver } = scene.people
    const delegated = await scene.admin.post(`/api/members/${approver.userId}/delegate-approvers`, {
      delegateUserId: second.userId,
      note: '',
    })
    expect(delegated.status).toBe(200)
    const { id, token: own } = await filed('Delegated')
    const token = linkIn(await mailAbout(second.email, 'Delegated'))
    expect(token).not.toBe(own)
    expect((await open(token)).body).toMatchObject({ onBehalfOf: 'Abe Approver', end: null })
    expect((await decide(token, 'APPROVE')).status).toBe(200)
    expect((await blockOf(scene.admin, id)).decisions).toMatchObject([
      { userId: second.userId, onBehalfOf: { userId: approver.userId } },
    ])
  })
})
