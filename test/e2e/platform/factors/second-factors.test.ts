import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../../support/e2e/api.ts'
import { DESKTOP, NARROW, type Stage } from '../../../support/e2e/browser.ts'
import { plugInAuthenticator } from '../../../support/e2e/devices/authenticator.ts'
import { load } from '../../../support/e2e/in-app.ts'
import { staged } from '../../../support/e2e/staged.ts'

const LEO = 'leo@brightwater.example'
const HALF_MINUTE_MS = 30_000

/** What the app shows so many steps from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * HALF_MINUTE_MS,
  })

describe('second factors in user settings', () => {
  let stage: Stage
  let page: Page
  /** A session of the same person elsewhere, which began before there were factors. */
  let elsewhere: Api
  staged('second-factors', async (opened) => {
    stage = opened
    elsewhere = await Api.signIn(stage.host, LEO)
    page = await stage.signIn(LEO)
    await plugInAuthenticator(page)
  })

  const looksRight = async (name: string) => {
    for (const viewport of [NARROW, DESKTOP]) {
      await page.setViewportSize(viewport)
      expect(await stage.accessibilityFaults(page), `${name} at ${viewport.width}`).toEqual([])
      await stage.picture(page, `${name}-${viewport.width}`)
    }
  }

  it('an app is set up by its secret and a first code, and brings recovery codes', async () => {
    await page.goto('/user/settings/sessions')
    await page.getByRole('button', { name: 'Set up an app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
    await dialog.getByRole('img', { name: 'QR code for the app' }).waitFor()
    await looksRight('factor-app')
    const secret = await dialog.locator('code').textContent()
    await dialog.getByLabel('Code from the app').fill('123')
    await page.keyboard.press('Enter')
    await dialog.getByText('This code doesn’t match.').waitFor()
    await dialog.getByLabel('Code from the app').fill(codeOf(secret ?? ''))
    await page.keyboard.press('Enter')
    await dialog.getByRole('list', { name: 'Recovery codes' }).waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(10)
    await looksRight('factor-recovery-codes')
    await dialog.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('10 codes are left.').waitFor()
  })

  it('a passkey is added under a name, and renamed', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Blue laptop')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Blue laptop').waitFor()
    await looksRight('factor-cards')
    await page.getByRole('button', { name: 'Actions of Blue laptop' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Red laptop')
    await page.keyboard.press('Enter')
    await page.getByText('Red laptop').waitFor()
  })

  const continueElsewhere = async () => {
    const [name = '', value = ''] = elsewhere.cookie.split(/=(.*)/)
    await page.context().addCookies([{ name, value, url: stage.host.url, httpOnly: true, sameSite: 'Lax' }])
    await load(page, '/user/settings/sessions')
  }

  it('another session is asked for one before anything changes, and may leave it', async () => {
    await continueElsewhere()
    await page.getByRole('button', { name: 'Make new codes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm with your second factor' })
    await dialog.getByLabel('Code from your app').waitFor()
    await looksRight('factor-asked')
    await dialog.getByLabel('Code from your app').fill('000000')
    await page.keyboard.press('Enter')
    await dialog.getByText('This code doesn’t match.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('This needs your second factor').first().waitFor()
    await page.getByText('10 codes are left.').waitFor()
  })

  it('a passkey answers at once, and what was asked for is done', async () => {
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('dialog', { name: 'New recovery codes' }).getByRole('listitem').first().waitFor()
    await page.getByRole('button', { name: 'I have kept them' }).click()
  })

  it('removing the passkey asks first', async () => {
    await page.getByRole('button', { name: 'Actions of Red laptop' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Removed the passkey Red laptop').first().waitFor()
    expect(stage.complaints).toEqual([])
  })
})
