import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/**
 * Request configuration besides workflows: copies, settings, options, effects of a save. Each step builds on the one
 * before.
 */
const MAYA = 'maya@brightwater.example'
const ADA = 'ada@brightwater.example'

describe('the settings of a request category', () => {
  let stage: Stage
  let maya: Page
  staged('category-settings', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const dialog = () => maya.getByRole('dialog')
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `category-settings-${name}`)).toEqual([])
  }
  const saved = () => maya.getByText('Saved', { exact: true }).waitFor()

  it('a category can be copied with its form, workflows and settings under a new name', async () => {
    await maya.goto('/settings/intake-categories')
    await maya.getByRole('button', { name: 'Actions of Software' }).click()
    await maya.getByRole('menuitem', { name: 'Duplicate' }).click()
    await dialog().getByLabel('Name of the copy').fill('events AND travel')
    await noFaults('duplicate')
    await maya.keyboard.press('Enter')
    await dialog().getByText('Another category has this name').waitFor()
    await dialog().getByLabel('Name of the copy').fill('Hardware')
    await maya.keyboard.press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Hardware' }).waitFor()
    await maya.getByRole('button', { name: /^What kind of purchase is it/ }).waitFor()
  })

  it('a category can have an owner, assignees and columns that are questions or tasks', async () => {
    await maya.getByRole('link', { name: 'Advanced', exact: true }).click()
    await maya.getByRole('heading', { name: 'Columns of the list' }).waitFor()
    await maya
      .getByRole('textbox', { name: 'Owners' })
      .or(maya.getByRole('combobox', { name: 'Owners' }))
      .first()
      .click()
    await maya.keyboard.type('Ada')
    await maya.getByRole('option', { name: /Ada Pereira/ }).click()
    await maya.keyboard.press('Escape')
    await maya.getByRole('switch', { name: 'Requests have an assignee' }).focus()
    await maya.keyboard.press('Space')
    await maya.getByRole('radio', { name: /^All at once/ }).check()
    const picker = maya.getByRole('combobox', { name: 'Add a column to this category’s list' })
    await picker.click()
    await maya.getByRole('option', { name: 'Total cost of the first year' }).click()
    await maya.getByLabel('Name of column 3 of this category’s list').fill('kind')
    await maya.getByText('Another column has this name').first().waitFor()
    await maya.getByLabel('Name of column 3 of this category’s list').fill('Cost')
    await noFaults('advanced')
    await maya.getByRole('button', { name: 'Save settings' }).click()
    await saved()
    await maya.reload()
    await maya.getByLabel('Name of column 3 of this category’s list').waitFor()
    expect(await maya.getByLabel('Name of column 1 of this category’s list').inputValue()).toBe('Kind')
    expect(await maya.getByRole('switch', { name: 'Requests have an assignee' }).isChecked()).toBe(true)
    expect(await maya.getByRole('radio', { name: /^All at once/ }).isChecked()).toBe(true)
    await maya.getByText('Ada Pereira').first().waitFor()
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'History' }).click()
    await dialog().getByText('Changed the settings of the category Hardware').waitFor()
    await maya.keyboard.press('Escape')
  })

  it('a category can have nested options and its own list, and a save says what it affects', async () => {
    await maya.getByRole('link', { name: 'Form', exact: true }).click()
    await maya.getByRole('button', { name: /^What kind of purchase is it/ }).click()
    await maya.getByRole('button', { name: 'Move option Renewal below the one before' }).click()
    await noFaults('options')
    await maya.getByRole('button', { name: /^Which department pays/ }).click()
    await maya.getByRole('combobox', { name: 'Offered departments' }).click()
    await maya.getByRole('option', { name: 'Legal' }).click()
    await maya.keyboard.press('Escape')
    await noFaults('offered')
    await maya.getByRole('button', { name: /^What kind of purchase is it/ }).click()
    await maya.getByRole('button', { name: 'Actions of What kind of purchase is it?' }).click()
    await maya.getByRole('menuitem', { name: 'Delete' }).click()
    await maya.getByText('The column “Kind” in the list would be empty.').waitFor()
    await noFaults('effects')
    await maya.getByRole('button', { name: 'Undo' }).click()
    await maya.getByRole('button', { name: 'Save form' }).click()
    await saved()
  })

  it('the owner of a category can configure it and nothing else', async () => {
    const ada = await stage.signIn(ADA)
    await ada.goto('/settings/intake-categories')
    await ada.getByRole('link', { name: 'Hardware' }).waitFor()
    expect(await ada.getByRole('link', { name: 'Software', exact: true }).count()).toBe(0)
    await ada.getByRole('link', { name: 'Hardware' }).click()
    await ada.getByRole('link', { name: 'Advanced', exact: true }).click()
    await ada.getByText('An admin chooses them.', { exact: false }).waitFor()
  })

  it('the browser reports no errors', () => expect(stage.complaints).toEqual([]))
})
