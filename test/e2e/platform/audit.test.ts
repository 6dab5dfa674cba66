import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Settings › Audit log: an admin finds who changed what, and verifies the chain. */
const MAYA = 'maya@brightwater.example'
const ADA = 'ada@brightwater.example'

describe('the audit log', () => {
  let stage: Stage
  let maya: Page
  staged('audit', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `audit-${name}`)).toEqual([])
  }

  it('a change appears with its before and after values on the object’s page and in the log', async () => {
    await maya.goto('/settings/manage-groups')
    await maya.getByRole('link', { name: 'Finance' }).click()
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Rename' }).click()
    await maya.getByRole('dialog').getByLabel('Name').fill('Finance and tax')
    await maya.keyboard.press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Finance and tax' }).waitFor()
    await maya.getByRole('button', { name: 'Show details' }).first().click()
    await maya.getByText('before: Finance').waitFor()
    await maya.getByRole('link', { name: 'Audit log' }).click()
    const row = maya.getByRole('row', { name: /Finance and tax/ }).first()
    await row.waitFor()
    expect(await row.textContent()).toContain('Maya Lindqvist')
    await row.getByRole('button', { name: 'Show details' }).press('Enter')
    await row.getByText('before: Finance').waitFor()
    await noFaults('list')
  })

  it('the log can be filtered to one object, and the address keeps the filter', async () => {
    await maya.getByRole('combobox', { name: 'Object' }).fill('Sign')
    await maya.getByRole('option', { name: 'Sign-in' }).click()
    await maya.waitForURL('**type=SESSION*')
    await maya
      .getByRole('row', { name: /Signed in with a login link/ })
      .first()
      .waitFor()
    await maya
      .getByRole('row', { name: /Finance and tax/ })
      .first()
      .waitFor({ state: 'detached' })
    await maya.reload()
    await maya
      .getByRole('row', { name: /Signed in with a login link/ })
      .first()
      .waitFor()
    const [file] = await Promise.all([
      maya.waitForEvent('download'),
      maya
        .getByRole('button', { name: 'More actions' })
        .click()
        .then(() => maya.getByRole('menuitem', { name: 'Export CSV' }).click()),
    ])
    expect(file.suggestedFilename()).toMatch(/^outlay-audit-log-\d{4}-\d\d-\d\d\.csv$/)
  })

  it('a button verifies the log and says what it checked', async () => {
    await maya.getByRole('button', { name: 'Verify' }).click()
    await maya.getByText('Audit log verified').waitFor()
    await maya.getByText(/entries checked, up to .+: no entry was altered, removed or inserted\./).waitFor()
    await noFaults('verified')
  })

  it('members can’t open the audit log', async () => {
    const ada = await stage.signIn(ADA)
    await ada.goto('/settings/audit-log')
    await ada.getByRole('heading', { name: 'No access' }).waitFor()
    expect(stage.complaints).toEqual([])
  })
})
