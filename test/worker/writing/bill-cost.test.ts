import { expect, it } from 'vitest'
import { bodyOf, makeBillScene } from '../../support/worker/bills.ts'
import { run } from '../../support/worker/sessions.ts'
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

it('entering a bill reads no more rows for the bills that are there already', async () => {
  const scene = await makeBillScene()
  const [first, ...others] = [await bodyOf(scene), await bodyOf(scene), await bodyOf(scene)]
  const enter = async (body: object) => expect((await scene.clerk.post('/api/payments/bills', body)).status).toBe(200)
  await enter(first)
  const readFor = async (body: object) => (await countWrites(() => enter(body))).read
  const [few, many] = others
  const before = await readFor(few ?? {})
  await run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
     INSERT INTO bill_numbers (company_id, erp_vendor_id, invoice_key, bill_id, reserved_at)
     SELECT ?1, 'another vendor', 'number ' || i, 'bill ' || i, 0 FROM n`,
    scene.company.id,
  )
  expect(await readFor(many ?? {})).toBeLessThan(before + 100)
})
