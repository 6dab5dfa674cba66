import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Financial analysis › Insights. Each step builds on the one before. */
describe('financial insights', () => {
  let stage: Stage
  let maya: Page
  staged('insights', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })

  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `insights-${name}`)).toEqual([])
  }
  const figures = () => maya.getByRole('region', { name: 'Figures' }).getByRole('table')
  const row = (name: RegExp) => figures().getByRole('row', { name })
  const dialog = () => maya.getByRole('dialog')

  it('this year’s plan is shown beside what was spent, by department', async () => {
    await maya.getByRole('button', { name: /^Financial analysis/ }).click()
    await maya.getByRole('link', { name: 'Insights', exact: true }).click()
    await maya.getByRole('heading', { level: 1, name: 'Financial insights' }).waitFor()
    await row(/^Engineering/).waitFor()
    await maya.getByRole('list', { name: 'Difference to the plan by month' }).waitFor()
    await noFaults('page')
  })

  it('filters narrow the figures, and the address keeps them', async () => {
    await maya.getByRole('combobox', { name: 'Department' }).click()
    await maya.getByRole('option', { name: 'Legal' }).click()
    await maya.keyboard.press('Escape')
    await row(/^Engineering/).waitFor({ state: 'detached' })
    await maya.reload()
    await row(/^Legal/).waitFor()
    expect(await row(/^Engineering/).count()).toBe(0)
    await noFaults('filtered')
    await maya.getByRole('button', { name: 'Clear filters' }).click()
    await row(/^Engineering/).waitFor()
  })

  it('a figure opens the transactions, services and spend requests behind it, with the keyboard', async () => {
    await maya.getByRole('combobox', { name: 'Rows' }).click()
    await maya.getByRole('option', { name: 'By vendor' }).click()
    await row(/^Acme Cloud/)
      .getByRole('button')
      .focus()
    await maya.keyboard.press('Enter')
    await dialog().getByRole('region', { name: 'Transactions' }).waitFor()
    const vendors = dialog().getByRole('link', { name: 'Acme Cloud', exact: true })
    expect(await vendors.count()).toBe((await dialog().getByRole('row').count()) - 1)
    await noFaults('transactions')
    await dialog().getByText('Services', { exact: true }).click()
    await dialog().getByRole('link', { name: 'Content delivery' }).waitFor()
    await noFaults('services')
    await dialog().getByText('Spend requests', { exact: true }).click()
    await dialog()
      .getByText('Spend request', { exact: true })
      .or(dialog().getByText('No spend requests'))
      .first()
      .waitFor()
    await noFaults('requests')
    await maya.goBack()
    await dialog().waitFor({ state: 'detached' })
    await row(/^Acme Cloud/).waitFor()
  })
})
