import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Settings › Payments › Bill rules: an admin builds, tries and saves a rule set. Each step builds on the one before. */
const MAYA = 'maya@brightwater.example'

describe('bill rules', () => {
  let stage: Stage
  let maya: Page
  staged('bill-rules', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `bill-rules-${name}`)).toEqual([])
  }
  const main = () => maya.getByRole('main')
  const panel = (name: string) => maya.getByRole('tabpanel', { name })
  const open = async (name: string) => {
    await maya.getByRole('tab', { name }).click()
    await panel(name).waitFor()
  }

  it('an admin creates a rule set from the settings of payments', async () => {
    await maya.goto('/settings/payments')
    await main().getByRole('link', { name: 'Bill rules' }).click()
    await main().getByRole('heading', { level: 1, name: 'Bill rules' }).waitFor()
    await noFaults('list')
    await main().getByRole('button', { name: 'New rule set' }).first().click()
    await maya.getByRole('dialog').getByLabel('Name').fill('Events')
    await maya.keyboard.press('Enter')
    await main().getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  })

  it('its rules look at what bills have, and what is missing is told beside it', async () => {
    await maya.getByRole('combobox', { name: 'Spend categories' }).fill('Events')
    await maya.getByRole('option', { name: 'Events' }).click()
    await maya.keyboard.press('Escape')
    await maya.getByRole('button', { name: 'Add level' }).click()
    expect(await maya.getByRole('menuitem').allTextContents()).toEqual([
      expect.stringMatching(/^Amount/),
      expect.stringMatching(/^Vendor/),
      expect.stringMatching(/^AlwaysFor every bill/),
    ])
    await maya.getByRole('menuitem', { name: /^Amount/ }).click()
    await maya.getByRole('button', { name: 'Save rules' }).click()
    await maya.getByText('Enter the amount from which it applies').first().waitFor()
    await maya.getByRole('textbox', { name: 'Amount from' }).fill('5000')
    await panel('Picture').getByText('When amount is $5,000 or more').waitFor()
    await noFaults('builder')
  })

  it('a made-up bill shows who would approve, and past bills say who gains an approval', async () => {
    await open('Try a bill')
    const form = panel('Try a bill')
    await form.getByRole('textbox', { name: 'Amount' }).fill('7500')
    await form.getByRole('combobox', { name: 'Spend category' }).fill('Events')
    await maya.getByRole('option', { name: 'Events' }).click()
    await form.getByRole('combobox', { name: 'Entered by' }).fill('Ada')
    await maya.getByRole('option', { name: 'Ada Pereira' }).click()
    await form.getByText(/Amount is \$5,000 or more/).waitFor()
    await noFaults('try')
    const mode = maya.getByRole('radiogroup', { name: 'When approvers are notified' })
    await mode.getByRole('radio', { name: /^As in the approval settings, currently level by level/ }).waitFor()
    await mode.getByRole('radio', { name: /^All at once/ }).check()
    await maya.getByRole('button', { name: 'Save rules' }).click()
    await maya.getByText('Rule set saved').waitFor()
    await maya.reload()
    await eventually('the saved mode', () => mode.getByRole('radio', { name: /^All at once/ }).isChecked())
    await open('Past bills')
    await panel('Past bills').getByRole('button', { name: 'Test past bills' }).click()
    await panel('Past bills')
      .getByText(/No bills in that period|would be approved/)
      .waitFor()
    await noFaults('replay')
  })

  it('the history and the versions say what was saved, and the simulation plans with all sets', async () => {
    await open('Versions')
    await panel('Versions').getByText('Covers only the spend category Events').waitFor()
    await panel('Versions').getByText('Notifies approvers all at once').waitFor()
    await main()
      .getByRole('region', { name: 'History' })
      .getByText(/Saved version 2 of the rule set Events/)
      .waitFor()
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Simulate a bill' }).click()
    await main().getByRole('heading', { level: 1, name: 'Simulate bill rules' }).waitFor()
    const sets = maya.getByRole('list', { name: 'Rule sets' })
    await maya.getByRole('textbox', { name: 'Amount' }).fill('6000')
    await sets.getByRole('listitem').filter({ hasText: 'Events' }).getByLabel('Doesn’t apply').waitFor()
    await noFaults('simulate')
  })

  it('the bill form and its segments list what the accounting system has, and the report has every line of every bill', async () => {
    await maya.goto('/settings/payments/form')
    await main().getByRole('table').getByRole('switch').first().waitFor()
    await noFaults('form')
    await main().getByRole('link', { name: 'Segments' }).click()
    await main().getByRole('heading', { level: 1, name: 'Segments' }).waitFor()
    await main().getByRole('table').getByRole('switch').first().waitFor()
    await maya.goto('/payments/bills')
    await main().getByRole('link', { name: 'Line items' }).click()
    await main().getByRole('table', { name: 'Line items' }).getByRole('row').nth(2).waitFor()
    await noFaults('line-items')
  })
})
