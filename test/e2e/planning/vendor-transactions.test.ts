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
})
