import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Settings › Exchange rates: an admin reads today's rates and sets one. Each step builds on the one before. */
describe('exchange rates', () => {
  let stage: Stage
  let maya: Page
  staged('exchange-rates', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })

  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `exchange-rates-${name}`)).toEqual([])
  }
  const today = () => maya.getByRole('table', { name: 'Today’s exchange rates' })
  const set = () => maya.getByRole('table', { name: 'Exchange rates set by your company' })

  it('each currency is listed with its rate, date and source', async () => {
    await maya.getByRole('button', { name: /^Settings/ }).click()
    await maya.getByRole('link', { name: 'Exchange rates' }).click()
    await today()
      .getByRole('row', { name: /^GBP 1 GBP = \d\.\d+ USD .+ European Central Bank/ })
      .waitFor()
    await set()
      .getByRole('row', { name: /^1 EUR = / })
      .waitFor()
    await noFaults('list')
  })

  it('a rate set by an admin is kept, and overrides the provider’s', async () => {
    await maya.getByRole('button', { name: 'Set rate', exact: true }).click()
    const dialog = maya.getByRole('dialog', { name: 'Set exchange rate' })
    await dialog.getByRole('button', { name: 'Save rate' }).click()
    await dialog.getByText('Required').first().waitFor()
    await noFaults('missing')
    await dialog.getByRole('combobox', { name: 'Currency' }).fill('GBP')
    await maya.getByRole('option', { name: 'GBP' }).click()
    await dialog.getByLabel('Value of 1 GBP in USD').fill('1.3125')
    await noFaults('dialog')
    await dialog.getByRole('button', { name: 'Save rate' }).click()
    await maya.getByText('1 GBP is 1.3125 USD').waitFor()
    await today()
      .getByRole('row', { name: /^GBP 1 GBP = 1\.3125 USD .+ Set by your company/ })
      .waitFor()
    await set()
      .getByRole('row', { name: /^1 GBP = 1\.3125 USD .+ Maya Lindqvist/ })
      .waitFor()
    await noFaults('set')
    expect(stage.complaints).toEqual([])
  })
})
