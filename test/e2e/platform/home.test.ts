import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DESKTOP, NARROW, type Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const OMAR = 'omar@brightwater.example'
const ADA = 'ada@brightwater.example'
const SOFIA = 'sofia@brightwater.example'
const INES = 'ines@brightwater.example'
/** For a company without request forms. */
const ERIK = 'erik@haldenfoods.example'
/** Ada's, in the demo company: waiting for Omar, her manager. */
const REQUEST = 'Kestrel CAD, 12 seats'

describe('home', () => {
  let stage: Stage
  let omar: Page
  staged('home', (opened) => {
    stage = opened
  })

  const accessibleAtBothWidths = async (page: Page, name: string) => {
    for (const viewport of [NARROW, DESKTOP]) {
      await page.setViewportSize(viewport)
      expect(await stage.accessibilityFaults(page), `${name} at ${viewport.width}`).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect({ name, viewport: viewport.width, overflow: Math.max(0, overflow) }).toEqual({
        name,
        viewport: viewport.width,
        overflow: 0,
      })
      await stage.picture(page, `home-${name}-${viewport.width}`)
    }
  }

  it('an approver sees what is waiting for them: what to do, who asks, how much, and since when', async () => {
    omar = await stage.signIn(OMAR)
    await omar.getByRole('heading', { level: 1, name: /Omar$/ }).waitFor()
    const row = omar.getByRole('list', { name: 'Waiting for you' }).getByRole('listitem').filter({ hasText: REQUEST })
    await row.getByText('Manager approval').waitFor()
    await row.getByText(/Ada Pereira · #\d+/).waitFor()
    await row.getByText('$19,200.00').waitFor()
    await row.getByText(/^(1 day|[23] days) ago$/).waitFor()
    await omar.getByRole('navigation', { name: 'New request' }).getByRole('link', { name: 'Software' }).waitFor()
    expect(await omar.title()).toContain('Home')
    await accessibleAtBothWidths(omar, 'approver')
  })

  it('Home works with the keyboard alone, and the address keeps the tab', async () => {
    await omar.getByRole('tab', { name: 'My open requests' }).focus()
    await omar.keyboard.press('ArrowRight')
    await omar.waitForURL('**/?tab=watcher')
    await omar.keyboard.press('ArrowRight')
    await omar.waitForURL('**/?tab=recently-completed')
    await omar.goBack()
    await omar.waitForURL('**/?tab=watcher')
    await omar.goBack()
    await omar.getByRole('tab', { name: 'My open requests', selected: true }).waitFor()
    const first = omar.getByRole('list', { name: 'Waiting for you' }).getByRole('link').first()
    const title = ((await first.textContent()) ?? '').replace(/^.*?: /, '')
    await omar.keyboard.press('j')
    await omar.keyboard.press('Enter')
    await omar.waitForURL('**/inbox?open=*')
    await omar.getByRole('heading', { level: 2, name: title }).waitFor()
    await omar.goBack()
    await omar.getByRole('heading', { level: 1, name: /Omar$/ }).waitFor()
  })

  it('requesters see their requests and who each is waiting for', async () => {
    const ada = await stage.signIn(ADA)
    await ada.getByText('You’re all caught up').waitFor()
    const row = ada.getByRole('table', { name: 'My open requests' }).getByRole('row', { name: new RegExp(REQUEST) })
    await row.getByText('Omar Haddad').waitFor()
    await accessibleAtBothWidths(ada, 'requester')
  })

  it('Home shows what a person watches and what was completed recently', async () => {
    const sofia = await stage.signIn(SOFIA)
    await sofia.getByRole('tab', { name: /Watching/ }).click()
    await sofia
      .getByRole('table', { name: 'Watching' })
      .getByRole('row', { name: /Robotics Week/ })
      .waitFor()
    await accessibleAtBothWidths(sofia, 'watching')
    const ines = await stage.signIn(INES)
    await ines.getByRole('tab', { name: 'Recently completed' }).click()
    const rejected = ines.getByRole('table', { name: 'Recently completed' }).getByRole('row', { name: /Driftline/ })
    await rejected.getByText('Rejected').waitFor()
    await accessibleAtBothWidths(ines, 'completed')
  })

  it('the sidebar collapses to icons, opens on hover, and remembers its state', async () => {
    await omar.goto('/')
    const logo = omar.getByRole('img', { name: 'Brightwater Robotics' })
    await omar.getByRole('button', { name: 'Collapse sidebar' }).click()
    // The pointer and the keyboard keep it open, but not the focus left by a click.
    await omar.mouse.move(900, 500)
    await logo.waitFor({ state: 'hidden' })
    expect(await stage.accessibilityFaults(omar)).toEqual([])
    await stage.picture(omar, 'home-rail-1280')
    await omar.reload()
    await omar.getByRole('navigation', { name: 'Main' }).waitFor()
    await logo.waitFor({ state: 'hidden' })
    await omar.mouse.move(20, 300)
    await logo.waitFor()
    await omar.getByRole('button', { name: 'Keep sidebar open' }).click()
    await omar.mouse.move(900, 500)
    await logo.waitFor()
  })

  it('an empty Home says what will be here, in its charts too', async () => {
    const erik = await stage.signIn(ERIK)
    await erik.getByText('You’re all caught up').waitFor()
    await erik.getByText('No open requests').waitFor()
    await erik.getByText('No request forms yet.').waitFor()
    await erik.getByText('No spend committed yet').waitFor()
    await erik.getByText('Nothing ends in the next twelve months').waitFor()
    await accessibleAtBothWidths(erik, 'empty')
    await erik.getByRole('link', { name: 'Set up request forms' }).click()
    await erik.getByRole('heading', { level: 1, name: 'Request configuration' }).waitFor()
  })

  it('Home says what couldn’t be loaded, a chart too, and retries on request', async () => {
    const addresses = ['**/api/approvals/inbox?order=urgent', '**/api/home/spend*']
    const failure = { message: 'Something broke', code: 'INTERNAL' }
    for (const address of addresses) await omar.route(address, (route) => route.fulfill({ status: 500, json: failure }))
    await omar.goto('/')
    const attention = omar.getByRole('region', { name: 'Waiting for you' })
    const spend = omar.getByRole('region', { name: 'Committed spend by month and category' })
    for (const region of [attention, spend]) await region.getByRole('alert').getByText('Something broke').waitFor()
    await omar.getByRole('table', { name: 'My open requests' }).or(omar.getByText('No open requests')).waitFor()
    await accessibleAtBothWidths(omar, 'error')
    for (const address of addresses) await omar.unroute(address)
    for (const region of [attention, spend]) await region.getByRole('button', { name: 'Try again' }).click()
    await attention.getByRole('link', { name: new RegExp(REQUEST) }).waitFor()
    const months = omar.getByRole('list', { name: 'Committed spend by month' }).getByRole('link')
    await months.first().waitFor()
    expect(stage.complaints).toEqual([])
  })
})
