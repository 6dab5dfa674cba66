import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { decide, type FilingScene, makeFilingScene } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { failNextMails, sentMails } from '../../../support/worker/outside.ts'
import { planOf, scansOf, statementsOf } from '../../../support/worker/query-plans.ts'
import { mailedToken, rows, run } from '../../../support/worker/sessions.ts'

const SWITCHES = '/api/notification-settings'
const REMINDERS = '/api/notification-settings-reminders'
const VENDORS = '/api/vendor-notifications-settings'
const DAY = 86_400_000

let scene: FilingScene
beforeAll(async () => {
  scene = await makeFilingScene()
})
beforeEach(() => {
  failNextMails(0)
})

const put = (path: string, body: object) => scene.admin.call('PUT', path, { body })
const historyOf = (action: string) =>
  rows<{ change_data: string }>(
    'SELECT change_data FROM audit_log WHERE company_id = ? AND action = ? ORDER BY id',
    scene.company.id,
    action,
  )

describe('the company’s notification switches', () => {
  it('email off: no one is emailed about requests, but login links are still sent', async () => {
    const { approver } = scene.people
    await put(SWITCHES, { enableEmailNotifications: false, enableSlackNotifications: false })
    const before = sentMails(approver.email).length
    await file(scene.requester, scene.category.id, { title: 'Silence' })
    await runTicks(env)
    expect(sentMails(approver.email).length).toBe(before)
    expect(await mailedToken(approver.email)).toMatch(/\S/)
    await put(SWITCHES, { enableEmailNotifications: true, enableSlackNotifications: false })
    await file(scene.requester, scene.category.id, { title: 'Sound' })
    await runTicks(env)
    expect(sentMails(approver.email).at(-1)?.subject).toBe('Approve: Sound')
    const changes = (await historyOf('company.notifications-changed')).map((row) => JSON.parse(row.change_data))
    expect(changes).toMatchObject([
      { before: { enableEmailNotifications: true }, after: { enableEmailNotifications: false } },
      { before: { enableEmailNotifications: false }, after: { enableEmailNotifications: true } },
    ])
  })

  it('Slack can’t be turned on while it isn’t connected, and the reason is shown beside it', async () => {
    const answer = await put(SWITCHES, { enableEmailNotifications: true, enableSlackNotifications: true })
    expect(answer).toMatchObject({ status: 400, body: { fields: { enableSlackNotifications: /not connected/ } } })
    expect((await scene.admin.get(SWITCHES)).body).toMatchObject({
      enableSlackNotifications: false,
      isSlackConnected: false,
    })
  })

  it('the later of two admins who save at once gets a conflict', async () => {
    const { version } = (await scene.admin.get(SWITCHES)).body
    const change = { enableEmailNotifications: true, enableSlackNotifications: false, version }
    expect((await put(SWITCHES, change)).status).toBe(200)
    expect(await put(SWITCHES, change)).toMatchObject({ status: 409, body: { reason: 'STALE_VERSION' } })
  })
})

describe('the list of reminders', () => {
  it('reminders are sorted by days, and a second one for the same days is refused beside the field', async () => {
    const late = (await scene.admin.post(REMINDERS, { daysAfterNotification: 14, note: ' Soon due ' })).body.id
    const soon = (await scene.admin.post(REMINDERS, { daysAfterNotification: 12, note: '' })).body.id
    expect((await scene.admin.get(REMINDERS)).body).toEqual([
      { id: soon, daysAfterNotification: 12, note: '', version: 1 },
      { id: late, daysAfterNotification: 14, note: 'Soon due', version: 1 },
    ])
    const again = await scene.admin.post(REMINDERS, { daysAfterNotification: 14, note: '' })
    expect(again).toMatchObject({ status: 400, body: { fields: { daysAfterNotification: /already/ } } })
    const moved = await put(`${REMINDERS}/${soon}`, { daysAfterNotification: 14, note: '' })
    expect(moved).toMatchObject({ status: 400, body: { fields: { daysAfterNotification: /already/ } } })
    const changed = await put(`${REMINDERS}/${soon}`, { daysAfterNotification: 13, note: 'x', version: 1 })
    expect(changed.body).toEqual({ id: soon, daysAfterNotification: 13, note: 'x', version: 2 })
    const stale = await put(`${REMINDERS}/${soon}`, { daysAfterNotification: 15, note: 'y', version: 1 })
    expect(stale).toMatchObject({ status: 409, body: { reason: 'STALE_VERSION' } })
    for (const id of [soon, late]) expect((await scene.admin.call('DELETE', `${REMINDERS}/${id}`)).status).toBe(204)
    expect((await scene.admin.get(REMINDERS)).body).toEqual([])
    expect((await historyOf('company.reminder-deleted')).length).toBe(2)
  })

  it.each([0, -1, 1.5, 366, null, '3'])('a reminder after %s days is refused', async (daysAfterNotification) => {
    const answer = await scene.admin.post(REMINDERS, { daysAfterNotification, note: '' })
    expect(answer).toMatchObject({ status: 400, body: { fields: { daysAfterNotification: /\S/ } } })
  })

  it('there are at most ten reminders', async () => {
    for (let days = 1; days <= 10; days++) {
      expect((await scene.admin.post(REMINDERS, { daysAfterNotification: days, note: '' })).status).toBe(200)
    }
    const answer = await scene.admin.post(REMINDERS, { daysAfterNotification: 11, note: '' })
    expect(answer).toMatchObject({ status: 422, body: { message: /10 reminders/ } })
    await run('DELETE FROM notification_reminders WHERE company_id = ?', scene.company.id)
  })
})

