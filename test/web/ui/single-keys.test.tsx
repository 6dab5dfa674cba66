// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, useRef, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KeysHost } from '../../../web/ui/keys/keys-host.tsx'
import { type KeyGroup, useKeyGroup } from '../../../web/ui/keys/shown-keys.ts'
import { keysWereTaken, useSingleKeys } from '../../../web/ui/keys/single-keys.ts'
import { keyClock } from '../../support/key-clock.ts'

/** Single keys on a page, and the dialog that lists them. */

const approve = vi.fn()
const next = vi.fn()
const decide = vi.fn()
const KEYS: KeyGroup = { title: 'Your decision', keys: [{ keys: ['a'], text: 'Approve' }] }

const Page = () => {
  const list = useRef<HTMLUListElement>(null)
  useKeyGroup(KEYS)
  useSingleKeys({ a: approve, j: next })
  useSingleKeys({ d: decide }, list)
  return (
    <>
      <input aria-label="Comment" />
      <ul ref={list}>
        <li>
          <button type="button">Chair</button>
        </li>
      </ul>
    </>
  )
}

let leave: () => void
const App = () => {
  const [shown, setShown] = useState(true)
  leave = () => setShown(false)
  return (
    <MantineProvider env="test">
      {shown && <Page />}
      {shown && <Page />}
      <KeysHost search="Ctrl K" />
    </MantineProvider>
  )
}

let root: Root
beforeEach(async () => {
  for (const action of [approve, next, decide]) action.mockReset()
  vi.spyOn(performance, 'now').mockImplementation(() => keyClock.now)
  keyClock.now += 10_000
  const box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  await act(async () => root.render(<App />))
})
afterEach(async () => {
  await press('Escape')
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

const press = (key: string, { on = document.body as Element, repeat = false } = {}) =>
  act(async () => void on.dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true })))

const dialogText = async (): Promise<string> => {
  await press('?')
  return vi.waitFor(async () => {
    await act(async () => undefined)
    const dialog = document.querySelector('[role="dialog"]')
    if (!dialog) throw new Error('No dialog yet')
    return dialog.textContent ?? ''
  })
}

it('a key acts on the page, but not while someone types', async () => {
  await press('a')
  expect(approve).toHaveBeenCalledTimes(1)
  await press('a', { on: document.querySelector('input') as Element })
  expect(approve).toHaveBeenCalledTimes(1)
})

it('a key held down moves on, and decides only once', async () => {
  await press('a', { repeat: true })
  await press('j', { repeat: true })
  expect([approve.mock.calls.length, next.mock.calls.length]).toEqual([0, 1])
})

it('? lists the keys of the page once each, then those that work everywhere', async () => {
  const text = await dialogText()
  expect(text.match(/Your decision/g)).toHaveLength(1)
  expect(text).toMatch(/Approve.*Everywhere.*Ctrl K.*Search/)
})

it('no key acts behind a dialog, and a page that was left lists none', async () => {
  await act(async () => leave())
  const text = await dialogText()
  expect(text).not.toContain('Your decision')
  expect(text).toContain('Everywhere')
  await press('a')
  expect(approve).not.toHaveBeenCalled()
})

it('a key that decides acts only while the focus is in its list', async () => {
  await press('d')
  expect(decide).not.toHaveBeenCalled()
  keyClock.now += 700
  document.querySelector('button')?.focus()
  await press('d')
  expect(decide).toHaveBeenCalledTimes(1)
})

it('text that is typed while no field has the focus is no key, until there was a pause', async () => {
  for (const key of 'Please ask Ada first') await press(key)
  expect(approve).not.toHaveBeenCalled()
  keyClock.now += 700
  await press('a')
  expect(approve).toHaveBeenCalledTimes(1)
})

it('for half a second after a dialog closed, keys were meant for it', async () => {
  keysWereTaken()
  keyClock.now += 400
  await press('a')
  expect(approve).not.toHaveBeenCalled()
  keyClock.now += 700
  await press('a')
  expect(approve).toHaveBeenCalledTimes(1)
})
