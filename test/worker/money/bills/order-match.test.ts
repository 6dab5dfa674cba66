import { describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { addOrder } from '../../../support/worker/billed-orders.ts'
import {
  addRuleSet,
  type BillScene,
  blocksOf,
  bodyOf,
  bookedOf,
  decide,
  enter,
  makeBillScene,
  readBill,
} from '../../../support/worker/bills.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { always } from '../../../support/worker/spend.ts'
import type { Client } from '../../../support/worker/world.ts'

/** A bill against its purchase order. */

const put = (client: Client, path: string, body: unknown) => client.call('PUT', path, { body })

const setTolerance = async (scene: BillScene, percent: number | null, amount: number | null, more: object = {}) => {
  const answer = await put(scene.admin, '/api/payments/bills/match-settings', { percent, amount, ...more })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}

const linesOf = (scene: BillScene, order: { id: string }, parts: [number, string | null][]) => ({
  purchaseOrderId: order.id,
  totalAmount: parts.reduce((sum, [amount]) => sum + amount, 0),
  lines: parts.map(([amount, purchaseOrderLineId]) => ({
    amount,
    memo: 'Part',
    ...bookedOf(scene),
    purchaseOrderLineId,
  })),
})

const enterFor = (
  scene: BillScene,
  order: { id: string },
  amount: number,
  line: string | null = null,
  more: object = {},
) => enter(scene, { ...linesOf(scene, order, [[amount, line]]), ...more })

const amountsOf = async (scene: BillScene, orderId: string) => {
  const [row] = await rows<{ billed: number; paid: number }>(
    'SELECT billed_minor AS billed, paid_minor AS paid FROM purchase_orders WHERE id = ? AND company_id = ?',
    orderId,
    scene.company.id,
  )
  return row
}

const matchBlocks = async (scene: BillScene, id: string) =>
  (await blocksOf(scene.admin, id)).filter(({ label }: { label: string }) => label === 'Purchase order match')

/** Everyone's first approval, so that bills stay pending. */
const addApproval = (scene: BillScene) =>
  addRuleSet(scene.company, {
    ...{ name: 'All', levels: [always('Owner', scene.people.approver.userId)] },
  })

describe('a bill for a purchase order', () => {
  it('needs no further approval within what the order has open', async () => {
    const scene = await makeBillScene()
    const order = await addOrder(scene)
    const id = await enterFor(scene, order, 60_000, order.lineIds[0])
    expect(await readBill(scene.clerk, id)).toMatchObject({
      status: 'APPROVED',
      purchaseOrder: {
        id: order.id,
        readableId: order.name,
        total: 120_000,
        billed: 0,
        match: { open: 120_000, over: 0, isOver: false },
      },
      lines: [{ purchaseOrderLineId: order.lineIds[0] }],
    })
    expect(await amountsOf(scene, order.id)).toEqual({ billed: 60_000, paid: 0 })
    const second = await enterFor(scene, order, 50_000, order.lineIds[0])
    const { purchaseOrder } = await readBill(scene.clerk, second)
    // By two: 110,000 of a line of 100,000.
    expect(purchaseOrder).toMatchObject({ billed: 60_000, match: { over: 10_000, isOver: true } })
  })

  it('gets an approval that says by how much it is over', async () => {
    const scene = await makeBillScene()
    const order = await addOrder(scene)
    await setTolerance(scene, 5, 10_000, { userIds: [scene.people.approver.userId] })
    // 5% of 1,200.00 is 60.00, which is less than 100.00.
    expect(await readBill(scene.clerk, await enterFor(scene, order, 126_000))).toMatchObject({ status: 'APPROVED' })
    const id = await enterFor(scene, order, 100)
    const [block] = await matchBlocks(scene, id)
    expect(block).toMatchObject({
      reason: `This bill is $61.00 over what ${order.name} has open ($0.00; tolerance: 5%, at most $100.00)`,
      approvers: [{ userId: scene.people.approver.userId }],
    })
    expect((await decide(scene.approver, id)).status).toBe(200)
    expect(await readBill(scene.clerk, id)).toMatchObject({ status: 'APPROVED' })
  })

  it('gets and loses that approval by edits, while the others stay', async () => {
    const scene = await makeBillScene()
    await addApproval(scene)
    const order = await addOrder(scene)
    const body = await bodyOf(scene, linesOf(scene, order, [[120_000, null]]))
    const { id, version } = (await scene.clerk.post('/api/payments/bills', body)).body
    expect(await matchBlocks(scene, id)).toEqual([])
    const over = { ...body, ...linesOf(scene, order, [[130_000, null]]), version }
    const changed = await put(scene.clerk, `/api/payments/bills/${id}`, over)
    expect(changed.status).toBe(200)
    expect(await matchBlocks(scene, id)).toHaveLength(1)
    expect(await blocksOf(scene.admin, id)).toHaveLength(2)
    const back = await put(scene.clerk, `/api/payments/bills/${id}`, { ...body, version: changed.body.version })
    expect(back.status).toBe(200)
    expect(await matchBlocks(scene, id)).toEqual([])
    expect(await amountsOf(scene, order.id)).toEqual({ billed: 120_000, paid: 0 })
  })

  it('tells the same before it is submitted', async () => {
    const scene = await makeBillScene()
    const order = await addOrder(scene)
    const preview = await scene.clerk.post('/api/payments/bills/approvers-preview', {
      ...{ totalAmount: 130_000, erpVendorId: scene.erpVendorId, purchaseOrderId: order.id },
      billLines: [{ amount: 130_000, erpAccountId: scene.accountId, purchaseOrderLineId: order.lineIds[0] }],
    })
    expect(JSON.stringify(preview.body)).toContain('This bill is $300.00 over what')
  })

  it('a bill is refused for an order of another vendor, currency, company or state, and for a line that isn’t its order’s', async () => {
    const scene = await makeBillScene()
    const stranger = await makeBillScene()
    const order = await addOrder(scene)
    const fault = async (given: object) =>
      (await scene.clerk.post('/api/payments/bills', await bodyOf(scene, given as never))).body?.fields
    const theirs = await addOrder(stranger)
    expect(await fault(linesOf(scene, theirs, [[100, null]]))).toMatchObject({
      purchaseOrderId: 'This isn’t a valid option',
    })
    const euros = await addOrder(scene, { currency: 'EUR' })
    expect(await fault(linesOf(scene, euros, [[100, null]]))).toMatchObject({
      purchaseOrderId: `${euros.name} is in EUR. This bill is in USD`,
    })
    const closed = await addOrder(scene, { status: 'CLOSED' })
    expect(await fault(linesOf(scene, closed, [[100, null]]))).toMatchObject({
      purchaseOrderId: `${closed.name} is closed. Choose another one`,
    })
    const others = await addOrder(scene, { vendorId: null, erpVendorId: newId() })
    expect(await fault(linesOf(scene, others, [[100, null]]))).toMatchObject({
      purchaseOrderId: `${others.name} is of another vendor`,
    })
    expect(await fault(linesOf(scene, order, [[100, 'not-a-line']]))).toMatchObject({
      'lines.0.purchaseOrderLineId': 'This line isn’t on the purchase order anymore',
    })
    expect(
      await fault({ ...linesOf(scene, order, [[100, order.lineIds[0] ?? null]]), purchaseOrderId: null }),
    ).toMatchObject({
      'lines.0.purchaseOrderLineId': 'Choose the purchase order first',
    })
    expect(await amountsOf(scene, order.id)).toEqual({ billed: 0, paid: 0 })
  })

  it('compares an order in another currency by the amount in the company’s', async () => {
    const scene = await makeBillScene()
    await scene.admin.post('/api/currency-rates', { base: 'EUR', rate: '2', date: '2026-11-01' })
    await setTolerance(scene, null, 10_000)
    const order = await addOrder(scene, { currency: 'EUR', lines: [100_000] })
    const within = await enterFor(scene, order, 105_000, null, { currency: 'EUR' })
    expect((await readBill(scene.clerk, within)).purchaseOrder.match).toMatchObject({ over: 5_000, isOver: false })
    const over = await enterFor(scene, order, 1, null, { currency: 'EUR' })
    expect((await readBill(scene.clerk, over)).purchaseOrder.match).toMatchObject({ over: 5_001, isOver: true })
  })
})

describe('the open amount of an order', () => {
  it('the amount is free again when a bill is rejected, withdrawn, archived or deleted', async () => {
    const scene = await makeBillScene()
    await addApproval(scene)
    const order = await addOrder(scene)
    const billed = async () => (await amountsOf(scene, order.id))?.billed
    const rejected = await enterFor(scene, order, 10_000, order.lineIds[0])
    expect(await billed()).toBe(10_000)
    await decide(scene.approver, rejected, 'REJECTED')
    expect(await billed()).toBe(0)
    const withdrawn = await enterFor(scene, order, 20_000)
    expect((await scene.clerk.post(`/api/approvals/BILL/${withdrawn}/withdraw`, {})).status).toBe(200)
    expect(await billed()).toBe(0)
    const archived = await enterFor(scene, order, 30_000)
    await put(scene.clerk, `/api/payments/bills/${archived}/archived`, { archived: true })
    expect(await billed()).toBe(0)
    await put(scene.clerk, `/api/payments/bills/${archived}/archived`, { archived: false })
    expect(await billed()).toBe(30_000)
    await scene.clerk.call('DELETE', `/api/payments/bills/${archived}`)
    expect(await billed()).toBe(0)
    const lines = await rows(
      'SELECT 1 FROM purchase_order_billed WHERE purchase_order_id = ? AND billed_minor <> 0',
      order.id,
    )
    expect(lines).toEqual([])
  })

  it('the amount is what it was when a change of a bill is refused', async () => {
    const scene = await makeBillScene()
    await addApproval(scene)
    const order = await addOrder(scene)
    const body = await bodyOf(scene, linesOf(scene, order, [[10_000, order.lineIds[0] ?? null]]))
    const { id, version } = (await scene.clerk.post('/api/payments/bills', body)).body
    await put(scene.clerk, `/api/payments/bills/${id}`, { ...body, description: 'Newer', version })
    const late = await put(scene.clerk, `/api/payments/bills/${id}`, {
      ...body,
      ...linesOf(scene, order, [[50_000, null]]),
      version,
    })
    expect(late.status).toBe(409)
    expect(await amountsOf(scene, order.id)).toEqual({ billed: 10_000, paid: 0 })
    expect(
      await rows(
        'SELECT order_line_id AS line, amount_minor AS amount FROM purchase_order_draws WHERE bill_id = ?',
        id,
      ),
    ).toEqual([{ line: order.lineIds[0], amount: 10_000 }])
  })

  it('moves to another order with the bill', async () => {
    const scene = await makeBillScene()
    await addApproval(scene)
    const [first, second] = [await addOrder(scene), await addOrder(scene)]
    const body = await bodyOf(scene, linesOf(scene, first, [[10_000, first.lineIds[0] ?? null]]))
    const { id, version } = (await scene.clerk.post('/api/payments/bills', body)).body
    await put(scene.clerk, `/api/payments/bills/${id}`, {
      ...body,
      ...linesOf(scene, second, [[10_000, second.lineIds[1] ?? null]]),
      version,
    })
    expect(await amountsOf(scene, first.id)).toEqual({ billed: 0, paid: 0 })
    expect(await amountsOf(scene, second.id)).toEqual({ billed: 10_000, paid: 0 })
    const changes = await scene.clerk.get(`/api/payments/bills/${id}/changes?since=${version}`)
    expect(changes.body.changes).toContainEqual({
      questionId: 'order',
      label: 'Purchase order',
      before: first.name,
      after: second.name,
    })
  })

  it('comes back with a credit, for at most what was billed', async () => {
    const scene = await makeBillScene()
    const order = await addOrder(scene)
    await enterFor(scene, order, 50_000)
    await enterFor(scene, order, 20_000, null, { isCredit: true })
    expect(await amountsOf(scene, order.id)).toEqual({ billed: 30_000, paid: 0 })
    const more = await scene.clerk.post(
      '/api/payments/bills',
      await bodyOf(scene, { ...linesOf(scene, order, [[30_001, null]]), isCredit: true }),
    )
    expect(more.body.fields).toMatchObject({
      purchaseOrderId: `Only $300.00 of ${order.name} was billed. A credit can’t be for more`,
    })
  })

  it('no amount is taken by two bills at once', async () => {
    const scene = await makeBillScene()
    const order = await addOrder(scene, { lines: [100_000] })
    const bodies = await Promise.all(
      Array.from({ length: 5 }, () => bodyOf(scene, linesOf(scene, order, [[40_000, order.lineIds[0] ?? null]]))),
    )
    const answers = await Promise.all(bodies.map((body) => scene.clerk.post('/api/payments/bills', body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const bills = await Promise.all(answers.map(({ body }) => readBill(scene.clerk, body.id)))
    // Two fit. Each of the others knows of all before it.
    expect(bills.map(({ purchaseOrder }) => purchaseOrder.match.over).sort((a, b) => a - b)).toEqual([
      0, 0, 20_000, 60_000, 100_000,
    ])
    expect(bills.filter(({ status }) => status === 'APPROVED')).toHaveLength(2)
    expect(await amountsOf(scene, order.id)).toEqual({ billed: 200_000, paid: 0 })
  })
})

describe('an order that changes while its bill is approved', () => {
  it('adds the approval before anyone approves more than it has', async () => {
    const scene = await makeBillScene()
    await addApproval(scene)
    await setTolerance(scene, null, null, { userIds: [scene.people.colleague.userId] })
    const order = await addOrder(scene)
    const id = await enterFor(scene, order, 100_000)
    await run("UPDATE purchase_orders SET status = 'CLOSED' WHERE id = ?", order.id)
    expect((await readBill(scene.clerk, id)).purchaseOrder).toMatchObject({ overNow: 100_000, match: { over: 0 } })
    const answer = await decide(scene.approver, id)
    expect(answer).toMatchObject({ status: 409, body: { reason: 'ANSWERS_CHANGED' } })
    const [block] = await matchBlocks(scene, id)
    expect(block).toMatchObject({
      reason: `This bill is $1,000.00 over ${order.name}, which is closed`,
      approvers: [{ userId: scene.people.colleague.userId }],
    })
    // Now that they know, both approve.
    expect((await decide(scene.approver, id)).status).toBe(200)
    expect((await decide(scene.colleague, id, 'APPROVED', 1)).status).toBe(200)
    expect((await readBill(scene.clerk, id)).status).toBe('APPROVED')
  })

  it('loses the approval when someone matches it again', async () => {
    const scene = await makeBillScene()
    await addApproval(scene)
    const order = await addOrder(scene)
    const first = await enterFor(scene, order, 100_000)
    const second = await enterFor(scene, order, 100_000)
    expect(await matchBlocks(scene, second)).toHaveLength(1)
    await decide(scene.approver, first, 'REJECTED')
    expect((await scene.clerk.post(`/api/payments/bills/${second}/rematch`, {})).status).toBe(200)
    expect(await matchBlocks(scene, second)).toEqual([])
    expect((await scene.member.post(`/api/payments/bills/${second}/rematch`, {})).status).toBe(403)
  })
})

describe('orders to choose from', () => {
  it('a bill is offered the vendor’s open orders in the bill’s currency, those that the invoice names first', async () => {
    const scene = await makeBillScene()
    const older = await addOrder(scene)
    const newer = await addOrder(scene, { vendorId: null })
    await addOrder(scene, { currency: 'EUR' })
    await addOrder(scene, { status: 'CLOSED' })
    const billed = await addOrder(scene)
    await enterFor(scene, billed, 120_000)
    await addOrder(await makeBillScene())
    const path = `/api/payments/bills/purchase-orders?erpVendorId=${scene.erpVendorId}&currency=USD`
    const ids = async (more = '') => (await scene.clerk.get(path + more)).body.map(({ id }: { id: string }) => id)
    expect(new Set(await ids())).toEqual(new Set([older.id, newer.id]))
    expect((await ids(`&named[]=${older.name}`))[0]).toBe(older.id)
    expect((await scene.clerk.get(`${path}&named[]=${older.name}`)).body[0]).toMatchObject({
      isNamed: true,
      total: 120_000,
      billed: 0,
    })
    expect(await ids(`&search=${newer.name.toLowerCase()}`)).toEqual([newer.id])
    expect((await scene.member.get(path)).status).toBe(403)
  })

  it('show what each line has open, without the bill that is changed', async () => {
    const scene = await makeBillScene()
    const order = await addOrder(scene)
    const id = await enterFor(scene, order, 60_000, order.lineIds[0])
    const path = `/api/payments/bills/purchase-orders/${order.id}`
    expect((await scene.clerk.get(path)).body).toMatchObject({
      billed: 60_000,
      lines: [{ billed: 60_000 }, { billed: 0 }],
    })
    expect((await scene.clerk.get(`${path}?billId=${id}`)).body).toMatchObject({
      billed: 0,
      lines: [{ billed: 0 }, { billed: 0 }],
    })
    const stranger = await makeBillScene()
    expect((await stranger.clerk.get(path)).status).toBe(404)
  })

  it('the list of orders has the amounts, and the list of bills finds those of one order', async () => {
    const scene = await makeBillScene()
    await run(
      `UPDATE companies SET flags = json_set(flags, '$.enableNetsuitePurchaseOrder', json('true')) WHERE id = ?`,
      scene.company.id,
    )
    const order = await addOrder(scene)
    const id = await enterFor(scene, order, 60_000, order.lineIds[1])
    await enter(scene)
    const amounts = { billed: { value: 60_000 }, paid: { value: 0 }, open: { value: 60_000 } }
    const { edges } = (await scene.clerk.get('/api/purchase-orders')).body
    expect(edges[0].node).toMatchObject(amounts)
    expect((await scene.clerk.get(`/api/purchase-orders/${order.id}`)).body).toMatchObject({
      ...amounts,
      billedLines: [{ id: order.lineIds[1], billed: 60_000 }],
    })
    const bills = (await scene.clerk.get(`/api/payments/bills?purchaseOrderId=${order.id}`)).body.edges
    expect(bills.map(({ node }: { node: { id: string } }) => node.id)).toEqual([id])
    await run('UPDATE bills SET paid_at = 1 WHERE id = ?', id)
    expect(await amountsOf(scene, order.id)).toEqual({ billed: 60_000, paid: 60_000 })
    await run('UPDATE bills SET paid_at = NULL WHERE id = ?', id)
    expect(await amountsOf(scene, order.id)).toEqual({ billed: 60_000, paid: 0 })
  })
})

describe('the tolerance', () => {
  it('people who configure payments set the tolerance, with a version', async () => {
    const scene = await makeBillScene()
    const path = '/api/payments/bills/match-settings'
    expect((await scene.admin.get(path)).body).toEqual({
      percent: null,
      amount: null,
      groups: [],
      users: [],
      version: 0,
    })
    const { userId } = scene.people.colleague
    expect((await put(scene.admin, path, { percent: 2.5, amount: 5_000, userIds: [userId], version: 0 })).body).toEqual(
      {
        version: 1,
      },
    )
    expect((await scene.admin.get(path)).body).toMatchObject({
      percent: 2.5,
      amount: 5_000,
      users: [{ id: userId, name: 'Carl Colleague' }],
      version: 1,
    })
    expect((await put(scene.admin, path, { percent: 3, amount: null, version: 0 })).status).toBe(409)
    expect((await put(scene.admin, path, { percent: 101, amount: null })).body.fields).toMatchObject({
      percent: 'At most 100%',
    })
    expect((await put(scene.admin, path, { percent: 1.001, amount: null })).body.fields).toMatchObject({
      percent: 'At most two decimals',
    })
    const stranger = await makeBillScene()
    expect(
      (await put(scene.admin, path, { percent: 1, amount: null, userIds: [stranger.people.clerk.userId] })).status,
    ).toBe(400)
    expect((await put(scene.clerk, path, { percent: 1, amount: null })).status).toBe(403)
  })
})
