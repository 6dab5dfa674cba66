import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { syncOf } from '../../../../worker/core/syncs.ts'
import { systemContext } from '../../../../worker/core/system-context.ts'
import { ORDERS_SYNC } from '../../../../worker/features/spend/purchase-orders/refresh.ts'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { makeOrderScene, type OrderScene } from '../../../support/worker/order-scene.ts'
import { mailTo, rows, run } from '../../../support/worker/sessions.ts'
import { jobContext, type SystemName, withoutLimits } from '../../../support/worker/writable-books.ts'

/** Purchase orders that a task makes: one for each step, sent once, with refusals in words. */

const MINUTE_MS = 60_000

let restore: () => void
beforeAll(() => {
  restore = withoutLimits()
})
afterAll(() => restore())

const status = (scene: OrderScene, blockId: string) =>
  scene.ada.get(`/api/netsuite-purchase-order-tasks/${blockId}/complete`).then(({ body }) => body)
const orderOf = async (scene: OrderScene, blockId: string) => {
  const { purchaseOrderId } = await status(scene, blockId)
  return (await scene.rita.get(`/api/purchase-orders/${purchaseOrderId}`)).body
}
const isWrite = ({ method, url }: Request): boolean =>
  method === 'PUT' || method === 'PATCH' || (method === 'POST' && !/suiteql|token/.test(url))

/** What someone does with the order there. */
const changeThere = async (
  { books }: OrderScene,
  memo: string,
  { isClosed, factor }: { isClosed: boolean; factor: number },
) => {
  if (!books) throw new Error('No accounting system')
  const [there] = books.books.documents('purchaseOrder').filter((each) => each.memo.startsWith(memo))
  if (!there) throw new Error('No such order there')
  const lines = there.lines.map((line) => ({ ...line, debitMinor: line.debitMinor * factor }))
  const body = there.extra.body as { expense?: { items: { amount: number }[] } } | undefined
  if (body?.expense) for (const item of body.expense.items) item.amount *= factor
  books.books.changeDocument('purchaseOrder', there.id, { lines, extra: { ...there.extra, isClosed } })
}

/** One run of the sync that reads open orders. */
const refresh = async ({ books, company }: OrderScene, provider: SystemName): Promise<void> => {
  if (!books) throw new Error('No accounting system')
  const context = systemContext(jobContext(books), { name: 'test', companyId: company.id, may: [] })
  const run = { id: newId(), companyId: company.id, cursor: null, trigger: 'HAND' as const }
  const { statements } = await syncOf({ provider, kind: ORDERS_SYNC }).step(context, run)
  await env.DB.batch(statements)
}

