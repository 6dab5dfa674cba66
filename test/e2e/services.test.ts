import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../support/e2e/browser.ts'
import { staged } from '../support/e2e/staged.ts'

/** Vendor management › Services: an admin of the demo company looks through them and keeps one. Each step builds on the one before. */
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

  it('are listed by vendor with what they cost, and one leads to its page', async () => {
    await maya.getByRole('button', { name: /^Vendor management/ }).click()
    await maya.getByRole('link', { name: 'Services' }).click()
    await maya.getByRole('row', { name: /Compute and storage Acme Cloud .*\$186,000\.00/ }).waitFor()
    expect(await maya.getByText('Old ticket system').count()).toBe(0)
    await noFaults('list')
    await maya.getByRole('textbox', { name: /^Search services/ }).fill('kestrel')
    await maya.getByRole('link', { name: 'Kestrel CAD seats' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Kestrel CAD seats' }).waitFor()
    await maya.getByText('Created the service Kestrel CAD seats of Kestrel CAD').waitFor()
    await noFaults('page')
  })

  it('a new one tells what is missing, computes its cost and is saved', async () => {
    await maya.getByRole('link', { name: 'Services' }).first().click()
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
    await maya.getByLabel('Cost per unit and month').fill('120.50')
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

  it('an edit that somebody else was faster with loses nothing', async () => {
    await maya.getByRole('link', { name: 'Edit service' }).click()
    await maya.getByLabel('Description').fill('Two machines')
    const other = await maya.context().newPage()
    await other.goto(maya.url())
    await other.getByLabel('Name').fill('Print rooms')
    await other.getByRole('button', { name: 'Save service' }).click()
    await other.getByRole('heading', { level: 1, name: 'Print rooms' }).waitFor()
    await other.close()
    await maya.getByRole('button', { name: 'Save service' }).click()
    await maya.getByText('Taken over from them: Name.').waitFor()
    expect(await maya.getByLabel('Description').inputValue()).toBe('Two machines')
    await maya.getByRole('button', { name: 'Save service' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Print rooms' }).waitFor()
    await maya.getByText('Two machines').first().waitFor()
  })

  it('is archived, and deleted after a question', async () => {
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Archive' }).click()
    await maya.getByText('Archived', { exact: true }).waitFor()
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Delete' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Delete service' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Services' }).waitFor()
    await maya.getByText('Print rooms deleted').waitFor()
  })

  it('one is linked to a request, and taken off again', async () => {
    await maya.goto(new URL('/intake-requests?filter=ALL', maya.url()).href)
    await maya.getByRole('table').getByRole('link').first().click()
    await maya.getByRole('tab', { name: 'Services' }).click()
    await maya.getByText('No services yet').waitFor()
    await maya.getByRole('combobox', { name: 'Link services' }).fill('Build')
    await maya.getByRole('option', { name: 'Build servers' }).click()
    await maya.keyboard.press('Tab')
    await maya.getByRole('button', { name: 'Link', exact: true }).click()
    const services = maya.getByRole('list', { name: 'Services of the request' })
    await services.getByText(/^Granite Hosting · until /).waitFor()
    await noFaults('request')
    await maya.getByRole('button', { name: 'Remove Build servers' }).click()
    await maya.getByText('No services yet').waitFor()
  })
})
