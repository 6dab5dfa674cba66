import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api, newestLoginLink } from '../../../support/e2e/api.ts'
import { DESKTOP, NARROW, type Stage } from '../../../support/e2e/browser.ts'
import { plugInAuthenticator } from '../../../support/e2e/devices/authenticator.ts'
import { staged } from '../../../support/e2e/staged.ts'

const LEO = 'leo@brightwater.example'
const MAYA = 'maya@brightwater.example'
const PAGE = '/intake-requests?filter=ALL'

const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

describe('a second factor after an email link', () => {
  let stage: Stage
  let page: Page
  /** Begun before anyone had a factor. */
  let maya: Api
  staged('factor-after-link', async (opened) => {
    stage = opened
    maya = await Api.signIn(stage.host, MAYA)
  })

  const looksRight = async (name: string) => {
    for (const viewport of [NARROW, DESKTOP]) {
      await page.setViewportSize(viewport)
      expect(await stage.accessibilityFaults(page), `${name} at ${viewport.width}`).toEqual([])
      await stage.picture(page, `${name}-${viewport.width}`)
    }
  }

  /** From a page of the app to the login page, the email and its link. */
  const followLink = async (email: string) => {
    page = await stage.visitor()
    await plugInAuthenticator(page)
    await page.goto(PAGE)
    await page.waitForURL('**/login**')
    await page.getByLabel('Work email').fill(email)
    await page.getByRole('button', { name: 'Email me a login link' }).click()
    await page.getByText(/inbox/i).first().waitFor()
    await page.goto(await newestLoginLink(stage.host, email))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/login/factor')
    await page.getByRole('heading', { name: 'Confirm that it’s you' }).waitFor()
  }

  it('an admin asks for it among the settings', async () => {
    page = await stage.signIn(MAYA)
    await page.goto('/settings/company')
    const asked = page.getByRole('switch', { name: 'Ask for a second factor after an email link' })
    await asked.waitFor()
    await looksRight('factor-settings')
    await asked.click({ force: true })
    await page.getByText('Company settings saved').first().waitFor()
    await page.reload()
    await expect.poll(() => asked.isChecked()).toBe(true)
  })

  it('who has none sets one up, and continues where they wanted to go', async () => {
    await followLink(LEO)
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor()
    await looksRight('factor-first')
    // Nothing else opens before.
    await page.goto('/vendors')
    await page.waitForURL('**/login/factor')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Blue laptop')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    await looksRight('factor-first-codes')
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.waitForURL('**/vendors')
    await page.getByRole('heading', { name: 'Vendors', exact: true }).waitFor()
  })

  it('who has an app gives its code', async () => {
    const begun = (await maya.call('POST', '/auth/factors/app')).body
    const earlier = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate({ timestamp: Date.now() - 30_000 })
    expect((await maya.call('POST', '/auth/factors/app/code', { id: begun.id, code: earlier })).status).toBe(200)
    await followLink(MAYA)
    await page.getByLabel('Code from your app').waitFor()
    await looksRight('factor-page')
    await page.getByLabel('Code from your app').fill('000000')
    await page.keyboard.press('Enter')
    await page.getByText('This code doesn’t match.').waitFor()
    await page.getByLabel('Code from your app').fill(codeOf(begun.secret))
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${PAGE}`)
    await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor()
    expect(stage.complaints).toEqual([])
  })
})
