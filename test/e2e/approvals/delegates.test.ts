import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { NARROW, type Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const OMAR = 'omar@brightwater.example'
const JONAS = 'jonas@brightwater.example'
const MAYA = 'maya@brightwater.example'
/** Ada's, in the demo company: waiting for Omar, her manager. */
const REQUEST = 'Kestrel CAD, 12 seats'
const PATH = '/user/settings/delegate-approvers'

describe('delegates', () => {
  let stage: Stage
  let omar: Page
  let jonas: Page
  staged('delegates', async (opened) => {
    stage = opened
  })

  const accessibleAtBothWidths = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `delegates-${name}`)).toEqual([])
  }

  it('an approver finds the delegates page in the user menu and learns what a delegate can and can’t do', async () => {
    omar = await stage.signIn(OMAR)
    await omar.getByRole('button', { name: /Omar Haddad/ }).click()
    await omar.getByRole('menuitem', { name: 'Delegate approvers' }).click()
    await omar.getByRole('heading', { name: 'Delegate approvers' }).waitFor()
    expect(new URL(omar.url()).pathname).toBe(PATH)
    await omar.getByText('No delegates yet').waitFor()
    await omar.getByText(/can’t approve their own requests/).waitFor()
    await accessibleAtBothWidths(omar, 'empty')
  })

  it('an approver adds a delegate and sees what is missing or wrong beside each field', async () => {
    await omar.getByRole('button', { name: 'Add delegate' }).click()
    const dialog = omar.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add delegate' }).click()
    await dialog.getByText('Required', { exact: true }).waitFor()
    const box = dialog.getByRole('combobox', { name: 'Delegate' })
    await box.fill('Omar')
    await omar.getByRole('listbox', { name: 'Delegate' }).getByText('No results').waitFor()
    await box.fill('Jonas')
    await omar.getByRole('option', { name: 'Jonas Berg' }).click()
    await dialog.getByLabel('From').fill('2020-02-02')
    await omar.keyboard.press('Tab')
    await dialog.getByLabel('Until').fill('2020-02-01')
    await omar.keyboard.press('Tab')
    await dialog.getByLabel('Only up to').fill('250000')
    await dialog.getByRole('combobox', { name: 'Only in these categories' }).fill('Software')
    await omar.getByRole('option', { name: 'Software (requests)' }).click()
    await dialog.getByLabel('Note').fill('Parental leave')
    await dialog.getByRole('button', { name: 'Add delegate' }).click()
    await dialog.getByText('The last day cannot be before the first day').waitFor()
    await accessibleAtBothWidths(omar, 'dialog')
    await dialog.getByLabel('Until').fill('2090-01-31')
    await omar.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Add delegate' }).click()
    await omar.getByText('Jonas Berg added as your delegate').waitFor()
    const row = omar.getByRole('row', { name: /Jonas Berg/ })
    await row.getByText('Parental leave').waitFor()
    await row.getByText('Feb 2, 2020').waitFor()
    await row.getByText('Jan 31, 2090').waitFor()
    await row.getByText('Active').waitFor()
    await row.getByText('up to $250,000').waitFor()
    await row.getByText('Software').waitFor()
    await accessibleAtBothWidths(omar, 'list')
  })

  it('an approver changes the note with the keyboard alone', async () => {
    await omar.getByRole('row', { name: /Jonas Berg/ }).focus()
    await omar.keyboard.press('Enter')
    const note = omar.getByRole('dialog', { name: 'Edit delegate' }).getByLabel('Note')
    await note.waitFor()
    await note.focus()
    await omar.keyboard.press('ControlOrMeta+a')
    await omar.keyboard.type('Leave until spring')
    await omar.getByRole('dialog').getByRole('button', { name: 'Save delegate' }).focus()
    await omar.keyboard.press('Enter')
    await omar.getByText('Delegate saved').waitFor()
    await omar
      .getByRole('row', { name: /Jonas Berg/ })
      .getByText('Leave until spring')
      .waitFor()
  })

  it('the delegate finds the request on Home and approves it for the approver', async () => {
    jonas = await stage.signIn(JONAS)
    const waiting = jonas.getByRole('row', { name: new RegExp(REQUEST) })
    await waiting.getByText(/for Omar Haddad/).waitFor()
    await jonas.getByRole('link', { name: REQUEST }).first().click()
    await jonas.getByText('You can act for Omar Haddad.').first().waitFor()
    await jonas.getByRole('button', { name: 'Approve request' }).first().click()
    const dialog = jonas.getByRole('dialog')
    await dialog.getByText('Acting for Omar Haddad.').waitFor()
    await dialog.getByLabel('Comment').fill('Fine for Omar.')
    await dialog.getByRole('button', { name: 'Approve request' }).click()
    await jonas.getByText('Jonas Berg for Omar Haddad').first().waitFor()
    await accessibleAtBothWidths(jonas, 'decided')
  })

  it('the delegate sees who they act for', async () => {
    await jonas.goto(PATH)
    const part = jonas.getByRole('region', { name: 'Acting for', exact: true })
    await part
      .getByRole('row', { name: /Omar Haddad/ })
      .getByText('Leave until spring')
      .waitFor()
    await accessibleAtBothWidths(jonas, 'acts-for')
  })

  it('an admin who views as the approver sees the delegates but can’t change them', async () => {
    const maya = await stage.signIn(MAYA)
    await maya.getByRole('button', { name: /Maya Lindqvist/ }).click()
    await maya.getByRole('menuitem', { name: 'View as another member' }).click()
    await maya.getByRole('combobox', { name: 'Member' }).click()
    await maya.keyboard.type('Omar')
    await maya.getByRole('option', { name: 'Omar Haddad' }).click()
    await maya.getByRole('button', { name: 'View as member' }).click()
    await maya.getByText('Viewing as Omar Haddad').waitFor()
    await maya.goto(`${PATH}?dialog=new`)
    await maya.getByRole('row', { name: /Jonas Berg/ }).waitFor()
    expect(await maya.getByRole('button', { name: 'Add delegate' }).count()).toBe(0)
    expect(await maya.getByRole('dialog').count()).toBe(0)
  })

  it('the approver removes the delegate at 40rem after confirming', async () => {
    await omar.setViewportSize(NARROW)
    await omar.getByRole('button', { name: 'Actions of Jonas Berg' }).click()
    await omar.getByRole('menuitem', { name: 'Remove' }).click()
    await omar
      .getByRole('dialog', { name: 'Remove Jonas Berg?' })
      .getByRole('button', { name: 'Remove delegate' })
      .click()
    await omar.getByText('Jonas Berg is no longer your delegate').waitFor()
    await omar.getByText('No delegates yet').waitFor()
    await jonas.reload()
    await jonas.getByText('No delegates yet').waitFor()
    expect(await jonas.getByText('Acting for', { exact: true }).count()).toBe(0)
    expect(stage.complaints).toEqual([])
  })
})
