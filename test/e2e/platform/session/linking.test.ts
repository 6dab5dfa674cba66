import { describe, expect, it } from 'vitest'
import { DESKTOP, NARROW, type Stage } from '../../../support/e2e/browser.ts'
import { staged } from '../../../support/e2e/staged.ts'

const MAYA = 'maya@brightwater.example'
const PRIVATE = 'maya.private@gmail.com'

describe('linking a sign-in method', () => {
  let stage: Stage
  staged('linking', (opened) => {
    stage = opened
  })

  it('Google is linked from the session, signs in, and is removed again', { timeout: 120_000 }, async () => {
    const page = await stage.signIn(MAYA)
    await page.goto('/user/settings/sessions')
    const methods = page.getByRole('list', { name: 'Sign-in methods' })
    await methods.getByText(`Email link · ${MAYA}`).waitFor()
    expect(await stage.faultsAtBothWidths(page, 'linking-before')).toEqual([])
    await page.getByRole('button', { name: 'Link Google' }).click()
    await page.getByRole('heading', { name: 'Sign in to Google' }).waitFor()
    await page.getByLabel('Email').fill(PRIVATE)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/user/settings/sessions')
    await page.getByText(`Google is linked. You can sign in with ${PRIVATE} from now on.`).waitFor()
    await methods.getByText(`Google · ${PRIVATE}`).waitFor()
    expect(await stage.faultsAtBothWidths(page, 'linking-linked')).toEqual([])

    const second = await stage.visitor(NARROW)
    await second.goto('/login')
    await second.getByRole('button', { name: 'Continue with Google' }).click()
    await second.getByRole('heading', { name: 'Sign in to Google' }).waitFor()
    await second.getByLabel('Email').fill(PRIVATE)
    await second.getByRole('button', { name: 'Sign in' }).click()
    await second.waitForURL((url) => url.pathname === '/')
    await second.goto('/user/settings/sessions')
    await second
      .getByText(/Signed in with Google/)
      .first()
      .waitFor()

    await page.getByRole('button', { name: `Remove Google ${PRIVATE}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Google was removed').waitFor()
    expect(await methods.getByText(PRIVATE).count()).toBe(0)
    const third = await stage.visitor(DESKTOP)
    await third.goto('/login')
    await third.getByRole('button', { name: 'Continue with Google' }).click()
    await third.getByRole('heading', { name: 'Sign in to Google' }).waitFor()
    await third.getByLabel('Email').fill(PRIVATE)
    await third.getByRole('button', { name: 'Sign in' }).click()
    await third.getByText(`Your Google account ${PRIVATE} isn’t linked to an Outlay account.`).waitFor()
  })

  it('a vendor’s person links Microsoft, and logs in to the portal with it', { timeout: 120_000 }, async () => {
    const lena = await stage.signIn('lena@kestrelcad.example')
    await lena.getByRole('button', { name: /Brightwater Robotics/ }).click()
    await lena.getByRole('heading', { name: 'Your customers' }).waitFor()
    await lena.getByRole('button', { name: /Lena/ }).click()
    await lena.getByRole('menuitem', { name: 'Sign-in and devices' }).click()
    await lena.getByRole('button', { name: 'Link Microsoft' }).click()
    await lena.getByRole('heading', { name: 'Sign in to Microsoft' }).waitFor()
    await lena.getByLabel('Email').fill('lena@private.example')
    await lena.getByRole('button', { name: 'Sign in' }).click()
    await lena.waitForURL('**/v/sign-in')
    await lena.getByText('Microsoft is linked. You can sign in with lena@private.example from now on.').waitFor()
    expect(await stage.faultsAtBothWidths(lena, 'linking-vendor')).toEqual([])

    const page = await stage.visitor(NARROW)
    await page.goto('/v/login')
    await page.getByRole('button', { name: 'Continue with Microsoft' }).click()
    await page.getByRole('heading', { name: 'Sign in to Microsoft' }).waitFor()
    await page.getByLabel('Email').fill('lena@private.example')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/v/company-selection')
    await page.getByRole('button', { name: /Brightwater Robotics/ }).waitFor()
  })

  it('a finished answer of someone else’s browser links nothing, and says so', { timeout: 120_000 }, async () => {
    const attacker = await stage.signIn('leo@brightwater.example')
    await attacker.goto('/user/settings/sessions')
    await attacker.getByRole('button', { name: 'Link Google' }).click()
    await attacker.getByRole('heading', { name: 'Sign in to Google' }).waitFor()
    await attacker.getByLabel('Email').fill('attacker@private.example')
    // The answer stays unused.
    await attacker.route('**/auth/sign-on/finish', (route) => route.abort())
    await attacker.getByRole('button', { name: 'Sign in' }).click()
    await attacker.waitForURL('**/login-return/google?*')
    const returned = attacker.url()
    expect(returned).toContain('code=')
    const victim = await stage.signIn(MAYA)
    await victim.goto(returned)
    await victim.getByRole('heading', { name: 'That didn’t work' }).waitFor()
    expect(await stage.faultsAtBothWidths(victim, 'linking-other-browser')).toEqual([])
    await victim.getByRole('link', { name: 'Sign-in and devices' }).click()
    await victim.getByRole('list', { name: 'Sign-in methods' }).getByText(MAYA).waitFor()
    expect(await victim.getByText('attacker@private.example').count()).toBe(0)
  })

  it('an admin removes what a member linked', { timeout: 120_000 }, async () => {
    const leo = await stage.signIn('leo@brightwater.example')
    await leo.goto('/user/settings/sessions')
    await leo.getByRole('button', { name: 'Link Google' }).click()
    await leo.getByRole('heading', { name: 'Sign in to Google' }).waitFor()
    await leo.getByLabel('Email').fill('leo@private.example')
    await leo.getByRole('button', { name: 'Sign in' }).click()
    await leo.getByText('Google is linked.').waitFor()
    const admin = await stage.signIn(MAYA)
    await admin.goto('/settings/members')
    await admin.getByRole('link', { name: /^Leo / }).first().click()
    await admin.getByRole('heading', { name: 'Sign-in methods' }).waitFor()
    await admin.getByText('Google · leo@private.example').waitFor()
    expect(await stage.faultsAtBothWidths(admin, 'linking-member')).toEqual([])
    await admin.getByRole('button', { name: 'Remove Google leo@private.example' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await admin.getByText('Has linked no account at a provider.').waitFor()
  })
})
