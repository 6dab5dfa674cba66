import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newestLoginLink } from '../../../support/e2e/api.ts'
import { DESKTOP, NARROW, type Stage } from '../../../support/e2e/browser.ts'
import { load } from '../../../support/e2e/in-app.ts'
import { staged } from '../../../support/e2e/staged.ts'

/** The session lifecycle of specification 1 §4, step by step, for a company's member and for a vendor's. */

const ADA = 'ada@brightwater.example'
const LENA = 'lena@kestrelcad.example'
const EXPIRED = 'An unknown error occurred. Please try again later.'

interface Variant {
  who: string
  email: string
  login: string
  home: string
  /** A page of theirs that isn't home. */
  inner: string
  innerHeading: string
  foreign: string
  portal: 'STAFF' | 'VENDOR'
}

const STAFF: Variant = {
  who: 'a company user',
  email: ADA,
  login: '/login',
  home: '/',
  inner: '/user/settings/notifications',
  innerHeading: 'Account notification settings',
  foreign: '/v/home',
  portal: 'STAFF',
}
const VENDOR: Variant = {
  who: 'a vendor user',
  email: LENA,
  login: '/v/login',
  home: '/v/home',
  inner: '/v/company-selection',
  innerHeading: 'Company selection',
  foreign: '/intake-requests',
  portal: 'VENDOR',
}
const VARIANTS = [STAFF, VENDOR]

