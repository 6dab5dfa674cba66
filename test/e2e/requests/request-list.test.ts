import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** The demo company's list of requests: filters, saved filters, actions on several, the file. */
const MAYA = 'maya@brightwater.example'
const ADA = 'ada@brightwater.example'
const PATH = '/intake-requests'

describe('the list of requests', () => {
  let stage: Stage
  let maya: Page
  staged('request-list', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `request-list-${name}`)).toEqual([])
  }
  const row = (title: string) => maya.getByRole('row', { name: new RegExp(title) })
  const dialog = (name: string | RegExp) => maya.getByRole('dialog', { name })
  const chips = () => maya.getByRole('list', { name: 'Active filters' })

  it('the list filters by vendor, answer and day, the address keeps the filters, and a chip removes one', async () => {
    await maya.goto(PATH)
    await row('Kestrel CAD, 12 seats').waitFor()
    await noFaults('plain')
    await maya.getByRole('button', { name: 'Filters', exact: true }).click()
    const filters = dialog('Filters')
    await filters.getByRole('combobox', { name: 'Filter by an answer' }).click()
    await maya.getByRole('option', { name: 'What kind of purchase is it?' }).click()
    await filters.getByRole('combobox', { name: 'What kind of purchase is it?' }).click()
    await maya.getByRole('option', { name: 'Renewal' }).click()
    await maya.keyboard.press('Escape')
    await filters.getByRole('combobox', { name: 'Vendor' }).click()
    await maya.getByRole('option', { name: 'Granite Hosting' }).click()
    await noFaults('filters')
    await filters.getByRole('button', { name: 'Show requests' }).click()
    await row('Granite Hosting, renewal').waitFor()
    await row('Granite Hosting, second region').waitFor({ state: 'detached' })
    await maya.getByRole('button', { name: 'Filters (2)' }).waitFor()
    await maya.reload()
    await row('Granite Hosting, renewal').waitFor()
    await chips().getByText('Vendor: Granite Hosting').waitFor()
    await chips().getByText('What kind of purchase is it?: Renewal').waitFor()
    await noFaults('chips')
    await chips().getByRole('button', { name: 'Remove filter What kind of purchase is it?' }).click()
    await row('Granite Hosting, second region').waitFor()
    await maya.goto(`${PATH}?createdTo=2020-01-01`)
    await maya.getByText('No requests match').waitFor()
    await maya.getByRole('button', { name: 'Clear filters' }).click()
    await row('Kestrel CAD, 12 seats').waitFor()
  })

  it('a filter can be saved, opened, renamed and deleted', async () => {
    await maya.goto(`${PATH}?filter=ALL&status=REJECTED`)
    await row('Driftline recorder').waitFor()
    await maya.getByRole('button', { name: 'Saved filters' }).click()
    await maya.getByRole('menuitem', { name: 'Save this filter' }).click()
    await dialog('Save this filter').getByRole('button', { name: 'Save filter' }).click()
    await dialog('Save this filter').getByText('Required').waitFor()
    await dialog('Save this filter').getByLabel('Name').fill('Turned down')
    await noFaults('save')
    await maya.keyboard.press('Enter')
    await maya.getByRole('button', { name: 'Turned down' }).waitFor()
    await maya.goto(PATH)
    await maya.getByRole('button', { name: 'Saved filters' }).click()
    await maya.getByRole('menuitem', { name: 'Turned down' }).click()
    await maya.waitForURL('**/intake-requests?filter=ALL&status=REJECTED')
    await row('Driftline recorder').waitFor()
    await maya.getByRole('button', { name: 'Turned down' }).click()
    await maya.getByRole('menuitem', { name: 'Manage saved filters' }).click()
    await maya.getByRole('button', { name: 'Rename Turned down' }).click()
    await dialog('Rename saved filter').getByLabel('Name').fill('Rejected ones')
    await dialog('Rename saved filter').getByRole('button', { name: 'Save filter' }).click()
    await noFaults('saved')
    await maya.getByRole('button', { name: 'Delete Rejected ones' }).click()
    await dialog('Delete saved filter').getByRole('button', { name: 'Delete saved filter' }).click()
    await dialog('Saved filters').getByText('You have nothing saved.').waitFor()
  })

  it('several requests can be archived and unarchived, and those that can’t be reminded are named', async () => {
    await maya.goto(`${PATH}?search=Granite`)
    await row('Granite Hosting, renewal').waitFor()
    await maya.getByRole('checkbox', { name: 'Select all rows' }).check()
    const bar = maya.getByRole('toolbar', { name: 'Actions for the selected rows' })
    await bar.getByRole('button', { name: 'Send reminders' }).click()
    await dialog(/^Send reminders for/)
      .getByLabel('Note')
      .fill('Before the end of the month, please.')
    await dialog(/^Send reminders for/)
      .getByRole('button', { name: 'Send reminders' })
      .click()
    const results = dialog(/ reminded$/)
    await results.getByText('No one needs to act on this request.').first().waitFor()
    await results.getByText('Reminded', { exact: true }).first().waitFor()
    await noFaults('results')
    await results.getByRole('button', { name: 'Close', exact: true }).last().click()
    await bar.waitFor({ state: 'detached' })
    await maya.getByRole('checkbox', { name: 'Select all rows' }).check()
    await bar.getByRole('button', { name: 'Archive', exact: true }).click()
    await dialog(/^Archive 3 requests/)
      .getByRole('button', { name: 'Archive', exact: true })
      .click()
    await maya.getByText('3 requests archived').waitFor()
    await maya.getByText('No requests match').waitFor()
    await maya.goto(`${PATH}?search=Granite&filter=ARCHIVED`)
    await row('Granite Hosting, renewal').waitFor()
    await maya.getByRole('checkbox', { name: 'Select all rows' }).check()
    await bar.getByRole('button', { name: 'Unarchive' }).click()
    await dialog(/^Unarchive 3 requests/)
      .getByRole('button', { name: 'Unarchive' })
      .click()
    await maya.getByText('3 requests unarchived').waitFor()
  })

  it('the list is exported to a file with its filters', async () => {
    await maya.goto(`${PATH}?filter=ALL&status=REJECTED`)
    await row('Driftline recorder').waitFor()
    await maya.getByRole('button', { name: 'More actions' }).click()
    const [download] = await Promise.all([
      maya.waitForEvent('download'),
      maya.getByRole('menuitem', { name: 'Export as CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^outlay-requests-\d{4}-\d\d-\d\d\.csv$/)
    const text = readFileSync(await download.path(), 'utf8')
    expect(text).toContain('Driftline recorder')
    expect(text).not.toContain('Kestrel CAD, 12 seats')
  })

  it('the list can be sorted, given other columns, paged in both directions and used with the keyboard', async () => {
    await maya.goto(`${PATH}?filter=ALL`)
    await maya.getByRole('button', { name: 'Amount' }).click()
    await maya.waitForURL('**sort=coalescedRequestAmount*')
    await maya.getByRole('button', { name: 'Choose columns' }).click()
    for (const column of ['Department', 'Filed by', 'Time in step']) {
      await maya.getByRole('menuitemcheckbox', { name: column }).click()
    }
    await maya.keyboard.press('Escape')
    await maya.getByRole('columnheader', { name: 'Department' }).waitFor()
    await row('Kestrel CAD, rendering add-on').getByText('Engineering').waitFor()
    await maya.getByRole('button', { name: 'Next' }).click()
    await row('Atlas Analytics, team plan').waitFor()
    await maya.getByRole('button', { name: 'Previous' }).click()
    await row('Beacon Security, test license').waitFor()
    await maya.getByRole('heading', { level: 1 }).click()
    await maya.keyboard.press('j')
    await maya.keyboard.press('j')
    await maya.keyboard.press('Enter')
    await maya.waitForURL('**/intake-request/*')
  })

  it('the Needs attention view shows what waits, what is watched and what was completed', async () => {
    await maya.goto(PATH)
    await maya.getByRole('tab', { name: 'Needs attention' }).click()
    await maya.waitForURL('**attention=approver')
    await maya.getByRole('tab', { name: 'Recently completed' }).click()
    await maya.waitForURL('**attention=recently-completed')
    await noFaults('attention')
  })

  it('a request can be duplicated with its answers', async () => {
    const ada = await stage.signIn(ADA)
    await ada.goto(`${PATH}?filter=ALL&search=Kestrel CAD, 12`)
    await ada.getByRole('link', { name: 'Kestrel CAD, 12 seats' }).click()
    await ada.waitForURL('**/intake-request/*')
    await ada.getByRole('heading', { level: 1, name: /^Kestrel CAD, 12 seats/ }).waitFor()
    const id = new URL(ada.url()).pathname.split('/').pop()
    await ada.getByRole('button', { name: 'More actions' }).click()
    await ada.getByRole('menuitem', { name: 'Duplicate request' }).click()
    await ada.waitForURL('**/duplicate')
    await ada
      .getByText('This is a new request with the answers from “Kestrel CAD, 12 seats”.', { exact: false })
      .waitFor()
    expect(await stage.accessibilityFaults(ada)).toEqual([])
    const title = ada.getByLabel('What should we call this request?')
    expect(await title.inputValue()).toBe('Kestrel CAD, 12 seats')
    await title.fill('Kestrel CAD, 3 more seats')
    await ada.getByText('Saved').waitFor()
    await ada.waitForURL('**/edit')
    expect(ada.url()).not.toContain(id ?? '')
    expect(stage.complaints).toEqual([])
  })
})
