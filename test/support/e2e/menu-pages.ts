import type { Page } from 'playwright-core'

interface Entry {
  label: string
  href: string
  opens?: string
  unless?: string
  children?: Entry[]
}

const leavesOf = (entries: Entry[]): Entry[] =>
  entries.flatMap((entry) => (entry.children ? leavesOf(entry.children) : entry.opens ? [] : [entry]))

/** Not known to the compiler here, because addresses have their types from the app's routes. */
const MENU = '../../../web/features/platform/shell/navigation.ts'
const { NAVIGATION } = (await import(MENU)) as { NAVIGATION: Entry[] }

export const MENU_ITEMS = leavesOf(NAVIGATION)

/** Home, and all other pages of the menu. */
export const MENU_PATHS = [...new Set(MENU_ITEMS.map(({ href }) => href))]

/** Until what has changed is drawn and reported. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))),
  )

/** Until the page has what it asked for and has drawn it. */
export const settled = async (page: Page): Promise<void> => {
  await page.locator('main h1').first().waitFor()
  await page.locator('main :is([aria-busy="true"], [data-waits])').first().waitFor({ state: 'detached' })
  await drawn(page)
}