describe('the life of a session', () => {
  let stage: Stage
  let pages: { staff: Page; vendor: Page }
  const links = new Map<string, number>()
  staged('session-life', async (opened) => {
    stage = opened
    pages = { staff: await stage.visitor(), vendor: await stage.visitor() }
  })

  const pageOf = (variant: Variant) => (variant === STAFF ? pages.staff : pages.vendor)
  const pathOf = (page: Page) => new URL(page.url()).pathname

  const askForLink = async (page: Page, { email, login }: Variant): Promise<string> => {
    if (pathOf(page) !== login) await load(page, login)
    await page.getByLabel('Work email').fill(email)
    await page.getByRole('button', { name: 'Email me a login link' }).click()
    await page.getByText('Check your inbox').waitFor()
    const link = await newestLoginLink(stage.host, email, links.get(email) ?? 0)
    links.set(email, (links.get(email) ?? 0) + 1)
    return link
  }

  const accessibleAtBothWidths = async (page: Page, name: string) => {
    for (const viewport of [NARROW, DESKTOP]) {
      await page.setViewportSize(viewport)
      expect(await stage.accessibilityFaults(page), `${name} at ${viewport.width}`).toEqual([])
      await stage.picture(page, `session-${name}-${viewport.width}`)
    }
  }

  it.each(VARIANTS)('step 2, $who: a token that fails leads to login with the message', async (variant) => {
    const page = pageOf(variant)
    await load(page, `/login-with-token?token=${variant.portal === 'VENDOR' ? 'v.' : ''}never-was`)
    await page.getByRole('alert').getByText(EXPIRED).waitFor()
    expect(pathOf(page)).toBe(variant.login)
    expect(new URL(page.url()).searchParams.get('message')).toBe(EXPIRED)
    await accessibleAtBothWidths(page, `login-failed-${variant.portal}`)
  })

  it('step 2, both: the login pages link to each other', async () => {
    const page = await stage.visitor()
    await load(page, '/login')
    await page.getByRole('link', { name: 'Vendor login' }).click()
    await page.getByRole('heading', { name: 'Vendor login' }).waitFor()
    await page.getByRole('link', { name: 'Company login' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(pathOf(page)).toBe('/login')
  })

  it('steps 3 and 4, a company user: a protected page leads to login, and signing in leads back to it', async () => {
    const page = pages.staff
    await load(page, `${STAFF.inner}?from=link`)
    await page.waitForURL('**/login')
    await stage.openLoginLink(page, await askForLink(page, STAFF))
    await page.waitForURL(`**${STAFF.inner}?from=link`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  it('steps 3, 4 and 6, a vendor user: a portal page leads to the vendor login, then company selection, then back', async () => {
    const page = pages.vendor
    await load(page, '/v/home?from=link')
    await page.waitForURL('**/v/login')
    await accessibleAtBothWidths(page, 'vendor-login')
    await stage.openLoginLink(page, await askForLink(page, VENDOR))
    await page.waitForURL('**/v/company-selection')
    await page.getByRole('heading', { name: 'Company selection' }).waitFor()
    await page.getByText(`Signed in as ${LENA}`).waitFor()
    await accessibleAtBothWidths(page, 'company-selection-first')
    // Without a company no other page of the portal opens.
    await load(page, '/v/home?from=link')
    await page.waitForURL('**/v/company-selection')
    const choice = page.getByRole('button', { name: /Brightwater Robotics/ })
    await choice.waitFor()
    await choice.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/v/home?from=link')
    await page.getByText('You work with Brightwater Robotics as Kestrel CAD.').waitFor()
  })

  it('step 3, a company user without a saved path: signing in leads home', async () => {
    const page = await stage.visitor()
    await stage.openLoginLink(page, await askForLink(page, STAFF))
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByRole('heading', { level: 1, name: /Ada$/ }).waitFor()
  })

  it('step 1, both: a spinner shows until the session arrives, and a failure is reported', async () => {
    for (const variant of VARIANTS) {
      const page = pageOf(variant)
      let answer: () => void = () => undefined
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/auth/session', async (route) => {
        await held
        await route.continue()
      })
      await load(page, variant.home)
      await page.getByRole('status', { name: 'Loading' }).waitFor()
      expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
      answer()
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
      await page.unroute('**/auth/session')
      await page.route('**/auth/session', (route) =>
        route.fulfill({ status: 500, json: { message: 'Broken', code: 'INTERNAL' } }),
      )
      await load(page, variant.home)
      await page.getByText('Unable to fetch user data').waitFor()
      await page.unroute('**/auth/session')
    }
  })

  it.each(VARIANTS)('step 5, $who: the other side’s pages lead to their own home', async (variant) => {
    const page = pageOf(variant)
    await load(page, variant.foreign)
    await page.waitForURL((url) => url.pathname === variant.home)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
  })

  it('step 6, a vendor user: home says who they are and for which companies, and another can be chosen', async () => {
    const page = pages.vendor
    await load(page, '/v/home')
    const account = page.getByRole('region', { name: 'Your account' })
    for (const text of ['Lena Fischer', LENA, 'Kestrel CAD', 'Business']) await account.getByText(text).waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: /Brightwater Robotics.*Current/ })
      .waitFor()
    await accessibleAtBothWidths(page, 'vendor-home')
    await page.getByRole('link', { name: 'Company selection' }).click()
    await page.getByRole('heading', { level: 1, name: 'Company selection' }).waitFor()
    await accessibleAtBothWidths(page, 'company-selection')
    await page.getByRole('button', { name: /Halden Foods/ }).click()
    await page.getByText('You work with Halden Foods as Kestrel CAD.').waitFor()
    await page.setViewportSize(NARROW)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Home', exact: true }).waitFor()
    expect(await stage.accessibilityFaults(page)).toEqual([])
    await stage.picture(page, 'session-vendor-menu-640')
    await page.getByRole('button', { name: 'Close menu' }).click()
    await page.setViewportSize(DESKTOP)
  })

  it('any address with useCompanyId switches the company, for both, and refuses a company that isn’t theirs', async () => {
    await load(pages.vendor, '/v/home?useCompanyId=demo-brightwater')
    await pages.vendor.getByText('You work with Brightwater Robotics as Kestrel CAD.').waitFor()
    expect(new URL(pages.vendor.url()).search).toBe('')
    for (const variant of VARIANTS) {
      const page = pageOf(variant)
      await load(page, `${variant.home}?useCompanyId=nobodys`)
      await page.getByText("Unable to find what you're looking for.").waitFor()
      expect(pathOf(page)).toBe(variant.home)
    }
  })

  it('step 7, both: payments pages don’t exist when the company has no payments', async () => {
    await pages.staff.route('**/graphql', (route) => {
      if (!route.request().postData()?.includes('paymentsGatekeeper')) return route.fallback()
      const paymentsGatekeeper = { paymentsEnabled: false, paymentsOnboarded: false }
      return route.fulfill({ json: { data: { paymentsGatekeeper } } })
    })
    for (const path of ['/payments', '/payments/bills', '/payments/transactions']) {
      await load(pages.staff, path)
      await pages.staff.getByRole('heading', { name: 'Not found' }).waitFor()
      expect(pathOf(pages.staff)).toBe(path)
    }
    await pages.staff.unroute('**/graphql')
    // For portal users these are the other side's pages.
    await load(pages.vendor, '/payments/bills')
    await pages.vendor.waitForURL((url) => url.pathname === VENDOR.home)
  })

  it('step 7, a company user: a spinner shows until the state is known, then onboarding if it is still needed', async () => {
    const page = pages.staff
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('paymentsGatekeeper')) return route.fallback()
      await held
      const paymentsGatekeeper = { paymentsEnabled: true, paymentsOnboarded: false }
      return route.fulfill({ json: { data: { paymentsGatekeeper } } })
    })
    await load(page, '/payments/transactions')
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor()
    expect(pathOf(page)).toBe('/payments/transactions')
    answer()
    await page.waitForURL(`**/settings/payments/onboarding`)
    // Their company actually has no payments. What a browser believes opens nothing.
    await page.getByRole('heading', { name: 'No access' }).waitFor()
    await page.unroute('**/graphql')
  })

  it.each(VARIANTS)(
    'an ended session, $who: the next call leads to login, and the page is remembered',
    async (variant) => {
      const page = pageOf(variant)
      await load(page, variant.inner)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const cookies = await page.context().cookies()
      await page.context().clearCookies()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
      await page.waitForURL(`**${variant.login}`)
      await page.context().addCookies(cookies)
      // After signing in again, the person continues where they were.
      await load(page, variant.login)
      await page.waitForURL((url) => url.pathname === variant.home)
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
    },
  )

  it.each(VARIANTS)('step 9, $who: logging out clears the session, and going back shows nothing', async (variant) => {
    const page = pageOf(variant)
    await load(page, variant.home)
    await page.getByRole('button', { name: variant === STAFF ? /Ada Pereira/ : /Lena Fischer/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    expect(await stage.accessibilityFaults(page)).toEqual([])
    const cleared = page.waitForResponse(
      (answer) => answer.url().endsWith('/clear-jwt') && answer.request().method() === 'DELETE',
    )
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    expect((await cleared).status()).toBe(204)
    await page.waitForURL(`**${variant.login}`)
    await page.goBack()
    await page.waitForURL(`**${variant.login}`)
    await load(page, variant.home)
    await page.waitForURL(`**${variant.login}`)
  })

  it('the browser reports no errors', () => {
    const expected = /switch of company by address|session.*Broken|Broken/
    expect(stage.complaints.filter((text) => !expected.test(text))).toEqual([])
  })
})
