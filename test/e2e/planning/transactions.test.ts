import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Financial analysis › Transactions. Each step builds on the one before. */
describe('reading transactions', () => {
  let stage: Stage
  let maya: Page
  staged('transactions', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })

  const table = (page: Page) => page.getByRole('table', { name: 'Transactions' })
  const totals = (page: Page) => page.getByRole('region', { name: 'Totals' })
  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `transactions-${name}`)).toEqual([])
  }

  it('the last twelve months’ expenses are listed with their total and a chart by month', async () => {
    await maya.getByRole('button', { name: /^Financial analysis/ }).click()
    await maya.getByRole('link', { name: 'Transactions' }).click()
    await table(maya).getByRole('row').nth(1).waitFor()
    await totals(maya)
      .getByText(/^\d+ transactions$/)
      .waitFor()
    expect(await maya.getByRole('list', { name: 'Amounts by month' }).getByRole('button').count()).toBe(12)
    await noFaults(maya, 'months')
  })

  it('a month’s bar shows that month, and a click goes back to the last twelve', async () => {
    const months = maya.getByRole('list', { name: 'Amounts by month' }).getByRole('button')
    await months.nth(4).click()
    await maya.waitForURL(/from=(\d{4}-\d{2})&to=\1/)
    await expect.poll(() => months.count()).toBe(1)
    await maya.getByRole('button', { name: 'Last 12 months' }).click()
    await expect.poll(() => months.count()).toBe(12)
  })

  it('a bar of the chart filters the list, and the address keeps it', async () => {
    await maya.getByRole('combobox', { name: 'Chart' }).click()
    await maya.getByRole('option', { name: 'By vendor' }).click()
    await maya.getByRole('button', { name: /^Driftline/ }).click()
    await maya.getByRole('list', { name: 'Active filters' }).getByText('Driftline').waitFor()
    await maya.reload()
    await maya.getByRole('list', { name: 'Active filters' }).getByText('Driftline').waitFor()
    await maya.getByText('No exchange rate yet').waitFor()
    await totals(maya).getByText('1 transaction without an exchange rate isn’t included.').waitFor()
    const names = await table(maya).locator('tbody tr').allTextContents()
    expect(names.filter((text) => !text.includes('Driftline'))).toEqual([])
    await noFaults(maya, 'vendor')
  })

  it('filters name several, or leave some out, and are taken away again', async () => {
    await maya.getByRole('button', { name: 'Remove filter Vendor' }).click()
    await maya.getByRole('button', { name: 'Filters' }).click()
    const dialog = maya.getByRole('dialog', { name: 'Filters' })
    await dialog.getByRole('combobox', { name: 'Department', exact: true }).click()
    await maya.getByRole('option', { name: 'Engineering' }).click()
    await maya.getByRole('option', { name: 'Legal' }).click()
    await maya.keyboard.press('Escape')
    await dialog.getByRole('combobox', { name: 'Not category' }).click()
    await maya.getByRole('option', { name: 'Components' }).click()
    await maya.keyboard.press('Escape')
    await noFaults(maya, 'filters')
    await dialog.getByRole('button', { name: 'Show transactions' }).click()
    const chips = maya.getByRole('list', { name: 'Active filters' })
    await chips.getByText('Engineering, Legal').waitFor()
    await chips.getByText('Components').waitFor()
    await maya.getByRole('button', { name: /^Harbor Legal/ }).waitFor()
    expect(await maya.getByRole('button', { name: /^Driftline/ }).count()).toBe(0)
    await chips.getByRole('button', { name: 'Remove all' }).click()
    await chips.waitFor({ state: 'detached' })
  })

  it('a search finds memos, with its own total', async () => {
    await maya.getByRole('textbox', { name: 'Search transactions' }).fill('Prototype gears')
    await totals(maya).getByText('1 transaction', { exact: true }).waitFor()
    await table(maya).getByText('Prototype gears').click()
    const dialog = maya.getByRole('dialog', { name: 'Transaction' })
    await dialog.getByText('Motors and parts').waitFor()
    const link = dialog.getByRole('link', { name: 'Open in NetSuite' })
    expect(await link.getAttribute('href')).toContain(
      'https://7654321-sb3.app.netsuite.com/app/accounting/transactions/vendbill.nl?id=',
    )
    await noFaults(maya, 'one')
    await maya.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('revenue is another list', async () => {
    await maya.getByRole('textbox', { name: 'Search transactions' }).fill('')
    await maya.getByText('Revenue', { exact: true }).click()
    await maya.getByRole('combobox', { name: 'Chart' }).click()
    await maya.getByRole('option', { name: 'By category' }).click()
    await maya.getByRole('button', { name: /^Robot sales/ }).waitFor()
    await noFaults(maya, 'revenue')
  })

  it('the file has the lines of the filters', async () => {
    await maya.getByRole('button', { name: /^Research grants/ }).click()
    await maya.getByRole('list', { name: 'Active filters' }).getByText('Research grants').waitFor()
    const download = maya.waitForEvent('download')
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Export as CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^outlay-transactions-\d{4}-\d{2}-\d{2}\.csv$/)
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n')
    expect(lines[0]).toContain('Date,Type,Number,Vendor,Category')
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.slice(1).filter((line) => !line.includes('Research grants'))).toEqual([])
  })

  it('an analyst sees no payroll, a lead with payroll access that of their department, a lead without it none', async () => {
    const wages = '/budget-tracking/actuals/transactions?search=Payroll'
    const seen = async (email: string): Promise<string[]> => {
      const page = await stage.signIn(email)
      await page.goto(wages)
      const count = await totals(page)
        .getByText(/transactions?$/)
        .first()
        .textContent()
      if (!count?.startsWith('0'))
        await table(page)
          .getByText(/^Payroll, /)
          .first()
          .waitFor()
      const texts = await table(page).locator('tbody tr').allTextContents()
      await page.close()
      return [
        ...new Set(
          texts.flatMap((text) => /Payroll, (Engineering|Marketing|Operations|Finance|IT|Legal)/.exec(text)?.[1] ?? []),
        ),
      ]
    }
    expect(await seen('dana@brightwater.example')).toEqual([])
    expect(await seen('hana@brightwater.example')).toEqual(['Engineering'])
    expect(await seen('omar@brightwater.example')).toEqual([])
    expect(stage.complaints).toEqual([])
  })
})
