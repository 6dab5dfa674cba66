import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** A company whose own system pushes its books: setting it up, a wrong file, and what became of a whole generation. */
describe('the custom sync', () => {
  let stage: Stage
  let erik: Page
  staged('custom-sync', async (opened) => {
    stage = opened
    erik = await stage.signIn('erik@haldenfoods.example')
  })

  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(erik, `custom-sync-${name}`)).toEqual([])
  }
  let key = ''
  const push = (kind: string, rows: object[]) =>
    fetch(`${stage.host.url}/api/custom-sync/nightly-1/${kind}`, {
      method: 'POST',
      body: rows.map((row) => JSON.stringify(row)).join('\n'),
      headers: {
        ...{ Authorization: `Bearer ${key}`, 'Content-Type': 'application/x-ndjson' },
        'Idempotency-Key': crypto.randomUUID(),
      },
    })
  const pushes = () => erik.getByRole('region', { name: 'Pushes' })

  it('an admin sets it up, and sees where and how to push', async () => {
    await erik.goto('/budget-tracking/actuals/login')
    await erik.getByRole('button', { name: 'Set up the custom sync' }).click()
    await erik.getByRole('textbox', { name: 'Name of the system' }).fill('Our ledger')
    await erik.getByRole('dialog').getByRole('button', { name: 'Set up custom sync' }).click()
    await erik.getByText('From Our ledger').waitFor()
    await erik.goto('/budget-tracking/actuals/status')
    await pushes().getByText('No pushes yet.').waitFor()
    await erik.getByText('/api/custom-sync/{generation}/{kind}').first().waitFor()
    await erik.getByText('NDJSON', { exact: true }).click()
    await erik.getByText('"documentId":"B-1001"').waitFor()
    await noFaults('set-up')
  })

  it('a wrong row is named with its line, and the file pushed again replaces the last push', async () => {
    key = await erik.evaluate(async () => {
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch('/api/api-keys', { method: 'POST', headers, body: '{"name":"ledger"}' })
      return ((await answer.json()) as { key: string }).key
    })
    const line = { documentId: 'B-1', documentType: 'BILL', date: '2026-11-02', lineId: '1', accountId: '6100' }
    expect((await push('accounts', [{ id: '6100', name: 'Software', type: 'OPEX' }])).status).toBe(200)
    expect((await push('vendors', [{ id: 'V-1', name: 'Atlas Analytics' }])).status).toBe(200)
    expect((await push('transactions', [{ ...line, amount: 'much', vendorId: 'V-1' }])).status).toBe(400)
    await erik.reload()
    await pushes().getByText('line 1: amount: Not an amount in USD, such as -1250.00').waitFor()
    await noFaults('refused')
    expect((await push('transactions', [{ ...line, amount: '1250.00', vendorId: 'V-1' }])).status).toBe(200)
    const complete = await fetch(`${stage.host.url}/api/custom-sync/nightly-1/complete`, {
      ...{ method: 'POST', body: '{}' },
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    })
    expect(complete.status).toBe(200)
    await erik.reload()
    await pushes().getByText('Replaced the last push', { exact: true }).waitFor()
    await noFaults('replaced')
  })
})
