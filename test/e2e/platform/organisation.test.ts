import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/**
 * Settings › Company: an admin manages the demo company's groups and departments. Each step builds on the one before.
 */
const MAYA = 'maya@brightwater.example'
const ADA = 'ada@brightwater.example'

describe('groups and departments', () => {
  let stage: Stage
  let maya: Page
  staged('organisation', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const dialog = () => maya.getByRole('dialog')
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `organisation-${name}`)).toEqual([])
  }
  const choosePeople = async (...names: string[]) => {
    for (const name of names) {
      await dialog().getByRole('combobox', { name: 'People' }).fill(name)
      await maya.getByRole('option', { name: new RegExp(`^${name}`) }).click()
    }
    // Leaving the field closes its list.
    await maya.keyboard.press('Tab')
    await maya.getByRole('option').first().waitFor({ state: 'hidden' })
  }
  const menuOfPage = async (item: string) => {
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: item }).click()
  }

  it('a group is created with a unique name', async () => {
    await maya.getByRole('button', { name: /^Settings/ }).click()
    await maya.getByRole('link', { name: 'Groups' }).click()
    await maya.getByRole('row', { name: /^Finance/ }).waitFor()
    await noFaults('groups')
    await maya.getByRole('button', { name: 'New group' }).click()
    await dialog().getByLabel('Name').fill('finance')
    await maya.keyboard.press('Enter')
    await dialog().getByText('Another group has this name').waitFor()
    await dialog().getByLabel('Name').fill('Data board')
    await maya.keyboard.press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Data board' }).waitFor()
    await maya.getByText('No members yet').waitFor()
  })

  it('two people can be added to a group and one removed, and its history records both', async () => {
    await maya.getByRole('button', { name: 'Add people' }).click()
    await dialog().getByRole('combobox', { name: 'People' }).click()
    await maya.getByRole('option', { name: 'Yuki Tanaka' }).waitFor()
    expect(await stage.accessibilityFaults(maya), 'a list longer than its box').toEqual([])
    await choosePeople('Priya', 'Dana')
    await noFaults('add-people')
    await dialog().getByRole('button', { name: 'Add people' }).click()
    await maya.getByText('2 members', { exact: true }).waitFor()
    await maya.getByText('Added Dana Fox, Priya Raman to the group Data board').waitFor()
    await maya.getByRole('button', { name: 'Remove Dana Fox' }).click()
    await dialog().getByRole('button', { name: 'Remove person' }).click()
    await maya.getByText('1 member', { exact: true }).waitFor()
    await maya.getByText('Removed Dana Fox from the group Data board').waitFor()
    await noFaults('group')
  })

  it('the slower of two people renaming a group keeps what they typed', async () => {
    const twin = await maya.context().newPage()
    await twin.goto(maya.url())
    await twin.getByRole('button', { name: 'More actions' }).click()
    await twin.getByRole('menuitem', { name: 'Rename' }).click()
    await twin.getByRole('dialog').getByLabel('Name').fill('Privacy board')
    await menuOfPage('Rename')
    await dialog().getByLabel('Name').fill('Data council')
    await maya.keyboard.press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Data council' }).waitFor()
    await twin.keyboard.press('Enter')
    await twin.getByText(/Someone renamed this group to “Data council”/).waitFor()
    expect(await twin.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Privacy board')
    await twin.getByRole('button', { name: 'Save mine' }).click()
    await twin.getByRole('heading', { level: 1, name: 'Privacy board' }).waitFor()
    await twin.close()
  })

  it('a group used by a workflow can’t be deleted and says where it is used; an unused one can', async () => {
    await maya.goto('/settings/manage-groups')
    await maya.getByRole('button', { name: 'Actions of Finance' }).click()
    await maya.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog().getByRole('button', { name: 'Delete group' }).click()
    await maya.getByRole('dialog', { name: 'Finance is in use' }).waitFor()
    await dialog()
      .getByRole('link', { name: /The rule “.+” of the workflow .+ names it/ })
      .first()
      .waitFor()
    await noFaults('in-use')
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    await maya.getByRole('link', { name: 'Privacy board' }).click()
    await menuOfPage('Delete')
    await dialog().getByRole('button', { name: 'Delete group' }).click()
    await maya.waitForURL('**/settings/manage-groups')
    await maya.getByRole('link', { name: 'Finance' }).waitFor()
    expect(await maya.getByRole('link', { name: 'Privacy board' }).count()).toBe(0)
  })

  it('a department shows who approves and can get a new approver', async () => {
    await maya.goto('/settings/manage-departments')
    await maya.getByRole('row', { name: /^Engineering/ }).waitFor()
    await noFaults('departments')
    await maya.getByRole('link', { name: 'Engineering' }).click()
    const jonas = maya.getByRole('switch', { name: 'Jonas Berg approves requests' })
    await jonas.waitFor()
    expect(await maya.getByRole('switch', { name: 'Omar Haddad approves requests' }).isChecked()).toBe(true)
    await jonas.focus()
    await maya.keyboard.press('Space')
    await maya.getByText('Jonas Berg may now approve requests of the department Engineering').waitFor()
    expect(await jonas.isChecked()).toBe(true)
    await noFaults('department')
  })

  it('members find neither the menu item nor the page', async () => {
    const ada = await stage.signIn(ADA)
    await ada.goto('/settings/manage-groups')
    await ada.getByRole('heading', { name: 'No access' }).waitFor()
    expect(await ada.getByRole('link', { name: 'Groups' }).count()).toBe(0)
    expect(stage.complaints).toEqual([])
  })
})
