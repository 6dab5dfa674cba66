import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Vendors of the accounting system: some are linked or added without anyone, and the rest is answered by single keys. */
describe('vendors from accounting', () => {
  let stage: Stage
  let maya: Page
  staged('vendors-from-accounting', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
    const api = await Api.signIn(stage.host, 'maya@brightwater.example')
    for (const name of ['Lumen Cloud GmbH', 'Birch', 'Office Depot, Inc.'])
      await api.call('POST', '/api/vendors', { name, owners: ['demo-maya'], paymentMethod: 'ACH' })
  })

  const list = () => maya.getByRole('list', { name: 'Accounting vendors to answer' })
  const item = (name: string) => list().getByRole('listitem', { name: new RegExp(`^${name}`) })

  it('turned on, what could be read two ways is asked with both sides, and the rest is done', async () => {
    await maya.goto('/vendors')
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Vendors from accounting' }).click()
    await maya.getByRole('switch', { name: /^Link sure matches/ }).click()
    await expect
      .poll(
        async () => {
          await maya.reload()
          await maya.getByRole('link', { name: /^To answer/ }).waitFor()
          return item('Lumen Cloud, Inc.').count()
        },
        { timeout: 60_000, interval: 2_000 },
      )
      .toBe(1)
    await item('Lumen Cloud, Inc.').getByText('The legal form, or the number in front, isn’t the same.').waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'vendors-from-accounting')).toEqual([])
  })

  it('one key links the one in focus, the next one has the focus, and the message undoes it', async () => {
    await item('Lumen Cloud, Inc.').focus()
    await maya.keyboard.press('a')
    await maya.getByText('Lumen Cloud, Inc. is linked to Lumen Cloud GmbH').waitFor()
    await item('Lumen Cloud, Inc.').waitFor({ state: 'detached' })
    await expect.poll(() => list().locator('li:focus').count()).toBe(1)
    await maya.getByRole('button', { name: 'Undo' }).click()
    await item('Lumen Cloud, Inc.').waitFor()
  })

  it('what was done without anyone says why, and leads to the vendor', async () => {
    await maya.getByRole('link', { name: 'Linked', exact: true }).click()
    const done = maya.getByRole('list', { name: 'Linked accounting vendors' })
    await maya.getByRole('button', { name: 'Show earlier links' }).click()
    await done
      .getByText(/^Linked because the names are the same/)
      .first()
      .waitFor()
    await done
      .getByText(/^Added because no vendor had a similar name/)
      .first()
      .waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'vendors-linked')).toEqual([])
    await done.getByRole('link', { name: 'Office Depot, Inc.' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Office Depot, Inc.' }).waitFor()
  })
})
