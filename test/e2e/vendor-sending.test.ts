import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { mailsTo } from '../support/e2e/api.ts'
import type { Stage } from '../support/e2e/browser.ts'
import { staged } from '../support/e2e/staged.ts'

/** What requests say of a vendor, and documents that go to its people by mail. */
describe('a vendor', () => {
  let stage: Stage
  let maya: Page
  staged('vendor-sending', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `vendor-sending-${name}`)).toEqual([])
  }
  const open = async (name: string) => {
    await maya.goto('/vendors')
    await maya.getByRole('link', { name, exact: true }).first().click()
    await maya.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  }

  it('shows what requests say of it, and leads to them', async () => {
    await open('Atlas Analytics')
    const said = maya.getByRole('region', { name: 'From requests' })
    await said.getByText('Will it hold personal or customer data?').waitFor()
    await said.getByText('Yes', { exact: true }).waitFor()
    await noFaults('answers')
    const source = said.getByRole('link').first()
    const title = (await source.textContent())?.replace(/^#\d+ /, '') ?? ''
    await source.click()
    await maya.waitForURL(/\/intake-request\//)
    await maya.getByRole('heading', { level: 1, name: title }).waitFor()
  })

  it('is sent documents by mail, which reach whom the form suggests', async () => {
    await open('Acme Cloud')
    await maya.getByRole('link', { name: /^Documents \(/ }).click()
    const names = ['Acme Cloud SOC 2 report.pdf', 'Acme Cloud master agreement.pdf']
    for (const name of names) await maya.getByRole('checkbox', { name: `Select ${name}` }).check()
    await maya.getByText('2 selected').waitFor()
    await noFaults('chosen')
    await maya.getByRole('button', { name: 'Send by mail' }).click()
    const dialog = maya.getByRole('dialog', { name: 'Send 2 documents' })
    await dialog.getByText(names[0] ?? '').waitFor()
    await dialog.getByRole('button', { name: 'Send 2 documents' }).click()
    await dialog.getByText('Required').waitFor()
    const to = dialog.getByLabel('To', { exact: false }).first()
    await to.fill('nobody')
    await dialog.getByRole('button', { name: 'Send 2 documents' }).click()
    await dialog.getByText('Invalid email').waitFor()
    await to.fill('')
    await to.press('ArrowDown')
    await maya.getByRole('option', { name: /Ken Ito/ }).waitFor()
    await noFaults('dialog')
    // By the name, which is no part of the address.
    await to.fill('Rosa D')
    await maya.getByRole('option', { name: /Rosa Delgado/ }).click()
    const email = 'rosa.delgado@acmecloud.example'
    expect(await to.inputValue()).toBe(email)
    await dialog.getByRole('textbox', { name: 'Message' }).fill('The signed agreement, for your files.')
    await dialog.getByRole('button', { name: 'Send 2 documents' }).click()
    await maya.getByText(`On its way to ${email}`).waitFor()
    await maya.getByText('2 selected').waitFor({ state: 'detached' })
    await expect.poll(async () => (await mailsTo(stage.host, email)).length, { timeout: 15_000 }).toBe(1)
    const [mail] = await mailsTo(stage.host, email)
    expect(mail?.subject).toMatch(/ sends you 2 documents$/)
    expect(mail?.text).toContain('The signed agreement, for your files.')
    await maya.getByRole('link', { name: 'History' }).click()
    await maya.getByText(`Sent ${names.join(', ')} to ${email}`).waitFor()
    await noFaults('history')
  })

  it('nothing on the way was complained about', () => {
    expect(stage.complaints).toEqual([])
  })
})