describe('sending a reminder', () => {
  const remindersTo = (email: string, title: string) =>
    sentMails(email).filter((mail) => mail.subject === `Reminder: ${title}`)
  /** A request that has waited this long, and a reminder that was checked before it was due. */
  const waiting = async (days: number, note = 'Please decide') => {
    const title = `Waiting ${newId()}`
    const id = await file(scene.requester, scene.category.id, { title })
    await run('DELETE FROM notification_reminders WHERE company_id = ?', scene.company.id)
    const reminder = await scene.admin.post(REMINDERS, { daysAfterNotification: 3, note })
    const since = Date.now() - days * DAY
    await run(
      'UPDATE request_participants SET action_since = ? WHERE target_id = ? AND action_since IS NOT NULL',
      since,
      id,
    )
    await lookAgain(DAY)
    return {
      id,
      title,
      reminderId: reminder.body.id as string,
      mails: () => remindersTo(scene.people.approver.email, title),
    }
  }
  /** As if the sweep had last run that long ago. */
  const lookAgain = (ms: number) =>
    run('UPDATE notification_reminders SET checked_at = ? WHERE company_id = ?', Date.now() - ms, scene.company.id)

  it('a reminder with its note is sent once to people who haven’t acted that many days after being asked', async () => {
    const { mails, title } = await waiting(3.1, 'Legal waits for you')
    await runTicks(env)
    const [mail] = mails()
    expect(mail?.text).toContain('"legal" has waited for you for 3 days.')
    expect(mail?.text).toContain('> Legal waits for you')
    for (const email of [scene.people.requester.email, scene.people.second.email]) {
      expect(remindersTo(email, title)).toEqual([])
    }
    await lookAgain(DAY)
    await runTicks(env)
    await runTicks(env)
    expect(mails().length).toBe(1)
  })

  it('a reminder isn’t sent before its day, nor for what had waited longer when it was created', async () => {
    const early = await waiting(2.9)
    await runTicks(env)
    expect(early.mails()).toEqual([])
    const old = await waiting(9)
    await runTicks(env)
    expect(old.mails()).toEqual([])
  })

  /** Queues what is due while the provider accepts nothing, then makes it due again. */
  const startWithoutMails = async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    failNextMails(1_000)
    await Promise.all([runTicks(env), runTicks(env)])
    failNextMails(0)
    await run('UPDATE outbox SET available_at = 0 WHERE company_id = ? AND done_at IS NULL', scene.company.id)
  }

  it('a reminder is sent exactly once even if the provider fails or two sweeps run at once', async () => {
    const { mails } = await waiting(3.1)
    await startWithoutMails()
    expect(mails()).toEqual([])
    await lookAgain(DAY)
    await Promise.all([runTicks(env), runTicks(env)])
    await lookAgain(DAY)
    await runTicks(env)
    expect(mails().length).toBe(1)
  })

  it('a reminder isn’t sent again after a crash before it was recorded, even if its text would now differ', async () => {
    const { id, title, reminderId, mails } = await waiting(3.1)
    await runTicks(env)
    const own = `id LIKE 'reminder:' || ? || ':%'`
    await run(`UPDATE outbox SET done_at = NULL, available_at = 0 WHERE ${own}`, reminderId)
    await run('UPDATE intake_submissions SET title = ? WHERE id = ?', `${title}, edited`, id)
    await runTicks(env)
    expect(mails().length).toBe(1)
    expect(sentMails().filter((mail) => mail.subject.includes(`${title}, edited`))).toEqual([])
    const left = await rows(`SELECT id FROM outbox WHERE done_at IS NULL AND ${own}`, reminderId)
    expect(left).toEqual([])
  })

  it('a reminder isn’t sent once the person has acted or it was deleted, even if it was already queued', async () => {
    const acted = await waiting(3.1)
    await startWithoutMails()
    await decide(scene.approver, acted.id, 'APPROVED', 1)
    await runTicks(env)
    expect(acted.mails()).toEqual([])
    const gone = await waiting(3.1)
    await startWithoutMails()
    await scene.admin.call('DELETE', `${REMINDERS}/${gone.reminderId}`)
    await runTicks(env)
    expect(gone.mails()).toEqual([])
  })

  it('a reminder isn’t sent to people without emails, but is to people who want only final decisions', async () => {
    const settings = (change: object) =>
      scene.approver.post('/api/current-user/notification-settings', {
        receiveEmail: true,
        receiveSlack: false,
        spendApproverNotificationLevel: 'APPROVED_ONLY',
        spendWatcherNotificationLevel: 'APPROVED_ONLY',
        requesterNotificationLevel: 'APPROVED_ONLY',
        ...change,
      })
    await settings({ receiveEmail: false })
    const silent = await waiting(3.1)
    await runTicks(env)
    expect(silent.mails()).toEqual([])
    await settings({})
    const heard = await waiting(3.1)
    await runTicks(env)
    expect(heard.mails().length).toBe(1)
    await settings({ spendApproverNotificationLevel: 'OWN_LEVEL', requesterNotificationLevel: 'EVERY_UPDATE' })
  })

  it('due reminders are found by indexes without reading the others', async () => {
    await waiting(3.1)
    const statements = await statementsOf(() => runTicks(env))
    const found = statements.filter(({ sql }) => sql.includes('notification_reminders'))
    expect(found.length).toBeGreaterThanOrEqual(2)
    for (const statement of found) {
      const plan = await planOf(statement)
      expect({
        sql: statement.sql,
        scans: scansOf(statement.sql, plan).filter((step) => !/SCAN [rp]$/.test(step)),
      }).toEqual({ sql: statement.sql, scans: [] })
      if (statement.sql.includes('request_participants_waiting')) {
        expect(plan.join('\n')).toMatch(
          /request_participants_waiting \(company_id=\? AND action_since>\? AND action_since<\?\)/,
        )
      }
    }
  })
})

