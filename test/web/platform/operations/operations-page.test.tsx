// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import * as alarms from '../../../../schema/platform/operations/alarms.ts'
import * as endpoints from '../../../../schema/platform/operations/endpoints.ts'
import { Route } from '../../../../web/routes/_staff/super-admin/operations.tsx'
import { watchToasts } from '../../../support/shown-toasts.ts'
import { beginPages, openPage, serverOf } from '../../../support/web/page.tsx'
import { all, click, fill, find, says, until } from '../../../support/web/screen.ts'
import { Refusal } from '../../../support/web/server.ts'

beginPages()

const AT = '2026-11-20T11:00:00.000Z'
const NOTHING = { bytes: null, parts: [], lanes: [], givenUp: [], givenUpKinds: [], syncs: [], chains: [] }
const STATE: endpoints.OperationsState = {
  checkedAt: '2026-11-29T12:00:00.000Z',
  cellCount: 2,
  cells: [
    {
      ...{ cell: 0, isReached: true, bytes: 5_000_000 },
      parts: [
        { part: 'JOBS', endedAt: '2026-11-28T10:00:00.000Z' },
        { part: 'OUTBOX', endedAt: '2026-11-29T11:59:00.000Z' },
      ],
      lanes: [
        {
          lane: 'mail',
          topic: 'notification.request',
          what: 'notification.request',
          dueAt: '2026-11-29T11:00:00.000Z',
        },
      ],
      givenUp: [
        {
          ...{
            id: 'e1',
            topic: 'task.run',
            what: 'Automatic task',
            companyId: 'c1',
            companyName: 'Brightwater Robotics',
          },
          ...{ attempts: 10, diedAt: AT, error: 'The target answered 500', refusal: null },
        },
        {
          ...{ id: 'e2', topic: 'sync.run', what: 'Sync with another system', companyId: '', companyName: null },
          ...{ attempts: 10, diedAt: AT, error: null, refusal: 'Its own page says that it failed.' },
        },
      ],
      givenUpKinds: [
        { topic: 'task.run', what: 'Automatic task', count: 12 },
        { topic: 'sync.run', what: 'Sync with another system', count: 1 },
      ],
      syncs: [
        {
          ...{
            id: 's1',
            companyId: 'c1',
            companyName: 'Brightwater Robotics',
            provider: 'QUICKBOOKS',
            kind: 'account',
          },
          ...{ state: 'FAILING', failures: 3, error: 'The access ended.', since: AT },
        },
      ],
      chains: [
        {
          ...{ companyId: 'c1', companyName: 'Brightwater Robotics', checkedAt: AT, checkedBy: 'Ada Admin' },
          ...{ entries: 9, problem: 'Entry 5: The entry was altered.' },
        },
      ],
    },
    { ...NOTHING, cell: 1, isReached: false },
  ],
}
const COSTS = {
  ...{ from: '2026-11-29', to: '2026-11-29' },
  costs: [
    {
      ...{ companyId: 'c1', name: 'Brightwater Robotics', calls: 1200, milliseconds: 61_400, queries: 9_000 },
      ...{ rowsRead: 2_000_000, rowsWritten: 300 },
    },
    { companyId: 'v1', name: null, calls: 1, milliseconds: 10, queries: 2, rowsRead: 5, rowsWritten: 0 },
  ],
}
const SETTINGS = { emails: ['ops@outlay.example'], webhookUrl: null, laneMinutes: 15, tickMinutes: 5, sizePercent: 80 }
const ALARMS = {
  settings: { ...SETTINGS, version: 3 },
  alarms: [
    {
      ...{ id: 'a1', kind: 'LANE' as const, text: 'Emails of database 0 wait for 20 minutes.', beganAt: AT },
      ...{ endedAt: null, toldAt: AT, reminders: 2 },
    },
  ],
}

/** The page, with what the server says where it isn't the usual. */
const open = (state: endpoints.OperationsState = STATE) => {
  const server = serverOf()
  server.on(endpoints.getOperations, () => state)
  server.on(endpoints.getCompanyCosts, () => COSTS)
  server.on(alarms.getAlarms, () => ALARMS)
  return openPage(Route, '/super-admin/operations')
}

