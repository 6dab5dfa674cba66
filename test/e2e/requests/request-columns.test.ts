import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** The list of one category of the demo company with its custom columns, and the vendors of a request. */
const MAYA = 'maya@brightwater.example'

describe('the request list of a category', () => {
  let stage: Stage
  let maya: Page
  let software: string
  staged('request-columns', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
    const { body } = await (await Api.signIn(stage.host, MAYA)).get('/api/intake-categories')
    software = body.find((category: { name: string }) => category.name === 'Software').id
  })

  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `request-columns-${name}`)).toEqual([])
  }
  const row = (title: string) => maya.getByRole('row', { name: new RegExp(title) })
  const heading = (name: string) => maya.getByRole('columnheader', { name })

  it('the list shows the columns that the category adds, and can hide them', async () => {
    await maya.goto(`/intake-requests/${software}?filter=ALL`)
    await heading('Kind').waitFor()
    await row('Granite Hosting, renewal').getByText('Renewal', { exact: true }).waitFor()
    await maya
      .getByText(/^(Completed by|Waiting for|Not yet)/)
      .first()
      .waitFor()
    await noFaults('added')
    await maya.getByRole('button', { name: 'Choose columns' }).click()
    await maya.getByRole('menuitemcheckbox', { name: 'Kind' }).click()
    await maya.keyboard.press('Escape')
    await heading('Kind').waitFor({ state: 'detached' })
    await maya.reload()
    await heading('Security').waitFor()
    expect(await heading('Kind').count()).toBe(0)
    await maya.goto('/intake-requests?filter=ALL')
    await row('Granite Hosting, renewal').waitFor()
    expect(await heading('Security').count()).toBe(0)
  })

  it('the list leads to a request, where vendors can be linked and removed', async () => {
    await maya.goto(`/intake-requests/${software}?filter=ALL`)
    await row('Granite Hosting, renewal').getByText('Granite Hosting, renewal').click()
    const vendors = maya.getByRole('region', { name: 'Vendors' })
    await vendors.getByText('from the answers').waitFor()
    await vendors.getByRole('button', { name: 'Link vendors' }).click()
    const dialog = maya.getByRole('dialog', { name: 'Link vendors' })
    await dialog.getByRole('button', { name: 'Link vendors' }).click()
    await dialog.getByText('Choose at least one vendor').waitFor()
    await dialog.getByRole('combobox', { name: 'Vendors' }).fill('Kestrel')
    await maya.getByRole('option', { name: 'Kestrel CAD' }).click()
    await maya.keyboard.press('Escape')
    await noFaults('link')
    await dialog.getByRole('button', { name: 'Link vendors' }).click()
    await maya.getByText('Vendor linked').waitFor()
    await vendors.getByText('Kestrel CAD').waitFor()
    await noFaults('linked')
    await vendors.getByRole('button', { name: 'Remove Kestrel CAD' }).focus()
    await maya.keyboard.press('Enter')
    await maya.getByRole('dialog', { name: 'Remove vendor' }).getByRole('button', { name: 'Remove vendor' }).click()
    await maya.getByText('Vendor removed').waitFor()
    await vendors.getByText('Kestrel CAD').waitFor({ state: 'detached' })
  })

  it('the browser reports no errors', () => {
    expect(stage.complaints).toEqual([])
  })
})
