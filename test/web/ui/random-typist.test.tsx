// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs'
import { MantineProvider } from '@mantine/core'
import { act, useRef, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useInboxKeys } from '../../../web/features/approvals/inbox/use-inbox-keys.ts'
import { useDecisionKeys } from '../../../web/features/requests/submissions/details/use-decision-keys.ts'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { keyClock } from '../../support/key-clock.ts'

/** Someone types text where it doesn't belong. */

const command = vi.fn()
const opened = vi.fn()

/** The keys of the inbox, with a dialog for a comment. */
const Inbox = () => {
  const list = useRef<HTMLUListElement>(null)
  const [isOpen, setOpen] = useState(true)
  useInboxKeys({
    list,
    places: ['one', 'two'],
    opened: 'one',
    approval: () => ({ about: 'one', hasDialog: false, start: () => command('approve') }),
    withBlock: () => command('dialog'),
    toggle: () => command('select'),
    undoLast: () => command('undo'),
  })
  return (
    <>
      <main id="main" tabIndex={-1}>
        <h1 tabIndex={-1}>Inbox</h1>
        <ul ref={list}>
          <li>
            <button type="button" data-item="one" />
          </li>
        </ul>
      </main>
      {isOpen && (
        <Dialog opened onClose={() => setOpen(false)} title="Comments">
          <textarea aria-label="Comment" />
        </Dialog>
      )}
    </>
  )
}

/** The keys of a request, a bill, an order and a spend request, which open a dialog. */
const Decision = () => {
  const block = { canDecide: true, canComplete: false } as Parameters<typeof useDecisionKeys>[0][number]
  useDecisionKeys([block], opened)
  return (
    <main id="main" tabIndex={-1}>
      <h1 tabIndex={-1}>Laptops</h1>
      <input aria-label="Note" />
    </main>
  )
}

let root: Root
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  command.mockReset()
  opened.mockReset()
  keyClock.now += 100_000
  vi.spyOn(performance, 'now').mockImplementation(() => keyClock.now)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  // The next file's keys come after all of these.
  vi.spyOn(performance, 'now').mockReturnValue(Number.NEGATIVE_INFINITY)
  await type('q', document.body)
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

const show = (page: React.ReactNode) =>
  act(async () => root.render(<MantineProvider env="test">{page}</MantineProvider>))

/** The same numbers for the same seed. */
const random = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
const WORDS = 'please ask ada first before we accept xerox rates all carry cups under review again aa rr xx cc'.split(
  ' ',
)

const type = (key: string, on: Element) =>
  act(async () => void on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))

/** A sentence at the speed of a person, each key where `place` says. */
const typist = async (seed: number, place: () => Element): Promise<void> => {
  const next = random(seed)
  const words = Array.from({ length: 6 }, () => WORDS[Math.floor(next() * WORDS.length)])
  for (const key of `${words.join(' ')}.`) {
    keyClock.now += 40 + next() * 300
    await type(key, place())
  }
  keyClock.now += 3000
}
const SEEDS = Array.from({ length: 25 }, (_, at) => at + 1)

it.each(['body', '#main', 'h1'])('a typist on %s of the inbox makes no command', async (where) => {
  await show(<Inbox />)
  await act(async () => document.querySelector<HTMLElement>('.mantine-Modal-close')?.click())
  keyClock.now += 5000
  for (const seed of SEEDS) {
    const place = document.querySelector<HTMLElement>(where) ?? document.body
    place.focus()
    await typist(seed, () => document.activeElement ?? document.body)
  }
  expect(command).not.toHaveBeenCalled()
})

it('a typist whose comment is closed in the middle makes no command', async () => {
  for (const seed of SEEDS) {
    await show(<Inbox key={seed} />)
    let keys = 0
    await typist(seed, () => {
      keys += 1
      if (keys === 5 + (seed % 10)) document.querySelector<HTMLElement>('.mantine-Modal-close')?.click()
      return document.querySelector('textarea') ?? document.body
    })
  }
  expect(command).not.toHaveBeenCalled()
})

it('a typist in a field of a request opens no decision', async () => {
  await show(<Decision />)
  for (const seed of SEEDS) await typist(seed, () => document.querySelector('input') ?? document.body)
  expect(opened).not.toHaveBeenCalled()
})

/** Everything in the app that hears keys wherever the focus is, and what a typist of it shows. */
const HEARD: Record<string, string> = {
  'features/approvals/inbox/use-inbox-keys.ts': 'above',
  'features/requests/submissions/details/use-decision-keys.ts': 'above, and on the page itself in the browser',
  'features/money/bills/payments-inbox.tsx': 'on every page of the menu in the browser: it goes to another page',
  'features/money/payments/of/worklist.tsx': 'in the browser: it opens a dialog, which pays nothing by itself',
  'features/planning/vendor-links/open-links.tsx': 'in its list only, as in the inbox, and each can be undone',
  'features/approvals/queue/use-queue-keys.ts': 'on Home in the browser: it moves the focus',
  'ui/table/use-row-keys.ts': 'on every page of the menu in the browser: it moves the focus',
  'ui/keys/keys-host.tsx': 'on every page of the menu in the browser: it shows the keys',
  // What decides a second time, which the inbox asks for.
  'ui/keys/use-key-twice.ts': 'above',
  'ui/keys/single-keys.ts': 'above',
  // With Ctrl or Cmd.
  'ui/builder/use-builder.ts': 'no single key',
  'ui/print/use-printing.ts': 'no single key',
  'features/platform/search/launcher.tsx': 'no single key',
  // While something is open or dragged: what is typed goes into the search, and Escape ends it.
  'features/platform/search/typed-early.ts': 'no command',
  'features/approvals/approver-matrix/grid/use-drag-order.ts': 'no command',
}

it('whatever hears keys wherever the focus is has a typist', () => {
  const heard = globSync('web/{features,ui,lib,routes,pages}/**/*.{ts,tsx}')
    .filter((path) => /\buseSingleKeys\(|addEventListener\('key/.test(readFileSync(path, 'utf8')))
    .map((path) => path.replace('web/', ''))
  expect(heard.toSorted()).toEqual(Object.keys(HEARD).toSorted())
})

it('the same typist in the list would decide, so that the tests above can fail', async () => {
  await show(<Inbox />)
  await act(async () => document.querySelector<HTMLElement>('.mantine-Modal-close')?.click())
  await act(async () => vi.waitFor(() => expect(document.querySelector('[aria-modal="true"]')).toBeNull()))
  keyClock.now += 5000
  const item = document.querySelector<HTMLElement>('[data-item="one"]')
  item?.focus()
  await type('x', item ?? document.body)
  expect(command).toHaveBeenCalledWith('select')
})
