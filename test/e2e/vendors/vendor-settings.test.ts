import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Settings › Vendor management: custom fields and columns. Each step builds on the one before. */
const MAYA = 'maya@brightwater.example'

describe('vendor fields and columns', () => {
  let stage: Stage
  let maya: Page
  staged('vendor-settings', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const press = async (...keys: string[]) => {
    for (const key of keys) await maya.keyboard.press(key)
  }
  const dialog = () => maya.getByRole('dialog')
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `vendor-settings-${name}`)).toEqual([])
  }
  const saved = (page = maya) => page.getByText('Saved', { exact: true }).waitFor()
  const types = () => maya.getByRole('textbox', { name: 'Search field types' })
  const section = (name: string) => maya.getByRole('region', { name, exact: true })

  it('a field can be added, named and moved to the top with the keyboard alone', async () => {
    await maya.getByRole('button', { name: /^Settings/ }).click()
    await maya.getByRole('link', { name: 'Vendor management' }).click()
    await section('Vendor fields')
      .getByRole('button', { name: /^Risk class/ })
      .waitFor()
    await noFaults('fields')
    await section('Vendor fields').getByRole('button', { name: 'Add field to Vendor fields' }).focus()
    await press('Enter')
    await types().waitFor()
    await types().pressSequentially('yes or no')
    await maya.getByRole('option', { name: /^Yes or no/ }).waitFor()
    await press('Enter')
    const name = maya.getByRole('textbox', { name: /^Name of the field/ })
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    await maya.keyboard.type('Preferred vendor')
    const row = section('Vendor fields').getByRole('button', { name: /^Preferred vendor/ })
    await row.waitFor()
    await noFaults('field-open')
    await section('Vendor fields').getByRole('button', { name: 'Move Preferred vendor' }).focus()
    await press('Space')
    await maya.waitForTimeout(300)
    // More often than needed, because it stays at the top.
    for (let i = 0; i < 5; i++) {
      await press('ArrowUp')
      await maya.waitForTimeout(250)
    }
    await press('Space')
    await expect
      .poll(() => section('Vendor fields').locator('[aria-expanded][id^=entry-]').first().textContent())
      .toMatch(/^Preferred vendor/)
    await maya.getByRole('button', { name: 'Save fields' }).click()
    await saved()
    await maya.reload()
    const first = section('Vendor fields').locator('[aria-expanded][id^=entry-]').first()
    await first.waitFor()
    expect(await first.textContent()).toMatch(/^Preferred vendor/)
  })

  it('question types that only requests have are not offered', async () => {
    await section('Service fields').getByRole('button', { name: 'Add field to Service fields' }).click()
    await types().fill('request')
    expect(await maya.getByRole('option').allTextContents()).not.toContainEqual(expect.stringMatching(/^Request/))
    await press('Escape')
  })

  it('a field becomes a column with a unique name', async () => {
    await maya.getByRole('link', { name: 'Columns', exact: true }).click()
    await maya.getByRole('heading', { name: 'Vendor list' }).waitFor()
    await noFaults('columns')
    await maya.getByRole('combobox', { name: 'Add a column to the vendor list' }).click()
    await maya.getByRole('option', { name: 'Preferred vendor' }).click()
    const name = maya.getByLabel('Name of column 2 of the vendor list')
    await name.fill('risk')
    await maya.getByRole('button', { name: 'Save columns' }).click()
    await maya.getByText('Another column has this name').first().waitFor()
    await noFaults('columns-problem')
    await name.fill('Preferred')
    await maya.getByRole('button', { name: 'Save columns' }).click()
    await saved()
  })

  it('the slower of two people keeps what they typed', async () => {
    const twin = await maya.context().newPage()
    await twin.goto(maya.url())
    await twin.getByLabel('Name of column 2 of the vendor list').fill('Favourite')
    await maya.getByLabel('Name of column 2 of the vendor list').fill('First choice')
    await maya.getByRole('button', { name: 'Save columns' }).click()
    await saved()
    await twin.getByRole('button', { name: 'Save columns' }).click()
    await twin.getByText('These columns were changed by someone else').waitFor()
    await twin.getByRole('button', { name: 'Keep editing' }).click()
    expect(await twin.getByLabel('Name of column 2 of the vendor list').inputValue()).toBe('Favourite')
    await twin.close()
  })

  it('leaving asks about unsaved changes, and deleting a field names the column it removes', async () => {
    await maya.getByLabel('Name of column 2 of the vendor list').fill('Something else')
    await maya.getByRole('link', { name: 'Fields', exact: true }).click()
    await dialog()
      .getByText(/are not saved/)
      .waitFor()
    await noFaults('leave')
    await dialog().getByRole('button', { name: /Leave/ }).click()
    await section('Vendor fields').getByRole('button', { name: 'Actions of Preferred vendor' }).click()
    await maya.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog().getByText('The column “First choice” of the vendor list goes with it.').waitFor()
    await noFaults('delete')
    await dialog().getByRole('button', { name: 'Delete field' }).click()
    await maya.getByRole('button', { name: 'Save fields' }).click()
    await saved()
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'History' }).click()
    await dialog().getByText('Columns of deleted fields were removed').waitFor()
    await noFaults('history')
    await press('Escape')
  })

  it('the browser reports no errors', () => expect(stage.complaints).toEqual([]))
})
