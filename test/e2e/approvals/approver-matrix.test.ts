import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Settings › Approver matrix: an admin builds one without the mouse. Each step builds on the one before. */
const MAYA = 'maya@brightwater.example'
const ADA = 'ada@brightwater.example'

describe('the approver matrix', () => {
  let stage: Stage
  let maya: Page
  let address: string
  staged('approver-matrix', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
    await maya.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  })

  const press = async (...keys: string[]) => {
    for (const key of keys) await maya.keyboard.press(key)
  }
  const dialog = (page = maya) => page.getByRole('dialog')
  const grid = (page = maya) => page.getByRole('grid')
  /** A data cell, counted from 1. */
  const cell = (row: number, column: number, page = maya) => page.locator(`[data-place="${row - 1}:${column}"]`)
  const place = (name: string) => maya.locator(`[data-place="${name}"]`)
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `approver-matrix-${name}`)).toEqual([])
  }
  const paste = async (text: string) => {
    await maya.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await press('ControlOrMeta+V')
  }
  const saved = (page = maya) => page.getByText('Saved', { exact: true }).waitFor()

  it('an admin finds matrices in the settings and creates one with a unique name', async () => {
    await maya.getByRole('button', { name: /^Settings/ }).click()
    await maya.getByRole('link', { name: 'Approver matrix' }).click()
    await maya.getByRole('row', { name: /^Budget owners/ }).waitFor()
    await noFaults('list')
    await maya.getByRole('button', { name: 'New matrix' }).click()
    await dialog().getByLabel('Name').fill('budget OWNERS')
    await press('Enter')
    await dialog().getByText('Another approver matrix has this name').waitFor()
    await dialog().getByLabel('Name').fill('Software owners')
    await press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Software owners' }).waitFor()
    address = maya.url()
    await noFaults('empty')
  })

  it('a matrix can be filled with the keyboard alone: typing, choosing, pasting, undo', async () => {
    await maya.getByRole('button', { name: 'Start with departments' }).focus()
    await press('Enter')
    await cell(1, 1).waitFor()
    await cell(1, 1).focus()
    // Enter takes the first match. With an empty search it moves on.
    await maya.keyboard.type('Engin')
    await maya.getByRole('option', { name: 'Engineering' }).waitFor()
    await noFaults('editing')
    await press('Enter')
    await maya.keyboard.type('Leg')
    await maya.getByRole('option', { name: 'Legal' }).waitFor()
    await press('Tab')
    expect(await cell(1, 1).textContent()).toBe('Engineering, Legal')
    // By address, no matter how quickly it is typed.
    await maya.keyboard.type('omar@brightwater.example')
    await press('Tab')
    await cell(1, 2).getByText('Omar Haddad').waitFor()
    // After the last cell, typing adds a row.
    await maya.keyboard.type('Mark')
    await maya.getByRole('option', { name: 'Marketing' }).waitFor()
    await press('Enter', 'Enter')
    await cell(2, 1).getByText('Marketing').waitFor()
    // A block from a spreadsheet, with an unknown name.
    await paste('IT\tPriya Raman; dana@brightwater.example\nFinance\tGrace Osei\n\tJon Nobody')
    await cell(5, 2).getByText('Jon Nobody').waitFor()
    expect(await cell(3, 2).textContent()).toBe('Priya Raman, Dana Fox')
    expect(await cell(5, 2).getAttribute('aria-invalid')).toBe('true')
    await noFaults('pasted')
    await press('ControlOrMeta+Z')
    await cell(5, 1).getByText('Anything').waitFor({ state: 'detached' })
    await press('ControlOrMeta+Shift+Z')
    await cell(5, 2).getByText('Jon Nobody').waitFor()
  })

  it('a matrix with an unknown name can’t be saved, and one key jumps to the cell', async () => {
    const save = maya.getByRole('button', { name: 'Save matrix' })
    await save.focus()
    await press('Enter')
    await maya.waitForFunction(() => document.activeElement?.getAttribute('data-place') === '4:2')
    await maya.getByRole('button', { name: '1 thing to fix' }).waitFor()
    await press('Delete')
    await maya.getByRole('button', { name: '1 thing to fix' }).waitFor({ state: 'detached' })
    await maya.keyboard.type('Maya')
    await maya.getByRole('option', { name: 'Maya Lindqvist' }).waitFor()
    await press('Tab')
    await save.focus()
    await press('Enter')
    await saved()
    await maya.reload()
    await cell(5, 2).getByText('Maya Lindqvist').waitFor()
    expect(await grid().getByRole('row').count()).toBe(7)
    await maya.getByText(/^Saved version 2 of the approver matrix Software owners: /).waitFor()
  })

  it('rows and columns can be added, named, moved and removed with the keyboard', async () => {
    await maya.getByRole('button', { name: 'Add column' }).focus()
    await press('Enter')
    await maya.getByRole('menuitem', { name: 'Approver column' }).focus()
    await press('Enter')
    await maya.getByRole('button', { name: 'Approvers Approver 2' }).and(maya.locator(':focus')).waitFor()
    await press('F2')
    await maya.getByLabel('Name of the approver column').fill('Security')
    await press('Enter')
    await maya.getByRole('columnheader', { name: /Security/ }).waitFor()
    await press('Alt+ArrowLeft')
    await place('-1:2').getByText('Security').waitFor()
    await cell(5, 1).focus()
    await press('Alt+ArrowUp')
    await cell(4, 1).getByText('Anything').waitFor()
    // The whole row is copied below itself. It then has no effect, and the grid says so.
    await place('3:0').focus()
    await press('Enter')
    await maya.getByRole('menuitem', { name: 'Duplicate row' }).focus()
    await press('Enter')
    await maya.getByRole('gridcell', { name: /No change: row 4 already asks everyone here/ }).waitFor()
    await noFaults('duplicate')
    await cell(5, 1).focus()
    await press('ControlOrMeta+Delete')
    await maya.getByRole('gridcell', { name: /No change:/ }).waitFor({ state: 'detached' })
    await maya.getByRole('button', { name: 'Save matrix' }).click()
    await saved()
  })

  it('a trial of the draft shows who would approve and why other rows don’t match', async () => {
    await maya.getByRole('button', { name: 'Who would approve?' }).click()
    const panel = maya.getByRole('complementary', { name: 'Who would approve?' })
    await panel.getByRole('combobox', { name: 'Department' }).fill('IT')
    await maya.getByRole('option', { name: 'IT', exact: true }).click()
    await press('Tab')
    await panel.getByText('2 rows match, marked green', { exact: false }).waitFor()
    await panel.getByText('Priya Raman').waitFor()
    await panel.getByText(/^Why the other/).click()
    await panel.getByText('Department must be Engineering or Legal; the request has IT').waitFor()
    await noFaults('tester')
    expect(maya.url()).toMatch(/department=/)
    // Not saved, but counted.
    await cell(3, 3).focus()
    await press('Delete')
    await panel.getByText('Priya Raman').waitFor({ state: 'detached' })
    await press('ControlOrMeta+Z')
    await panel.getByText('Priya Raman').waitFor()
  })

  it('two admins who save at once lose no cell', async () => {
    const twin = await maya.context().newPage()
    await twin.goto(address)
    await cell(1, 3, twin).waitFor()
    // Both change the first row, and the other person also the second.
    await cell(1, 3).focus()
    await press('Delete')
    await maya.keyboard.type('Ines')
    await maya.getByRole('option', { name: 'Ines Moreau' }).waitFor()
    await press('Tab')
    await maya.getByRole('button', { name: 'Save matrix' }).click()
    await saved()
    await cell(1, 3, twin).focus()
    await twin.keyboard.press('Delete')
    await twin.keyboard.type('Leo')
    await twin.getByRole('option', { name: 'Leo Novak' }).waitFor()
    await twin.keyboard.press('Tab')
    await cell(2, 3, twin).focus()
    await twin.keyboard.type('Yuki')
    await twin.getByRole('option', { name: 'Yuki Tanaka' }).waitFor()
    await twin.keyboard.press('Tab')
    await twin.getByRole('button', { name: 'Save matrix' }).click()
    await dialog(twin).getByText('Row 1, Approver: Omar Haddad became Ines Moreau').waitFor()
    await dialog(twin).getByRole('radio', { name: 'Mine: Leo Novak' }).waitFor()
    expect(await stage.accessibilityFaults(twin)).toEqual([])
    await stage.picture(twin, 'approver-matrix-conflict')
    await dialog(twin).getByRole('radio', { name: 'Theirs: Ines Moreau' }).check()
    await dialog(twin).getByRole('button', { name: 'Merge and save' }).click()
    await saved(twin)
    await twin.reload()
    await cell(1, 3, twin).getByText('Ines Moreau').waitFor()
    await cell(2, 3, twin).getByText('Yuki Tanaka').waitFor()
    await twin.close()
  })

  it('a matrix can be exported to a file and imported again', async () => {
    await maya.goto(address)
    const [file] = await Promise.all([
      maya.waitForEvent('download'),
      maya.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^outlay-software-owners-\d{4}-\d\d-\d\d\.csv$/)
    await maya.getByRole('button', { name: 'Import' }).click()
    await dialog()
      .locator('input[type="file"]')
      .setInputFiles(await file.path())
    await dialog()
      .getByText(/^5 rows with Department, Security, Approver\./)
      .waitFor()
    await dialog().getByLabel('Replace').check()
    await noFaults('import')
    await dialog().getByRole('button', { name: 'Import rows' }).click()
    await maya.getByText('5 rows imported, not saved yet').waitFor()
    await cell(1, 1).getByText('Engineering').waitFor()
    await maya.getByRole('button', { name: 'Save matrix' }).click()
    await saved()
  })

  it('a matrix provides approvers to a workflow and can’t be deleted while it does', async () => {
    await maya.goto('/settings/intake-categories')
    await maya.getByRole('link', { name: 'Software', exact: true }).first().click()
    await maya.getByRole('link', { name: 'Workflows' }).click()
    await maya.getByRole('link', { name: 'Software purchase' }).click()
    await maya.getByRole('button', { name: 'Add level', exact: true }).click()
    await maya.getByRole('menuitem', { name: /Approval/ }).click()
    await maya.getByRole('textbox', { name: 'Name' }).fill('Budget owner')
    await maya.getByRole('combobox', { name: 'Who approves' }).first().click()
    await maya.getByRole('option', { name: 'Groups, people or a matrix' }).click()
    await maya.getByRole('combobox', { name: 'Approver matrix' }).click()
    await maya.getByRole('option', { name: 'Software owners' }).click()
    await maya.getByRole('combobox', { name: 'Approver column' }).click()
    await maya.getByRole('option', { name: 'Security' }).click()
    await noFaults('workflow')
    await maya.getByRole('button', { name: 'Save workflow' }).click()
    await saved()
    await maya.goto('/settings/manage-approver-matrix')
    await maya.getByRole('button', { name: 'Actions of Software owners' }).click()
    await maya.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog().getByRole('button', { name: 'Delete matrix' }).click()
    await maya.getByRole('dialog', { name: 'Software owners is in use' }).waitFor()
    await dialog()
      .getByRole('link', { name: /The rule “Budget owner” of the workflow Software purchase/ })
      .waitFor()
  })

  it('members can’t find or open a matrix', async () => {
    const ada = await stage.signIn(ADA)
    await ada.goto(address)
    await ada.getByRole('heading', { name: 'No access' }).waitFor()
    expect(await ada.getByRole('link', { name: 'Approver matrix' }).count()).toBe(0)
    expect(stage.complaints).toEqual([])
  })
})
