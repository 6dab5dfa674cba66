import { describe, expect, it } from 'vitest'
import { mailsTo, newestLoginLink } from '../support/e2e/api.ts'
import { NARROW, type Stage } from '../support/e2e/browser.ts'
import { staged } from '../support/e2e/staged.ts'

const MAYA = 'maya@brightwater.example'

describe('signing in', () => {
  let stage: Stage
  staged('sign-in', (opened) => {
    stage = opened
  })

  it('an emailed link leads to the page that was opened', async () => {
    const page = await stage.visitor()
    await page.goto('/intake-requests?filter=ALL')
    await page.waitForURL('**/login**')
    await page.getByLabel('Work email').fill(MAYA)
    await page.getByRole('button', { name: 'Email me a login link' }).click()
    await page.getByText(/inbox/i).first().waitFor()
    const link = await newestLoginLink(stage.host, MAYA)
    await page.goto(link)
    await page.getByRole('heading', { name: 'Sign in as Maya Lindqvist?' }).waitFor()
    expect(await stage.accessibilityFaults(page)).toEqual([])
    // Whatever only looks at the page, scripts and all, uses nothing up.
    const scanner = await stage.visitor()
    await scanner.goto(link)
    await scanner.getByRole('button', { name: 'Sign in' }).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/intake-requests?filter=ALL')
    await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor()
    expect(await stage.accessibilityFaults(page)).toEqual([])

    const second = await stage.visitor()
    await second.goto(link)
    await second.waitForURL('**/login?**')
    await second.getByText('This login link was already used. Get a new one.').first().waitFor()
    expect(new URL(second.url()).searchParams.get('email')).toBe(MAYA)
  })

  it('says "missing login token!" for a link without one, and the default sentence for one that never was', async () => {
    const page = await stage.visitor()
    await page.goto('/login-with-token')
    await page.getByText('missing login token!').waitFor()
    await page.goto('/login-with-token?token=never-was')
    await page.getByText('An unknown error occurred. Please try again later.').first().waitFor()
  })

  it('doesn’t reveal whether an address has an account, and emails strangers nothing', async () => {
    const page = await stage.visitor(NARROW)
    await page.goto('/login')
    expect(await stage.accessibilityFaults(page)).toEqual([])
    await page.getByLabel('Work email').fill('nobody@nowhere.example')
    await page.getByRole('button', { name: 'Email me a login link' }).click()
    await page.getByText(/inbox/i).first().waitFor()
    expect(await stage.accessibilityFaults(page)).toEqual([])
    expect(await mailsTo(stage.host, 'nobody@nowhere.example')).toEqual([])
  })

  it('lets an admin view as another member inside a frame, and come back', async () => {
    const page = await stage.signIn(MAYA)
    await page.getByRole('button', { name: /Maya Lindqvist/ }).click()
    await page.getByRole('menuitem', { name: 'View as another member' }).click()
    await page.getByRole('combobox', { name: 'Member' }).click()
    await page.keyboard.type('Ada')
    await page.getByRole('option', { name: 'Ada Pereira' }).click()
    await page.getByRole('button', { name: 'View as member' }).click()
    await page.getByText('Viewing as Ada Pereira').waitFor()
    expect(await stage.accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByText('You are now viewing as yourself').waitFor()
    await page.getByRole('button', { name: /Maya Lindqvist/ }).waitFor()
  })

  it('switches to another company of the same person, and signs out', async () => {
    const page = await stage.signIn(MAYA)
    await page.getByRole('button', { name: /Maya Lindqvist/ }).click()
    await page.getByText('Switch to another company').waitFor()
    await page.getByRole('menuitem', { name: 'Halden Foods' }).click()
    await page.getByRole('button', { name: /Halden Foods/ }).waitFor()
    await page.goto('/?useCompanyId=not-a-company')
    await page.getByText("Unable to find what you're looking for.").waitFor()
    await page.goto('/?useCompanyId=demo-brightwater')
    await page.getByRole('button', { name: /Brightwater Robotics/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByLabel('Work email').waitFor()
    await page.goto('/')
    await page.getByLabel('Work email').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  it('shows the not-found page for an unknown address, with the way home', async () => {
    const page = await stage.signIn(MAYA)
    await page.goto('/no-such-page')
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    await page
      .getByRole('link', { name: 'Back to Home' })
      .or(page.getByRole('button', { name: 'Back to Home' }))
      .click()
    await page.getByRole('heading', { name: /Maya/ }).waitFor()
    // The refused company switch is reported; nothing else may be.
    expect(stage.complaints.filter((text) => !text.includes('switch of company by address'))).toEqual([])
  })
})
