import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Vendor management › Vendors: an admin of the demo company manages them. Each step builds on the one before. */
describe('vendors', () => {
  let stage: Stage
  let maya: Page
  staged('vendors', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `vendors-${name}`)).toEqual([])
  }
  const option = (name: string) => maya.getByRole('option', { name, exact: true })
  const field = (name: RegExp) => maya.getByRole('textbox', { name })
  const title = (name: string) => maya.getByRole('heading', { level: 1, name, exact: true }).waitFor()

  it('vendors are listed with their costs and can be found by name, owner and custom field', async () => {
    await maya.getByRole('button', { name: /^Vendor management/ }).click()
    await maya.getByRole('link', { name: 'Vendors', exact: true }).click()
    await maya.getByRole('row', { name: /Acme Cloud .*\$\d/ }).waitFor()
    expect(await maya.getByText('Tidewater Couriers').count()).toBe(0)
    await noFaults('list')
    await maya.getByRole('button', { name: 'Next 12 months' }).click()
    await maya.getByRole('button', { name: 'Next 12 months' }).click()
    await maya.waitForURL(/sort=/)
    await maya.getByRole('button', { name: 'Filters', exact: true }).click()
    await maya.getByRole('combobox', { name: 'Filter by a custom field' }).click()
    await option('Risk class').click()
    await maya.getByRole('combobox', { name: 'Risk class' }).click()
    await option('High').click()
    await maya.keyboard.press('Escape')
    await maya.getByRole('button', { name: 'Show vendors' }).click()
    await maya.getByRole('row', { name: /Atlas Analytics/ }).waitFor({ state: 'detached' })
    await maya.getByRole('row', { name: /Acme Cloud/ }).waitFor()
    await maya.getByRole('list', { name: 'Active filters' }).getByText('Risk class: High').waitFor()
  })

  it('a saved view shows the same list another day', async () => {
    await maya.getByRole('button', { name: 'Views' }).click()
    await maya.getByRole('menuitem', { name: 'Save this view' }).click()
    await maya.getByRole('dialog').getByLabel('Name').fill('Risky ones')
    await maya.getByRole('button', { name: 'Save view' }).click()
    await maya.getByText('View saved').waitFor()
    await maya.goto('/vendors')
    await maya.getByRole('row', { name: /Atlas Analytics/ }).waitFor()
    await maya.getByRole('button', { name: 'Views' }).click()
    await maya.getByRole('menuitem', { name: 'Risky ones' }).click()
    await maya.getByRole('row', { name: /Atlas Analytics/ }).waitFor({ state: 'detached' })
    await maya.getByRole('button', { name: 'More actions' }).click()
    const download = maya.waitForEvent('download')
    await maya.getByRole('menuitem', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^outlay-vendors-\d{4}-\d\d-\d\d\.csv$/)
  })

  it('a new vendor shows duplicates, missing values and its category’s fields', async () => {
    await maya.goto('/vendors/add-new')
    await field(/^Name/).fill('ACME Cloud, Inc.')
    await maya.getByText('You may already have this vendor:').waitFor()
    await field(/^Name/).fill('Lumen Optics')
    await maya.getByText('You may already have this vendor:').waitFor({ state: 'detached' })
    await maya.getByRole('combobox', { name: 'Categories' }).click()
    await option('Software').click()
    await maya.keyboard.press('Escape')
    await maya.getByRole('group', { name: 'Software' }).waitFor()
    await maya.getByRole('button', { name: 'Add vendor', exact: true }).click()
    await maya.getByText('Owner is required').waitFor()
    await maya.getByText('Payment method is required').waitFor()
    expect(await maya.getByRole('combobox', { name: 'Owners' }).evaluate((e) => e === document.activeElement)).toBe(
      true,
    )
    await maya.getByRole('group', { name: 'Software' }).getByText('Required').waitFor()
    await maya.getByRole('combobox', { name: 'Owners' }).fill('Omar')
    await option('Omar Haddad').click()
    await maya.keyboard.press('Escape')
    await maya.getByRole('combobox', { name: 'Payment method' }).click()
    await option('Wire').click()
    await maya.getByRole('radio', { name: 'Yes' }).first().check()
    await maya.getByRole('button', { name: 'Add EIN/TIN' }).click()
    await maya.getByRole('button', { name: 'Save number' }).click()
    await maya.getByRole('dialog').getByText('Required').waitFor()
    await maya.getByLabel('EIN or TIN').fill('12-7654321')
    await maya.keyboard.press('Enter')
    await maya.getByText('12-7654321').waitFor()
    await maya.getByRole('group', { name: 'External point of contact' }).getByLabel('Email').fill('nobody')
    await maya.getByRole('combobox', { name: 'Where does it run?' }).click()
    await option('In our cloud').click()
    await maya.getByRole('button', { name: 'Add vendor', exact: true }).click()
    await maya.getByText('Invalid email').waitFor()
    await maya
      .getByRole('group', { name: 'External point of contact' })
      .getByLabel('Email')
      .fill(' iris@lumen.example ')
    await noFaults('form')
    await maya.getByRole('button', { name: 'Add vendor', exact: true }).click()
    await title('Lumen Optics')
    await maya.getByText('iris@lumen.example').first().waitFor()
    await maya.getByText('In our cloud').waitFor()
    // A tax id is shown in full only on request.
    await maya.getByText('•••4321').waitFor()
    expect(await maya.getByText('12-7654321').count()).toBe(0)
    await maya.getByRole('button', { name: 'Show full numbers' }).click()
    await maya.getByText('12-7654321').waitFor()
    await noFaults('page')
  })

  it('an edit that conflicts with someone else’s keeps both texts', async () => {
    await maya.getByRole('link', { name: 'Edit vendor' }).click()
    await maya.getByLabel('Description').fill('Lenses of ours')
    const id = /vendors\/([\w-]+)/.exec(maya.url())?.[1]
    const other = await Api.signIn(stage.host, 'maya@brightwater.example')
    const theirs = { description: 'Lenses of theirs', website: 'lumen.example' }
    expect((await other.call('PUT', `/api/vendors/${id}`, theirs)).status).toBe(200)
    await maya.getByRole('button', { name: 'Save vendor' }).click()
    await maya.getByText('From their changes: Website.').waitFor()
    await maya.getByText('Lenses of theirs').waitFor()
    expect(await maya.getByLabel('Description').inputValue()).toBe('Lenses of ours')
    await noFaults('conflict')
    await maya.getByRole('button', { name: 'Save mine' }).click()
    await title('Lumen Optics')
    await maya.getByText('Lenses of ours').waitFor()
    await maya.getByText('lumen.example', { exact: true }).waitFor()
  })

  it('a vendor has tabs with addresses for its services, documents, requests, conversations and history', async () => {
    await maya.goto('/vendors/demo-acme-cloud-vendors')
    const parts = maya.getByRole('navigation', { name: 'Parts of Acme Cloud' })
    await parts.getByRole('link', { name: /^Services/ }).click()
    await maya.waitForURL('**/services')
    const services = maya.getByRole('table', { name: 'Services' })
    await services.getByRole('link', { name: 'Compute and storage' }).waitFor()
    await noFaults('services')
    await parts.getByRole('link', { name: 'Requests', exact: true }).click()
    await maya.getByRole('table', { name: 'Requests for this vendor' }).waitFor()
    await noFaults('requests')
    await parts.getByRole('link', { name: 'Conversations' }).click()
    await maya.getByLabel('New comment').fill('Who renews this?')
    await maya.getByRole('button', { name: 'Add comment' }).click()
    await maya.getByText('Comment added').waitFor()
    await noFaults('conversations')
    await parts.getByRole('link', { name: 'History' }).click()
    await maya.getByText(/Changed the vendor Acme Cloud/).waitFor()
    await noFaults('history')
  })

  it('a verification records what was checked', async () => {
    await maya.goto('/vendors/demo-kestrel-cad-vendors')
    await maya.getByRole('button', { name: 'Record a verification' }).click()
    const dialog = maya.getByRole('dialog')
    expect(await dialog.getByLabel('Business name').inputValue()).toBe('Kestrel CAD')
    await dialog.getByLabel('Business name').fill('Kestrel CAD GmbH')
    await noFaults('verification')
    await dialog.getByRole('button', { name: 'Record verification' }).click()
    await maya.getByText('Kestrel CAD GmbH').waitFor()
    await maya.getByText('Verified', { exact: true }).waitFor()
  })

  it('a vendor in use can’t be deleted and says why; an unused one can after confirming', async () => {
    await maya.goto('/vendors/demo-acme-cloud-vendors')
    const remove = async () => {
      await maya.getByRole('button', { name: 'More actions' }).click()
      await maya.getByRole('menuitem', { name: 'Delete' }).click()
      await maya.getByRole('dialog').getByRole('button', { name: 'Delete vendor' }).click()
    }
    await remove()
    await maya
      .getByRole('dialog')
      .getByRole('link', { name: /^The service .* and 1 more are bought from it/ })
      .waitFor()
    await noFaults('in-use')
    await maya.goto('/vendors?search=lumen')
    await maya.getByRole('link', { name: 'Lumen Optics' }).click()
    await title('Lumen Optics')
    await remove()
    await title('Vendors')
    await maya.getByText('Lumen Optics deleted').waitFor()
  })

  it('several vendors can get owners at once', async () => {
    await maya.goto('/vendors?filter=ACTION_REQUIRED')
    for (const name of [/Driftline/, /Inkwell Print/])
      await maya.getByRole('row', { name }).getByRole('checkbox').check()
    await maya.getByRole('button', { name: 'Set owners' }).click()
    const dialog = maya.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Set owners' }).click()
    await dialog.getByText('Owner is required').waitFor()
    await dialog.getByRole('combobox', { name: 'Owners' }).fill('Priya')
    await option('Priya Raman').click()
    await maya.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Set owners' }).click()
    await maya.getByText('2 vendors changed').waitFor()
    await maya.getByText('Priya Raman').first().waitFor()
  })

  it('categories and their custom fields are managed in the settings', async () => {
    await maya.goto('/settings/vendor-management/vendor-categories')
    await maya.getByRole('link', { name: 'Add category' }).click()
    await maya.getByRole('button', { name: 'Add category' }).click()
    await maya.getByText('Required').waitFor()
    await maya.getByLabel('Name').fill('Carriers')
    await maya.getByRole('button', { name: 'Add category' }).click()
    await title('Carriers')
    await noFaults('category')
    await maya.goto('/settings/vendor-management/vendor-categories')
    await maya.getByRole('button', { name: 'Delete Software' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Delete category' }).click()
    await maya.getByText(/vendors are in Software\. Remove them from it first\./).waitFor()
    await noFaults('categories')
  })

  it('the browser reports no errors', () => {
    expect(stage.complaints).toEqual([])
  })
})
