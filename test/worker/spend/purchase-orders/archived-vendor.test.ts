import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { makeOrderScene } from '../../../support/worker/order-scene.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type SystemName, withoutLimits } from '../../../support/worker/writable-books.ts'

let restore: () => void
beforeAll(() => {
  restore = withoutLimits()
})
afterAll(() => restore())

describe.each<SystemName | null>([null, 'NETSUITE'])('an order in %s', (system) => {
  it('no order is made for a vendor that was archived after the approval, and one made before can still change', async () => {
    const scene = await makeOrderScene(system)
    const archive = (at: number | null) => run('UPDATE vendors SET archived_at = ? WHERE id = ?', at, scene.vendorId)
    const { blockId } = await scene.ask({ amount: { value: 12_000, currency: 'USD' } })
    const orders = () => rows('SELECT 1 FROM purchase_orders WHERE company_id = ?', scene.company.id)
    await archive(1)
    const refused = await scene.complete(blockId)
    expect(refused.status).toBe(400)
    expect(fieldsOf(refused).vendorId).toMatch(/ is archived\. Unarchive it first/)
    expect(await orders()).toEqual([])
    await archive(null)
    const made = await scene.complete(blockId)
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    await scene.settle()
    await archive(1)
    const { purchaseOrderId } = (await scene.ada.get(`/api/netsuite-purchase-order-tasks/${blockId}/complete`)).body
    const changed = await scene.abe.post(`/api/purchase-orders/${purchaseOrderId}/changes`, {
      ...scene.body({ memo: 'Other words' }),
      reason: 'A better memo',
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  })
})