describe.each<SystemName>(['QUICKBOOKS', 'NETSUITE'])('orders in %s', (system) => {
  let scene: OrderScene
  beforeEach(async () => {
    scene = await makeOrderScene(system)
  })
  const ordersThere = (memo: string) =>
    scene.books?.books.documents('purchaseOrder').filter((each) => each.memo.startsWith(memo)) ?? []

  it('an order is filled in from the answers and mappings, sent once, and completes its step', async () => {
    const { id, blockId } = await scene.ask({ amount: { value: 12_000, currency: 'USD' } })
    expect(await scene.block(id)).toMatchObject({ automatic: { state: 'TO_FILL' }, canComplete: false })
    const form = (await scene.abe.get(`/api/netsuite-purchase-order-tasks/${blockId}/form`)).body
    expect(form).toMatchObject({
      system: system === 'NETSUITE' ? 'NetSuite' : 'QuickBooks',
      content: { vendor: { id: scene.vendorId }, erpVendor: { id: scene.objects.vendor }, lines: [{ amount: 12_000 }] },
      missing: ['The account of a line'],
    })
    const answer = await scene.complete(blockId, { memo: 'Once' })
    expect(answer.status).toBe(200)
    expect(await status(scene, blockId)).toMatchObject({ completed: false, isSending: true, error: null })
    expect(await scene.block(id)).toMatchObject({ workStatus: 'WAITING_ON_EXTERNAL_PARTY' })
    await scene.settle()
    expect(await status(scene, blockId)).toMatchObject({ completed: true, isSending: false, error: null })
    const [there, ...more] = ordersThere('Once')
    expect(more).toEqual([])
    expect(await orderOf(scene, blockId)).toMatchObject({
      ...{ readableId: 'PO-1', status: 'OPEN', totalAmount: 12_000, memo: 'Once', vendor: { id: scene.vendorId } },
      erp: { state: 'SYNCED', erpId: there?.id, error: null, transactionDate: expect.any(String) },
      approvalGroupStatus: { id: blockId, status: 'APPROVED' },
      linkedRequest: { id },
    })
    expect((await scene.rita.get(`/api/intake-submission/${id}`)).body.status).toBe('APPROVED')
  })

  it('an order shows a refusal with what to do, and is sent again after the repair, as one order', async () => {
    const { id, blockId } = await scene.ask()
    let refuses = true
    if (scene.books)
      scene.books.between = async (request, answer) =>
        refuses && isWrite(request)
          ? system === 'NETSUITE'
            ? Response.json(
                {
                  ...{ type: 'x', title: 'Bad Request', status: 400 },
                  'o:errorDetails': [
                    { detail: 'Invalid Field Value 7 for: account', 'o:errorCode': 'INVALID_KEY_OR_REF' },
                  ],
                },
                { status: 400 },
              )
            : Response.json(
                {
                  Fault: {
                    Error: [{ Message: 'Invalid Reference', Detail: 'Account is inactive', code: '610' }],
                    type: 'ValidationFault',
                  },
                },
                { status: 400 },
              )
          : answer(request)
    await scene.complete(blockId, { memo: 'Refused' })
    await scene.settle()
    const failed = await status(scene, blockId)
    expect(failed).toMatchObject({
      completed: false,
      error: expect.any(String),
      advice: expect.stringMatching(/send it again/),
    })
    expect(await scene.block(id)).toMatchObject({ automatic: { state: 'FAILED' }, workStatus: 'PENDING' })
    expect((await scene.abe.get(`/api/intake-submission/${id}/approvals`)).body.levels[0].blocks[0]).toMatchObject({
      ...{ canComplete: true, canRetry: true },
    })
    refuses = false
    expect((await scene.abe.post(`/api/level-group-statuses/${blockId}/retry`, {})).status).toBe(200)
    await scene.settle()
    expect(await status(scene, blockId)).toMatchObject({ completed: true, error: null })
    expect(ordersThere('Refused')).toHaveLength(1)
  })

  it('an order is there once although the answer was lost, and also when the form is sent again with other values', async () => {
    const { blockId } = await scene.ask()
    let lose = true
    if (scene.books)
      scene.books.between = async (request, answer) => {
        const answered = await answer(request)
        return lose && isWrite(request) ? new Response('', { status: 504 }) : answered
      }
    await scene.complete(blockId, { memo: 'Lost' })
    await scene.settle()
    expect(await status(scene, blockId)).toMatchObject({ completed: false, isSending: true })
    expect(codeOf(await scene.complete(blockId, { memo: 'Lost again' }))).toBe('CONFLICT')
    lose = false
    for (let round = 0; round < 3; round++) {
      if (scene.books) scene.books.now += MINUTE_MS
      await scene.settle()
    }
    expect(await status(scene, blockId)).toMatchObject({ completed: true })
    expect(ordersThere('Lost')).toHaveLength(1)
  })

  it('an order is closed here once it is closed there, and shows another total', async () => {
    const { blockId } = await scene.ask()
    await scene.complete(blockId, { memo: 'Closing' })
    await scene.settle()
    const order = await orderOf(scene, blockId)
    expect(order.erp).toMatchObject({ otherTotal: null })
    expect(codeOf(await scene.ada.post(`/api/purchase-orders/${order.id}/close`, { closed: true }))).toBe('RULE_BROKEN')
    await changeThere(scene, 'Closing', { isClosed: false, factor: 2 })
    await refresh(scene, system)
    expect(await orderOf(scene, blockId)).toMatchObject({
      status: 'OPEN',
      totalAmount: 12_000,
      erp: { otherTotal: 24_000 },
    })
    await changeThere(scene, 'Closing', { isClosed: true, factor: 1 })
    await refresh(scene, system)
    expect(await orderOf(scene, blockId)).toMatchObject({ status: 'CLOSED', closedAt: expect.any(String) })
    const { body } = await scene.ada.get(`/api/audit-logs?targetType=PURCHASE_ORDER&targetId=${order.id}`)
    expect(JSON.stringify(body)).toContain('The order was closed in the accounting system')
  })
})

