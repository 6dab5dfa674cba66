import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Vendor management › Services: an admin of the demo company manages them. Each step builds on the one before. */
describe('services', () => {
  let stage: Stage
  let maya: Page
  staged('services', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `services-${name}`)).toEqual([])
  }

  it('services are listed by vendor with their cost, and each leads to its page', async () => {
    await maya.getByRole('button', { name: /^Vendor management/ }).click()
    await maya.getByRole('link', { name: 'Services', exact: true }).click()
    await maya.getByRole('row', { name: /Compute and storage Acme Cloud .*\$186,000\.00/ }).waitFor()
    expect(await maya.getByText('Old ticket system').count()).toBe(0)
    await noFaults('list')
    await maya.getByRole('textbox', { name: /^Search services/ }).fill('kestrel')
    await maya.getByRole('link', { name: 'Kestrel CAD seats' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Kestrel CAD seats' }).waitFor()
    await maya.getByText('Created the service Kestrel CAD seats of Kestrel CAD').waitFor()
    await noFaults('page')
  })

  it('a new service says what is missing, computes its cost and is saved', async () => {
    await maya.getByRole('link', { name: 'Services', exact: true }).first().click()
    await maya.getByRole('link', { name: 'Add service' }).click()
    await maya.getByRole('button', { name: 'Add service', exact: true }).click()
    await maya.getByText('Required').first().waitFor()
    expect(await maya.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true)
    await maya.getByLabel('Name').fill('Print room')
    await maya.getByRole('combobox', { name: 'Vendor' }).fill('Inkwell')
    await maya.getByRole('option', { name: 'Inkwell Print' }).click()
    await maya.getByRole('button', { name: 'Add service period' }).click()
    await maya.getByLabel('Start date').fill('2027-01-01')
    await maya.getByLabel('End date').fill('2026-12-31')
    await maya.getByLabel('Units per month').fill('3')
    await maya.getByLabel('Monthly unit cost').fill('120.50')
    await maya.getByRole('button', { name: 'Add service', exact: true }).click()
    await maya.getByText('A period may not end before it starts').waitFor()
    await maya.getByLabel('End date').fill('2027-12-31')
    await maya.keyboard.press('Tab')
    await maya.getByText('$4,338.00').waitFor()
    await noFaults('form')
    await maya.getByRole('button', { name: 'Add service', exact: true }).click()
    await maya.getByRole('heading', { level: 1, name: 'Print room' }).waitFor()
    await maya.getByRole('cell', { name: '$4,338.00' }).waitFor()
  })

  it('an edit that conflicts with someone else’s loses nothing', async () => {
    await maya.getByRole('link', { name: 'Edit service' }).click()
    await maya.getByLabel('Description').fill('Two machines')
    const id = /services\/([\w-]+)/.exec(maya.url())?.[1]
    const other = await Api.signIn(stage.host, 'maya@brightwater.example')
    expect((await other.call('PUT', `/api/services/${id}`, { name: 'Print rooms' })).status).toBe(200)
    await maya.getByRole('button', { name: 'Save service' }).click()
    await maya.getByText('From their changes: Name.').waitFor()
    expect(await maya.getByLabel('Description').inputValue()).toBe('Two machines')
    await maya.getByRole('button', { name: 'Save service' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Print rooms' }).waitFor()
    await maya.getByText('Two machines').first().waitFor()
  })

  it('a service shows the company’s custom fields and all its periods', async () => {
    await maya.goto('/services')
    await maya.getByRole('row', { name: /Product analytics .*Yes/ }).waitFor()
    await maya.getByLabel('All periods').check()
    const row = maya.getByRole('row', { name: /Product analytics/ })
    await row.getByText('$10,800.00').waitFor()
    await row.getByText('$17,640.00').waitFor()
    await noFaults('all-periods')
    await maya.getByLabel('All periods').uncheck()
    await maya.getByRole('button', { name: 'Filters' }).click()
    const filters = maya.getByRole('dialog', { name: 'Filters' })
    await filters.getByRole('combobox', { name: 'Holds personal data' }).click()
    await maya.getByRole('option', { name: 'Yes' }).click()
    await noFaults('filters')
    await filters.getByRole('button', { name: 'Show services' }).click()
    await maya.getByRole('row', { name: /Compute and storage/ }).waitFor({ state: 'detached' })
    expect(await maya.getByRole('row', { name: /Yes/ }).count()).toBe(4)
    await maya.getByRole('link', { name: 'Product analytics' }).click()
    await maya.getByText('EU (Frankfurt)').waitFor()
    await maya.getByText('Seats: 35').waitFor()
    await noFaults('own-fields')
  })

  it('several services can get new payment terms at once, and each history records it', async () => {
    await maya.goto('/services?search=Beacon')
    await maya.getByRole('link', { name: 'Penetration tests' }).waitFor()
    await maya.getByRole('checkbox', { name: 'Select all rows' }).check()
    await maya.getByRole('button', { name: 'Change' }).click()
    await maya.getByRole('menuitem', { name: 'Payment terms' }).click()
    const dialog = maya.getByRole('dialog', { name: 'Payment terms of 2 services' })
    await dialog.getByRole('button', { name: 'Change services' }).click()
    await dialog.getByText('Required').waitFor()
    await dialog.getByRole('combobox', { name: 'Payment terms' }).click()
    await maya.getByRole('option', { name: 'Net 60' }).click()
    await noFaults('several')
    await dialog.getByRole('button', { name: 'Change services' }).click()
    await maya.getByText('2 services changed').waitFor()
    await maya.getByRole('link', { name: 'Penetration tests' }).click()
    await maya.getByText('Changed the payment terms of the service Penetration tests').waitFor()
    await maya.getByText('Net 60').first().waitFor()
    await maya.goBack()
  })

  it('a service can be archived, and deleted after confirming', async () => {
    await maya.goto('/services?search=Print')
    await maya.getByRole('link', { name: 'Print rooms' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Print rooms' }).waitFor()
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Archive' }).click()
    await maya.getByText('Archived', { exact: true }).waitFor()
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Delete' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Delete service' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Services' }).waitFor()
    await maya.getByText('Print rooms deleted').waitFor()
  })

  it('a service can be linked to a request and removed again', async () => {
    await maya.goto(new URL('/intake-requests?filter=ALL', maya.url()).href)
    await maya.getByRole('table').getByRole('link').first().click()
    await maya.getByRole('tab', { name: 'Services' }).click()
    await maya.getByText('No services yet').waitFor()
    await maya.getByRole('combobox', { name: 'Link services' }).fill('Build')
    await maya.getByRole('option', { name: 'Build servers' }).click()
    await maya.keyboard.press('Tab')
    await maya.getByRole('button', { name: 'Link', exact: true }).click()
    const services = maya.getByRole('list', { name: 'Services on this request' })
    await services.getByText(/^Granite Hosting · until /).waitFor()
    await noFaults('request')
    await maya.getByRole('button', { name: 'Remove Build servers' }).click()
    await maya.getByText('No services yet').waitFor()
  })
})
