// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useTypedEarly } from '../../../../web/features/platform/search/typed-early.ts'

const closed = vi.fn()
const below = vi.fn()
let take: () => string
const Page = () => {
  take = useTypedEarly(true, closed)
  return <p>Loading</p>
}

let root: Root
beforeEach(async () => {
  for (const each of [closed, below]) each.mockReset()
  document.addEventListener('keydown', below)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Page />))
})
afterEach(async () => {
  document.removeEventListener('keydown', below)
  await act(async () => root.unmount())
  document.body.replaceChildren()
})
const type = (...keys: string[]): void => {
  for (const key of keys)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

it('what is typed while the search opens is kept for its field, and does nothing on the page below', () => {
  type('a', 'c', 'n', 'Backspace', 'm', 'e')
  expect(take()).toBe('acme')
  expect(below).not.toHaveBeenCalled()
})

it('once the field has the focus, it gets the keys itself', () => {
  take()
  type('x')
  expect(below).toHaveBeenCalledTimes(1)
  expect(take()).toBe('')
})

it('Escape closes a search that is still opening', () => {
  type('Escape')
  expect(closed).toHaveBeenCalledTimes(1)
})
