import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyFlag } from '../../../../schema/shared/permissions.ts'
import {
  addRuleSet,
  type BillScene,
  bodyOf,
  decide,
  enter,
  follow,
  makeBillScene,
  readBill,
} from '../../../support/worker/bills.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { always } from '../../../support/worker/spend.ts'

/** From an approved bill to the ledger and its entry for the accounting system. */

const FLAGS: CompanyFlag[] = [
  'paymentsEnabled',
  'enablePaymentAccounting',
  'enableCurrencies',
  'enforceIntakeApprovalOrder',
]

let scene: BillScene
beforeEach(async () => {
  scene = await makeBillScene({ flags: FLAGS })
  await addRuleSet(scene.company, { levels: [always('Approver', scene.people.approver.userId)] })
})

const owed = async () => (await scene.clerk.get('/api/payments/ledger/payables/summary')).body.amount.value
const listed = async () =>
  (await scene.clerk.get('/api/payments/general-ledger-entries?filter=UNSYNCED')).body.edges.map(
    ({ node }: { node: unknown }) => node,
  )
const approved = async (more = {}): Promise<string> => {
  const id = await enter(scene, more)
  await decide(scene.approver, id)
  await follow(scene)
  return id
}

describe('an approved bill', () => {
  it('it is owed once it is approved, and shown as it will be sent', async () => {
    const id = await enter(scene, { invoiceNumber: 'INV-7' })
    expect(await owed()).toBe(0)
    await decide(scene.approver, id)
    expect(await owed()).toBe(0)
    await follow(scene)
    await follow(scene)
    expect(await owed()).toBe(120_000)
    const [entry] = await listed()
    expect(entry).toMatchObject({ type: 'BILL', title: 'Bill INV-7 of Acme Cloud Inc', billId: id, isCredit: false })
    expect((await scene.clerk.get(`/api/payments/general-ledger-entries/${entry.id}`)).body).toMatchObject({
      ...{ problems: [], erpVendor: { name: 'Acme Cloud Inc' }, erpEntity: { name: 'Acme US' } },
      bill: { lines: [{ memo: 'November', erpAccount: { name: 'Software' }, erpDepartment: { name: 'R&D' } }] },
    })
    expect((await readBill(scene.clerk, id)).syncEntry).toMatchObject({
      ...{ id: entry.id, state: 'UNSYNCED', isSynced: false, erpId: null, error: null },
    })
  })

  it('an entry is also found, and deleted, by its bill, in its own company only', async () => {
    const id = await approved()
    const path = `/api/payments/general-ledger-entries/${id}`
    const [entry] = await listed()
    expect((await scene.clerk.get(path)).body).toMatchObject({ id: entry.id, billId: id })
    const text = 'query ($id: ID!) { billErpSyncEntry(id: $id) { id } billPaymentErpSyncEntry(id: $id) { id } }'
    expect((await scene.clerk.graphql(text.replace(/billPayment.*/, '}'), { id })).body.data.billErpSyncEntry.id).toBe(
      entry.id,
    )
    const other = await makeBillScene({ flags: FLAGS })
    expect((await other.admin.get(path)).status).toBe(404)
    const deleted = await scene.clerk.call('DELETE', `/api/payments/general-ledger-entries/bill/${id}`)
    expect(deleted.body).toEqual({ id: entry.id })
    expect((await readBill(scene.clerk, id)).syncEntry).toBeNull()
    expect((await scene.clerk.get(path)).status).toBe(404)
  })

  it('a rejected bill is never owed', async () => {
    const id = await enter(scene)
    await decide(scene.approver, id, 'REJECTED')
    await follow(scene)
    expect(await owed()).toBe(0)
    expect(await listed()).toEqual([])
  })

  it('a changed bill isn’t owed until it is approved again, and then the new amount is owed', async () => {
    const id = await approved()
    const body = await bodyOf(scene, {
      totalAmount: 90_000,
      lines: [{ amount: 90_000, erpAccountId: scene.accountId }],
    })
    expect((await scene.clerk.call('PUT', `/api/payments/bills/${id}`, { body })).status).toBe(200)
    await follow(scene, 'bill.reopened')
    expect(await owed()).toBe(0)
    expect(await listed()).toEqual([])
    await decide(scene.approver, id)
    await follow(scene)
    await follow(scene, 'bill.reopened')
    expect(await owed()).toBe(90_000)
    expect(await listed()).toMatchObject([{ amount: { value: 90_000 }, billId: id }])
  })

  it('approvals that are followed in another order than they happened leave what was approved last', async () => {
    const id = await approved()
    const body = await bodyOf(scene, {
      totalAmount: 90_000,
      lines: [{ amount: 90_000, erpAccountId: scene.accountId }],
    })
    await scene.clerk.call('PUT', `/api/payments/bills/${id}`, { body })
    await decide(scene.approver, id)
    await follow(scene)
    expect(await owed()).toBe(90_000)
  })

  it('a deleted bill is no longer owed, and nothing of it is sent', async () => {
    const id = await approved()
    expect((await scene.clerk.call('DELETE', `/api/payments/bills/${id}`)).status).toBeLessThan(300)
    await follow(scene, 'bill.reopened')
    expect(await owed()).toBe(0)
    expect(await listed()).toEqual([])
  })

  it('a credit is owed by the vendor', async () => {
    await approved({ isCredit: true })
    expect(await owed()).toBe(-120_000)
    expect(await listed()).toMatchObject([{ isCredit: true, amount: { value: 120_000 } }])
  })

  it('its entry is made again after someone has deleted it', async () => {
    const id = await approved()
    const [entry] = await listed()
    await scene.clerk.call('DELETE', `/api/payments/general-ledger-entries/bill/${entry.id}`)
    expect(await listed()).toEqual([])
    expect((await scene.clerk.post(`/api/payments/bills/${id}/recreate-erp-sync-entry`)).body.id).toBe(entry.id)
    expect(await listed()).toMatchObject([{ id: entry.id, billId: id }])
    const pending = await enter(scene)
    const refused = await scene.clerk.post(`/api/payments/bills/${pending}/recreate-erp-sync-entry`)
    expect(refused.body.reason).toBe('NOT_APPROVED')
    expect((await scene.clerk.post('/api/payments/bills/nobody/recreate-erp-sync-entry')).status).toBe(404)
  })

  it('a company without payment accounting books its bills all the same, and sends nothing', async () => {
    scene = await makeBillScene({ flags: ['paymentsEnabled'] })
    const id = await enter(scene)
    await follow(scene)
    expect(
      await rows('SELECT open_minor FROM ledger_payables WHERE company_id = ? AND bill_id = ?', scene.company.id, id),
    ).toEqual([{ open_minor: 120_000 }])
    expect(await rows('SELECT 1 FROM ledger_syncs WHERE company_id = ?', scene.company.id)).toEqual([])
  })
})
