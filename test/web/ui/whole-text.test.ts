// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { showWholeTexts } from '../../../web/ui/pointing/whole-text.ts'

let end: () => void
beforeEach(() => {
  end = showWholeTexts()
})
afterEach(() => {
  end()
  document.body.replaceChildren()
})

/** A box of 100 px, whose text needs more or less. */
const boxOf = (html: string, needs: number): HTMLElement => {
  document.body.innerHTML = html
  const box = document.querySelector<HTMLElement>('[data-box]')
  if (!box) throw new Error('No box')
  widen(box, needs)
  return box
}
const widen = (box: HTMLElement, needs: number): void => {
  Object.defineProperties(box, {
    ...{ clientWidth: { value: 100, configurable: true }, scrollWidth: { value: needs, configurable: true } },
    ...{ clientHeight: { value: 20, configurable: true }, scrollHeight: { value: 20, configurable: true } },
  })
}
const point = (selector: string): void => {
  document.querySelector(selector)?.dispatchEvent(new Event('pointerover', { bubbles: true }))
}
const CUT = 'style="overflow-x: hidden; text-overflow: ellipsis"'

it('pointing at a text that ends with an ellipsis shows the whole, and no longer once there is room', () => {
  const box = boxOf(`<div data-box ${CUT}><a href="/">Patent search for the soft gripper</a></div>`, 240)
  point('a')
  expect(box.getAttribute('title')).toBe('Patent search for the soft gripper')
  widen(box, 90)
  point('a')
  expect(box.hasAttribute('title')).toBe(false)
})

it('a text that fits, one that scrolls, and one with a title of its own stay as they are', () => {
  const fits = boxOf(`<div data-box ${CUT}>Short</div>`, 90)
  point('[data-box]')
  expect(fits.hasAttribute('title')).toBe(false)
  const scrolls = boxOf('<div data-box style="overflow-x: auto">Long</div>', 240)
  point('[data-box]')
  expect(scrolls.hasAttribute('title')).toBe(false)
  const said = boxOf(`<div title="Dana Reyes, Priya Shah"><div data-box ${CUT}><i>Dana</i></div></div>`, 90)
  point('i')
  expect([said.title, said.parentElement?.title]).toEqual(['', 'Dana Reyes, Priya Shah'])
})
