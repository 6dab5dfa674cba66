import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { cutOn } from '../../support/e2e/measured/cut-on.ts'
import { findCutPlaceholders } from '../../support/e2e/measured/cut-placeholders.ts'
import { findOutOfReach } from '../../support/e2e/measured/out-of-reach.ts'
import { settled } from '../../support/e2e/menu-pages.ts'
import { staged } from '../../support/e2e/staged.ts'

/** The screens that people have open all day, whole and reachable at every width, and read by everyone in both themes. */
const WIDTHS = [1440, 1280, 1024, 640, 390]
const READ_AT = [1280, 640]
const LISTS = [
  ...['/vendors', '/services', '/vendor-forms', '/spend-requests', '/purchase-orders', '/documents'],
  ...['/payments', '/payments/bills', '/payments/invoices', '/payments/transactions'],
]
const MAYA = 'maya@brightwater.example'

interface Named {
  id: string
  displayName?: string
}
interface Invoice {
  document: { id: string; name: string }
  bills: unknown[]
}

describe('ten screens, at every width and in both themes', () => {
  let stage: Stage
  let page: Page
  let screens: Record<string, string>
  staged('ten-screens', async (opened) => {
    stage = opened
    page = await stage.signIn(MAYA)
    const api = await Api.signIn(stage.host, MAYA)
    const nodes = async <Node>(path: string): Promise<Node[]> =>
      (await api.get(path)).body.edges.map(({ node }: { node: Node }) => node)
    const first = async (path: string): Promise<string> => (await nodes<Named>(path))[0]?.id ?? 'none'
    const open = (await nodes<Invoice>('/api/payments/invoices?first=20')).find(({ bills }) => bills.length === 0)
    screens = {
      Home: '/',
      'Approvals inbox': '/inbox',
      request: `/intake-request/${await first('/api/intake-submissions?first=1')}`,
      'bill entry': `/payments/bills/new/${open?.document.id}`,
      bill: `/payments/bills/${await first('/api/payments/bills?first=1')}`,
      worklist: '/payments',
      vendor: '/vendors/demo-kestrel-cad-vendors',
      vendors: '/vendors',
      plan: `/budget-tracking/budgets/${await first('/api/plans?first=1')}`,
      settings: '/settings',
    }
  })

  const open = async (path: string): Promise<void> => {
    await page.goto(path)
    await settled(page)
    expect(await page.getByText('The page could not be found.').count(), path).toBe(0)
  }

  it('nothing is cut or out of reach', { timeout: 300_000 }, async () => {
    const faults: string[] = []
    for (const [screen, path] of Object.entries(screens)) {
      await open(path)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        const where = `${screen} at ${width}`
        for (const fault of await page.evaluate(findOutOfReach)) faults.push(`${where}: ${fault}`)
        for (const fault of await page.evaluate(findCutPlaceholders)) faults.push(`${where}: ${fault}`)
        for (const fault of await cutOn(page, width)) faults.push(`${where}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
  })

  it('what lists show at first fits a laptop, and filters take few lines', async () => {
    const faults: string[] = []
    await page.setViewportSize({ width: 1280, height: 800 })
    for (const path of LISTS) {
      await open(path)
      const beyond = await page.evaluate(() =>
        [...document.querySelectorAll('main table')].map(({ parentElement: frame }) =>
          frame ? frame.scrollWidth - frame.clientWidth : Number.NaN,
        ),
      )
      expect(beyond.length, path).toBeGreaterThan(0)
      for (const more of beyond) if (!(more <= 1)) faults.push(`${path}: ${more} pixels are beyond the edge`)
    }
    await open(String(screens.plan))
    for (const [width, most] of [
      [1280, 1],
      [640, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const bar = page.getByRole('combobox', { name: 'Rows' }).locator('xpath=ancestor::div[contains(@class, "bar")]')
      const lines = await bar.evaluate((node) => {
        const drawn = [...node.children].filter(({ clientHeight }) => clientHeight > 0)
        const tops = drawn.map((child) => child.getBoundingClientRect().top).sort((a, b) => a - b)
        return tops.filter((top, at) => top - (tops[at - 1] ?? -100) > 12).length
      })
      if (lines > most) faults.push(`Filters of a plan take ${lines} lines at ${width}`)
    }
    expect(faults).toEqual([])
  })

  it('axe finds nothing', { timeout: 300_000 }, async () => {
    const faults: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const [screen, path] of Object.entries(screens)) {
        await open(path)
        for (const width of READ_AT) {
          await page.setViewportSize({ width, height: 800 })
          for (const fault of await stage.accessibilityFaults(page))
            faults.push(`${screen} at ${width}, ${colorScheme}: ${fault}`)
          await stage.picture(page, `ten-${screen.replaceAll(' ', '-')}-${width}-${colorScheme}`)
        }
      }
    }
    expect(faults).toEqual([])
  })
})
