import { afterAll, beforeAll, expect, it } from 'vitest'
import { liveUntil, WHOLE_LIFE } from '../../../support/worker/broken-off.ts'
import { makeOrderScene, type OrderScene } from '../../../support/worker/order-scene.ts'
import { type SystemName, withoutLimits } from '../../../support/worker/writable-books.ts'

/** Jobs of orders are ended at every other point between the form and the step's completion, for each system others. */

let restore: () => void
beforeAll(() => {
  restore = withoutLimits()
})
afterAll(() => restore())

/** Ends the job that sends at this point, then lets everything run. @returns whether it was ended */
const endAt = async (scene: OrderScene, point: number): Promise<boolean> => {
  if (!scene.books) throw new Error('No accounting system')
  scene.books.now = Math.max(scene.books.now, Date.now() + 1_000)
  const { wasBrokenOff } = await liveUntil(scene.books, 'accounting.send', point)
  for (let round = 0; round < 4; round++) {
    await liveUntil(scene.books, 'accounting.send', WHOLE_LIFE)
    await scene.settle()
  }
  return wasBrokenOff
}

it.each<SystemName>(['QUICKBOOKS', 'NETSUITE'])(
  'an order in %s is there once and its step is complete, at whichever point its job was ended',
  async (system) => {
    const scene = await makeOrderScene(system)
    let ended = 0
    let wasBrokenOff = true
    for (let point = system === 'NETSUITE' ? 2 : 1; wasBrokenOff && point < 60; point += 2) {
      const { id, blockId } = await scene.ask()
      const memo = `Ended at ${point}.`
      expect((await scene.complete(blockId, { memo })).status).toBe(200)
      wasBrokenOff = await endAt(scene, point)
      if (wasBrokenOff) ended += 1
      const there = scene.books?.books.documents('purchaseOrder').filter((each) => each.memo.startsWith(memo)) ?? []
      expect(there).toHaveLength(1)
      const { body } = await scene.ada.get(`/api/netsuite-purchase-order-tasks/${blockId}/complete`)
      expect(body).toMatchObject({ completed: true, error: null, isSending: false })
      const order = (await scene.ada.get(`/api/purchase-orders/${body.purchaseOrderId}`)).body
      expect(order.erp).toMatchObject({ state: 'SYNCED', erpId: there[0]?.id })
      expect((await scene.ada.get(`/api/intake-submission/${id}`)).body.status).toBe('APPROVED')
    }
    expect(ended).toBeGreaterThan(5)
  },
  120_000,
)
