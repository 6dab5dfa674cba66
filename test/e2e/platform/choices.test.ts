import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const MAYA = 'maya@brightwater.example'

describe('choosing from a list', () => {
  let stage: Stage
  let maya: Page
  staged('choices', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const holds = (label: string, value: string) =>
    maya.waitForFunction(
      ([name, wanted]) => {
        const found = [...document.querySelectorAll<HTMLLabelElement>('label')].find((each) =>
          each.textContent?.startsWith(name ?? ''),
        )
        return (found?.control as HTMLInputElement | null)?.value === wanted
      },
      [label, value],
    )

  it('a select picks the match that was searched for, no matter how quickly Down and Enter follow', async () => {
    await maya.goto('/services/add-new')
    const vendor = maya.getByRole('combobox', { name: /^Vendor/ })
    await vendor.click()
    // The whole list is open, and its first vendor is another one.
    await maya.getByRole('option', { name: 'Acme Cloud' }).waitFor()
    await maya.keyboard.type('Atlas')
    await maya.keyboard.press('ArrowDown')
    await maya.keyboard.press('Enter')
    await holds('Vendor', 'Atlas Analytics')
  })

  it('a select shows only matches and picks nothing when there are none', async () => {
    const vendor = maya.getByRole('combobox', { name: /^Vendor/ })
    await vendor.fill('Zebra without a stripe')
    expect(await maya.getByRole('option').count()).toBe(0)
    await maya.keyboard.press('Enter')
    await maya.locator('[role="listbox"]').filter({ hasText: 'No results', visible: true }).waitFor()
    await maya.getByRole('heading', { level: 1 }).click()
    await holds('Vendor', 'Atlas Analytics')
  })

  it('what is typed after a click on a filled select replaces what was chosen', async () => {
    const vendor = maya.getByRole('combobox', { name: /^Vendor/ })
    await vendor.click()
    await maya.keyboard.type('Acme')
    await maya.getByRole('option', { name: 'Acme Cloud' }).waitFor()
    await maya.keyboard.press('ArrowDown')
    await maya.keyboard.press('Enter')
    await holds('Vendor', 'Acme Cloud')
  })

  it('typing in a list without a search box jumps to the matching option', async () => {
    await maya.goto('/intake-requests')
    const status = maya.getByRole('combobox', { name: 'Status' })
    await status.focus()
    await maya.keyboard.type('rej')
    const marked = maya.locator('[role="option"][data-combobox-selected]')
    await marked.filter({ hasText: 'Rejected' }).waitFor()
    expect(await status.getAttribute('aria-activedescendant')).toBe(await marked.getAttribute('id'))
    await maya.keyboard.press('Enter')
    await maya.waitForURL('**/intake-requests?*status=REJECTED*')
  })

  it('Enter mentions someone even before the search answers, and starts a new line when no one matches', async () => {
    await maya.goto('/intake-requests')
    await maya.getByRole('table').getByRole('link').first().click()
    await maya.getByRole('tab', { name: /^Comments/ }).click()
    const comment = maya.getByRole('textbox').first()
    await comment.click()
    // A busy page draws late. What is typed meanwhile stays in order.
    await maya.evaluate(() => {
      const draw = window.requestAnimationFrame.bind(window)
      window.requestAnimationFrame = (then) => draw((at) => setTimeout(then, 200, at))
    })
    const written = () => expect.poll(() => comment.inputValue(), { interval: 5, timeout: 15_000 })
    await maya.keyboard.type('Please look, @dan')
    await maya.keyboard.press('Enter')
    await written().toBe('Please look, @Dana Fox ')
    await maya.keyboard.type('by @noon')
    await maya.keyboard.press('Enter')
    await written().toBe('Please look, @Dana Fox by @noon\n')
    expect(stage.complaints).toEqual([])
  })
})
