import { describe, expect, it } from 'vitest'
import { eventually, mailsTo, newestLoginLink } from '../../../support/e2e/api.ts'
import { NARROW, type Stage } from '../../../support/e2e/browser.ts'
import { staged } from '../../../support/e2e/staged.ts'

const YUKI = 'yuki@brightwater.example'
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
    // Anything that only looks at the page, even with scripts, uses nothing up.
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

  it('a link without a token says "missing login token!", and an unknown one gets the default sentence', async () => {
    const page = await stage.visitor()
    await page.goto('/login-with-token')
    await page.getByText('missing login token!').waitFor()
    await page.goto('/login-with-token?token=never-was')
    await page.getByText('An unknown error occurred. Please try again later.').first().waitFor()
  })

  it('the login page doesn’t reveal whether an address has an account, and strangers get no email', async () => {
    const page = await stage.visitor(NARROW)
    await page.goto('/login')
    expect(await stage.accessibilityFaults(page)).toEqual([])
    await page.getByLabel('Work email').fill('nobody@nowhere.example')
    await page.getByRole('button', { name: 'Email me a login link' }).click()
    await page.getByText(/inbox/i).first().waitFor()
    expect(await stage.accessibilityFaults(page)).toEqual([])
    expect(await mailsTo(stage.host, 'nobody@nowhere.example')).toEqual([])
  })

  it('an admin views as another member inside a frame, and comes back', async () => {
    const page = await stage.signInByMail(MAYA)
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

  it('an admin acts on a member’s behalf with a reason, which the member is told, and can’t decide', async () => {
    const page = await stage.signInByMail(MAYA)
    const noFaults = async (name: string) => {
      expect(await stage.faultsAtBothWidths(page, `sign-in-act-${name}`)).toEqual([])
    }
    await page.getByRole('button', { name: /Maya Lindqvist/ }).click()
    await page.getByRole('menuitem', { name: 'View as another member' }).click()
    await page.getByRole('combobox', { name: 'Member' }).fill('Omar')
    await page.getByRole('option', { name: 'Omar Haddad' }).click()
    await page.getByLabel('Act on their behalf').check()
    const start = page.getByRole('button', { name: 'Act on their behalf' })
    expect(await start.isDisabled()).toBe(true)
    await page.getByLabel('Reason').fill('Omar is ill and asked me to')
    await noFaults('reason')
    await start.click()
    await page.getByText('Acting on their behalf: Omar is ill and asked me to').waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Requests', exact: true }).click()
    await page
      .getByRole('link', { name: /Kestrel CAD, 12 seats/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: /Kestrel CAD, 12 seats/ }).waitFor()
    await page
      .getByText(/Waiting for/)
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: 'Approve request' }).count()).toBe(0)
    await page.getByRole('tab', { name: /^Comments/ }).click()
    await page.getByRole('textbox', { name: 'New comment' }).fill('Which seats are spare?')
    await page.getByRole('button', { name: 'Add comment' }).click()
    await page
      .getByRole('article')
      .filter({ hasText: 'Which seats are spare?' })
      .getByText(/Maya Lindqvist/)
      .waitFor()
    await noFaults('request')
    const mail = await eventually('the mail to the member', async () =>
      (await mailsTo(stage.host, 'omar@brightwater.example')).find(({ text }) =>
        text.includes('Omar is ill and asked me to'),
      ),
    )
    expect(mail.text).toContain('Maya Lindqvist')
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByText('You are now viewing as yourself').waitFor()
  })

  it('a person sees their sessions and signs out everywhere after confirming', async () => {
    const page = await stage.signInByMail(YUKI)
    const other = await stage.signInByMail(YUKI)
    await page.getByRole('button', { name: /Yuki Tanaka/ }).click()
    await page.getByRole('menuitem', { name: 'Sign-in and devices' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign-in and devices' }).waitFor()
    const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await rows.nth(1).waitFor()
    expect([await rows.count(), await rows.filter({ hasText: 'This session' }).count()]).toEqual([2, 1])
    expect(await stage.faultsAtBothWidths(page, 'sign-in-sessions')).toEqual([])
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    const asked = page.getByRole('dialog', { name: 'Sign out everywhere?' })
    expect(await stage.faultsAtBothWidths(page, 'sign-in-sessions-asked')).toEqual([])
    await asked.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByLabel('Work email').waitFor()
    await other.goto('/intake-requests')
    await other.getByLabel('Work email').waitFor()
  })

  it('a person switches to another of their companies and signs out', async () => {
    const page = await stage.signInByMail(MAYA)
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

  it('an unknown address shows the not-found page with a way home', async () => {
    const page = await stage.signInByMail(MAYA)
    await page.goto('/no-such-page')
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    await page
      .getByRole('link', { name: 'Back to Home' })
      .or(page.getByRole('button', { name: 'Back to Home' }))
      .click()
    await page.getByRole('heading', { name: /Maya/ }).waitFor()
    // The refused company switch is reported, and nothing else may be.
    expect(stage.complaints.filter((text) => !text.includes('switch of company by address'))).toEqual([])
  })
})
