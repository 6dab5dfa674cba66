import { describe, expect, it } from 'vitest'
import { DESKTOP, NARROW, type Stage } from '../../../support/e2e/browser.ts'
import { plugInAuthenticator } from '../../../support/e2e/devices/authenticator.ts'
import { staged } from '../../../support/e2e/staged.ts'

const MAYA = 'maya@brightwater.example'

describe('requiring a login method', () => {
  let stage: Stage
  staged('required-method', (opened) => {
    stage = opened
  })

  it('an admin tests Okta and requires it, and people of the domain are led there', { timeout: 120_000 }, async () => {
    const admin = await stage.signIn(MAYA)
    await plugInAuthenticator(admin)
    await admin.goto('/user/settings/sessions')
    await admin.getByRole('button', { name: 'Add a passkey' }).click()
    await admin.getByRole('textbox', { name: 'Name' }).fill('Blue laptop')
    await admin.keyboard.press('Enter')
    await admin.getByRole('list', { name: 'Passkeys' }).getByText('Blue laptop').waitFor()
    await admin.goto('/settings/integrations')
    await admin.getByRole('button', { name: 'Test sign-in with Okta' }).click()
    await admin.getByRole('heading', { name: 'Sign in to Okta' }).waitFor()
    await admin.getByRole('button', { name: 'Sign in' }).click()
    await admin.waitForURL('**/settings/integrations**')
    await admin.getByText('Okta worked: you came back as yourself.').waitFor()
    await admin.getByRole('radio', { name: 'Okta' }).check()
    await admin.getByRole('checkbox', { name: 'Maya' }).check()
    expect(await stage.faultsAtBothWidths(admin, 'required-method')).toEqual([])
    await admin.getByRole('button', { name: 'Save required method' }).click()
    await admin.getByText('Okta is required').waitFor()
    for (const viewport of [DESKTOP, NARROW]) {
      const page = await stage.visitor(viewport)
      await page.goto('/login')
      await page.getByLabel('Work email').fill('leo@brightwater.example')
      await page.getByText('Your company requires this way to log in.').waitFor()
      expect(await page.getByRole('button', { name: 'Continue with Google' }).count()).toBe(0)
      expect(await stage.accessibilityFaults(page)).toEqual([])
      await stage.picture(page, `required-login-${viewport.width}`)
      await page.getByRole('button', { name: 'Continue with Okta' }).click()
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL((url) => url.pathname === '/')
    }

    // From now on another way in waits for a second person, or a day where there is none.
    await admin.goto('/settings/integrations')
    const google = admin.getByRole('group', { name: 'Methods' }).getByRole('checkbox', { name: 'Google' })
    await google.uncheck()
    await admin.getByRole('button', { name: 'Save login methods' }).click()
    await admin.getByText('Login methods saved').waitFor()
    await google.check()
    await admin.getByRole('button', { name: 'Save login methods' }).click()
    await admin.getByText('Not changed yet').waitFor()
    const waiting = admin.getByRole('alert').filter({ hasText: 'Waiting for a second person' })
    await waiting.getByText('Let people log in with Google too.').waitFor()
    expect(await stage.faultsAtBothWidths(admin, 'guarded-sign-on')).toEqual([])
    await waiting.getByRole('button', { name: 'Cancel change' }).click()
    await waiting.waitFor({ state: 'detached' })
  })
})
