import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Saying what transactions belong to, undoing it, and discussing one. Each step builds on the one before. */
describe('recoding transactions', () => {
  let stage: Stage
  let dana: Page
  staged('recode', async (opened) => {
    stage = opened
    dana = await stage.signIn('dana@brightwater.example')
  })

  const table = () => dana.getByRole('table', { name: 'Transactions' })
  const totals = () => dana.getByRole('region', { name: 'Totals' })
  const dialog = () => dana.getByRole('dialog')
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(dana, `recode-${name}`)).toEqual([])
  }
  const choose = async (field: string, name: string) => {
    await dialog().getByRole('combobox', { name: field }).click()
    await dana.getByRole('option', { name, exact: true }).click()
  }

  it('one transaction gets another vendor, with who changed it, and the message undoes it', async () => {
    await dana.goto('/budget-tracking/actuals/transactions?search=Prototype%20gears')
    await table().getByText('Prototype gears').click()
    await choose('Vendor', 'Acme Cloud')
    await dialog().getByRole('button', { name: 'Save changes' }).click()
    await dana.getByText('Transaction changed').waitFor()
    await dialog().getByText('Vendor: Driftline → Acme Cloud').waitFor()
    await dana.getByText('Transaction changed').getByRole('button', { name: 'Undo' }).click()
    await dana.getByText('1 transaction undone').waitFor()
    await dialog()
      .getByText(/, undone by Dana Fox$/)
      .waitFor()
    await noFaults('one')
  })

  it('a comment on it stays, and is found and resolved among all comments', async () => {
    await dialog().getByRole('textbox', { name: 'New comment' }).fill('Which project was this for?')
    await dialog().getByRole('button', { name: 'Add comment' }).click()
    await dialog().getByText('Which project was this for?').waitFor()
    await noFaults('comment')
    await dana.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await dana.getByRole('button', { name: 'More actions' }).click()
    await dana.getByRole('menuitem', { name: 'Comments' }).click()
    const discussion = dana.getByRole('region', { name: /^Driftline, / })
    await discussion.getByText('Which project was this for?').waitFor()
    await noFaults('comments')
    await discussion.getByRole('button', { name: 'Resolve' }).click()
    await discussion.waitFor({ state: 'detached' })
    await dana.getByRole('radiogroup', { name: 'Discussions' }).getByText('Resolved', { exact: true }).click()
    await discussion.getByText(/^Resolved by Dana Fox/).waitFor()
  })

  it('several that were selected get a category, which is undone for all of them', async () => {
    await dana.goto('/budget-tracking/actuals/transactions?search=Alder%20Logistics')
    await table().getByRole('row').nth(3).waitFor()
    for (const at of [1, 2, 3]) await table().getByRole('row').nth(at).getByRole('checkbox').check()
    await dana.getByRole('button', { name: 'Change vendor or category' }).click()
    await choose('Spend category', 'Set category')
    await choose('New category', 'Office')
    await noFaults('several')
    await dialog().getByRole('button', { name: 'Change 3 transactions' }).click()
    await dana.getByText('3 transactions changed').waitFor()
    const coded = () => table().getByRole('cell', { name: 'Office', exact: true })
    await coded().nth(2).waitFor()
    await dana.getByText('3 transactions changed').getByRole('button', { name: 'Undo' }).click()
    await coded().first().waitFor({ state: 'detached' })
  })

  it('all that match are changed by a job that can be followed, and undone by another', async () => {
    await dana.goto('/budget-tracking/actuals/transactions')
    await totals()
      .getByText(/^\d+ transactions$/)
      .waitFor()
    const count =
      (await totals()
        .getByText(/^\d+ transactions$/)
        .textContent()) ?? ''
    await dana.getByRole('button', { name: 'More actions' }).click()
    await dana.getByRole('menuitem', { name: 'Change all that match' }).click()
    await choose('Spend category', 'No category')
    await dialog().getByRole('button', { name: 'Change all matching transactions' }).click()
    await dialog()
      .getByRole('status')
      .getByText(/ changed/)
      .waitFor()
    await noFaults('all')
    expect(await dialog().getByRole('status').textContent()).toContain(' changed')
    await dialog().getByRole('button', { name: 'Undo' }).click()
    await dialog()
      .getByRole('status')
      .getByText(/ undone$/)
      .waitFor()
    await dana.keyboard.press('Escape')
    expect(
      await totals()
        .getByText(/^\d+ transactions$/)
        .textContent(),
    ).toBe(count)
    expect(stage.complaints).toEqual([])
  })
})
