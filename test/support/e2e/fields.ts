import type { Locator, Page } from 'playwright-core'

/**
 * Finds an option by its text in a searchable field, takes it, and closes the list. With Enter, because the list still
 * moves as it shrinks to what was typed, and the pointer waits for what stands still.
 */
export const choose = async (page: Page, label: string | RegExp, text: string): Promise<void> => {
  const box = page.getByRole('combobox', { name: label })
  await box.click()
  await box.fill(text)
  const option = page.getByRole('option', { name: text }).first()
  await option.waitFor()
  await page.keyboard.press('Enter')
  await option.waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
}

/**
 * Adds a question to a step of the form being built.
 * @param type as the builder names it
 */
export const addQuestion = async (page: Page, step: string, type: string, label: string): Promise<void> => {
  await page.getByRole('button', { name: `Add question to step ${step}` }).click()
  const search = page.getByRole('textbox', { name: 'Search question types' })
  await search.waitFor()
  await search.pressSequentially(type)
  await page
    .getByRole('option', { name: new RegExp(`^${type}`) })
    .first()
    .click()
  const field = page.getByRole('textbox', { name: /^(Question|Heading)/ })
  await field.fill(label)
  await page.getByRole('button', { name: new RegExp(`^${label.replace('?', '\\?')}[^]*${type}$`) }).waitFor()
}

/**
 * With the keyboard, down an open list to the option, then takes it. The list may still be moving: it opens at the
 * chosen option, and shrinks to what was typed.
 */
export const pickByKeyboard = async (page: Page, option: Locator): Promise<void> => {
  await option.waitFor()
  for (let tries = 0; (await option.getAttribute('data-combobox-selected')) !== 'true' && tries < 15; tries++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}
