import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeOrderScene } from '../../../support/worker/order-scene.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { withoutLimits } from '../../../support/worker/writable-books.ts'

let restore: () => void
beforeAll(() => {
  restore = withoutLimits()
})
afterAll(() => restore())

it('a change of an order is taken from the moment it is synced, before its step has heard of it', async () => {
  const scene = await makeOrderScene('NETSUITE')
  const { blockId } = await scene.ask({ amount: { value: 12_000, currency: 'USD' } })
  expect((await scene.complete(blockId, { memo: 'Team plan' })).status).toBe(200)
  const { purchaseOrderId: id } = (await scene.ada.get(`/api/netsuite-purchase-order-tasks/${blockId}/complete`)).body
  const propose = () =>
    scene.abe.post(`/api/purchase-orders/${id}/changes`, {
      ...scene.body({ memo: 'Team plan' }),
      lines: [{ description: 'Seats', amount: 20_000, account: scene.objects.account }],
      reason: 'More seats',
    })
  expect((await propose()).body.reason).toBe('STEP_OPEN')
  // As the answer's batch leaves it, whose step is told by another job.
  await run("UPDATE purchase_orders SET sync_state = 'SYNCED', erp_id = '77', revision = revision + 1 WHERE id = ?", id)
  const answer = await propose()
  expect([answer.status, answer.body.reason]).toEqual([200, undefined])
  expect(await rows('SELECT status FROM level_group_statuses WHERE id = ?', blockId)).toEqual([{ status: 'APPROVED' }])
})
