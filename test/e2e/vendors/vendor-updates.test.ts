import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DESKTOP, type Stage } from '../../support/e2e/browser.ts'
import { afterUndo } from '../../support/e2e/past-undo.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Answers of a vendor form become values of the vendor and its service. Each step builds on the one before. */
describe('answers of an approved vendor form', () => {
  let stage: Stage
  let maya: Page
  let lena: Page
  let omar: Page
  let form = ''
  staged('vendor-updates', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
    lena = await stage.signIn('lena@kestrelcad.example', DESKTOP)
    omar = await stage.signIn('omar@brightwater.example')
  })

  it('a field says that vendor forms update it', async () => {
    await maya.goto('/settings/vendor-management/fields')
    await maya.getByText('Processes personal data for us').first().click()
    const choice = maya.getByRole('combobox', { name: 'In vendor forms' })
    expect(await choice.inputValue()).toBe('Asked, updates when approved')
    expect(await stage.faultsAtBothWidths(maya, 'vendor-updates-field')).toEqual([])
    await choice.click()
    await maya.getByRole('option', { name: 'Asked', exact: true }).click()
    await maya.getByRole('button', { name: 'Save' }).click()
    await maya.getByText('saved').first().waitFor()
    await maya.reload()
    await maya.getByText('Processes personal data for us').first().click()
    expect(await choice.inputValue()).toBe('Asked')
    await choice.click()
    await maya.getByRole('option', { name: 'Asked, updates when approved' }).click()
    await maya.getByRole('button', { name: 'Save' }).click()
    await maya.getByText('saved').first().waitFor()
  })

  it('the vendor corrects an answer, and its customer sees what it would change', async () => {
    await maya.goto('/vendor-forms')
    await maya.getByRole('row', { name: /Yearly update .*In review/ }).click()
    await maya.getByRole('heading', { name: 'What approval changes' }).waitFor()
    form = /vendor-forms\/([^/]+)/.exec(maya.url())?.[1] ?? ''
    const row = maya.getByRole('row', { name: /Where is the data kept\?/ })
    await row.getByText('EU (Frankfurt)').waitFor()
    await lena.goto(`/v/forms/${form}?useCompanyId=demo-brightwater`)
    await lena
      .getByRole('link', { name: /(Edit|Change|Fill in)/ })
      .first()
      .click()
    await lena.getByLabel('Security contact').waitFor()
    await lena.getByRole('button', { name: 'Next' }).click()
    await lena.getByLabel('Where is the data kept?').fill('EU (Dublin)')
    // Two periods, the form’s own step, and the review.
    for (let at = 0; at < 4; at++) await lena.getByRole('button', { name: 'Next' }).click()
    await lena.getByRole('button', { name: 'Submit changes' }).click()
    await lena.getByText('In review').waitFor()
    await maya.reload()
    await row.getByText('EU (Dublin)').waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'vendor-updates-preview')).toEqual([])
  })

  it('the approver leaves a field out, sees what staff changed meanwhile, and approves', async () => {
    await omar.goto(`/vendor-forms/${form}`)
    const page = omar.getByRole('region', { name: 'What approval changes' })
    await page.getByRole('checkbox', { name: /Update Security contact/ }).uncheck()
    await page.getByText('Stays: left out by Omar Haddad').waitFor()
    await omar
      .getByRole('button', { name: /^Approve/ })
      .first()
      .click()
    const dialog = omar.getByRole('dialog')
    await dialog.getByText('Stays: left out by Omar Haddad').waitFor()
    expect(await stage.faultsAtBothWidths(omar, 'vendor-updates-dialog')).toEqual([])
    // What is on the screen stays, as if the person hadn’t looked at the page since.
    const path = `/api/vendor-forms/${form}/updates`
    const old = await (await omar.request.get(new URL(path, omar.url()).href)).json()
    await omar.route(`**${path}`, (route) => route.fulfill({ json: old }))
    await maya.goto('/vendors/demo-kestrel-cad-vendors/edit')
    await maya
      .getByRole('radiogroup', { name: /Processes personal data/ })
      .getByText('Yes')
      .click()
    await maya.getByRole('button', { name: 'Save' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Kestrel CAD' }).waitFor()
    await dialog.getByRole('button', { name: /^Approve/ }).click()
    await dialog.getByText('What your approval changes is different now.').waitFor()
    expect(await stage.faultsAtBothWidths(omar, 'vendor-updates-different')).toEqual([])
    await omar.unroute(`**${path}`)
    await dialog.getByRole('button', { name: /^Approve/ }).click()
    await dialog.getByRole('row', { name: /Processes personal data/ }).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: /^Approve/ }).click()
    await omar.getByRole('heading', { name: 'What the approval changes' }).waitFor()
  })

  it('the service has the new values, and both histories say why', async () => {
    const changed = omar.getByRole('heading', { name: 'What the approval changed' })
    await afterUndo(stage.host, 'what the approval changed', () => changed.isVisible(), 60)
    expect(await stage.faultsAtBothWidths(omar, 'vendor-updates-done')).toEqual([])
    await omar.goto(`/vendor-forms/${form}/history`)
    await omar.getByText(/Not changed: Security contact: left out by Omar Haddad/).waitFor()
    expect(await stage.faultsAtBothWidths(omar, 'vendor-updates-history')).toEqual([])
    await omar.goto('/vendors/demo-kestrel-cad-vendors/services')
    const services = omar.getByRole('table', { name: 'Services' })
    await services.getByRole('link', { name: 'Kestrel CAD seats' }).click()
    await omar.getByText('EU (Dublin)').first().waitFor()
    expect(await stage.faultsAtBothWidths(omar, 'vendor-updates-service')).toEqual([])
    expect(stage.complaints).toEqual([])
  })
})
