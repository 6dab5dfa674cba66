import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DESKTOP, NARROW, type Stage } from '../../support/e2e/browser.ts'
import { load } from '../../support/e2e/in-app.ts'
import { staged } from '../../support/e2e/staged.ts'

const MAYA = 'maya@brightwater.example'

describe('the frame', () => {
  let stage: Stage
  let maya: Page
  staged('frame', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })
  const title = () => maya.getByRole('heading', { level: 1 })
  const dialog = () => maya.getByRole('dialog')
  const search = async () => {
    await maya.keyboard.press('ControlOrMeta+K')
    await dialog().waitFor()
  }

  it('Back closes a dialog before it leaves the page, also on the first page loaded', async () => {
    await maya.goto('/')
    await maya.goto('/vendors')
    await title().filter({ hasText: 'Vendors' }).waitFor()
    await search()
    await maya.goBack()
    await dialog().waitFor({ state: 'detached' })
    expect(new URL(maya.url()).pathname).toBe('/vendors')
    await maya.goBack()
    await maya.waitForURL((url) => url.pathname === '/')
  })

  it('one Back leaves the page after a dialog was closed in another way', async () => {
    await maya.goto('/')
    await title().waitFor()
    await maya.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documents' }).click()
    await title().filter({ hasText: 'Documents' }).waitFor()
    for (let twice = 0; twice < 2; twice++) {
      await search()
      await maya.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
    }
    // The history goes back two steps, the person one.
    await maya.evaluate(() => window.history.back())
    await maya.waitForURL((url) => url.pathname === '/')
    await title().filter({ hasText: /Maya$/ }).waitFor()
    await maya.goForward()
    await title().filter({ hasText: 'Documents' }).waitFor()
  })

  it.each([
    ['dark', 'Light'],
    ['light', 'Dark'],
  ] as const)(
    'on a %s system, every part is %s from the first paint on when that is chosen',
    async (system, chosen) => {
      await maya.emulateMedia({ colorScheme: system })
      await maya.goto('/intake-requests')
      await maya
        .getByRole('button', { name: /^Maya Lindqvist|Maya/ })
        .first()
        .click()
      await maya.getByRole('menuitemradio', { name: chosen }).click()
      await maya.locator(`html[data-mantine-color-scheme="${chosen.toLowerCase()}"]`).waitFor()
      await maya.keyboard.press('Escape')
      await maya.getByRole('table').getByRole('link').first().click()
      await maya.getByRole('tab', { name: /^Approvals/ }).waitFor()
      await maya.getByRole('menu').waitFor({ state: 'detached' })
      expect(await stage.accessibilityFaults(maya)).toEqual([])
      await stage.picture(maya, `frame-${system}-${chosen}`)
      const page = await (await maya.request.get('/')).text()
      expect(page).toContain(`<html lang="en" data-mantine-color-scheme="${chosen.toLowerCase()}">`)
    },
  )

  it('the color scheme follows the system again when that is chosen', async () => {
    await maya.goto('/')
    await maya.getByRole('button', { name: /Maya/ }).first().click()
    await maya.getByRole('menuitemradio', { name: 'System' }).click()
    expect(await (await maya.request.get('/')).text()).not.toContain('data-mantine-color-scheme="')
    await maya.keyboard.press('Escape')
  })

  it('toasts don’t cover titles', async () => {
    const overlap = async (one: Locator, other: Locator): Promise<boolean> => {
      const [a, b] = [await one.boundingBox(), await other.boundingBox()]
      if (!a || !b) throw new Error('Both are to be seen')
      return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
    }
    for (const viewport of [DESKTOP, NARROW]) {
      await maya.setViewportSize(viewport)
      await maya.goto('/user/settings/notifications')
      await title().waitFor()
      await maya
        .getByRole('switch', { name: /^Email/ })
        .or(maya.getByRole('checkbox', { name: /^Email/ }))
        .first()
        .click({ force: true })
      await maya.getByRole('button', { name: 'Save changes' }).click()
      const toast = maya.getByText('Notification settings saved')
      await toast.waitFor()
      expect(await overlap(maya.locator('[data-kind="success"]'), title()), `at ${viewport.width}`).toBe(false)
      await stage.picture(maya, `frame-toast-${viewport.width}`)
    }
    await maya.setViewportSize(DESKTOP)
  })

  it('the app works without the code of toasts, and loads it with the next page', async () => {
    const lost: string[] = []
    await maya.route('**/favicon.svg', (route) => route.abort('internetdisconnected'))
    await maya.route('**/assets/*.js', async (route) => {
      const response = await route.fetch()
      if (!/position:.top-center/.test(await response.text())) return route.fulfill({ response })
      lost.push(route.request().url())
      return route.abort('internetdisconnected')
    })
    await load(maya, '/')
    await expect.poll(() => lost).toHaveLength(1)
    await title().waitFor()
    await maya.unrouteAll({ behavior: 'ignoreErrors' })
    await maya.evaluate(() => Object.assign(window, { isFirst: true }))
    await maya.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documents' }).click()
    await maya.waitForFunction(() => !('isFirst' in window))
    await title().filter({ hasText: 'Documents' }).waitFor()
    await maya.goto('/user/settings/notifications')
    await title().waitFor()
    await maya
      .getByRole('switch', { name: /^Email/ })
      .or(maya.getByRole('checkbox', { name: /^Email/ }))
      .first()
      .click({ force: true })
    await maya.getByRole('button', { name: 'Save changes' }).click()
    await maya.getByText('Notification settings saved').waitFor()
    expect(stage.complaints.splice(0).filter((each) => !each.includes('dynamically imported'))).toEqual([])
  })

  it('opening a page offline stays in the app, and loads the page once online', async () => {
    await load(maya, '/')
    await title().waitFor()
    // The app knows its pages by then, as it shows toasts. Their code isn't loaded yet.
    await maya.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' })
    await maya.waitForLoadState('networkidle')
    await maya.route('**/assets/**', (route) => route.abort('internetdisconnected'))
    await maya.context().setOffline(true)
    await maya.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documents' }).click()
    await maya
      .getByText(/could not be reached/)
      .first()
      .waitFor()
    await maya.getByRole('navigation', { name: 'Main' }).waitFor()
    await maya.getByText('You’re offline. What you type is kept').waitFor()
    await maya.unroute('**/assets/**')
    // Without a click.
    await maya.context().setOffline(false)
    await maya.getByRole('heading', { level: 1, name: 'Documents' }).waitFor()
    // The router logs to the console what the page tells the person.
    const told = /NetworkError|Unable to preload/
    expect(stage.complaints.filter((each) => !told.test(each))).toEqual([])
  })
})
