import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import { DESKTOP, type Stage } from '../../support/e2e/browser.ts'
import { pickByKeyboard } from '../../support/e2e/fields.ts'
import { tabTo } from '../../support/e2e/keyboard.ts'
import { printedPage } from '../../support/e2e/measured/printed.ts'
import { saveSoftware, softwareCategory } from '../../support/e2e/software-requests.ts'
import { staged } from '../../support/e2e/staged.ts'

/** The main jobs without a mouse. Where a job ends, the focus is on something. */
const MAYA = 'maya@brightwater.example'

describe('the main jobs with the keyboard alone', () => {
  let stage: Stage
  let maya: Page
  let jonas: Api
  staged('keyboard-jobs', async (opened) => {
    stage = opened
    jonas = await Api.signIn(stage.host, 'jonas@brightwater.example')
    maya = await stage.signIn(MAYA)
  })

  const press = async (...keys: string[]) => {
    for (const key of keys) await maya.keyboard.press(key)
  }
  const heading = (name: string | RegExp) => maya.getByRole('heading', { level: 1, name }).waitFor()
  const pick = async (field: string | RegExp, text: string) => {
    await tabTo(maya, 'combobox', field)
    await maya.keyboard.type(text)
    await pickByKeyboard(maya, maya.getByRole('option', { name: text }).first())
    await press('Escape')
  }
  /** Long enough for what closes or loads to hand the focus on. */
  const focusStays = async (page = maya) => {
    await page.waitForTimeout(300)
    const at = await page.evaluate(() => document.activeElement?.tagName)
    expect(at).not.toBe('BODY')
  }
  /** Opens a page by a link of the menu, as a keyboard user does. */
  const openBy = async (link: string | RegExp) => {
    await tabTo(maya, 'link', link)
    await press('Enter')
  }

  beforeEach(async () => {
    await maya.goto('/')
    await maya.getByRole('navigation', { name: 'Main' }).waitFor()
  })

  it('a request is filed as a draft, and its page has the focus at its heading', async () => {
    await openBy('Requests')
    await heading('Requests')
    await maya.locator('h1:focus').waitFor()
    await openBy(/New request/)
    await heading('New request')
    await focusStays()
    await openBy(/^Software/)
    await heading('Software')
    await tabTo(maya, 'textbox', /^(?!Search)/)
    await maya.keyboard.type('Ten drawing tablets')
    await focusStays()
    await maya.getByText('Saved', { exact: true }).first().waitFor()
    await focusStays()
  })

  it('a request is approved in the inbox and not by text typed on its page, and what follows has the focus', async () => {
    const id = await saveSoftware(jonas, await softwareCategory(jonas), 'Tablets for drawing', 900)
    const omar = await stage.signIn('omar@brightwater.example')
    // Text that was meant for a comment opens a dialog and is written there.
    await omar.goto(`/intake-request/${id}`)
    await omar
      .getByRole('button', { name: /^Approve/ })
      .first()
      .waitFor()
    await omar.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await omar.waitForTimeout(700)
    await omar.keyboard.type('ask Ada first, then order a pair. ', { delay: 40 })
    await omar.keyboard.press('Enter')
    await omar.getByRole('dialog', { name: /^Approve/ }).waitFor()
    await omar.keyboard.press('Escape')
    await omar.goto('/inbox')
    await tabTo(omar, 'button', /^Tablets for drawing/)
    await omar.keyboard.press('Enter')
    await tabTo(omar, 'button', 'Approve request')
    await omar.keyboard.press('Enter')
    const dialog = omar.getByRole('dialog', { name: /^Approve/ })
    await dialog.waitFor()
    await tabTo(omar, 'button', /^Approve/)
    await omar.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await omar.getByText('Request approved').first().waitFor()
    await focusStays(omar)
  })

  it('a bill is refused with the focus at the first faulty field', async () => {
    await maya.goto('/payments/bills/new')
    await heading('New bill')
    await tabTo(maya, 'button', 'Submit bill')
    await press('Enter')
    await maya.locator('[aria-invalid="true"]:focus').waitFor({ state: 'attached' })
  })

  it('a vendor is added', async () => {
    await maya.goto('/vendors')
    await heading('Vendors')
    await openBy('Add vendor')
    await heading('Add vendor')
    await tabTo(maya, 'textbox', /^Name/)
    await maya.keyboard.type('Halden Keys')
    await pick('Owners', 'Omar Haddad')
    await pick('Payment method', 'Wire')
    await tabTo(maya, 'button', 'Add vendor')
    await press('Enter')
    await heading('Halden Keys')
    await maya.locator('h1:focus').waitFor()
  })

  it('a setting is changed', async () => {
    await maya.goto('/user/settings/notifications')
    const setting = maya.getByRole('switch', { name: 'Email each working morning' })
    await setting.focus()
    await press('Space')
    await tabTo(maya, 'button', 'Save changes')
    await press('Enter')
    await maya.getByText('Notification settings saved').first().waitFor()
    await focusStays()
  })

  it('forms and renewals fit 320 pixels without scrolling sideways', async () => {
    await maya.setViewportSize({ width: 320, height: 800 })
    const found: string[] = []
    for (const path of [
      '/payments/bills/new',
      '/spend-requests/add-new',
      '/reports/services-renewal',
      '/vendors/add-new',
    ]) {
      await maya.goto(path)
      await maya.getByRole('heading', { level: 1 }).waitFor()
      await maya.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      const { width, scrolled } = await maya.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        scrolled: [...document.querySelectorAll('#main *')]
          .filter(
            (node) => node.scrollWidth > node.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(node).overflowX),
          )
          .map((node) => `${node.tagName} ${node.className} ${node.textContent?.slice(0, 30)}`),
      }))
      if (width > 320 || scrolled.length > 0) found.push(`${path}: ${width} wide, scrolls ${scrolled.join(', ')}`)
    }
    await maya.setViewportSize(DESKTOP)
    expect(found).toEqual([])
  })

  it('on paper, a request has all its tabs in order and no buttons or menu', async () => {
    const id = await saveSoftware(jonas, await softwareCategory(jonas), 'Printed tablets', 900)
    await maya.goto(`/intake-request/${id}`)
    await heading('Printed tablets')
    const shown = await printedPage(maya)
    expect(shown.pressed).toBe(0)
    expect(shown.parts.slice(0, 3)).toEqual(['Details', 'Approvals', 'Comments'])
    expect(shown.printed).toBe(shown.parts.length)
  })

  it('who is signed out reads why, and has the text again after signing in', async () => {
    const page = await stage.signIn(MAYA)
    await page.goto('/vendors/add-new')
    await page.getByRole('textbox', { name: /^Name/ }).fill('Halden Kept')
    await page.getByRole('textbox', { name: 'Website' }).fill('halden.example')
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    // The next call says that there is no session. What looks for vendors alike may make it before the click does.
    await page
      .getByRole('button', { name: 'Add vendor' })
      .or(page.getByText('You were signed out because your session ended.'))
      .first()
      .click()
    await page.getByText('You were signed out because your session ended. What you typed is kept').waitFor()
    await page.context().addCookies(cookies)
    await page.goto('/vendors/add-new')
    await page.getByText(/^What you typed until .* is back$/).waitFor()
    expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Halden Kept')
  })
})
