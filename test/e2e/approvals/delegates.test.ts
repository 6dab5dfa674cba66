import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const OMAR = 'omar@brightwater.example'
const JONAS = 'jonas@brightwater.example'
/** Ada's, in the demo company: waiting for Omar, her manager. */
const REQUEST = 'Kestrel CAD, 12 seats'

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

  it('an approver finds the page in the user menu, and adds a delegate there', async () => {
    omar = await stage.signIn(OMAR)
    await omar.getByRole('button', { name: /Omar Haddad/ }).click()
    await omar.getByRole('menuitem', { name: 'Delegate approvers' }).click()
    await omar.getByRole('heading', { name: 'Delegate approvers' }).waitFor()
    expect(new URL(omar.url()).pathname).toBe('/user/settings/delegate-approvers')
    await omar.getByText('No delegates yet').waitFor()
    await accessibleAtBothWidths(omar, 'empty')
    await omar.getByRole('button', { name: 'Add delegate' }).click()
    const dialog = omar.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add delegate' }).click()
    await dialog.getByText('Required', { exact: true }).waitFor()
    await dialog.getByRole('combobox', { name: 'Delegate' }).fill('Jonas')
    await omar.getByRole('option', { name: 'Jonas Berg' }).click()
    await dialog.getByLabel('Until').fill('2090-01-31')
    await omar.keyboard.press('Tab')
    await dialog.getByLabel('Only up to').fill('250000')
    await accessibleAtBothWidths(omar, 'dialog')
    await dialog.getByRole('button', { name: 'Add delegate' }).click()
    const row = omar.getByRole('row', { name: /Jonas Berg/ })
    await row.getByText('Jan 31, 2090').waitFor()
    await row.getByText('up to $250,000').waitFor()
    await accessibleAtBothWidths(omar, 'list')
  })

  it('the delegate finds the request on Home and approves it for the approver', async () => {
    jonas = await stage.signIn(JONAS)
    const waiting = jonas.getByRole('list', { name: 'Waiting for you' }).getByRole('listitem')
    await waiting
      .filter({ hasText: REQUEST })
      .getByText(/for Omar Haddad/)
      .waitFor()
    await jonas.goto('/intake-requests?filter=ACTION_REQUIRED')
    await jonas.getByRole('link', { name: REQUEST }).first().click()
    await jonas.getByText('You can act for Omar Haddad.').first().waitFor()
    await jonas.getByRole('button', { name: 'Approve request' }).first().click()
    const dialog = jonas.getByRole('dialog')
    await dialog.getByText('Acting for Omar Haddad.').waitFor()
    await dialog.getByLabel('Comment').fill('Fine for Omar.')
    await dialog.getByRole('button', { name: 'Approve request' }).click()
    await jonas.getByText('Jonas Berg for Omar Haddad').first().waitFor()
    await accessibleAtBothWidths(jonas, 'decided')
    await jonas.goto('/user/settings/delegate-approvers')
    await jonas
      .getByRole('region', { name: 'Acting for', exact: true })
      .getByRole('row', { name: /Omar Haddad/ })
      .waitFor()
    await accessibleAtBothWidths(jonas, 'acts-for')
    expect(stage.complaints).toEqual([])
  })
})
