import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { cellOf, typeInto } from '../../support/e2e/lines.ts'
import { staged } from '../../support/e2e/staged.ts'

/** A spend request from the form to its approval. Each step builds on the one before. */
const JONAS = 'jonas@brightwater.example'
const OMAR = 'omar@brightwater.example'

describe('spend requests', () => {
  let stage: Stage
  let jonas: Page
  let omar: Page
  staged('spend-requests', async (opened) => {
    stage = opened
    jonas = await stage.signIn(JONAS)
    omar = await stage.signIn(OMAR)
  })

  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `spend-${name}`)).toEqual([])
  }
  const choose = async (label: string, text: string) => {
    await jonas.getByRole('combobox', { name: label, exact: true }).last().fill(text)
    await jonas.getByRole('option', { name: text, exact: true }).click()
  }
  const line = (at: number, field: string) => cellOf(jonas, at, field)
  const type = (at: number, field: string, text: string) => typeInto(jonas, line(at, field), text)
  const status = (page: Page, text: string) => page.locator('header, main').getByText(text, { exact: true }).first()

  it('the requester sees while typing who will approve, and what is missing beside each field', async () => {
    await jonas.getByRole('link', { name: 'Spend requests' }).click()
    await jonas.getByRole('link', { name: 'New spend request' }).click()
    await jonas.getByRole('button', { name: 'Submit spend request' }).click()
    await jonas.getByText('Required').first().waitFor()
    await choose('Vendor', 'Kestrel CAD')
    await jonas.getByRole('textbox', { name: 'Description' }).first().fill('CAD seats')
    await jonas.getByRole('textbox', { name: 'Service start date' }).fill('Jan 15, 2027')
    await jonas.getByRole('textbox', { name: 'Service end date' }).fill('Jan 14, 2028')
    await type(0, 'amount', '9000')
    await type(0, 'categoryId', 'Software')
    await type(0, 'departmentId', 'Engineering')
    const approvers = jonas.getByRole('complementary', { name: 'Who will approve' })
    await approvers.getByText('Omar Haddad').first().waitFor()
    await jonas
      .getByRole('group', { name: 'More details' })
      .or(jonas.getByText('What data does it hold?'))
      .first()
      .waitFor()
    await jonas.getByRole('button', { name: 'Add line' }).click()
    await type(1, 'amount', '3000')
    await approvers
      .getByText(/Amount is/)
      .first()
      .waitFor()
    await noFaults(jonas, 'form')
  })

  it('what was typed survives closing the tab, and is offered once', async () => {
    const browser = jonas.context()
    const address = jonas.url()
    await jonas.close()
    jonas = await browser.newPage()
    await jonas.goto(address)
    await jonas.getByText(/^You left unsaved changes on/).waitFor()
    await noFaults(jonas, 'draft')
    await jonas.getByRole('button', { name: 'Restore my changes' }).click()
    await jonas.getByText(/^You left unsaved changes on/).waitFor({ state: 'detached' })
    expect(await jonas.getByRole('textbox', { name: 'Description' }).first().inputValue()).toBe('CAD seats')
    expect(await line(1, 'amount').textContent()).toBe('3,000.00')
    await jonas.getByText('What data does it hold?').first().waitFor()
  })

  it('it is submitted with its total, its cost by month and its approvals', async () => {
    await jonas.getByRole('combobox', { name: 'What data does it hold?' }).press('ArrowDown')
    await jonas.getByRole('option', { name: 'Source code' }).click()
    await jonas.keyboard.press('Escape')
    await jonas.getByRole('button', { name: 'Submit spend request' }).click()
    await jonas.getByRole('heading', { level: 1, name: 'Kestrel CAD: CAD seats' }).waitFor()
    await jonas.getByRole('heading', { name: 'Cost by month: $1,000.00' }).waitFor()
    await jonas.getByText('$12,000.00').first().waitFor()
    await noFaults(jonas, 'page')
  })

  it('the approver cuts a line with a reason, which the requester reads, and approves what is left', async () => {
    await omar.goto(jonas.url())
    await omar.getByRole('button', { name: 'Reduce or reject lines…' }).click()
    const dialog = omar.getByRole('dialog', { name: 'Reduce or reject lines' })
    await dialog.getByRole('textbox', { name: 'Line 1: amount that is left' }).fill('9500')
    await dialog.getByRole('button', { name: 'Save lines' }).click()
    await dialog.getByText('Enter less than the amount requested').waitFor()
    await dialog.getByRole('textbox', { name: 'Line 1: amount that is left' }).fill('8000')
    await dialog.getByRole('checkbox', { name: 'Reject line 2' }).check()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ten seats are enough')
    await noFaults(omar, 'cut')
    await dialog.getByRole('button', { name: 'Save lines' }).click()
    await omar.getByText('Lines saved').waitFor()
    await omar.getByText('Reduced by Omar Haddad: Ten seats are enough').waitFor()
    await omar.getByText('Rejected by Omar Haddad: Ten seats are enough').waitFor()
    await jonas.getByText('Rejected by Omar Haddad: Ten seats are enough').waitFor()
    await noFaults(jonas, 'was-cut')
    await omar.getByRole('button', { name: 'Approve spend request' }).first().click()
    await omar
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .click()
    await status(omar, 'Approved').waitFor()
    await status(jonas, 'Approved').waitFor()
  })

  it('changing an approved one shows both versions side by side, and its approver confirms the difference', async () => {
    await jonas.getByRole('link', { name: 'Modify' }).first().click()
    await jonas.getByText('This spend request is approved.').waitFor()
    await type(0, 'amount', '8500')
    await jonas.getByRole('button', { name: 'Submit change' }).click()
    await jonas.getByRole('region', { name: 'Approved before' }).getByText('$8,000.00').first().waitFor()
    await jonas.getByRole('region', { name: 'Change', exact: true }).getByText('$8,500.00').first().waitFor()
    await noFaults(jonas, 'versions')
    await omar.reload()
    await omar.getByRole('button', { name: 'Confirm changes' }).first().waitFor()
  })

  it('the list finds it by number, and archiving takes it away with a message', async () => {
    const number =
      (await jonas
        .getByText(/^SR-\d+$/)
        .first()
        .textContent()) ?? ''
    await jonas.getByRole('link', { name: 'Spend requests' }).first().click()
    await jonas.getByRole('textbox', { name: 'Search spend requests' }).fill(number)
    await jonas.getByRole('row', { name: /Kestrel CAD: CAD seats/ }).waitFor()
    await noFaults(jonas, 'list')
    await jonas.getByRole('link', { name: 'Kestrel CAD: CAD seats' }).click()
    await jonas.getByRole('button', { name: 'More actions' }).first().click()
    await jonas.getByRole('menuitem', { name: 'Archive…' }).click()
    await jonas.getByRole('dialog').getByRole('textbox', { name: 'Message' }).fill('Bought elsewhere')
    await jonas.getByRole('dialog').getByRole('button', { name: 'Archive spend request' }).click()
    await jonas.getByText('Archived: Bought elsewhere').waitFor()
  })

  it('approvers find on Home what waits for them, and the vendor’s page lists what was asked for', async () => {
    const sofia = await stage.signIn('sofia@brightwater.example')
    await sofia.goto(new URL('/vendors/demo-juniper-travel-vendors/spend-requests', jonas.url()).href)
    await sofia.getByRole('row', { name: /Travel agency, yearly fee/ }).waitFor()
    await noFaults(sofia, 'vendor')
    await omar.goto(new URL('/', jonas.url()).href)
    await omar
      .getByRole('list', { name: 'Waiting for you' })
      .getByRole('link', { name: /^Spend request: / })
      .first()
      .waitFor()
    await noFaults(omar, 'home')
  })

  it('a request leads to its spend request, which then shows on its tab', async () => {
    await jonas.goto(new URL('/', jonas.url()).href)
    await jonas
      .getByRole('link', { name: /Atlas Analytics, team plan/ })
      .first()
      .click()
    await jonas.getByRole('tab', { name: 'Spend request' }).click()
    await jonas.getByRole('link', { name: 'New spend request' }).click()
    await jonas.getByText('This spend request will belong to the request.').waitFor()
    await jonas.getByRole('textbox', { name: 'Service start date' }).fill('Feb 1, 2027')
    await type(0, 'amount', '42000')
    await type(0, 'categoryId', 'Hardware')
    await type(0, 'departmentId', 'Engineering')
    await jonas.getByRole('button', { name: 'Submit spend request' }).click()
    await jonas.getByText('Spend request submitted').waitFor()
    await jonas.goBack()
    await jonas.goto(new URL('/intake-requests', jonas.url()).href)
    await jonas
      .getByRole('link', { name: /Atlas Analytics, team plan/ })
      .first()
      .click()
    await jonas.getByRole('tab', { name: 'Spend request' }).click()
    await jonas.getByRole('region', { name: 'Spend request' }).getByText('$42,000.00').first().waitFor()
    await noFaults(jonas, 'tab')
  })
})
