import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { load } from '../../support/e2e/in-app.ts'
import { printedPage } from '../../support/e2e/measured/printed.ts'
import { findSmallLetters, findUntold } from '../../support/e2e/measured/row-names.ts'
import { findSmallTargets } from '../../support/e2e/measured/small-targets.ts'
import { drawn, MENU_ITEMS, MENU_PATHS, settled } from '../../support/e2e/menu-pages.ts'
import { staged } from '../../support/e2e/staged.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }
const MOST_SHIFT = 0.05

/** Labels are short where they stand below that of their menu, and Home greets. */
const LONGER_TITLES: Record<string, RegExp> = {
  '/': /^Good (morning|afternoon|evening), Maya$/,
  '/vendor-forms': /^Vendor forms$/,
  '/payments': /^Payments inbox$/,
  '/settings': /^Settings$/,
  '/budget-tracking/analysis': /^Financial insights$/,
  '/settings/manage-mappings/actuals/erp-departments': /^Actuals mappings - Departments$/,
  '/settings/manage-mappings/budgets/departments': /^Budget mappings - Departments$/,
}

/** What is wrong with the title of a page that items of an admin's menu open. */
const misnamed = (path: string, title: string): string[] =>
  MENU_ITEMS.filter(({ href, unless }) => href === path && !unless)
    .filter(({ label }) => !(LONGER_TITLES[path]?.test(title) ?? title === label))
    .map(({ label }) => `${path} is “${label}” in the menu and “${title}” on its page`)

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

/** What people type where they believe a field to be. Each begins with a key of some list. */
const TYPED = [
  'ask Ada first, ',
  'rates carry over, ',
  'current xerox usage, ',
  'undo all, ',
  'export each, ',
  'j k x ',
]

const leaveFocus = (): void => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** Paths of commands that the page has sent since. */
const watchCommands = (page: Page): string[] => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.headers()['idempotency-key'])
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  return sent
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

  it('holds still, tells its rows apart, takes no typed text for commands, and has no control that a finger misses', {
    timeout: 240_000,
  }, async () => {
    const faults: string[] = []
    const sent = watchCommands(page)
    for (const [at, path] of MENU_PATHS.entries()) {
      await page.setViewportSize(DESKTOP)
      const shift = await open(path)
      if (shift > MOST_SHIFT) faults.push(`${path} moves by ${shift.toFixed(2)}`)
      faults.push(...misnamed(path, (await page.locator('main h1').first().textContent()) ?? ''))
      // With the focus nowhere, as after a link inside the page.
      await page.evaluate(leaveFocus)
      await page.keyboard.type(TYPED[at % TYPED.length] ?? '')
      await page.evaluate(leaveFocus)
      for (const fault of await page.evaluate(findUntold)) faults.push(`${path}: ${fault}`)
      if (sent.length > 0) faults.push(`${path}, typed: ${sent.splice(0).join(', ')}`)
      for (const width of [DESKTOP.width, PHONE.width]) {
        await page.setViewportSize({ width, height: 800 })
        for (const fault of await page.evaluate(findSmallTargets)) faults.push(`${path} at ${width}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
  })

  it('holds still on a phone, in the dark, with fields that don’t zoom', {
    timeout: 240_000,
  }, async () => {
    const faults: string[] = []
    await page.setViewportSize(PHONE)
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const path of MENU_PATHS) {
      const shift = await open(path)
      if (shift > MOST_SHIFT) faults.push(`${path} moves by ${shift.toFixed(2)}`)
      for (const fault of await page.evaluate(findSmallLetters)) faults.push(`${path}: ${fault}`)
    }
    expect(faults).toEqual([])
  })

  it('shows focus, what is selected and bars in colors of the person’s own choice', { timeout: 120_000 }, async () => {
    await page.setViewportSize(DESKTOP)
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    const faults: string[] = []
    const seen = { focused: 0, current: 0, bars: 0 }
    for (const path of ['/', '/inbox', '/payments/bills', '/reports/services-renewal', '/settings/organisation']) {
      await open(path)
      // Charts of Home come once nothing above them loads.
      if (path === '/') await page.locator('[data-bar-mark]').first().waitFor()
      for (let press = 0; press < 8; press++) {
        await page.keyboard.press('Tab')
        const invisible = await page.evaluate(() => {
          const focused = document.activeElement
          // The end of the page, from where the browser's own buttons follow.
          if (!focused || focused === document.body) return 'end'
          const field = focused.closest('.mantine-MultiSelect-input, .mantine-Input-wrapper')
          const drawn = [focused, ...(field ? [field, ...field.children] : [])].some((node) => {
            const { outlineStyle, outlineWidth } = getComputedStyle(node)
            return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
          })
          return drawn ? null : `${focused.tagName} ${focused.textContent?.slice(0, 30)} ${focused.className}`
        })
        if (invisible === 'end') break
        seen.focused += 1
        if (invisible) faults.push(`${path}, focus: ${invisible}`)
      }
      const marks = await page.evaluate(() => {
        const isSeen = (node: Element) => node.checkVisibility() && node.getBoundingClientRect().height > 2
        const current = '[aria-current="page"], [role=tab][aria-selected=true]'
        const chosen = [...document.querySelectorAll(current)].filter(isSeen)
        const bars = [...document.querySelectorAll('[data-bar-mark]')].filter(isSeen)
        const paper = getComputedStyle(document.body).backgroundColor
        return {
          current: chosen.length,
          bars: bars.length,
          faults: [
            ...chosen.filter((node) => getComputedStyle(node).outlineStyle === 'none'),
            ...bars.filter((node) => getComputedStyle(node).backgroundColor === paper),
          ].map((node) => `${node.tagName} ${node.className} ${node.textContent?.slice(0, 30)}`),
        }
      })
      seen.current += marks.current
      seen.bars += marks.bars
      faults.push(...marks.faults.map((fault) => `${path}: ${fault}`))
    }
    await page.emulateMedia({ forcedColors: 'none' })
    expect(faults).toEqual([])
    expect(seen.focused).toBeGreaterThan(20)
    expect(seen.current).toBeGreaterThan(4)
    expect(seen.bars).toBeGreaterThan(3)
  })

  it('a bill, a spend request and an order take no typed text for decisions, and are on paper whole, once and in order, without what is pressed', async () => {
    const firstOf = async (list: string): Promise<string> => {
      await open(list)
      return String(await page.locator(`main tbody a[href^="${list}/"]`).first().getAttribute('href'))
    }
    const parts: [string, string[]][] = [
      [await firstOf('/payments/bills'), ['Details', 'Comments', 'Documents', 'History']],
      [await firstOf('/spend-requests'), ['Details', 'Approvals', 'Comments', 'Documents', 'History']],
      [
        '/purchase-orders/demo-order-3',
        ['Details', 'Lines', 'Bills', 'Approvals', 'Versions', 'Comments', 'Documents', 'History'],
      ],
    ]
    const sent = watchCommands(page)
    for (const [path, names] of parts) {
      await open(path)
      await page.evaluate(leaveFocus)
      await page.keyboard.type('ask Ada, review ')
      await page.keyboard.press('Escape')
      expect(sent, path).toEqual([])
      const { printed, parts: shown, pressed, fields, beyond, twice } = await printedPage(page)
      expect(
        shown.map((name) => name?.replace(/ ?\d+$/, '')),
        path,
      ).toEqual(names)
      expect({ printed, pressed, fields, twice, isBeyond: beyond > 0 }, path).toEqual({
        ...{ printed: names.length, pressed: 0, fields: 0, twice: [], isBeyond: false },
      })
    }
  })
})
