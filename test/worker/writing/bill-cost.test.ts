import { expect, it } from 'vitest'
import { bodyOf, makeBillScene } from '../../support/worker/bills.ts'
import { countWrites } from '../../support/worker/stored/counted-writes.ts'

it('entering a bill writes few rows in few round trips', async () => {
  const scene = await makeBillScene()
  const first = await scene.clerk.post('/api/payments/bills', await bodyOf(scene))
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  const body = await bodyOf(scene)
  const cost = await countWrites(async () => {
    expect((await scene.clerk.post('/api/payments/bills', body)).status).toBe(200)
  })
  expect(cost.wakes).toEqual(['execute'])
  expect(cost.trips).toBeLessThanOrEqual(4)
  expect(cost.statements).toBeLessThanOrEqual(43)
  expect(cost.rows, JSON.stringify(cost.writers, null, 1)).toBeLessThanOrEqual(66)
})
