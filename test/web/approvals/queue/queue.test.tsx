// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { Queue } from '../../../../web/features/approvals/queue/index.ts'
import { to } from '../../../../web/lib/address.ts'
import type { QueueItem, QueuePart, QueueSource } from '../../../../web/ui/queue/queue-item.ts'
import { beginPages, openPart } from '../../../support/web/page.tsx'
import { all, click, press, says, until } from '../../../support/web/screen.ts'

beginPages()

const item = (key: string, more: Partial<QueueItem> = {}): QueueItem => ({
  key,
  kind: 'request',
  title: key,
  about: 'Ada Pereira · #7 · Software',
  step: 'Manager approval',
  amount: { value: 1_920_000, currency: 'USD' },
  since: '2026-11-01T12:00:00.000Z',
  dueAt: null,
  href: to('/inbox'),
  ...more,
})
const source = (name: string, read: () => Promise<QueuePart>): QueueSource => ({ queryKey: ['test', name], read })
const of = (name: string, ...items: QueueItem[]) => source(name, async () => ({ items }))
const lines = () => all('link').map(({ textContent }) => textContent)

it('lines of all kinds are one list, the most urgent first, each with its next step and amount', async () => {
  await openPart(() => (
    <Queue
      sources={[
        of('inbox', item('Laptop'), item('Desk', { since: '2026-10-01T12:00:00.000Z' })),
        of(
          'payments',
          item('Halden Foods', {
            kind: 'payment',
            step: 'Payment failed',
            since: null,
            isStuck: true,
            href: to('/payments'),
          }),
        ),
      ]}
    />
  ))
  await says('Payment failed')
  expect(lines()).toEqual(['Decide one after another', 'Payment: Halden Foods', 'Request: Desk', 'Request: Laptop'])
  await says(/Manager approval\$19,200\.00/)
  await says(/Waiting for you 3/)
})

it('nothing is shown before every source has answered, and one that failed is said beside the others', async () => {
  let fails = true
  let answer: (part: QueuePart) => void = () => undefined
  const slow = source('slow', () => new Promise((resolve) => (answer = resolve)))
  const broken = source('broken', async () => {
    if (fails) throw new Error('The payments didn’t answer')
    return { items: [item('Wire')] }
  })
  await openPart(() => <Queue sources={[of('inbox', item('Laptop')), slow, broken]} />)
  expect(lines()).toEqual([])
  answer({ items: [] })
  await says('The payments didn’t answer')
  expect(lines()).toEqual(['Request: Laptop'])
  fails = false
  await click('button', 'Try again')
  await until('both', () => lines().includes('Request: Wire'))
  expect(lines()).toEqual(['Decide one after another', 'Request: Laptop', 'Request: Wire'])
})

it('where nothing waits, it says so', async () => {
  await openPart(() => <Queue sources={[of('inbox')]} />)
  await says('You’re all caught up')
})

it('eight lines are shown before someone asks for the rest, and the keys walk through them', async () => {
  const ten = Array.from({ length: 10 }, (_, index) => item(`Chair ${index}`))
  await openPart(() => <Queue sources={[source('inbox', async () => ({ items: ten, isMore: true }))]} />)
  await says(/Waiting for you 10\+/)
  expect(all('link', /^Request/)).toHaveLength(8)
  await click('button', 'Show 2 more')
  expect(all('link', /^Request/)).toHaveLength(10)
  document.body.focus()
  const focused = () => document.activeElement?.textContent
  await press('j')
  expect(focused()).toBe('Request: Chair 0')
  await press('j')
  expect(focused()).toBe('Request: Chair 1')
  await press('k')
  await press('k')
  expect(focused()).toBe('Request: Chair 0')
})
