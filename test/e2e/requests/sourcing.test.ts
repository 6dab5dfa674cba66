import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually, mailsTo } from '../../support/e2e/api.ts'
import { NARROW, type Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/**
 * A sourcing form from its creation to the decision about a stranger's submission. Each step builds on the one before.
 */
describe('sourcing', () => {
  let stage: Stage
  let maya: Page
  let stranger: Page
  let address = ''
  staged('sourcing', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
    stranger = await stage.visitor(NARROW)
  })

  it('an admin creates a form with only questions that outsiders can answer', async () => {
    await maya.getByRole('button', { name: /^Settings/ }).click()
    await maya.locator('a[href="/settings/sourcing"]').click()
    await maya.getByRole('link', { name: 'Supplier registration' }).waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'sourcing-settings')).toEqual([])
    await maya.getByRole('button', { name: 'New form' }).click()
    const dialog = maya.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Catering offers')
    await dialog.getByRole('button', { name: 'Create form' }).click()
    await maya.waitForURL(/\/settings\/sourcing-categories\/[^/]+\/form$/)
    address = maya.url()
    await maya.getByRole('link', { name: 'Workflows', exact: true }).waitFor()
    expect(await maya.getByRole('main').getByRole('link', { name: 'Integrations' }).count()).toBe(0)
    await maya.getByRole('button', { name: 'Start with common questions' }).click()
    await maya.getByRole('button', { name: 'Add question to step Your offer' }).click()
    await maya.getByRole('textbox', { name: 'Search question types' }).fill('member')
    await maya.getByText('No results').waitFor()
    await maya.keyboard.press('Escape')
    await maya.getByRole('button', { name: 'Save form' }).click()
    await maya.getByText('Saved', { exact: true }).waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'sourcing-builder')).toEqual([])
    await maya.getByRole('link', { name: 'Advanced', exact: true }).click()
    await maya.waitForURL(/\/settings\/sourcing-categories\/[^/]+\/advanced$/)
    await maya.getByRole('heading', { name: 'Delete this category' }).waitFor()
  })

  it('an outsider fills in a form at half a window’s width and sees what is missing', async () => {
    await maya.goto('/settings/sourcing')
    await maya.getByRole('link', { name: 'Supplier registration' }).click()
    await maya.getByRole('link', { name: 'Advanced', exact: true }).click()
    await maya.getByRole('switch', { name: 'Check that senders are people' }).click()
    expect(await stage.faultsAtBothWidths(maya, 'sourcing-advanced')).toEqual([])
    await maya.getByRole('button', { name: 'Save settings' }).click()
    await maya.getByText('Settings saved').waitFor()
    await maya.goto('/settings/sourcing')
    await maya.getByRole('button', { name: 'Actions of Supplier registration' }).click()
    address = (await maya.getByRole('menuitem', { name: 'Open the public form' }).getAttribute('href')) ?? ''
    await maya.keyboard.press('Escape')
    await stranger.goto(new URL(address).pathname)
    await stranger.getByRole('heading', { name: 'Supplier registration' }).waitFor()
    await stranger.getByText('Brightwater Robotics').first().waitFor()
    const begun = Date.now()
    await stranger.getByRole('button', { name: 'Next' }).click()
    expect(await stranger.getByText('Required', { exact: true }).count()).toBe(3)
    expect(await stage.accessibilityFaults(stranger)).toEqual([])
    await stage.picture(stranger, 'public-form-required')
    await stranger.getByLabel('What do you offer?').fill('Lunch for forty')
    await stranger.getByRole('combobox', { name: /^Field/ }).click()
    await stranger.getByRole('option', { name: 'Services' }).click()
    await stranger.getByLabel('Why you?').fill('Round the corner, and warm.')
    await stranger
      .locator('input[type="file"]:not([capture])')
      .setInputFiles({ name: 'menu.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') })
    await stranger.getByRole('button', { name: 'Remove menu.pdf' }).waitFor()
    await stage.picture(stranger, 'public-form-filled')
    await stranger.getByRole('button', { name: 'Next' }).click()
    await stranger.getByRole('heading', { name: 'Your company' }).waitFor()
    await stranger.getByText('Yes', { exact: true }).click()
    await stranger.getByRole('button', { name: 'Next' }).click()
    await stranger.getByLabel('Name').fill('Carla Cook')
    await stranger.getByLabel('Email', { exact: false }).first().fill('carla')
    await stranger.getByRole('button', { name: 'Send' }).click()
    await stranger.getByText('Invalid email').waitFor()
    expect(await stage.accessibilityFaults(stranger)).toEqual([])
    await stage.picture(stranger, 'public-form-sender')
    await stranger.locator('#sender-email').fill('carla@cook.example')
    await stranger.getByText('Tick this box').waitFor()
    await stranger.getByRole('checkbox', { name: 'I am a person' }).check()
    // No one fills it in within three seconds, but a test does.
    await stranger.waitForTimeout(Math.max(0, begun + 3_200 - Date.now()))
    await stranger.getByRole('button', { name: 'Send' }).click()
    await stranger.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect(await stage.accessibilityFaults(stranger)).toEqual([])
    await stage.picture(stranger, 'public-form-sent')
  })

  it('staff find the request under Sourcing, not among the other requests, and approve it', async () => {
    const yuki = await stage.signIn('yuki@brightwater.example')
    await yuki.getByRole('button', { name: 'Sourcing', exact: true }).click()
    await yuki.getByRole('link', { name: 'Sourcing forms' }).click()
    const row = yuki.getByRole('link', { name: 'Lunch for forty' })
    await row.waitFor()
    expect(await stage.faultsAtBothWidths(yuki, 'sourcing-forms')).toEqual([])
    await row.click()
    await yuki.waitForURL(/\/sourcing\/forms\/[^/]+$/)
    await yuki.getByRole('link', { name: 'carla@cook.example' }).waitFor()
    await yuki.getByText('menu.pdf').first().waitFor()
    expect(await stage.faultsAtBothWidths(yuki, 'sourcing-form')).toEqual([])
    await yuki.getByRole('button', { name: 'Approve' }).first().click()
    await yuki.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await yuki.getByText('Approved', { exact: true }).first().waitFor()
    await yuki.getByRole('tab', { name: 'History' }).click()
    await yuki.waitForURL(/\/sourcing\/forms\/[^/]+\/history$/)
    await yuki.getByText('Carla Cook (public form) submitted the request').waitFor()
    await yuki.goto('/intake-requests?filter=ALL')
    await yuki.getByRole('heading', { name: 'Requests' }).waitFor()
    expect(await yuki.getByText('Lunch for forty').count()).toBe(0)
  })

  it('the outsider sees what became of it by the link in their receipt, without an account', async () => {
    const mail = await eventually('the receipt', async () => (await mailsTo(stage.host, 'carla@cook.example'))[0])
    expect(mail.subject).toBe('Brightwater Robotics received your form')
    await stranger.goto(/\/public\/sourcing-receipt\/\S+/.exec(mail.text)?.[0] ?? '')
    await stranger.getByRole('heading', { name: 'Lunch for forty' }).waitFor()
    await stranger.getByText('Accepted', { exact: true }).first().waitFor()
    await stranger.getByText('menu.pdf').waitFor()
    expect(await stage.faultsAtBothWidths(stranger, 'public-receipt')).toEqual([])
  })

  it('an address without a form says so and reveals nothing about the company', async () => {
    await stranger.goto(new URL(address).pathname.replace(/[^/]+$/, 'nothing'))
    await stranger.getByText('This form does not exist').waitFor()
    expect(await stage.accessibilityFaults(stranger)).toEqual([])
    expect(stage.complaints).toEqual([])
  })
})
