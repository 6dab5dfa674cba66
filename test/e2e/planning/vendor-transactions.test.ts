import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** What a vendor cost, on its own page. */
describe('transactions of a vendor', () => {
  let stage: Stage
  let maya: Page
  staged('vendor-transactions', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })

  const table = () => maya.getByRole('table', { name: /^Transactions of / })
  const rows = () => table().locator('tbody tr')

  it('the vendor’s page shows its chart, its lines and its accounting vendors', async () => {
    await maya.goto('/vendors')
    await maya.getByRole('link', { name: 'Driftline', exact: true }).click()
    await maya.getByRole('link', { name: 'Transactions', exact: true }).last().click()
    await rows().first().waitFor()
    await maya.getByRole('region', { name: 'Totals' }).waitFor()
    await maya.getByRole('heading', { name: 'Accounting vendors' }).waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'vendor-transactions')).toEqual([])
  })

  it('a line that is moved off the vendor no longer counts on its page', async () => {
    const count = () =>
      maya
        .getByRole('region', { name: 'Totals' })
        .getByText(/^\d+ transactions$/)
        .textContent()
    const before = await count()
    await rows().first().getByRole('checkbox').check()
    await maya.getByRole('button', { name: /^Move off / }).click()
    await expect.poll(count).not.toBe(before)
  })

  it('the vendor’s form takes another accounting vendor, which is listed on its page', async () => {
    await maya.goto(`${new URL(maya.url()).pathname.split('/').slice(0, 3).join('/')}/edit`)
    const field = maya.getByRole('combobox', { name: 'Accounting vendors' })
    await field.click()
    await field.fill('Falcon')
    await maya.getByRole('option', { name: 'Falcon Studio' }).click()
    // What it didn’t have when it was made of an accounting vendor.
    await maya.getByRole('combobox', { name: 'Owners' }).click()
    await maya.getByRole('option', { name: 'Dana Fox' }).click()
    await maya.keyboard.press('Escape')
    await maya.getByRole('combobox', { name: 'Payment method' }).click()
    await maya.getByRole('option', { name: 'ACH' }).click()
    expect(await stage.faultsAtBothWidths(maya, 'vendor-accounting')).toEqual([])
    await maya.getByRole('button', { name: /^Save/ }).click()
    await maya.waitForURL((url) => !url.pathname.endsWith('/edit'))
    await maya.getByRole('link', { name: 'Transactions', exact: true }).last().click()
    await maya.getByRole('heading', { name: 'Accounting vendors' }).waitFor()
    await maya.getByText('Falcon Studio').first().waitFor()
  })
})