it('each database, what waits in it, what was given up, fails or doesn’t verify, alarms and costs are listed', async () => {
  await open()
  await find('row', /^0 \(directory\)Answers/)
  await find('row', /^1Doesn’t answer–/)
  await find('row', /^Emailsnotification\.request.*0$/)
  await find('row', /^Automatic taskBrightwater RoboticsThe target answered 50010/)
  await find('row', /^Sync with another systemIts own page says that it failed\.Everyone–10/)
  await find('row', /^Brightwater RoboticsQuickBooks: accountFailingThe access ended\.3/)
  await find('row', /^Brightwater RoboticsBrokenEntry 5: The entry was altered\..*By Ada Admin/)
  await find('row', /^OnEmails of database 0 wait for 20 minutes\..*2$/)
  await find('row', /^Brightwater Robotics1,200619,0002,000,000300$/)
  await find('row', /^Vendor’s company10250$/)
})

it('an installation that has just begun says that nothing waits, was given up, fails or was counted', async () => {
  const server = serverOf()
  server.on(endpoints.getOperations, () => ({ ...STATE, cells: STATE.cells.slice(1) }))
  server.on(endpoints.getCompanyCosts, () => ({ ...COSTS, costs: [] }))
  server.on(alarms.getAlarms, () => ({ ...ALARMS, alarms: [] }))
  await openPage(Route, '/super-admin/operations')
  for (const text of [
    ...['Nothing is waiting', 'Nothing was given up in the last 90 days', 'No sync fails', 'All chains verify'],
    ...['There was no alarm', 'No calls were counted on these days'],
  ])
    await says(text)
})

it('a failure says so, with a way to try again', async () => {
  serverOf().on(endpoints.getOperations, () => new Refusal(500, 'INTERNAL', 'Something went wrong'))
  await openPage(Route, '/super-admin/operations')
  await find('button', /Try again|Retry/)
  expect(all('row')).toEqual([])
})

it('one effect or all of a kind are sent again, and what can’t be has no such button', async () => {
  const server = serverOf()
  server.on(endpoints.sendEffectsAgain, () => ({ count: 12, isMore: false }))
  await open()
  await click('button', 'Send again: Automatic task, Brightwater Robotics')
  await click('button', 'Send again: all 12 of Automatic task')
  await until('both calls', () => server.changes.length === 2)
  expect(server.changes.map(({ body }) => body)).toEqual([
    { cell: 0, topic: 'task.run', effectId: 'e1' },
    { cell: 0, topic: 'task.run' },
  ])
  expect(all('button', /^Send again: .*Sync/)).toEqual([])
  await find('button', 'Put aside: Sync with another system, Everyone')
})

it('an effect is put aside with a reason only', async () => {
  const server = serverOf()
  server.on(endpoints.putEffectsAside, () => ({ count: 1, isMore: false }))
  await open()
  await click('button', 'Put aside: Automatic task, Brightwater Robotics')
  const dialog = await find('dialog', 'Put aside')
  await click('button', 'Put aside', dialog)
  expect(server.changes).toEqual([])
  await fill('Reason', 'The target is gone', dialog)
  await click('button', 'Put aside', dialog)
  await until('the call', () => server.changes.length === 1)
  expect(server.changes[0]?.body).toEqual({
    ...{ cell: 0, topic: 'task.run', effectId: 'e1', reason: 'The target is gone' },
  })
})

it('a chain is verified now, and the page says what came of it', async () => {
  const server = serverOf()
  server.on(endpoints.verifyCompanyChain, () => ({ isDone: true, entries: 9, problem: 'The entry was altered.' }))
  const toasts = watchToasts()
  await open()
  await click('button', 'Verify now: Brightwater Robotics')
  await until('what came of it', () => toasts.successes().length > 0)
  expect(toasts.successes()).toEqual(['Brightwater Robotics doesn’t verify: The entry was altered.'])
  expect(server.changes[0]?.body).toEqual({ companyId: 'c1' })
})

it('alarms are saved with the version that was read, and a webhook that isn’t public is refused at its field', async () => {
  const server = serverOf()
  server.on(alarms.setAlarms, () => ({ ...SETTINGS, webhookUrl: 'https://hooks.acme-tools.com/a', version: 4 }))
  await open()
  await fill('Webhook', 'http://10.0.0.1/a')
  await click('button', 'Save alarms')
  await says('The URL must start with https://')
  expect(server.changes).toEqual([])
  await fill('Webhook', 'https://hooks.acme-tools.com/a')
  await click('button', 'Save alarms')
  await until('the call', () => server.changes.length === 1)
  expect(server.changes[0]?.body).toEqual({ ...SETTINGS, webhookUrl: 'https://hooks.acme-tools.com/a', version: 3 })
})

it('costs are sorted by the column that is chosen', async () => {
  await open()
  const asked: (string | null)[] = []
  serverOf().on(endpoints.getCompanyCosts, ({ query }) => {
    asked.push(query.get('sort'))
    return COSTS
  })
  await click('button', /^Queries/)
  await until('another order', () => asked.includes('queries'))
})
