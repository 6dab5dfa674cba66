// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import * as endpoints from '../../../../schema/platform/operations/endpoints.ts'
import { Route } from '../../../../web/routes/_staff/super-admin/operations.tsx'
import { beginPages, openPage, serverOf } from '../../../support/web/page.tsx'
import { all, find, says } from '../../../support/web/screen.ts'
import { Refusal } from '../../../support/web/server.ts'

beginPages()

const STATE: endpoints.OperationsState = {
  checkedAt: '2026-11-29T12:00:00.000Z',
  cells: [
    {
      ...{ cell: 0, isReached: true, bytes: 5_000_000 },
      parts: [
        { part: 'JOBS', endedAt: '2026-11-28T10:00:00.000Z' },
        { part: 'OUTBOX', endedAt: '2026-11-29T11:59:00.000Z' },
      ],
      lanes: [{ lane: 'mail', topic: 'notification.request', dueAt: '2026-11-29T11:00:00.000Z' }],
      givenUp: [
        {
          ...{ id: 'e1', topic: 'webhook.call', companyId: 'c1', attempts: 10 },
          ...{ diedAt: '2026-11-20T11:00:00.000Z', error: 'Error: 500' },
        },
      ],
    },
    { cell: 1, isReached: false, bytes: null, parts: [], lanes: [], givenUp: [] },
  ],
  costs: [
    {
      ...{ companyId: 'c1', name: 'Brightwater Robotics', calls: 1200, milliseconds: 61_400 },
      ...{ rowsRead: 2_000_000, rowsWritten: 300 },
    },
    { companyId: 'v1', name: null, calls: 1, milliseconds: 10, rowsRead: 5, rowsWritten: 0 },
  ],
}
const open = () => openPage(Route, '/super-admin/operations')

it('each database, what waits in it, what was given up and what companies cost is listed', async () => {
  serverOf().on(endpoints.getOperations, () => STATE)
  await open()
  await find('row', /^0 \(directory\)Answers/)
  await find('row', /^1Doesn’t answer–/)
  await find('row', /^Emailsnotification\.request.*0$/)
  await find('row', /^webhook\.callError: 50010.*0$/)
  await find('row', /^Brightwater Robotics1,200612,000,000300$/)
  await find('row', /^Vendor’s company1050$/)
})

it('an installation that has just begun says that nothing waits, was given up or counted', async () => {
  serverOf().on(endpoints.getOperations, () => ({ ...STATE, cells: STATE.cells.slice(1), costs: [] }))
  await open()
  for (const text of ['Nothing is waiting', 'Nothing was given up in the last 90 days', 'No calls were counted today'])
    await says(text)
})

it('a failure says so, with a way to try again', async () => {
  serverOf().on(endpoints.getOperations, () => new Refusal(500, 'INTERNAL', 'Something went wrong'))
  await open()
  await find('button', /Try again|Retry/)
  expect(all('row')).toEqual([])
})