describe('the entity of an order in NetSuite', () => {
  it('an order that names none gets the only one, and has to name one of several', async () => {
    const scene = await makeOrderScene('NETSUITE')
    const alone = await scene.ask()
    expect((await scene.complete(alone.blockId, { erpEntityId: null, memo: 'Alone' })).status).toBe(200)
    await scene.settle()
    expect(await status(scene, alone.blockId)).toMatchObject({ completed: true, error: null })
    expect(await orderOf(scene, alone.blockId)).toMatchObject({ entity: { name: 'Labs' } })

    await run(
      `INSERT INTO erp_objects (id, company_id, connection_id, kind, mapped_kind, erp_id, name, name_key, is_active,
         created_at, updated_at) SELECT ?, company_id, connection_id, kind, mapped_kind, '2', 'Other', 'other', 1, 1, 1
         FROM erp_objects WHERE id = ?`,
      ...[newId(), scene.objects.entity],
    )
    const second = await scene.ask()
    const refused = await scene.complete(second.blockId, { erpEntityId: null })
    expect([refused.status, fieldsOf(refused)]).toEqual([400, { erpEntityId: 'Required' }])
    expect((await scene.complete(second.blockId, { memo: 'Named' })).status).toBe(200)
  })

  it('QuickBooks knows none, and asks for none', async () => {
    const scene = await makeOrderScene('QUICKBOOKS')
    const { blockId } = await scene.ask()
    expect((await scene.complete(blockId, { erpEntityId: null })).status).toBe(200)
  })
})