describe('vendor notifications', () => {
  const body = { sendToAdmins: true, sendToVendorAdmins: false, sendToVendorOwners: true }

  it('vendor notifications are saved with groups by name, which can’t be deleted meanwhile', async () => {
    const [zebra, apple] = [await scene.company.add('groups', 'Zebra'), await scene.company.add('groups', 'apple')]
    const saved = await scene.admin.post(VENDORS, {
      ...body,
      groupsToSendTo: [{ id: zebra, name: 'x' }, { id: apple }],
    })
    const groups = [
      { id: apple, name: 'apple' },
      { id: zebra, name: 'Zebra' },
    ]
    expect(saved).toMatchObject({ status: 200, body: { ...body, groupsToSendTo: groups, version: 1 } })
    expect((await scene.admin.get(VENDORS)).body).toEqual(saved.body)
    expect((await scene.admin.call('DELETE', `/api/groups/${zebra}`)).status).toBe(422)
    expect((await scene.admin.get(VENDORS)).body.groupsToSendTo).toEqual(groups)
  })

  it('another company’s group is refused as missing, and nothing changes', async () => {
    const elsewhere = await (await makeFilingScene()).company.add('groups')
    const before = (await scene.admin.get(VENDORS)).body
    for (const id of [elsewhere, newId()]) {
      const answer = await scene.admin.post(VENDORS, { ...body, groupsToSendTo: [{ id }] })
      expect(answer).toMatchObject({ status: 400, body: { fields: { groupsToSendTo: /does not exist/ } } })
    }
    expect((await scene.admin.get(VENDORS)).body).toEqual(before)
  })
})

describe('the request approval mode', () => {
  const setMode = (mode: string) =>
    scene.admin.graphql(`mutation { setRequestApprovalMode(companyId: "${scene.company.id}", mode: ${mode}) { id } }`)
  const askedBy = async (act: () => Promise<string>): Promise<string[]> => {
    await runTicks(env)
    const { approver, second } = scene.people
    const before = [sentMails(approver.email).length, sentMails(second.email).length]
    await act()
    await runTicks(env)
    return [approver, second].flatMap(({ name, email }, i) =>
      sentMails(email).length > (before[i] ?? 0) ? [name] : [],
    )
  }
  const large = () =>
    file(scene.requester, scene.category.id, { title: 'Large', amount: { value: 200_000, currency: 'USD' } })

  it('the mode decides who is asked at submission, and requests in progress keep theirs', async () => {
    expect(await askedBy(large)).toEqual(['Abe Approver'])
    const running = await large()
    expect((await setMode('ALL_AT_ONCE')).body.errors).toBeUndefined()
    expect((await scene.admin.get('/api/current-company')).body.requestApprovalMode).toBe('ALL_AT_ONCE')
    expect(await askedBy(large)).toEqual(['Abe Approver', 'Sue Second'])
    const waits = await rows<{ user_id: string }>(
      'SELECT user_id FROM request_participants WHERE target_id = ? AND action_since IS NOT NULL',
      running,
    )
    expect(waits.map((row) => row.user_id)).toEqual([scene.people.approver.userId])
    await setMode('EACH_LEVEL_GROUP')
    const changes = (await historyOf('company.request-approval-mode-changed')).map((row) => JSON.parse(row.change_data))
    expect(changes).toEqual([
      { before: { requestApprovalMode: 'EACH_LEVEL_GROUP' }, after: { requestApprovalMode: 'ALL_AT_ONCE' } },
      { before: { requestApprovalMode: 'ALL_AT_ONCE' }, after: { requestApprovalMode: 'EACH_LEVEL_GROUP' } },
    ])
  })
})
