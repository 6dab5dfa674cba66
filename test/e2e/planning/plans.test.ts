import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DESKTOP, type Stage } from '../../support/e2e/browser.ts'
import { findClipped } from '../../support/e2e/measured/clipped.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Financial analysis › Plans. Each step builds on the one before. */
describe('plans', () => {
  let stage: Stage
  let maya: Page
  staged('plans', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })

  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `plans-${name}`)).toEqual([])
  }
  const figures = (page: Page) => page.getByRole('region', { name: 'Figures' }).getByRole('table')
  const year = new Intl.DateTimeFormat('en', { timeZone: 'America/New_York', year: 'numeric' }).format()

  it('this year’s budget is listed, and shows what is planned beside what was spent', async () => {
    await maya.getByRole('button', { name: /^Financial analysis/ }).click()
    await maya.getByRole('link', { name: 'Plans', exact: true }).click()
    await maya
      .getByRole('table', { name: 'Plans' })
      .getByRole('link', { name: `Budget ${year}` })
      .waitFor()
    await noFaults(maya, 'list')
    await maya.getByRole('link', { name: `Budget ${year}` }).click()
    await figures(maya)
      .getByRole('rowheader', { name: /^Engineering/ })
      .waitFor()
    const months = maya.getByRole('list', { name: 'Difference to the plan by month' }).getByRole('img')
    expect(await months.count()).toBe(12)
    expect(await months.first().getAttribute('aria-label')).toMatch(
      /^Jan \d{4}: planned \$[\d,.]+, actual \$[\d,.]+, (\$[\d,.]+ (over|under)|as planned)/,
    )
    await noFaults(maya, 'figures')
  })

  it('rows are by anything that the plan names, filters narrow them, and the address keeps it', async () => {
    await maya.getByRole('combobox', { name: 'Rows' }).click()
    await maya.getByRole('option', { name: 'By vendor' }).click()
    await figures(maya)
      .getByRole('rowheader', { name: /^Driftline/ })
      .waitFor()
    await maya.getByRole('combobox', { name: 'Department' }).click()
    await maya.getByRole('option', { name: 'Legal' }).click()
    await maya.keyboard.press('Escape')
    await figures(maya)
      .getByRole('rowheader', { name: /^Driftline/ })
      .waitFor({ state: 'detached' })
    await figures(maya)
      .getByRole('rowheader', { name: /^Harbor Legal/ })
      .waitFor()
    await maya.reload()
    await figures(maya)
      .getByRole('rowheader', { name: /^Harbor Legal/ })
      .waitFor()
    await maya.getByRole('button', { name: 'Clear filters' }).click()
    await figures(maya)
      .getByRole('rowheader', { name: /^Driftline/ })
      .waitFor()
  })

  it('an actual amount opens its transactions', async () => {
    await figures(maya)
      .getByRole('link', { name: /^Actual of Harbor Legal, all months: / })
      .click()
    await maya.waitForURL(/actuals\/transactions\?.*inVendorIds=/)
    await maya.getByRole('table', { name: 'Transactions' }).getByText('Harbor Legal').first().waitFor()
    await maya.goBack()
    await figures(maya)
      .getByRole('rowheader', { name: /^Harbor Legal/ })
      .waitFor()
  })

  it('a pasted table is checked row by row before anything is made', async () => {
    await maya.goto('/budget-tracking/budgets')
    await maya.getByRole('link', { name: 'Import plan' }).click()
    await maya.getByRole('textbox', { name: 'Name' }).fill('Events')
    const table = maya.getByRole('textbox', { name: 'Table' })
    const many = 'as_many_as_there_were_in_the_year_before_or_more_but_never_fewer_than_that_and_never_for_less'
    await table.fill(
      `Department\tVendor\t${year}-01\t${year}-02\nMarketing\tFathom\t${many}\t500\nNowhere\tNobody\t€3\t1`,
    )
    await maya.getByRole('button', { name: 'Check' }).click()
    const wrong = maya.getByRole('region', { name: 'What is wrong' })
    await wrong.getByText(`${many} isn’t an amount. Use the format 1250.00`).waitFor()
    await wrong.getByText('€3: this plan is in USD').waitFor()
    for (const width of [1280, 640, 390]) {
      await maya.setViewportSize({ width, height: 800 })
      expect(await maya.evaluate(findClipped, 'section[aria-label="What is wrong"] td')).toEqual([])
    }
    await maya.setViewportSize(DESKTOP)
    await noFaults(maya, 'import-faults')
    await table.fill(
      `Department\tVendor\t${year}-01\t${year}-02\nMarketing\tFathom\t1,200\t500\nNowhere\tNobody\t3\t1\nMarketing\tCobalt Design\t50\t50`,
    )
    await maya.getByRole('button', { name: 'Check' }).click()
    const found = maya.getByRole('region', { name: 'What will be imported' })
    await found.getByText('$1,804.00').waitFor()
    await noFaults(maya, 'import-checked')
    await maya.getByRole('button', { name: 'Import plan' }).click()
    await maya.getByRole('heading', { name: 'Import plan - Map departments' }).waitFor()
  })

  it('its names are linked to what they are, by name or by choice, step by step', async () => {
    await maya.getByText('2 of 2 unlinked').waitFor()
    await maya.getByRole('button', { name: 'Match all by name' }).click()
    await maya.getByText('1 not saved yet').waitFor()
    await noFaults(maya, 'link-departments')
    await maya.getByRole('button', { name: 'Save and continue' }).click()
    await maya.getByRole('heading', { name: 'Import plan - Map vendors' }).waitFor()
    await maya.getByRole('button', { name: 'Link to Fathom Research: Fathom' }).click()
    await maya.getByRole('combobox', { name: 'What Nobody is linked to' }).fill('Juniper')
    await maya.getByRole('option', { name: 'Juniper Travel' }).click()
    await maya.keyboard.press('Escape')
    await maya.getByText('2 not saved yet').waitFor()
    await noFaults(maya, 'link-vendors')
    await maya.getByRole('button', { name: 'Save and continue' }).click()
    await figures(maya)
      .getByRole('rowheader', { name: /Marketing/ })
      .waitFor()
    await maya.getByRole('combobox', { name: 'Rows' }).click()
    await maya.getByRole('option', { name: 'By vendor' }).click()
    await figures(maya).getByRole('rowheader', { name: 'Fathom Fathom Research' }).waitFor()
    await figures(maya).getByRole('rowheader', { name: 'Nobody Juniper Travel' }).waitFor()
  })

  it('what is left is linked from the settings, as in another plan', async () => {
    await maya.goto('/settings/manage-mappings/budgets/vendors')
    await maya.getByRole('row', { name: /^Events .* 1 unlinked$/ }).waitFor()
    await noFaults(maya, 'settings')
    await maya.getByRole('link', { name: 'Events' }).click()
    await maya.getByText('1 of 3 unlinked').waitFor()
    await maya.getByRole('button', { name: 'Copy from another plan' }).click()
    await maya.getByRole('menuitem', { name: `Budget ${year}` }).click()
    await maya.getByText('0 of 3 unlinked').waitFor()
    await maya.getByText('Cobalt Design', { exact: true }).first().waitFor()
    await noFaults(maya, 'settings-plan')
    await maya.getByRole('link', { name: 'Events' }).click()
    await figures(maya).getByRole('rowheader', { name: 'Marketing' }).waitFor()
  })

  it('it is renamed with a description, which both are required', async () => {
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Edit' }).click()
    await maya.getByRole('button', { name: 'Save' }).click()
    await maya.getByText('Required').waitFor()
    await maya.getByRole('textbox', { name: 'Description' }).fill('Fairs and customer evenings')
    await noFaults(maya, 'edit')
    await maya.getByRole('button', { name: 'Save' }).click()
    await maya.getByText('Fairs and customer evenings').waitFor()
  })

  it('a lead sees the part of their department, and nothing to change', async () => {
    const omar = await stage.signIn('omar@brightwater.example')
    await omar.goto('/budget-tracking/budgets')
    await omar.getByRole('link', { name: `Budget ${year}` }).click()
    await figures(omar).getByRole('rowheader').nth(1).waitFor()
    const names = await figures(omar).locator('tbody th').allTextContents()
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => name.startsWith('Legal') || name.startsWith('Marketing'))).toEqual([])
    await omar.getByRole('button', { name: 'More actions' }).click()
    await omar.getByRole('menuitem').first().waitFor()
    expect(await omar.getByRole('menuitem').allTextContents()).toEqual(['Export as CSV'])
    await omar.keyboard.press('Escape')
    await omar.goto('/budget-tracking/budgets/import')
    await omar.getByRole('heading', { name: 'No access' }).waitFor()
  })

  it('it is deleted, and its page is gone', async () => {
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Delete plan' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Delete plan' }).click()
    await maya
      .getByRole('table', { name: 'Plans' })
      .getByRole('link', { name: `Budget ${year}` })
      .waitFor()
    expect(await maya.getByRole('link', { name: 'Events' }).count()).toBe(0)
  })
})