describe('orders of Outlay’s own', () => {
  let scene: OrderScene
  beforeAll(async () => {
    scene = await makeOrderScene(null)
  })

  it('an order is there at once, with the next number', async () => {
    const first = await scene.ask()
    const second = await scene.ask()
    for (const { blockId } of [first, second]) expect((await scene.complete(blockId)).status).toBe(200)
    const [one, other] = [await orderOf(scene, first.blockId), await orderOf(scene, second.blockId)]
    expect([one.readableId, other.readableId]).toEqual(['PO-1', 'PO-2'])
    expect(one.erp).toMatchObject({ state: 'NONE', erpId: null })
    expect((await scene.rita.get(`/api/intake-submission/${first.id}`)).body.status).toBe('APPROVED')
  })

  it('numbers have no gaps when many are made at once', async () => {
    const company = await makeOrderScene(null)
    const tasks = []
    for (let at = 0; at < 6; at++) tasks.push(await company.ask())
    const answers = await Promise.all(tasks.map(({ blockId }) => company.complete(blockId)))
    expect(answers.map(({ status: code }) => code)).toEqual(Array(6).fill(200))
    const numbers = await rows<{ number: number }>(
      'SELECT number FROM purchase_orders WHERE company_id = ? ORDER BY number',
      company.company.id,
    )
    expect(numbers.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('one step has one order, also when two people complete it at once or a command is repeated', async () => {
    const { blockId } = await scene.ask()
    const answers = await Promise.all([scene.complete(blockId), scene.complete(blockId, {}, scene.ada)])
    expect(answers.map(({ status: code }) => code).sort()).toEqual([200, 409])
    const again = await scene.ask()
    const commandId = crypto.randomUUID()
    const [one, repeated] = [
      await scene.complete(again.blockId, {}, scene.abe, commandId),
      await scene.complete(again.blockId, {}, scene.abe, commandId),
    ]
    expect(repeated.body).toEqual(one.body)
    expect(await rows('SELECT 1 FROM purchase_orders WHERE block_id = ?', again.blockId)).toHaveLength(1)
  })

  it('bad input is told beside its field, also units of another company', async () => {
    const { blockId } = await scene.ask()
    const other = await makeOrderScene(null)
    const bad = await scene.complete(blockId, {
      ...{ vendorId: other.vendorId, departmentId: 'nowhere' },
      lines: [{ amount: 0 }],
    })
    expect(bad.status).toBe(400)
    expect(fieldsOf(bad)).toMatchObject({ 'lines.0.amount': 'Must be more than 0' })
    expect(fieldsOf(await scene.complete(blockId, { vendorId: other.vendorId }))).toEqual({
      vendorId: 'This isn’t a valid option',
    })
    expect(fieldsOf(await scene.complete(blockId, { vendorId: null }))).toEqual({ vendorId: 'Required' })
  })

  it('an order has its own currency, whose amounts are whole minor units', async () => {
    const { blockId } = await scene.ask()
    await run(
      `INSERT OR IGNORE INTO currency_rates (id, company_id, base, quote, rate, date, source, created_at, updated_at)
       VALUES (?, ?, 'JPY', 'USD', '0.01', '2020-01-01', 'MANUAL', 1, 1)`,
      ...[crypto.randomUUID(), scene.company.id],
    )
    await scene.complete(blockId, { currency: 'JPY', lines: [{ amount: 150_000 }] })
    expect(await orderOf(scene, blockId)).toMatchObject({ currency: 'JPY', totalAmount: 150_000 })
    const [row] = await rows<{ companyMinor: number }>(
      'SELECT company_minor AS companyMinor FROM purchase_orders WHERE block_id = ?',
      blockId,
    )
    expect(row?.companyMinor).toBe(150_000)
  })

  it('an order is closed and opened again with a reason, and another company sees nothing of it', async () => {
    const { blockId } = await scene.ask()
    await scene.complete(blockId)
    const { id } = await orderOf(scene, blockId)
    expect((await scene.rita.post(`/api/purchase-orders/${id}/close`, { closed: true })).status).toBe(403)
    expect((await scene.ada.post(`/api/purchase-orders/${id}/close`, { closed: true, reason: 'Done' })).status).toBe(
      200,
    )
    expect(await orderOf(scene, blockId)).toMatchObject({ status: 'CLOSED', closeReason: 'Done' })
    await scene.ada.post(`/api/purchase-orders/${id}/close`, { closed: false })
    expect(await orderOf(scene, blockId)).toMatchObject({ status: 'OPEN', closedAt: null })
    const other = await makeOrderScene(null)
    expect((await other.ada.get(`/api/purchase-orders/${id}`)).status).toBe(404)
    expect((await other.ada.get('/api/purchase-orders')).body.edges).toEqual([])
  })

  it('an order is made without anyone where the step names no one and the answers have everything', async () => {
    const unattended = await makeOrderScene(null, { approverType: 'NO_APPROVERS', approverUserIds: [] })
    const { id, blockId } = await unattended.ask({ amount: { value: 99_00, currency: 'USD' } })
    expect((await unattended.rita.get(`/api/intake-submission/${id}`)).body.status).toBe('APPROVED')
    expect(await orderOf(unattended, blockId)).toMatchObject({ totalAmount: 99_00, createdBy: 'Outlay' })
    const empty = await unattended.ask({ amount: null })
    expect(await unattended.block(empty.id)).toMatchObject({
      automatic: { state: 'FAILED', error: expect.stringMatching(/Missing: The amount/) },
    })
    expect((await unattended.complete(empty.blockId, {}, unattended.ada)).status).toBe(200)
    expect((await unattended.rita.get(`/api/intake-submission/${empty.id}`)).body.status).toBe('APPROVED')
  })

  it('an order is emailed to the vendor as a PDF, and the file can be read', async () => {
    const { blockId } = await scene.ask()
    await scene.complete(blockId)
    const { id, readableId } = await orderOf(scene, blockId)
    expect((await scene.rita.post(`/api/purchase-orders/${id}/mail`, { email: 'a@vendor.test' })).status).toBe(403)
    const to = `${crypto.randomUUID()}@vendor.test`
    expect(
      (await scene.ada.post(`/api/purchase-orders/${id}/mail`, { email: to, message: 'Please confirm' })).status,
    ).toBe(200)
    await scene.settle()
    const mail = await mailTo(to)
    expect(mail.text).toContain('Please confirm')
    expect(mail.attachments?.[0]).toMatchObject({ filename: `${readableId}.pdf` })
    expect(await orderOf(scene, blockId)).toMatchObject({ mailedTo: to })
  })
})
