import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const SAVED_ROWS = '**/api/erp-mappings/VENDOR?*'

/** Settings › Manage mappings: what the accounting system's objects are. Each step builds on the one before. */
describe('mapping the accounting system', () => {
  let stage: Stage
  let maya: Page
  let keys = 0
  staged('mapping', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })

  const press = async (key: string, times = 1) => {
    for (let pressed = 0; pressed < times; pressed++) {
      keys += 1
      await maya.keyboard.press(key)
    }
  }
  const table = (name: string) => maya.getByRole('table', { name })
  const row = (name: string) => maya.locator('tbody tr').filter({ hasText: name })
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `mapping-${name}`)).toEqual([])
  }

  it('the pages are in the settings, with how many rows are open, the largest amounts first', async () => {
    await maya.getByRole('button', { name: /^Settings/ }).click()
    await maya.getByRole('list', { name: 'Manage mappings' }).getByRole('link', { name: 'Actuals' }).click()
    await table('Departments').waitFor()
    await maya.getByRole('link', { name: 'Vendors (63)' }).waitFor()
    expect(await table('Departments').locator('tbody tr').first().textContent()).toContain('Engineering')
    await noFaults('departments')
  })

  it('fifty vendors are mapped with the keyboard alone, with few keys', async () => {
    await maya.goto('/settings/manage-mappings/actuals/erp-vendors?all=true&show=UNMAPPED')
    await table('Vendors').locator('tbody tr').nth(62).waitFor()
    await table('Vendors').locator('tbody tr').first().focus()
    keys = 0
    for (let mapped = 0; mapped < 50; mapped++) {
      await press(' ')
      await press('ArrowDown')
    }
    await maya.getByText('50 not saved yet').waitFor()
    await press('Control+s')
    await maya.getByText(/^50 rows saved/).waitFor()
    // A tick and a step for each, and one save.
    expect(keys).toBe(101)
    await maya.getByText('13 of 76 unmapped').waitFor()
    await noFaults('vendors')
  })

  it('the whole save is undone at once', async () => {
    await maya.getByRole('button', { name: 'Undo' }).click()
    // Messages stay for as long as the mouse is over them.
    await maya.mouse.move(5, 400)
    await maya.getByText('50 rows undone').waitFor()
    await maya.getByText('63 of 76 unmapped').waitFor()
  })

  it('another vendor is chosen by typing its name, or a new one is made', async () => {
    const first = table('Vendors').locator('tbody tr').first()
    await first.focus()
    await press('Enter')
    await maya.keyboard.type('Brand new supplies')
    await maya.getByRole('option', { name: 'New vendor “Brand new supplies”' }).waitFor()
    await press('Enter')
    await first.getByText('Brand new supplies').waitFor()
    // The keyboard goes on where it was.
    await press('ArrowDown')
    await press(' ')
    await maya.getByText('2 not saved yet').waitFor()
    await noFaults('chosen')
    // Quick people go on before the rows are read again.
    await maya.route(SAVED_ROWS, async (route) => {
      if (route.request().method() === 'GET') await maya.waitForTimeout(300)
      await route.continue()
    })
    await press('Control+s')
    await maya.getByText(/^2 rows saved/).waitFor()
  })

  it('all open rows are matched by name, shown before they are saved', async () => {
    await maya.getByRole('button', { name: 'Match all by name' }).click()
    await maya.getByText('61 not saved yet').waitFor()
    await maya.unroute(SAVED_ROWS)
    expect(await row('Falcon Studio').getByRole('checkbox', { name: 'Map Falcon Studio' }).isChecked()).toBe(true)
    await maya.getByRole('button', { name: 'Discard changes' }).click()
    await maya.getByText('61 not saved yet').waitFor({ state: 'detached' })
  })

  it('selected rows are dismissed together, and found again', async () => {
    await table('Vendors').locator('tbody tr').first().focus()
    await press('Shift+ArrowDown', 2)
    await maya.getByText('3 selected').waitFor()
    await maya.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Dismiss' }).click()
    await maya.getByRole('button', { name: 'Save', exact: true }).click()
    await maya.getByText(/^3 rows saved/).waitFor()
    await maya.getByLabel('Unmapped only').uncheck()
    await maya.getByLabel('Dismissed only').check()
    await maya.getByText('1–3 of 3').waitFor()
    await noFaults('dismissed')
  })

  it('an account has its category, tracking and payroll mark', async () => {
    await maya.goto('/settings/manage-mappings/actuals/erp-expense-accounts')
    const salaries = row('Salaries and wages')
    await salaries.getByRole('checkbox', { name: 'Salaries and wages is payroll' }).check()
    await salaries.getByLabel('Tracking of Salaries and wages').selectOption('With a department')
    await noFaults('accounts')
    await maya.getByRole('button', { name: 'Save', exact: true }).click()
    await maya.getByText(/^1 row saved/).waitFor()
    await maya.reload()
    expect(await salaries.getByRole('checkbox', { name: 'Salaries and wages is payroll' }).isChecked()).toBe(true)
  })

  it('accounts of one classification are matched by name, and the save is undone', async () => {
    await maya.getByRole('button', { name: 'Match by classification' }).click()
    const group = maya.getByRole('menuitem', { name: /^Cost of Goods Sold \(\d+\)$/ })
    const count = Number(/\d+/.exec((await group.textContent()) ?? '')?.[0])
    await group.click()
    await maya.getByText(`${count} not saved yet`).waitFor()
    await noFaults('classification')
    await maya.getByRole('button', { name: 'Save', exact: true }).click()
    await maya.getByText(new RegExp(`^${count} rows? saved`)).waitFor()
    await maya.getByRole('button', { name: 'Undo' }).last().click()
    await maya.mouse.move(5, 400)
    await maya.getByText(new RegExp(`^${count} rows? undone`)).waitFor()
  })

  it('the wizard goes from step to step', async () => {
    await maya.goto('/budget-tracking/actuals/mappings')
    await row('marketing').getByRole('checkbox', { name: 'Map marketing' }).check()
    await maya.getByRole('button', { name: 'Save and continue' }).click()
    await table('Locations').waitFor()
    await maya.getByRole('button', { name: 'Continue' }).click()
    await table('Vendors').waitFor()
    await noFaults('wizard')
    expect(stage.complaints).toEqual([])
  })
})
