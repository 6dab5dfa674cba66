// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { getInbox } from '../../../../schema/approvals/inbox/endpoints.ts'
import { countNotifications, markAllNotifications } from '../../../../schema/platform/bell/endpoints.ts'
import { InboxCount } from '../../../../web/features/approvals/inbox/inbox-count.tsx'
import { Bell } from '../../../../web/features/platform/bell/index.ts'
import { queryClient } from '../../../../web/lib/query-client.ts'
import { call } from '../../../../web/lib/rest.ts'
import { useCommand } from '../../../../web/lib/use-command.ts'
import { beginPages, openPart, serverOf } from '../../../support/web/page.tsx'
import { click, find, says, until } from '../../../support/web/screen.ts'

beginPages()

const item = (id: string) => ({
  ...{ targetType: 'INTAKE_SUBMISSION', id, reference: `#${id}`, title: 'A laptop', requestorName: 'Ada Pereira' },
  ...{ amount: null, since: '2026-11-01T00:00:00.000Z', actions: [] },
})
const answer = (count: number, endCursor: string | null = null) => ({
  items: Array.from({ length: count }, (_, place) => item(String(place))),
  pageInfo: { hasNextPage: endCursor !== null, startCursor: null, endCursor },
})

/** Something that the person does meanwhile. */
const Deed = () => {
  const { send } = useCommand({
    run: (_: null, { commandId }) => call(markAllNotifications, { body: { until: 'n1' }, commandId }),
  })
  return (
    <button type="button" onClick={() => send(null)}>
      Do it
    </button>
  )
}
const open = () =>
  openPart(() => (
    <>
      <p>
        Inbox: <InboxCount>{(count, of) => <span>{`${count} ${of}`}</span>}</InboxCount>
      </p>
      <Deed />
    </>
  ))
const said = () => document.querySelector('p')?.textContent

it('the menu says how many items wait, and nothing where none does', async () => {
  let waiting = 3
  serverOf()
    .on(markAllNotifications, () => null)
    .on(getInbox, () => answer(waiting))
  await open()
  await says('3 waiting for you')
  waiting = 0
  await click('button', 'Do it')
  await until('nothing', () => said() === 'Inbox: ')
})

it('more than a page is said as such', async () => {
  serverOf().on(getInbox, () => answer(25, 'c'))
  await open()
  await says('25+ waiting for you')
  expect(said()).toBe('Inbox: 25+ waiting for you')
})

it('the number is asked for again when the bell says something else', async () => {
  let [unread, asked] = [1, 0]
  serverOf()
    .on(countNotifications, () => ({ unread }))
    .on(markAllNotifications, () => null)
    .on(getInbox, () => {
      asked += 1
      return answer(3)
    })
  await openPart(() => (
    <>
      <Bell />
      <InboxCount>{(count, of) => <p>{`${count} ${of}`}</p>}</InboxCount>
    </>
  ))
  await find('button', 'Notifications, 1 unread')
  await says('3 waiting for you')
  const before = asked
  unread = 2
  await act(async () => void queryClient.invalidateQueries({ queryKey: ['bell'] }))
  await find('button', 'Notifications, 2 unread')
  await until('asked again', () => asked === before + 1)
})
