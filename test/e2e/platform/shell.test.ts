import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DESKTOP, NARROW, type Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** The frame of every staff page: its menus, and what happens when a page fails (specification 1 §2 and §8). */
const MAYA = 'maya@brightwater.example'
const REM = 16

describe('the menu and the page frame', () => {
  let stage: Stage
  let maya: Page
  staged('shell', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const menu = (name: string) => maya.getByRole('navigation', { name: 'Main' }).getByRole('button', { name })
  const isOpen = async (name: string) => {
    await menu(name).waitFor()
    return (await menu(name).getAttribute('aria-expanded')) === 'true'
  }
  const breakNext = (address: string) => maya.route(address, (route) => route.abort(), { times: 1 })

  it('a menu opens on its active page and closes on request, and menus opened earlier are remembered', async () => {
    await maya.goto('/')
    expect([await isOpen('Settings'), await isOpen('Vendor management')]).toEqual([false, false])
    await maya.goto('/settings/members')
    expect([await isOpen('Settings'), await isOpen('Vendor management')]).toEqual([true, false])
    const current = maya.getByRole('link', { name: 'Members', exact: true })
    expect(await current.getAttribute('aria-current')).toBe('page')
    await menu('Settings').click()
    expect(await isOpen('Settings')).toBe(false)
    await menu('Vendor management').press('Enter')
    await maya.getByRole('link', { name: 'Vendors', exact: true }).waitFor()
    await maya.goto('/')
    expect([await isOpen('Settings'), await isOpen('Vendor management')]).toEqual([false, true])
    await menu('Vendor management').click()
    await maya.reload()
    expect(await isOpen('Vendor management')).toBe(false)
  })

  it('up to 40rem the menu slides in 18rem wide and closes on the next page', async () => {
    await maya.setViewportSize(NARROW)
    await maya.goto('/')
    await maya.getByRole('button', { name: 'Open menu' }).click()
    const drawer = maya.getByRole('dialog')
    await drawer.getByRole('link', { name: 'Documents' }).waitFor()
    expect((await drawer.boundingBox())?.width).toBe(18 * REM)
    expect(await stage.accessibilityFaults(maya)).toEqual([])
    await drawer.getByRole('link', { name: 'Documents' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Documents' }).waitFor()
    await drawer.waitFor({ state: 'hidden' })
    await maya.setViewportSize(DESKTOP)
  })

  it('a company switch that fails shows a message for three seconds, and the company stays', async () => {
    // Someone else's browser, because a clock that was stopped stays with it.
    const page = await stage.signIn('maya@brightwater.example')
    // Nothing is looked for while the page still loads, and the message is there for a short time only.
    await page.waitForLoadState('load')
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('createCompanyToken')
        ? route.fulfill({ json: { data: null, errors: [{ message: 'No such company' }] } })
        : route.fallback(),
    )
    await page.getByRole('button', { name: /Maya Lindqvist/ }).click()
    const company = page.getByRole('menuitem', { name: 'Halden Foods' })
    await company.waitFor()
    await page.clock.install()
    await company.click()
    const toast = page.getByRole('alert').filter({ hasText: 'Unable to switch to company' })
    await toast.waitFor()
    const box = await toast.boundingBox()
    expect(box?.y).toBeLessThan(100)
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - DESKTOP.width / 2)).toBeLessThan(20)
    await page.clock.pauseAt(Date.now() + 500)
    await page.clock.runFor(100)
    expect(await toast.isVisible()).toBe(true)
    await page.clock.runFor(3000)
    await toast.waitFor({ state: 'detached' })
    await page.clock.resume()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: /Brightwater Robotics/ }).waitFor()
  })

  it('Settings opens an overview, or the only page the person can see, and is hidden when there is none', async () => {
    await maya.goto('/settings')
    await maya.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    for (const [email, path] of [
      ['leo@brightwater.example', '/settings/vendor-management/fields'],
      ['nora@brightwater.example', '/settings/members'],
    ] as const) {
      const page = await stage.signIn(email)
      await page.goto('/settings')
      await page.waitForURL(`**${path}`)
      await page.context().close()
    }
    const ada = await stage.signIn('ada@brightwater.example')
    await ada.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(await ada.getByRole('button', { name: 'Settings' }).count()).toBe(0)
    await ada.context().close()
  })

  it('the browser’s tab names the page', async () => {
    const titles: [string, RegExp][] = [
      ['/', /Home/],
      ['/settings/members', /Members/],
      ['/settings/members/demo-ada', /Ada Pereira/],
      ['/settings/api-keys', /API keys/],
      ['/nowhere', /Not found/],
    ]
    for (const [path, title] of titles) {
      await maya.goto(path)
      await expect.poll(() => maya.title(), { message: path, timeout: 5000 }).toMatch(title)
    }
  })

  it('a page whose code can’t be loaded reloads, and says so if that doesn’t help', async () => {
    await maya.goto('/')
    await maya.getByRole('navigation', { name: 'Main' }).waitFor()
    await maya.evaluate(() => document.body.setAttribute('data-before', ''))
    await menu('Sourcing').click()
    await breakNext('**/assets/*.js')
    await maya.getByRole('link', { name: 'Sourcing forms' }).press('Enter')
    await maya.locator('body:not([data-before])').waitFor()
    await maya.getByRole('heading', { level: 1, name: 'Sourcing forms' }).waitFor()
    // Code that wasn't loaded is no longer available, so reloading doesn't help.
    const there = new Set(
      await maya.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name)),
    )
    await maya.route('**/assets/*.js', (route) => (there.has(route.request().url()) ? route.fallback() : route.abort()))
    await menu('Reports').click()
    await maya.getByRole('link', { name: 'Service renewal calendar' }).press('Enter')
    const alert = maya.getByRole('alert')
    await alert.getByText('Outlay could not be reached.').waitFor()
    await maya.unroute('**/assets/*.js')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Service renewal calendar' }).waitFor()
  })

  it('a page that fails says what happened and who to ask, reports it, and links to home', async () => {
    const pageInfo = { hasNextPage: false, endCursor: null, startCursor: null }
    await maya.route('**/api/members?*', (route) =>
      route.fulfill({ json: { edges: [{ cursor: 'a', node: null }], pageInfo } }),
    )
    const reported = maya.waitForRequest(
      (request) =>
        request.url().endsWith('/public-api/error-reports') && request.postDataJSON().where.startsWith('page '),
    )
    await maya.goto('/settings/members')
    const alert = maya.getByRole('alert')
    await alert.getByRole('heading', { name: 'Something went wrong.' }).waitFor()
    await alert.getByText(/null/).waitFor()
    await alert.getByRole('link', { name: 'support@outlay.example' }).waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'shell-failed')).toEqual([])
    const report = await reported
    expect(report.postDataJSON()).toMatchObject({ path: '/settings/members' })
    expect((await report.response())?.status()).toBe(200)
    await maya.unroute('**/api/members?*')
    await alert.getByRole('link', { name: 'Back to Home' }).click()
    await maya.getByRole('heading', { level: 1, name: /Maya$/ }).waitFor()
  })
})
