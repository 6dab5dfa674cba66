import type { Page } from 'playwright-core'

type Role = 'button' | 'link' | 'textbox' | 'checkbox' | 'combobox' | 'radio'

/** More stops than any page has between two places. */
const MOST_PRESSES = 120

/** Like a keyboard user: Tab until it has the focus. */
export const tabTo = async (page: Page, role: Role, name: string | RegExp, back = false): Promise<void> => {
  const all = page.getByRole(role, { name, exact: typeof name === 'string' })
  // What still loads what it needs to know can't be reached yet.
  await all.and(page.locator(':not(:disabled)')).first().waitFor()
  const wanted = all.and(page.locator(':focus'))
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    if ((await wanted.count()) > 0) return
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`${name} was not reached`)
}
