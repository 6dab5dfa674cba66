import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/**
 * Settings › Company: the lists of the demo company, as they are drawn and saved. What each page does by itself is in the
 * tests of its components.
 */
describe('groups, departments and other units', () => {
  let stage: Stage
  let maya: Page
  staged('units', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })

  const dialog = () => maya.getByRole('dialog')
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `units-${name}`)).toEqual([])
  }
  const menuOf = async (name: string, item: string) => {
    await maya.getByRole('button', { name: `Actions of ${name}` }).click()
    await maya.getByRole('menuitem', { name: item }).click()
  }
  const leaveDialog = async () => {
    await maya.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
  }

  it('a spend category is created, kept, listed in its history and merged into another', async () => {
    await maya.getByRole('button', { name: /^Settings/ }).click()
    await maya.getByRole('link', { name: 'Spend categories' }).click()
    await maya.getByRole('row', { name: /^Software/ }).waitFor()
    await noFaults('spend-categories')
    await maya.getByRole('button', { name: 'New spend category' }).click()
    await dialog().getByLabel('Name').fill('software')
    await maya.keyboard.press('Enter')
    await dialog().getByText('Another spend category has this name').waitFor()
    await noFaults('new-category')
    await dialog().getByLabel('Name').fill('Test rigs')
    await maya.keyboard.press('Enter')
    await maya.getByRole('row', { name: /^Test rigs Operating expense/ }).waitFor()
    await maya.getByRole('switch', { name: 'Test rigs offered in spend requests' }).press('Space')
    await maya.getByText('Test rigs: offered in spend requests off').waitFor()
    await menuOf('Test rigs', 'History')
    await dialog().getByText('Changed the spend category Test rigs: not offered in spend requests').waitFor()
    await noFaults('category-history')
    await leaveDialog()
    await menuOf('Test rigs', 'Merge into another')
    await dialog().getByRole('button', { name: 'Merge spend category' }).click()
    await dialog().getByText('Required').waitFor()
    await dialog().getByRole('combobox', { name: 'Merge into' }).fill('Hardw')
    await maya.getByRole('option', { name: 'Hardware' }).click()
    await noFaults('merge')
    await dialog().getByRole('button', { name: 'Merge spend category' }).click()
    await maya.getByText('Test rigs merged').waitFor()
    await maya.getByRole('row', { name: /^Test rigs/ }).waitFor({ state: 'detached' })
    await maya.goto('/settings/revenue-categories')
    await maya.getByRole('row', { name: /^Research grants Other income/ }).waitFor()
    await noFaults('revenue-categories')
  })

  it('exchange rates are read from the provider, and one that an admin sets is kept in its place', async () => {
    await maya.goto('/settings/exchange-rates')
    const today = maya.getByRole('table', { name: 'Today’s exchange rates' })
    await today.getByRole('row', { name: /^GBP 1 GBP = \d\.\d+ USD .+ European Central Bank/ }).waitFor()
    await noFaults('rates')
    await maya.getByRole('button', { name: 'Set rate', exact: true }).click()
    await dialog().getByRole('button', { name: 'Save rate' }).click()
    await dialog().getByText('Required').first().waitFor()
    await dialog().getByRole('combobox', { name: 'Currency' }).fill('GBP')
    await maya.getByRole('option', { name: 'GBP' }).click()
    await dialog().getByLabel('Value of 1 GBP in USD').fill('1.3125')
    await noFaults('rate')
    await dialog().getByRole('button', { name: 'Save rate' }).click()
    await today.getByRole('row', { name: /^GBP 1 GBP = 1\.3125 USD .+ Set by your company/ }).waitFor()
  })

  it('a group is created, gets people and is renamed, and one that a workflow names stays', async () => {
    await maya.goto('/settings/manage-groups')
    await maya.getByRole('row', { name: /^Finance/ }).waitFor()
    await noFaults('groups')
    await menuOf('Finance', 'Delete')
    await dialog().getByRole('button', { name: 'Delete group' }).click()
    await maya.getByRole('dialog', { name: 'Finance is in use' }).waitFor()
    await dialog()
      .getByRole('link', { name: /The rule “.+” of the workflow .+ names it/ })
      .first()
      .waitFor()
    await noFaults('in-use')
    await leaveDialog()
    await maya.getByRole('button', { name: 'New group' }).click()
    await dialog().getByLabel('Name').fill('Data board')
    await maya.keyboard.press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Data board' }).waitFor()
    await maya.getByRole('button', { name: 'Add people' }).click()
    await dialog().getByRole('combobox', { name: 'People' }).click()
    await maya.getByRole('option', { name: 'Yuki Tanaka' }).waitFor()
    expect(await stage.accessibilityFaults(maya), 'a list longer than its box').toEqual([])
    await maya.getByRole('option', { name: 'Yuki Tanaka' }).click()
    // Leaving the field closes its list.
    await maya.keyboard.press('Tab')
    await noFaults('add-people')
    await dialog().getByRole('button', { name: 'Add people' }).click()
    await maya.getByText('Added Yuki Tanaka to the group Data board').waitFor()
    await noFaults('group')
  })

  it('pages of departments, business units, locations and entities have no faults', async () => {
    await maya.goto('/settings/locations')
    await maya.getByRole('row', { name: /^Boston 3/ }).waitFor()
    await noFaults('locations')
    await menuOf('Boston', 'Delete')
    await dialog().getByRole('button', { name: 'Delete location' }).click()
    await maya.getByRole('dialog', { name: 'Boston is in use' }).waitFor()
    await dialog()
      .getByText(/and 2 more have it as their location/)
      .waitFor()
    await noFaults('location-in-use')
    await leaveDialog()
    for (const [list, unit] of [
      ['departments', 'Engineering'],
      ['business-units', 'Industrial'],
    ] as const) {
      await maya.goto(`/settings/manage-${list}`)
      await maya.getByRole('row', { name: new RegExp(`^${unit}`) }).waitFor()
      await noFaults(list)
      await maya.getByRole('link', { name: unit }).click()
      await maya.getByRole('switch', { name: 'Omar Haddad approves requests' }).waitFor()
      await noFaults(`${list}-one`)
    }
    await maya.goto('/settings/manage-departments?edit=names')
    await maya.getByLabel('Name of Legal').fill('Legal and risk')
    await noFaults('rename-several')
    const api = await Api.signIn(stage.host, 'maya@brightwater.example')
    const departments = (await api.get('/api/departments')).body as { id: string; name: string; version: number }[]
    const legal = departments.find(({ name }) => name === 'Legal')
    const renamed = await api.call('PUT', `/api/departments/${legal?.id}`, { name: 'Law', version: legal?.version })
    expect(renamed.status).toBe(200)
    await maya.getByRole('button', { name: 'Save 1 name' }).click()
    await maya.getByText('Someone renamed it to “Law”.').waitFor()
    await noFaults('rename-conflict')
    await maya.getByRole('button', { name: 'Save 1 name' }).click()
    await maya.getByRole('row', { name: /^Legal and risk / }).waitFor()
    await maya.goto('/settings/manage-entities')
    await maya.getByLabel('Name of Brightwater Robotics B.V.').waitFor()
    await maya.getByRole('button', { name: 'Add entity' }).click()
    await noFaults('entities')
    expect(stage.complaints).toEqual([])
  })
})
