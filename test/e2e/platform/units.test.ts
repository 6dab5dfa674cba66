import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Settings › Company: the demo company's other units. Each step builds on the one before. */
const MAYA = 'maya@brightwater.example'
const ERIK = 'erik@haldenfoods.example'

describe('business units, locations, entities and categories', () => {
  let stage: Stage
  let maya: Page
  staged('units', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const dialog = () => maya.getByRole('dialog')
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `units-${name}`)).toEqual([])
  }
  const menuOf = async (name: string, item: string) => {
    await maya.getByRole('button', { name: `Actions of ${name}` }).click()
    await maya.getByRole('menuitem', { name: item }).click()
  }

  it('a spend category can be created, given a type and hidden from spend requests with the keyboard', async () => {
    await maya.getByRole('button', { name: /^Settings/ }).click()
    await maya.getByRole('link', { name: 'Spend categories' }).click()
    await maya.getByRole('row', { name: /^Software/ }).waitFor()
    await noFaults('spend-categories')
    await maya.getByRole('button', { name: 'New spend category' }).focus()
    await maya.keyboard.press('Enter')
    await dialog().getByLabel('Name').fill('software')
    await maya.keyboard.press('Enter')
    await dialog().getByText('Another spend category has this name').waitFor()
    await noFaults('new-category')
    await dialog().getByLabel('Name').fill('Test rigs')
    await maya.keyboard.press('Enter')
    await maya.getByRole('row', { name: /^Test rigs Operating expense/ }).waitFor()
    const offered = maya.getByRole('switch', { name: 'Test rigs offered in spend requests' })
    await offered.focus()
    await maya.keyboard.press('Space')
    await maya.getByText('Test rigs: offered in spend requests off').waitFor()
    expect(await offered.isChecked()).toBe(false)
    await menuOf('Test rigs', 'History')
    await dialog().getByText('Changed the spend category Test rigs: not offered in spend requests').waitFor()
    await noFaults('category-history')
    await maya.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
  })

  it('the slower of two people keeps what they entered and sees what the other saved', async () => {
    const twin = await maya.context().newPage()
    await twin.goto(maya.url())
    await twin.getByRole('button', { name: 'Test rigs', exact: true }).click()
    await twin.getByRole('dialog').getByLabel('Name').fill('Rigs of the twin')
    await menuOf('Test rigs', 'Edit')
    await dialog().getByLabel('Name').fill('Test benches')
    await maya.keyboard.press('Enter')
    await maya.getByRole('row', { name: /^Test benches/ }).waitFor()
    await twin.keyboard.press('Enter')
    await twin.getByText(/Someone renamed this spend category to “Test benches”/).waitFor()
    expect(await twin.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Rigs of the twin')
    await twin.close()
  })

  it('a category can be merged into another', async () => {
    await maya.reload()
    await menuOf('Test benches', 'Merge into another')
    await dialog().getByRole('button', { name: 'Merge spend category' }).click()
    await dialog().getByText('Required').waitFor()
    await dialog().getByRole('combobox', { name: 'Merge into' }).fill('Hardw')
    await maya.getByRole('option', { name: 'Hardware' }).click()
    await noFaults('merge')
    await dialog().getByRole('button', { name: 'Merge spend category' }).click()
    await maya.getByText('Test benches merged').waitFor()
    await maya.getByRole('row', { name: /^Test benches/ }).waitFor({ state: 'detached' })
  })

  it('a revenue category can be other income', async () => {
    await maya.goto('/settings/revenue-categories')
    await maya.getByRole('row', { name: /^Research grants Other income/ }).waitFor()
    await noFaults('revenue-categories')
  })

  it('a location with people can be merged, which moves them, but not deleted', async () => {
    await maya.goto('/settings/locations')
    await maya.getByRole('row', { name: /^Boston 3/ }).waitFor()
    const there = /^Lisbon\s*(\d+)/.exec((await maya.getByRole('row', { name: /^Lisbon/ }).textContent()) ?? '')
    await noFaults('locations')
    await menuOf('Boston', 'Delete')
    await dialog().getByRole('button', { name: 'Delete location' }).click()
    await maya.getByRole('dialog', { name: 'Boston is in use' }).waitFor()
    await dialog()
      .getByText(/and 2 more have it as their location/)
      .waitFor()
    await noFaults('location-in-use')
    await dialog().getByRole('button', { name: 'Merge into another' }).click()
    await dialog().getByRole('combobox', { name: 'Merge into' }).fill('Lisb')
    await maya.getByRole('option', { name: 'Lisbon' }).click()
    await dialog().getByRole('button', { name: 'Merge location' }).click()
    await maya.getByRole('row', { name: new RegExp(`^Lisbon ${Number(there?.[1]) + 3}`) }).waitFor()
  })

  it('a business unit shows its approvers and history, and no spend before there is any', async () => {
    await maya.goto('/settings/manage-business-units')
    await maya.getByRole('row', { name: /^Industrial 3/ }).waitFor()
    await noFaults('business-units')
    await maya.getByRole('link', { name: 'Industrial' }).click()
    const jonas = maya.getByRole('switch', { name: 'Jonas Berg approves requests' })
    await jonas.focus()
    await maya.keyboard.press('Space')
    await maya.getByText('Jonas Berg may now approve requests of the business unit Industrial').waitFor()
    expect(await maya.getByText('$0.00').count()).toBe(0)
    await noFaults('business-unit')
  })

  it('several departments can be renamed together, and someone else’s save is shown beside one’s own text', async () => {
    await maya.goto('/settings/manage-departments')
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Rename several' }).click()
    await maya.getByLabel('Name of Legal').fill('Legal and risk')
    await maya.getByLabel('Name of IT', { exact: true }).fill('Marketing')
    await noFaults('rename-several')
    await maya.getByRole('button', { name: 'Save 2 names' }).click()
    await maya.getByText('Another department has this name').waitFor()
    await maya.getByLabel('Name of IT', { exact: true }).fill('Information technology')
    const twin = await maya.context().newPage()
    await twin.goto('/settings/manage-departments')
    await twin.getByRole('button', { name: 'Actions of Legal' }).click()
    await twin.getByRole('menuitem', { name: 'Rename' }).click()
    await twin.getByRole('dialog').getByLabel('Name').fill('Law')
    await twin.keyboard.press('Enter')
    await twin.getByRole('row', { name: /^Law / }).waitFor()
    await twin.close()
    await maya.getByRole('button', { name: 'Save 2 names' }).click()
    await maya.getByText('Someone renamed it to “Law”.').waitFor()
    expect(await maya.getByLabel('Name of Law').inputValue()).toBe('Legal and risk')
    await noFaults('rename-conflict')
    await maya.getByRole('button', { name: 'Save 2 names' }).click()
    await maya.getByRole('row', { name: /^Legal and risk / }).waitFor()
    await maya.getByRole('row', { name: /^Information technology / }).waitFor()
  })

  it('entities are one list that is renamed, extended and saved together', async () => {
    await maya.goto('/settings/manage-entities')
    await maya.getByLabel('Name of Brightwater Robotics B.V.').fill('Brightwater Netherlands B.V.')
    await maya.getByRole('button', { name: 'Add entity' }).focus()
    await maya.keyboard.press('Enter')
    await maya.getByLabel('Name of new entity').fill('Brightwater Robotics GmbH')
    await noFaults('entities')
    await maya.keyboard.press('Enter')
    // The toast of departments before can still be fading.
    await maya.getByText('2 names saved').last().waitFor()
    await maya.getByLabel('Name of Brightwater Robotics GmbH').waitFor()
    await menuOf('Brightwater Robotics GmbH', 'Delete')
    await dialog().getByRole('button', { name: 'Delete entity' }).click()
    await maya.getByText('Brightwater Robotics GmbH deleted').waitFor()
    await maya.getByLabel('Name of Brightwater Robotics GmbH').waitFor({ state: 'detached' })
    await maya.reload()
    await maya.getByLabel('Name of Brightwater Netherlands B.V.').waitFor()
  })

  it('business units and entities are missing unless the company turns them on', async () => {
    const erik = await stage.signIn(ERIK)
    await erik.goto('/settings/manage-business-units')
    await erik.getByRole('heading', { name: 'Not found' }).waitFor()
    await erik.goto('/settings/manage-entities')
    await erik.getByRole('heading', { name: 'Not found' }).waitFor()
    await erik.goto('/settings/locations')
    await erik.getByRole('heading', { level: 1, name: 'Locations' }).waitFor()
    expect(await erik.getByRole('link', { name: /Business units|Entities/ }).count()).toBe(0)
    expect(stage.complaints).toEqual([])
  })
})
