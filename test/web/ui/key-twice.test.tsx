// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useKeyTwice } from '../../../web/ui/keys/use-key-twice.ts'

const decided = vi.fn()
let press: (key: string, about: string) => void

const Page = () => {
  const twice = useKeyTwice()
  press = (key, about) => twice.press(key, about, () => decided(about))
  return <p>{twice.asked ? `Again for ${twice.asked.about}` : 'Nothing'}</p>
}

let root: Root
beforeEach(async () => {
  decided.mockReset()
  vi.useFakeTimers()
  const box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  await act(async () => root.render(<Page />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
})

const key = (name: string) =>
  act(async () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))
const pressed = async (about: string) => {
  await key('a')
  await act(async () => press('a', about))
}
const after = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

it('the first press asks, and says what about', async () => {
  await pressed('Chair')
  await after(1000)
  expect(decided).not.toHaveBeenCalled()
  expect(document.body.textContent).toBe('Again for Chair')
})

it('the second press decides once, however often it is pressed', async () => {
  for (let n = 0; n < 4; n++) await pressed('Chair')
  await after(1000)
  expect(decided.mock.calls).toEqual([['Chair']])
  expect(document.body.textContent).toBe('Nothing')
})

it('Enter decides at once', async () => {
  await pressed('Chair')
  await key('Enter')
  expect(decided.mock.calls).toEqual([['Chair']])
})

it('a double letter in a text decides nothing', async () => {
  await pressed('Chair')
  await pressed('Chair')
  await key('r')
  await after(1000)
  expect(decided).not.toHaveBeenCalled()
})

it.each([
  ['another key', () => key('x')],
  ['a click', () => act(async () => void window.dispatchEvent(new Event('pointerdown')))],
  ['six seconds', () => after(6000)],
])('%s takes the question back', async (_, happens) => {
  await pressed('Chair')
  await happens()
  expect(document.body.textContent).toBe('Nothing')
  await key('Enter')
  expect(decided).not.toHaveBeenCalled()
})

it('another item needs its own two presses', async () => {
  await pressed('Chair')
  await pressed('Desk')
  await after(1000)
  expect(decided).not.toHaveBeenCalled()
  expect(document.body.textContent).toBe('Again for Desk')
})
