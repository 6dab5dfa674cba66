import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const verify = (...files: string[]) => {
  const { status, stdout } = spawnSync(process.execPath, ['worker/local/tools/verify-audit.ts', ...files], {
    encoding: 'utf8',
  })
  return { status, stdout }
}

/** Payments › Accounting: what is owed, balances, and entries for the accounting system. And what proves a bill. */
describe('reading the ledger', () => {
  let stage: Stage
  let maya: Page
  staged('ledger', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `ledger-${name}`)).toEqual([])
  }

  it('what is owed is charted by age and by week, and a vendor’s open bills are one click away', async () => {
    await maya.getByRole('button', { name: /^Payments/ }).click()
    await maya.getByRole('link', { name: 'Accounting', exact: true }).click()
    await maya
      .getByRole('row', { name: /of Kestrel CAD Ltd/ })
      .first()
      .waitFor()
    await noFaults('unsynced')
    await maya.getByRole('link', { name: 'Payables' }).click()
    const ages = maya.getByRole('list', { name: 'Owed by age' }).getByRole('listitem')
    await ages.nth(4).waitFor()
    expect(await ages.count()).toBe(5)
    expect(await maya.getByRole('list', { name: 'Cash needed by week' }).getByRole('listitem').count()).toBe(13)
    await noFaults('payables')
    await maya.getByRole('row', { name: /Kestrel CAD Ltd/ }).click()
    const dialog = maya.getByRole('dialog', { name: 'Open bills' })
    await dialog
      .getByRole('row', { name: /of Kestrel CAD Ltd/ })
      .first()
      .waitFor()
    await noFaults('bills')
    await maya.keyboard.press('Escape')
  })

  it('the trial balance sums to zero, by month, and is saved as a file', async () => {
    await maya.getByRole('link', { name: 'Trial balance' }).click()
    await maya.getByText('Debits equal credits').waitFor()
    await maya
      .getByRole('table', { name: 'Accounts', exact: true })
      .getByRole('row', { name: /^Accounts payable/ })
      .waitFor()
    await maya
      .getByRole('row', { name: /6210 Software subscriptions/ })
      .first()
      .waitFor()
    await noFaults('trial-balance')
    await maya.getByRole('button', { name: 'More actions' }).click()
    const [file] = await Promise.all([
      maya.waitForEvent('download'),
      maya.getByRole('menuitem', { name: 'Export as CSV' }).click(),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toContain('Accounts payable')
  })

  it('an evidence pack is made on a bill’s page, and checked without Outlay', async () => {
    await maya.getByRole('link', { name: 'Bills & Payments', exact: true }).click()
    await maya
      .getByRole('main')
      .getByRole('row', { name: /KC-7702/ })
      .click()
    await maya.getByRole('heading', { level: 1, name: /KC-7702/ }).waitFor()
    await maya.getByRole('main').getByRole('button', { name: 'More actions' }).first().click()
    await maya.getByRole('menuitem', { name: 'Evidence pack…' }).click()
    const dialog = maya.getByRole('dialog', { name: 'Evidence pack' })
    await dialog.getByRole('button', { name: 'Make evidence pack' }).click()
    const saved = async (name: RegExp) => {
      const [file] = await Promise.all([maya.waitForEvent('download'), dialog.getByRole('link', { name }).click()])
      return file.path()
    }
    const [json, pdf] = [await saved(/^Download JSON/), await saved(/^Download PDF/)]
    await noFaults('evidence')
    const checked = verify('--pack', json, '--pdf', pdf)
    expect(checked.stdout).toMatch(/^ok/)
    expect(checked.status).toBe(0)
    const changed = join(mkdtempSync(join(tmpdir(), 'evidence-')), 'changed.json')
    writeFileSync(changed, readFileSync(json, 'utf8').replaceAll('14,400', '4,400').replaceAll('1440000', '440000'))
    const refused = verify('--pack', changed)
    expect(refused.stdout).toContain('Versions, number 1: differs from what was signed.')
    expect(refused.status).toBe(1)
  })
})
