import { describe, expect, it } from 'vitest'
import { DESKTOP, NARROW, type Stage } from '../../../support/e2e/browser.ts'
import { staged } from '../../../support/e2e/staged.ts'

const MAYA = 'maya@brightwater.example'

describe('signing in at an identity provider', () => {
  let stage: Stage
  staged('sign-on', (opened) => {
    stage = opened
  })

  for (const viewport of [DESKTOP, NARROW])
    for (const provider of ['Okta', 'Google', 'Microsoft'])
      it(`from the login page to Home with ${provider}, ${viewport.width} wide`, async () => {
        const page = await stage.visitor(viewport)
        await page.goto('/login')
        await page.getByLabel('Work email').fill(MAYA)
        const button = page.getByRole('button', { name: `Continue with ${provider}` })
        await page.getByRole('button', { name: 'Continue with Okta' }).waitFor()
        expect(await stage.accessibilityFaults(page)).toEqual([])
        await button.click()
        await page.getByRole('heading', { name: `Sign in to ${provider}` }).waitFor()
        expect(await page.getByLabel('Email').inputValue()).toBe(MAYA)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.waitForURL((url) => url.pathname === '/')
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await page.goto('/user/settings/sessions')
        await page
          .getByText(new RegExp(`Signed in with ${provider}`))
          .first()
          .waitFor()
        expect(await stage.faultsAtBothWidths(page, `sign-on-sessions-${provider}`)).toEqual([])
      })

  it('leads to the page that was opened, and cancelling at the provider leads back', async () => {
    const page = await stage.visitor()
    await page.goto('/intake-requests')
    await page.getByLabel('Work email').fill(MAYA)
    await page.getByRole('button', { name: 'Continue with Okta' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Okta didn’t let you in, or you canceled. Try again, or log in another way.').waitFor()
    expect(await stage.faultsAtBothWidths(page, 'sign-on-cancelled')).toEqual([])
    await page.getByRole('link', { name: 'Back to login' }).click()
    await page.getByLabel('Work email').fill(MAYA)
    // The company's own method is what Enter takes.
    await page.getByRole('button', { name: 'Continue with Okta' }).waitFor()
    await page.getByLabel('Work email').press('Enter')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/intake-requests**')
    await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor()
  })

  it('a stranger to Outlay learns that the provider’s account isn’t linked', async () => {
    const page = await stage.visitor()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    // The login page has such a field, too.
    await page.getByRole('heading', { name: 'Sign in to Google' }).waitFor()
    await page.getByLabel('Email').fill('stranger@nowhere.example')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(/stranger@nowhere.example isn’t linked to an Outlay account/).waitFor()
  })

  it('an admin reads the metadata of a SAML provider, with which people then log in', {
    timeout: 120_000,
  }, async () => {
    const admin = await stage.signIn(MAYA)
    await admin.goto('/settings/integrations')
    await admin.getByRole('button', { name: 'Save SAML provider' }).click()
    await admin.getByText('SAML provider saved').waitFor()
    await admin.getByText(/Connected to https:\/\/sso\.brightwater-systems\.com/).waitFor()
    for (const viewport of [DESKTOP, NARROW]) {
      const page = await stage.visitor(viewport)
      await page.goto('/login')
      await page.getByLabel('Work email').fill(MAYA)
      await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
      await page.getByRole('heading', { name: 'Sign in to Brightwater' }).waitFor()
      await page.getByRole('button', { name: MAYA }).click()
      await page.waitForURL((url) => url.pathname === '/')
      await page.goto('/user/settings/sessions')
      await page
        .getByText(/Signed in with SAML/)
        .first()
        .waitFor()
    }
  })

  it('someone new logs in with Okta once an admin lets people be added, and their department waits for a meaning', {
    timeout: 120_000,
  }, async () => {
    const admin = await stage.signIn(MAYA)
    const come = async () => {
      const page = await stage.visitor()
      await page.goto('/login')
      await page.getByLabel('Work email').fill('noor@brightwater.example')
      await page.getByRole('button', { name: 'Continue with Okta' }).click()
      await page.getByRole('button', { name: 'Sign in' }).click()
      return page
    }
    await (await come()).getByText(/noor@brightwater.example isn’t linked to an Outlay account/).waitFor()
    await admin.goto('/settings/integrations')
    await admin.getByRole('switch', { name: 'Add people when they first log in' }).click()
    await admin.getByText('People are added when they first log in').waitFor()
    const noor = await come()
    await noor.waitForURL((url) => url.pathname === '/')
    await noor.getByRole('heading', { level: 1, name: /Noor/ }).waitFor()
    await admin.reload()
    await admin.getByText(/1 person was added this way/).waitFor()
    expect(await stage.faultsAtBothWidths(admin, 'sign-on-new-people')).toEqual([])
    await admin.goto('/settings/integrations/mappings')
    await admin
      .getByRole('row', { name: /Field engineering/ })
      .getByText('Needs attention')
      .waitFor()
    await admin.goto('/')
    await admin.getByRole('button', { name: /^Show \d+ more$/ }).click()
    await admin.getByText(/values? of your identity provider ha(s|ve) no meaning yet/).waitFor()
    await admin.goto('/settings')
    await admin.getByRole('link', { name: /of your identity provider ha(s|ve) no meaning yet/ }).click()
    await admin.waitForURL('**/settings/integrations/mappings**')
  })

  it('an admin connects Okta, and reads what proves a domain', async () => {
    const page = await stage.signIn(MAYA)
    await page.goto('/settings/integrations')
    await page.getByRole('heading', { level: 1, name: 'Integrations' }).waitFor()
    await page.getByText('Proven', { exact: true }).waitFor()
    expect(await stage.faultsAtBothWidths(page, 'sign-on-integrations')).toEqual([])
    await page.getByLabel('Login domains').first().fill('brightwater.example\nlabs.brightwater.example')
    await page.getByRole('button', { name: 'Save Okta' }).click()
    await page.getByText('Okta saved').waitFor()
    await page.getByRole('button', { name: 'Check labs.brightwater.example' }).click()
    await page.getByText('labs.brightwater.example has no such record yet').waitFor()
    expect(await stage.faultsAtBothWidths(page, 'sign-on-integrations-unproven')).toEqual([])
    await page.getByRole('checkbox', { name: 'Email link' }).uncheck()
    await page.getByRole('button', { name: 'Save login methods' }).click()
    await page.getByText(/You’re logged in with an email link/).waitFor()
  })
})
