import type { Locator, Page } from 'playwright-core'

/**
 * Counts what a person does: each key that is pressed and each click. What is typed into a field as an answer is not
 * counted, because no screen can spare it.
 */
export const countingSteps = (page: Page) => {
  let steps = 0
  return {
    count: (): number => steps,
    press: async (...keys: string[]): Promise<void> => {
      for (const key of keys) {
        steps += 1
        await page.keyboard.press(key)
      }
    },
    click: async (what: Locator): Promise<void> => {
      await what.click()
      steps += 1
    },
    answer: (text: string): Promise<void> => page.keyboard.type(text),
  }
}

/** Keys that follow the opening of a page or the end of a dialog so closely were meant for what was there before. */
const QUIET_MS = 700

export const whenKeysAct = (page: Page): Promise<void> => page.waitForTimeout(QUIET_MS)
