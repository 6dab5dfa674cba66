import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { load } from '../../support/e2e/in-app.ts'
import { findOutOfReach } from '../../support/e2e/out-of-reach.ts'
import { staged } from '../../support/e2e/staged.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }
const MOST_SHIFT = 0.05

interface Entry {
  href: string
  opens?: string
  children?: Entry[]
}

const leavesOf = (entries: Entry[]): string[] =>
  entries.flatMap((entry) => (entry.children ? leavesOf(entry.children) : entry.opens ? [] : [entry.href]))

/** Not known to the compiler here, because addresses have their types from the app's routes. */
const MENU = '../../../web/features/platform/shell/navigation.ts'
const { NAVIGATION } = (await import(MENU)) as { NAVIGATION: Entry[] }

/** Home, which is loaded, and all other pages of the menu. */
const PATHS = [...new Set(leavesOf(NAVIGATION))]

/** Counts how much of what was seen has moved since the page was asked for, as browsers do. */
const watchShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const seen = window as unknown as { shifted: number }
    seen.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const shiftOf = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { shifted: number }).shifted)

/** Until what has changed is drawn and reported. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))),
  )

/** Until the page has what it asked for and has drawn it. */
const settled = async (page: Page): Promise<void> => {
  await page.locator('main h1').first().waitFor()
  await page.locator('main :is([aria-busy="true"], [data-waits])').first().waitFor({ state: 'detached' })
  await drawn(page)
}

describe('every page of the menu', () => {
  let stage: Stage
  let page: Page
  staged('reach', async (opened) => {
    stage = opened
    page = await stage.signIn('maya@brightwater.example')
    await watchShifts(page)
  })

  const open = async (path: string): Promise<number> => {
    if (path === '/') await load(page, path)
    else {
      await drawn(page)
      await page.evaluate(() => Object.assign(window, { shifted: 0 }))
      await page.goto(path)
    }
    await settled(page)
    return shiftOf(page)
  }

  it('holds still while it loads, and has each control within reach at four widths', { timeout: 240_000 }, async () => {
    const faults: string[] = []
    for (const path of PATHS) {
      await page.setViewportSize(DESKTOP)
      const shift = await open(path)
      if (shift > MOST_SHIFT) faults.push(`${path} moves by ${shift.toFixed(2)}`)
      for (const width of [DESKTOP.width, 1024, 640, 390]) {
        await page.setViewportSize({ width, height: 800 })
        for (const fault of await page.evaluate(findOutOfReach)) faults.push(`${path} at ${width}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
  })

  it('holds still on a phone, in the dark, with each control within reach', { timeout: 240_000 }, async () => {
    const faults: string[] = []
    await page.setViewportSize(PHONE)
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const path of PATHS) {
      const shift = await open(path)
      if (shift > MOST_SHIFT) faults.push(`${path} moves by ${shift.toFixed(2)}`)
      for (const fault of await page.evaluate(findOutOfReach)) faults.push(`${path}: ${fault}`)
    }
    expect(faults).toEqual([])
  })
})
