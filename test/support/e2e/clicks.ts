import type { Page } from 'playwright-core'

type Role = 'button' | 'link' | 'option' | 'combobox' | 'radio' | 'textbox'

/** Clicks as a person makes them, and how many it took. */
export const clicking = (page: Page) => {
  const counted = { clicks: 0 }
  const click = async (role: Role, name: string | RegExp): Promise<void> => {
    counted.clicks += 1
    await page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click()
  }
  return { counted, click }
}
