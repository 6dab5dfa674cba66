import type { Locator, Page } from 'playwright-core'

/** The lines of a form, which are typed like in a spreadsheet. */

/** A cell by the place of its line and the name of its field. */
export const cellOf = (within: Page | Locator, line: number, field: string): Locator =>
  within.locator(`[data-path="lines.${line}.${field}"]`)

/** Types into a cell, whose editor the first key opens, and goes on with Enter. What was typed stands there then. */
export const typeInto = async (page: Page, cell: Locator, text: string): Promise<void> => {
  await cell.focus()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await cell.locator('input').waitFor({ state: 'detached' })
}

/** As a spreadsheet's rows arrive from the clipboard, in the cell that has the focus. */
export const pasteRows = async (page: Page, rows: readonly (readonly string[])[]): Promise<void> => {
  const text = rows.map((cells) => cells.join('\t')).join('\n')
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(paste)
  }, text)
}
