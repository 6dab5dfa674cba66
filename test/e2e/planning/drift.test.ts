import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT } from '../../../worker/local/demo/book-account.ts'
import { Api, eventually } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** What someone changes or deletes in the accounting system after Outlay sent it. Each step builds on the one before. */
describe('differences from what was sent', () => {
  let stage: Stage
  let maya: Page
  staged('drift', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })

  const sent = () => maya.getByRole('region', { name: 'Sent to NetSuite' })
  const row = () => sent().getByRole('row', { name: /PURCH1042/ })
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `drift-${name}`)).toEqual([])
  }
  const inNetsuite = async (asked: object) => {
    const host = `${DEMO_ACCOUNT.toLowerCase().replace('_', '-')}.suitetalk.api.netsuite.com`
    const answer = await fetch(`${stage.host.mailboxUrl}/providers/${host}/local`, {
      method: 'POST',
      body: JSON.stringify({ type: 'purchaseOrder', number: 'PURCH1042', ...asked }),
    })
    expect(answer.status).toBe(200)
  }
  const compare = async () => {
    await sent().getByRole('button', { name: 'Compare now' }).click()
    await sent()
      .getByText(/^Last compared/)
      .waitFor()
  }

  it('the status says what was read, and that nothing differs', async () => {
    await maya.goto('/budget-tracking/actuals')
    await maya.getByText('From Brightwater Robotics Inc in NetSuite').waitFor()
    await noFaults('actuals')
    await maya.getByRole('link', { name: 'Sync status' }).click()
    await compare()
    await sent().getByText('No differences').waitFor()
    await noFaults('status')
  })

  it('what was changed there is shown beside what was sent, and accepted with a reason', async () => {
    await inNetsuite({ action: 'change', patch: { memo: 'Cloud hosting, Q4' } })
    await compare()
    await row().getByText('Cloud hosting, Q4').waitFor()
    await noFaults('changed')
    await row().getByRole('button', { name: 'Accept' }).click()
    const dialog = maya.getByRole('dialog', { name: 'Accept what is there' })
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await dialog.getByText('Required').waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The accountant shortened it')
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await row().waitFor({ state: 'detached' })
  })

  it('what was deleted there is sent again, once', async () => {
    await inNetsuite({ action: 'delete' })
    await compare()
    await row().getByText('Deleted in NetSuite').waitFor()
    await row().getByRole('button', { name: 'Send again' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await sent().getByText('No differences').waitFor()
    await compare()
    await sent().getByText('No differences').waitFor()
    const api = await Api.signIn(stage.host, 'maya@brightwater.example')
    await eventually('the order that was made again', async () =>
      (await api.get('/api/purchase-orders/demo-order-2')).body.erp.erpId.startsWith('9000'),
    )
    expect(stage.complaints).toEqual([])
  })

  it('a sync reads what has changed since, and adds nothing that was there', async () => {
    await maya.goto('/budget-tracking/actuals/status')
    await maya.getByRole('button', { name: 'Sync now' }).click()
    const newest = maya.getByRole('region', { name: 'Newest sync' })
    await newest.getByText('Complete', { exact: true }).waitFor()
    await maya.goto('/settings/manage-mappings/actuals/erp-vendors')
    await maya.getByText('63 of 76 unmapped').waitFor()
  })

  it('what an entity’s bills are booked on is chosen among its accounts', async () => {
    await maya.goto('/settings/payments')
    const table = maya.getByRole('table', { name: 'Accounts of entities' })
    await table
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    const dialog = maya.getByRole('dialog')
    const clearing = dialog.getByRole('combobox', { name: 'Clearing account' })
    const before = await clearing.inputValue()
    await clearing.click()
    const other = maya.getByRole('option').filter({ hasNotText: before })
    const name = await other.first().textContent()
    await other.first().click()
    await noFaults('accounts')
    await dialog.getByRole('button', { name: 'Save accounts' }).click()
    await dialog.waitFor({ state: 'detached' })
    await table
      .getByText(name ?? '')
      .first()
      .waitFor()
    expect(stage.complaints).toEqual([])
  })
})
