import { beforeEach, describe, expect, it } from 'vitest'
import { approvedPayment, makePaidScene, morePayments, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { confirmGuarded, deliver, passAtStripe, settled, stripeThere } from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import type { Client } from '../../../support/worker/world.ts'

/** Payments that are started together. */

let scene: PaidScene
let payments: string[]
beforeEach(async () => {
  scene = await makePaidScene()
  payments = await morePayments(scene, await approvedPayment(scene), 4)
})

const create = (client: Client, billPaymentIds = payments) =>
  client.post('/api/payments/payment-runs', { billPaymentIds, paymentMethodId: scene.bank })
const decide = (client: Client, id: string, shouldConfirm = true) =>
  client.post(`/api/payments/payment-runs/${id}/decide`, { shouldConfirm })
const read = async (id: string, client: Client = scene.clerk) =>
  (await client.get(`/api/payments/payment-runs/${id}`)).body
const setLimits = async (runLimit: number, freeBelow = 0) => {
  await scene.admin.call('PUT', '/api/payments/limits', { body: { runLimit, freeBelow } })
  await confirmGuarded(scene.company)
}
const statuses = async () =>
  (
    await rows<{ status: string }>(
      'SELECT status FROM bill_payments WHERE company_id = ? AND id IN (SELECT value FROM json_each(?))',
      scene.company.id,
      JSON.stringify(payments),
    )
  ).map(({ status }) => status)

describe('a run of payments', () => {
  it('the preview says what it comes to by day, and what can’t be started', async () => {
    await run("UPDATE bill_payments SET due_date = '2026-12-24' WHERE id = ?", payments[0])
    const preview = (client: Client) => client.post('/api/payments/payment-runs/preview', { billPaymentIds: payments })
    const { body } = await preview(scene.colleague)
    expect(body).toMatchObject({
      ...{ count: 4, amount: { value: 40_006, currency: 'USD' }, needsSecondPerson: false, faults: [] },
      totals: [
        { dueDate: '2026-12-01', count: 3, amount: { value: 30_006 } },
        { dueDate: '2026-12-24', count: 1 },
      ],
    })
    expect((await preview(scene.clerk)).body.faults).toHaveLength(4)
    expect((await create(scene.clerk)).body.fields).toMatchObject({
      billPaymentIds: expect.stringContaining('You entered this bill'),
    })
  })

  it('below the limit it is started at once, and shows how far it is', async () => {
    const { status, body } = await create(scene.colleague)
    expect([status, body.status]).toEqual([200, 'STARTED'])
    expect((await create(scene.colleague)).status).toBe(400)
    await settled()
    expect(await read(body.id)).toMatchObject({ progress: [{ status: 'PROCESSING', count: 4 }] })
    passAtStripe(60_000)
    await deliver(stripeThere())
    expect(await read(body.id)).toMatchObject({
      ...{ progress: [{ status: 'PAID', count: 4, amount: { value: 40_006 } }], skipped: [] },
      createdBy: { name: 'Carl Colleague' },
    })
    expect(scene.flows()).toHaveLength(4)
  })

  it('at the limit a second person confirms it, who isn’t the one who asked', async () => {
    await setLimits(40_006)
    const { body } = await create(scene.colleague)
    expect(body.status).toBe('WAITING')
    expect(await statuses()).toEqual(Array(4).fill('APPROVED'))
    expect((await decide(scene.colleague, body.id)).body.message).toContain('someone else has to confirm')
    await run('UPDATE bill_payments SET status = ? WHERE id = ?', 'CANCELLED', payments[0])
    expect((await decide(scene.clerk, body.id)).body).toEqual({ id: body.id, status: 'STARTED' })
    expect((await decide(scene.admin, body.id)).status).toBe(422)
    const seen = await read(body.id)
    // What was left out counts nowhere.
    expect(seen).toMatchObject({ count: 3, progress: [{ count: 3 }], totals: [{ count: 3 }] })
    expect(seen.skipped).toMatchObject([{ billPaymentId: payments[0], fault: 'It isn’t ready to be paid.' }])
    await settled()
    expect((await statuses()).sort()).toEqual(['CANCELLED', 'PROCESSING', 'PROCESSING', 'PROCESSING'])
    expect((await scene.admin.get('/api/payments/payment-runs')).body).toMatchObject([
      { id: body.id, decidedBy: { name: 'Clara Clerk' } },
    ])
  })

  it('a payment waits in one run at most', async () => {
    await setLimits(0)
    const { body } = await create(scene.colleague)
    expect(body.status).toBe('WAITING')
    const preview = { billPaymentIds: payments }
    expect((await scene.admin.post('/api/payments/payment-runs/preview', preview)).body.faults).toHaveLength(4)
    const again = await create(scene.admin, payments.slice(0, 1))
    expect([again.status, again.body.fields.billPaymentIds]).toEqual([
      400,
      expect.stringContaining('wait for a second person'),
    ])
    const twice = await Promise.all([create(scene.admin), create(scene.admin)])
    expect(twice.map(({ status }) => status)).toEqual([400, 400])
  })

  it('two runs with the same payment, asked for at once, don’t both wait', async () => {
    await setLimits(0)
    const [first, second] = await Promise.all([
      create(scene.colleague, payments.slice(0, 3)),
      create(scene.admin, payments.slice(2)),
    ])
    expect([first?.status, second?.status].sort()).toSatisfy(
      ([one, other]) => one === 200 && other >= 400 && other < 500,
    )
    const waiting = await rows<{ id: string; times: number }>(
      `SELECT j.value AS id, COUNT(*) AS times FROM payment_runs r CROSS JOIN json_each(r.payment_ids) j
        WHERE r.company_id = ? AND r.status = 'WAITING' GROUP BY 1`,
      scene.company.id,
    )
    expect(waiting.map(({ times }) => times)).toSatisfy((all: number[]) => all.length > 1 && all.every((n) => n === 1))
    const refused = [first, second].find((answer) => answer?.status !== 200)
    expect(refused?.body.message).toMatch(/wait for a second person|changed/)
  })

  it('a rejected run starts nothing, and its payments can be started again', async () => {
    await setLimits(0)
    const { body } = await create(scene.colleague)
    expect((await decide(scene.admin, body.id, false)).body.status).toBe('REJECTED')
    expect(await statuses()).toEqual(Array(4).fill('APPROVED'))
    expect((await create(scene.colleague)).status).toBe(200)
  })

  it('below the amount that the company sets, anyone who pays may start payments', async () => {
    await setLimits(1_000_000, 20_000)
    expect((await create(scene.clerk)).body.status).toBe('STARTED')
  })

  it('another company’s payments and runs don’t exist', async () => {
    const other = await makePaidScene()
    const { body } = await create(scene.colleague)
    expect((await other.admin.get(`/api/payments/payment-runs/${body.id}`)).status).toBe(404)
    expect((await decide(other.admin, body.id)).status).toBe(404)
    expect((await other.admin.post('/api/payments/payment-runs/preview', { billPaymentIds: payments })).status).toBe(
      404,
    )
    expect((await other.admin.get('/api/payments/payment-runs')).body).toEqual([])
  })

  it.each([[[]], [['no id']]])('a run of %j is refused beside its field', async (billPaymentIds) => {
    const { status, body } = await create(scene.colleague, billPaymentIds)
    expect([status, Object.keys(body.fields)[0]?.split('.')[0]]).toEqual([400, 'billPaymentIds'])
  })
})
