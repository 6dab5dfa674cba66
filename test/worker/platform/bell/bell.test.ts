import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Notification } from '../../../../schema/platform/bell/endpoints.ts'
import { approvals, decide, type FilingScene, makeFilingScene, usd } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { clientOf, exchange, given, impersonationToken, run } from '../../../support/worker/sessions.ts'
import { carriedOut, checkedImport } from '../../../support/worker/vendor-import-scene.ts'
import { type Client, makeCompany, signIn, type TestPerson } from '../../../support/worker/world.ts'

const list = async (client: Client, query = 'first=100'): Promise<Notification[]> => {
  const { status, body } = await client.get(`/api/notifications?${query}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.edges.map(({ node }: { node: Notification }) => node)
}
const unread = async (client: Client): Promise<number> => (await client.get('/api/notifications/unread')).body.unread
const mark = (client: Client, id: string, isRead: boolean) =>
  client.call('PUT', `/api/notifications/${id}`, { body: { isRead } })

/** Runs what is due, also decisions that are held for a moment. Again only what is done, as the queue may be at the rest. */
const runOutbox = async (companyId: string, isAgain = false): Promise<void> => {
  await run(
    `UPDATE outbox SET available_at = 0${isAgain ? ', done_at = NULL, attempts = 0' : ''}
      WHERE company_id = ? AND topic <> 'session.login-link'${isAgain ? ' AND done_at IS NOT NULL' : ''}`,
    companyId,
  )
  await runTicks(env)
}

const MUTES = '/api/notification-mutes'

describe('the bell of people around a request', () => {
  let scene = {} as FilingScene
  let second: Client
  let id = ''
  beforeAll(async () => {
    scene = await makeFilingScene()
    second = await signIn(scene.company, scene.people.second)
    id = await file(scene.requester, scene.category.id, { title: 'Atlas', amount: usd(500_000) })
    await runOutbox(scene.company.id)
  })
  const told = async (client: Client, target = id) =>
    (await list(client)).filter(({ targetId }) => targetId === target).map(({ kind }) => kind)
  const block = async (client: Client, target: string) => (await approvals(client, target)).levels[0].blocks[0]
  const filed = async (title: string, amount = 50_000): Promise<string> => {
    const made = await file(scene.requester, scene.category.id, { title, amount: usd(amount) })
    await runOutbox(scene.company.id)
    return made
  }
  const settings = (client: Client, body: object) =>
    client.post('/api/current-user/notification-settings', {
      receiveEmail: true,
      receiveSlack: false,
      spendApproverNotificationLevel: 'OWN_LEVEL',
      spendWatcherNotificationLevel: 'REQUESTED_AND_FULLY_APPROVED',
      requesterNotificationLevel: 'EVERY_UPDATE',
      ...body,
    })
  const comment = (client: Client, target: string, text: string) =>
    client.post(`/api/intake-submission/${target}/threads`, { commentBody: text })
  const mention = (person: TestPerson) => `@[${person.name}](${person.userId})`

  it('an approval that waits rings for its approver, with a link, and for no one else', async () => {
    const [first] = await list(scene.approver)
    expect(first).toMatchObject({
      ...{ kind: 'APPROVAL_REQUESTED', title: 'Atlas', sentence: 'legal approval needed.' },
      ...{ path: `/intake-request/${id}`, targetType: 'INTAKE_SUBMISSION', targetId: id, isRead: false },
    })
    expect(await unread(scene.approver)).toBe(1)
    expect([await told(scene.requester), await told(second), await told(scene.filer)]).toEqual([[], [], []])
  })

  it('the same effect, run again, rings and mails once', async () => {
    const mails = () => sentMails(scene.people.approver.email).filter(({ subject }) => subject.includes('Atlas')).length
    expect(mails()).toBe(1)
    await runOutbox(scene.company.id, true)
    expect(await told(scene.approver)).toEqual(['APPROVAL_REQUESTED'])
    expect([await unread(scene.approver), mails()]).toEqual([1, 1])
  })

  it('a decision rings for the requester, sending back too, and what is marked stays marked', async () => {
    const target = await filed('Decided', 500_000)
    const { id: blockId } = await block(scene.approver, target)
    await scene.approver.post(`/api/level-group-statuses/${blockId}/send-back`, { message: 'Which plan?' })
    await runOutbox(scene.company.id)
    expect(await told(scene.requester, target)).toEqual(['SENT_BACK'])
    await scene.requester.post(`/api/approvals/INTAKE_SUBMISSION/${target}/withdraw`, { message: 'Not now' })
    await runOutbox(scene.company.id)
    expect(await told(scene.approver, target)).toEqual(['WITHDRAWN', 'APPROVAL_REQUESTED'])
    const approved = await filed('Approved')
    await decide(scene.approver, approved, 'APPROVED', 1)
    await runOutbox(scene.company.id)
    expect(await told(scene.requester, approved)).toEqual(['REQUEST_APPROVED'])
  })

  it('a bypassed step rings for its approvers, who have nothing more to do, and for the requester', async () => {
    const target = await filed('Bypassed', 500_000)
    const { id: blockId } = await block(scene.approver, target)
    const answer = await scene.admin.post(`/api/intake-submission/${target}/bypass`, {
      ...{ levelGroupStatusId: blockId, approverNote: 'Urgent' },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    await runOutbox(scene.company.id)
    expect(await told(scene.approver, target)).toEqual(['BYPASSED', 'APPROVAL_REQUESTED'])
    expect(await told(scene.requester, target)).toEqual(['BYPASSED'])
    expect(await told(second, target)).toEqual(['APPROVAL_REQUESTED'])
  })

  it('a mention rings for the mentioned, with the discussion, and a comment for people involved', async () => {
    const target = await filed('Mentions')
    const made = await comment(scene.requester, target, `Look, ${mention(scene.people.approver)}`)
    await runOutbox(scene.company.id)
    const [newest] = await list(scene.approver)
    expect(newest).toMatchObject({
      ...{ kind: 'MENTIONED', sentence: 'Rita Requester mentioned you in a comment.' },
      path: `/intake-request/${target}/comments?thread=${made.body.id}`,
    })
    await comment(scene.approver, target, 'I looked')
    await runOutbox(scene.company.id)
    expect(await told(scene.requester, target)).toEqual(['COMMENTED'])
  })

  it('what is muted rings and mails no more, but for what waits for the person', async () => {
    const target = await filed('Muted', 500_000)
    const path = `${MUTES}/INTAKE_SUBMISSION/${target}`
    for (const client of [scene.requester, second]) expect((await client.call('PUT', path)).status).toBe(204)
    expect((await scene.requester.get(path)).body).toEqual({ isMuted: true })
    expect((await scene.approver.get(path)).body).toEqual({ isMuted: false })
    const mails = () => sentMails(scene.people.requester.email).filter(({ subject }) => subject.includes('Muted'))
    await comment(scene.approver, target, 'Anyone?')
    await decide(scene.approver, target, 'APPROVED', 1)
    await runOutbox(scene.company.id)
    expect([await told(scene.requester, target), mails()]).toEqual([[], []])
    // It is their turn.
    expect(await told(second, target)).toEqual(['APPROVAL_REQUESTED'])
    expect((await list(second))[0]?.isMuted).toBe(true)
    await comment(scene.approver, target, `So, ${mention(scene.people.requester)}`)
    await runOutbox(scene.company.id)
    expect([await told(scene.requester, target), mails().length]).toEqual([['MENTIONED'], 1])
    await scene.requester.call('DELETE', path)
    await comment(scene.approver, target, 'And now?')
    await runOutbox(scene.company.id)
    expect(await told(scene.requester, target)).toEqual(['COMMENTED', 'MENTIONED'])
  })

  it('the levels of emails are the bell’s, and without emails the bell still rings', async () => {
    await settings(scene.requester, { requesterNotificationLevel: 'APPROVED_ONLY', receiveEmail: false })
    const target = await filed('Levels', 500_000)
    await decide(scene.approver, target, 'APPROVED', 1)
    await runOutbox(scene.company.id)
    expect(await told(scene.requester, target)).toEqual([])
    const { levels } = await approvals(second, target)
    await second.post(`/api/intake-submission/${target}/status`, {
      ...{ status: 'REJECTED', levelGroupStatusId: levels[1].blocks[0].id, seenVersion: 1, comment: 'No' },
    })
    await runOutbox(scene.company.id)
    expect(await told(scene.requester, target)).toEqual(['REQUEST_REJECTED'])
    expect(sentMails(scene.people.requester.email).filter(({ subject }) => subject.includes('Levels'))).toEqual([])
    await settings(scene.requester, {})
  })

  it('one and all can be marked, the count follows, and what comes later stays unread', async () => {
    const [newest] = await list(second)
    const before = await unread(second)
    expect(before).toBeGreaterThan(0)
    expect((await mark(second, newest?.id ?? '', true)).status).toBe(204)
    await mark(second, newest?.id ?? '', true)
    expect(await unread(second)).toBe(before - 1)
    await mark(second, newest?.id ?? '', false)
    expect([await unread(second), (await list(second, 'show=UNREAD'))[0]?.id]).toEqual([before, newest?.id])
    const until = new Date(Date.parse(newest?.createdAt ?? '') - 1).toISOString()
    await second.post('/api/notifications/read', { until })
    expect((await list(second, 'show=UNREAD')).map(({ createdAt }) => createdAt >= until)).toEqual(
      Array(await unread(second)).fill(true),
    )
    expect(await unread(second)).toBeGreaterThan(0)
    await second.post('/api/notifications/read')
    expect([await unread(second), await list(second, 'show=UNREAD')]).toEqual([0, []])
  })

  it('another person’s can’t be seen or marked, and a page continues where the one before ended', async () => {
    const [own] = await list(scene.requester)
    expect((await mark(scene.approver, own?.id ?? '', true)).status).toBe(404)
    const all = (await list(scene.approver)).map((one) => one.id)
    const page = await scene.approver.get('/api/notifications?first=2')
    const next = await list(scene.approver, `first=100&cursor=${page.body.pageInfo.endCursor}`)
    expect([
      ...page.body.edges.map((edge: { node: Notification }) => edge.node.id),
      ...next.map((one) => one.id),
    ]).toEqual(all)
    expect(all).not.toContain(own?.id)
  })

  it('an admin who views as a member or acts for them sees the bell and marks nothing', async () => {
    const { approver } = scene.people
    const person = await scene.company.addPerson({ flags: ['hasAdminAccess'] })
    const marked = async (reason?: string) => {
      const admin = await signIn(scene.company, person)
      const client = clientOf(await exchange(admin, given(await impersonationToken(admin, approver.userId, reason))))
      const [first] = await list(client)
      expect(first?.isRead).toBe(false)
      const answers = [await mark(client, first?.id ?? '', true), await client.post('/api/notifications/read')]
      return answers.map(({ status }) => status)
    }
    const before = await unread(scene.approver)
    expect([await marked(), await marked('On leave')]).toEqual([
      [403, 403],
      [403, 403],
    ])
    expect(await unread(scene.approver)).toBe(before)
  })

  it('what a person can’t read anymore drops out of the list and the count', async () => {
    const target = await filed('Watched')
    await scene.requester.post(`/api/intake-submission/${target}/watchers`, {
      watcherIds: [scene.people.filer.userId],
    })
    await runOutbox(scene.company.id)
    expect([await told(scene.filer, target), await unread(scene.filer)]).toEqual([['WATCHING'], 1])
    await run('DELETE FROM request_participants WHERE target_id = ? AND user_id = ?', target, scene.people.filer.userId)
    expect([await told(scene.filer, target), await unread(scene.filer)]).toEqual([[], 0])
    expect((await scene.filer.call('PUT', `${MUTES}/INTAKE_SUBMISSION/${target}`)).status).toBe(404)
  })

  it('a removed member is told nothing and reads nothing, and old notifications are forgotten', async () => {
    const target = await filed('Left', 500_000)
    await run('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?', scene.people.second.userId)
    await decide(scene.approver, target, 'APPROVED', 1)
    await runOutbox(scene.company.id)
    expect((await second.get('/api/notifications')).status).toBe(401)
    await run('UPDATE company_memberships SET disabled_at = NULL WHERE user_id = ?', scene.people.second.userId)
    expect(await told(await signIn(scene.company, scene.people.second), target)).toEqual([])
    const before = await unread(scene.requester)
    const [first] = await list(scene.requester, 'show=UNREAD')
    await run('UPDATE notifications SET created_at = 0, rowid = -1 WHERE id = ?', first?.id)
    await runTicks(env)
    expect(await unread(scene.requester)).toBe(before - 1)
  })
})

describe('the bell beyond requests', () => {
  it('a delegate and an admin who had someone act for them are told, and another company’s people are not', async () => {
    const company = await makeCompany()
    const [ada, omar, bo] = [
      await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }),
      await company.addPerson({ name: 'Omar Haddad' }),
      await company.addPerson({ name: 'Bo Berg' }),
    ]
    const [asAda, asOmar, asBo] = [await signIn(company, ada), await signIn(company, omar), await signIn(company, bo)]
    await asOmar.post('/api/current-user/delegate-approvers', { userId: bo.userId, note: '' })
    await clientOf(await exchange(asAda, given(await impersonationToken(asAda, omar.userId, 'On leave'))))
    await runOutbox(company.id)
    expect(await list(asBo)).toMatchObject([
      { kind: 'DELEGATED', title: 'You can approve for Omar Haddad', path: '/user/settings/delegate-approvers' },
    ])
    expect(await list(asOmar)).toMatchObject([{ kind: 'ACTED_FOR', targetType: null }])
    const other = await makeCompany()
    const stranger = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    expect([await list(stranger), await unread(stranger)]).toEqual([[], 0])
    const [own] = await list(asBo)
    expect((await mark(stranger, own?.id ?? '', true)).status).toBe(404)
  })

  it('an import tells who started it how it ended, once, and the other admins of its vendors', async () => {
    const company = await makeCompany()
    const people = [
      await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }),
      await company.addPerson({ name: 'Bea Boss', flags: ['hasAdminAccess'] }),
    ] as const
    const [ada, bea] = [await signIn(company, people[0]), await signIn(company, people[1])]
    const found = await checkedImport(ada, 'Name\nNorthwind\nContoso\n', { name: 'vendors.csv' })
    await carriedOut(ada, found)
    await runOutbox(company.id)
    await runOutbox(company.id, true)
    expect(await list(ada)).toMatchObject([
      {
        ...{ kind: 'IMPORTED', title: 'vendors.csv', path: `/vendors/imports/${found.id}` },
        sentence: 'Your import is done: 2 vendors created, 0 changed.',
      },
    ])
    expect(await list(bea)).toMatchObject([{ kind: 'VENDOR', title: 'vendors.csv' }])
  })

  it('a vendor’s news follows the company’s settings, and no one hears of a vendor they muted', async () => {
    const company = await makeCompany()
    const person = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
    const ada = await signIn(company, person)
    const bea = await signIn(company, await company.addPerson({ name: 'Bea Boss', flags: ['hasAdminAccess'] }))
    const off = await signIn(company, await company.addPerson({ name: 'Olaf Off' }))
    const vendorId = (await ada.post('/api/vendors', { name: 'Figma', owners: [person.userId], paymentMethod: 'ACH' }))
      .body.id
    await runOutbox(company.id)
    expect(await list(bea)).toMatchObject([{ kind: 'VENDOR', title: 'Figma', path: `/vendors/${vendorId}` }])
    await bea.call('PUT', `${MUTES}/VENDOR/${vendorId}`)
    await ada.post('/api/vendors/archive', { vendorIds: [vendorId], archived: true })
    await runOutbox(company.id)
    expect((await list(bea)).length).toBe(1)
    expect([await list(ada), await list(off)]).toEqual([[], []])
  })
})
