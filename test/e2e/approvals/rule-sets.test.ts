import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Settings › Spend rules: an admin builds, tries and saves a rule set. Each step builds on the one before. */
const MAYA = 'maya@brightwater.example'

describe('spend rules', () => {
  let stage: Stage
  let maya: Page
  staged('rule-sets', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `rule-sets-${name}`)).toEqual([])
  }
  const panel = (name: string) => maya.getByRole('tabpanel', { name })
  const open = async (name: string) => {
    await maya.getByRole('tab', { name }).click()
    await panel(name).waitFor()
  }
  const choose = async (label: string, text: string, option = text) => {
    await maya.getByRole('combobox', { name: label, exact: true }).fill(text)
    await maya.getByRole('option', { name: option }).click()
  }
  const add = async (button: string, kind: RegExp) => {
    await maya.getByRole('button', { name: button, exact: true }).click()
    await maya.getByRole('menuitem', { name: kind }).click()
  }

  it('an admin finds the rule sets in the settings and creates one with a unique name', async () => {
    await maya.getByRole('button', { name: /^Settings/ }).click()
    await maya.getByRole('link', { name: 'Spend rules' }).click()
    await maya.getByRole('row', { name: /^Software and services/ }).waitFor()
    await noFaults('list')
    await maya.getByRole('button', { name: 'New rule set' }).click()
    await maya.getByRole('dialog').getByLabel('Name').fill('ALL spending')
    await maya.keyboard.press('Enter')
    await maya.getByRole('dialog').getByText('Another rule set has this name').waitFor()
    await maya.getByRole('dialog').getByLabel('Name').fill('Events')
    await maya.keyboard.press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
    await noFaults('empty')
  })

  it('custom fields are added with options, and a field without them isn’t saved', async () => {
    await maya.getByRole('link', { name: 'Custom fields' }).click()
    await maya.getByText('No custom fields yet').waitFor()
    await maya.getByRole('button', { name: 'Add field' }).click()
    await maya.getByRole('textbox', { name: 'Label' }).fill('Who travels?')
    await maya.getByRole('button', { name: 'Save fields' }).click()
    await maya.getByText('Add at least one option').first().waitFor()
    for (const [at, label] of ['Customers', 'Our team'].entries()) {
      await maya.getByRole('button', { name: 'Add option' }).click()
      await maya.getByRole('textbox', { name: `Option ${at + 1}` }).fill(label)
    }
    await maya.getByRole('switch', { name: 'Required' }).click({ force: true })
    await noFaults('custom-fields')
    await maya.getByRole('button', { name: 'Save fields' }).click()
    await maya.getByText('Custom fields saved').waitFor()
  })

  it('rules are built by level, the picture shows the chain, and what is missing is told beside it', async () => {
    await maya.getByRole('link', { name: 'Rules', exact: true }).click()
    await choose('Spend categories', 'Events')
    await maya.keyboard.press('Escape')
    await add('Add level', /^Amount/)
    await maya.getByRole('button', { name: 'Save rules' }).click()
    await maya.getByText('Enter the amount from which it applies').first().waitFor()
    await maya.getByRole('textbox', { name: 'Amount from' }).fill('5000')
    await add('Add rule to level 1', /^Custom field/)
    await maya.getByRole('combobox', { name: 'Option' }).click()
    await maya.getByRole('option', { name: 'Customers' }).click()
    await maya.getByRole('combobox', { name: 'Who approves' }).click()
    await maya.getByRole('option', { name: 'Groups, people or a matrix' }).click()
    await choose('Who approves: groups', 'Legal')
    await maya.keyboard.press('Escape')
    await maya.getByRole('textbox', { name: 'Name' }).fill('Gift check')
    await add('Add level', /^Amount/)
    await maya.getByRole('textbox', { name: 'Amount from' }).fill('20000')
    const picture = panel('Picture')
    await picture.getByText('When amount is $20,000 or more').waitFor()
    await picture.getByText('When Who travels? is Customers').waitFor()
    await picture.getByText('When spend category is Events').waitFor()
    await noFaults('builder')
  })

  it('a made-up request shows who would approve, and draws the path', async () => {
    await open('Try a request')
    const form = panel('Try a request')
    await form.getByRole('textbox', { name: 'Amount' }).fill('7500')
    await form.getByRole('combobox', { name: 'Spend category' }).fill('Events')
    await maya.getByRole('option', { name: 'Events' }).click()
    await form.getByRole('combobox', { name: 'Requester' }).fill('Ada')
    await maya.getByRole('option', { name: 'Ada Pereira' }).click()
    await form.getByText(/Amount is \$5,000 or more/).waitFor()
    await form.getByRole('combobox', { name: 'Who travels?' }).click()
    await maya.getByRole('option', { name: 'Customers' }).click()
    await form.getByText('Gift check').waitFor()
    await noFaults('try')
    await form.getByRole('button', { name: 'Show the path in the diagram' }).click()
    await maya.getByText('Path of the tested request').waitFor()
    expect(await panel('Picture').getByText('Asked', { exact: true }).count()).toBe(2)
    expect(await panel('Picture').getByText('Not asked', { exact: true }).count()).toBe(1)
    await maya.getByRole('button', { name: 'Show all' }).click()
  })

  it('a saved version says what it changed, and an older one can be restored', async () => {
    await maya.getByRole('button', { name: 'Save rules' }).click()
    await maya.getByText('Rule set saved').waitFor()
    await open('Versions')
    const versions = panel('Versions').getByRole('list', { name: 'Versions of this rule set' })
    await versions.getByText('Added “Gift check” to level 1').waitFor()
    await versions.getByText('Covers only the spend category Events').waitFor()
    await noFaults('versions')
    await versions.getByRole('button', { name: 'Restore version 1' }).click()
    await maya.getByText('Unsaved changes').waitFor()
    await maya.getByRole('button', { name: 'Undo', exact: true }).click()
    await open('Past spend requests')
    await panel('Past spend requests').getByRole('button', { name: 'Test past spend requests' }).click()
    await panel('Past spend requests')
      .getByText(/No spend requests in that period|would be approved/)
      .waitFor()
    await noFaults('replay')
  })

  it('a new name doesn’t get in the way of unsaved rules', async () => {
    await maya.getByRole('textbox', { name: 'Amount from' }).fill('30000')
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Rename' }).click()
    await maya.getByRole('dialog').getByLabel('Name').fill('Events and fairs')
    await maya.keyboard.press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Events and fairs' }).waitFor()
    await maya.getByRole('button', { name: 'Save rules' }).click()
    await maya.getByText(/changed “Amount is \$20,000 or more” to “Amount is \$30,000 or more”/).waitFor()
  })

  it('the simulation plans with all rule sets and says which apply', async () => {
    await maya.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Spend rules' }).click()
    await maya.getByRole('row', { name: /^Events/ }).waitFor()
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Simulate a request' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Simulate spend rules' }).waitFor()
    await maya.getByRole('textbox', { name: 'Amount' }).fill('60000')
    await choose('Spend category', 'Software')
    await maya.getByRole('combobox', { name: 'What data does it hold?' }).waitFor()
    await maya.getByText('IT security answers within two working days.').waitFor()
    const sets = maya.getByRole('list', { name: 'Rule sets' })
    await sets.getByRole('listitem').filter({ hasText: 'Events' }).getByLabel('Doesn’t apply').waitFor()
    await sets.getByRole('listitem').filter({ hasText: 'Software and services' }).getByLabel('Applies').waitFor()
    await noFaults('simulate')
  })

  it('a rule set is deleted after asking', async () => {
    await maya.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Spend rules' }).click()
    await maya.getByRole('button', { name: 'Actions of Events and fairs' }).click()
    await maya.getByRole('menuitem', { name: 'Delete' }).click()
    await maya.getByRole('button', { name: 'Delete rule set' }).click()
    await maya.getByText('Events and fairs deleted').waitFor()
    await maya.getByRole('row', { name: /^Events/ }).waitFor({ state: 'detached' })
  })
})
