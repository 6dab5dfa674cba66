import { expect, it } from 'vitest'
import type { CompanyFlag } from '../../../../schema/shared/permissions.ts'
import { addOrder } from '../../../support/worker/billed-orders.ts'
import { addRuleSet, bookedOf, enter, makeBillScene, readBill } from '../../../support/worker/bills.ts'
import { run } from '../../../support/worker/sessions.ts'
import { always } from '../../../support/worker/spend.ts'

/** What approvers of a bill see of its purchase order. */

const FLAGS: CompanyFlag[] = ['paymentsEnabled', 'enableIntakeRequests', 'enableSpendRequests', 'enableCurrencies']

const makeScene = async (more: CompanyFlag[] = ['enableNetsuitePurchaseOrder']) => {
  const scene = await makeBillScene({ flags: [...FLAGS, ...more] })
  await addRuleSet(scene.company, { name: 'All', levels: [always('Owner', scene.people.approver.userId)] })
  const order = await addOrder(scene, { lines: [100_000, 20_000, 30_000] })
  const id = await enter(scene, {
    purchaseOrderId: order.id,
    totalAmount: 110_000,
    lines: [{ amount: 110_000, memo: 'Part', ...bookedOf(scene), purchaseOrderLineId: order.lineIds[0] }],
  })
  return { scene, order, id }
}

it('an approver of a bill who doesn’t read its order sees the lines that the bill names and the totals, and no others', async () => {
  const { scene, order, id } = await makeScene()
  expect((await scene.approver.get(`/api/purchase-orders/${order.id}`)).status).toBe(404)
  const { purchaseOrder } = await readBill(scene.approver, id)
  expect(purchaseOrder).toMatchObject({
    ...{ readableId: order.name, canOpen: false, otherLines: 2, total: 150_000, billed: 0, memo: '' },
    match: { open: 150_000, linesOpen: 100_000, over: 10_000, isOver: true },
  })
  expect(purchaseOrder.lines).toEqual([{ id: order.lineIds[0], description: 'Item 1', amount: 100_000, billed: 0 }])
  expect(JSON.stringify(purchaseOrder)).not.toContain('Item 2')
})

it('who reads the order sees all of it on the bill, and may open it', async () => {
  const { scene, order, id } = await makeScene()
  const whole = { canOpen: true, otherLines: 0, memo: 'Servers' }
  for (const client of [scene.clerk, scene.admin]) {
    const { purchaseOrder } = await readBill(client, id)
    expect(purchaseOrder).toMatchObject(whole)
    expect(purchaseOrder.lines).toHaveLength(3)
  }
  // Who made an order reads it.
  await run('UPDATE purchase_orders SET created_by_user_id = ? WHERE id = ?', scene.people.approver.userId, order.id)
  expect((await readBill(scene.approver, id)).purchaseOrder).toMatchObject(whole)
  expect((await scene.approver.get(`/api/purchase-orders/${order.id}`)).status).toBe(200)
})

it('a company without orders has no order to open', async () => {
  const { scene, id } = await makeScene([])
  const { purchaseOrder } = await readBill(scene.clerk, id)
  expect(purchaseOrder).toMatchObject({ canOpen: false, otherLines: 2 })
})
