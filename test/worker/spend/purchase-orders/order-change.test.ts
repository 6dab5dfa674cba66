import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runGroup } from '../../../../worker/core/outbox-runner.ts'
import { approvalFor } from '../../../../worker/objects/approval/client.ts'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { rule } from '../../../support/worker/intake.ts'
import { makeOrderScene, type OrderScene } from '../../../support/worker/order-scene.ts'
import { mailTo, rows, run } from '../../../support/worker/sessions.ts'
import type { Client } from '../../../support/worker/world.ts'
import { jobContext, type SystemName, withoutLimits } from '../../../support/worker/writable-books.ts'

/** A change of an order after it was made: its own approvals, the old version in force until then, and once there. */

let restore: () => void
beforeAll(() => {
  restore = withoutLimits()
})
afterAll(() => restore())

/** One of two approves everything; from 15,000 on finance does too. */
const approvals = ({ userIds }: Pick<OrderScene, 'userIds'>) => [
  rule('lead', { label: 'Lead', approverUserIds: [userIds.ada, userIds.abe] }),
  rule('finance', {
    ...{ label: 'Finance', approverUserIds: [userIds.fin], ordinal: 1 },
    conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: 1_500_000, maximumValue: null }],
  }),
]

const made = async (scene: OrderScene, memo = 'Team plan'): Promise<string> => {
  const { blockId } = await scene.ask({ amount: { value: 12_000, currency: 'USD' } })
  const done = await scene.complete(blockId, { memo })
  if (done.status !== 200) throw new Error(JSON.stringify(done.body))
  await scene.settle()
  const { purchaseOrderId } = (await scene.ada.get(`/api/netsuite-purchase-order-tasks/${blockId}/complete`)).body
  return purchaseOrderId
}
const orderOf = async (scene: OrderScene, id: string) => (await scene.rita.get(`/api/purchase-orders/${id}`)).body
const line = (scene: OrderScene, amount: number) => ({
  lines: [{ description: 'Seats', amount, ...(scene.books && { account: scene.objects.account }) }],
})
const propose = (scene: OrderScene, id: string, more: object = {}, as: Client = scene.abe, commandId?: string) =>
  as.post(
    `/api/purchase-orders/${id}/changes`,
    { ...scene.body({ memo: 'Team plan' }), ...line(scene, 20_000), reason: 'More seats', ...more },
    commandId,
  )
const approvalsOf = async (scene: OrderScene, id: string) => {
  const { body } = await scene.rita.get(`/api/purchase-orders/${id}/approvals`)
  return { ...body, blocks: body.levels.flatMap(({ blocks }: { blocks: object[] }) => blocks) }
}
const decide = async (scene: OrderScene, id: string, as: Client, status = 'APPROVED', label = 'Lead') => {
  const { blocks, version } = await approvalsOf(scene, id)
  const levelGroupStatusId = blocks.find((block: { label: string }) => block.label === label)?.id
  return as.post(`/api/purchase-orders/${id}/status`, { status, levelGroupStatusId, seenVersion: version })
}
const changesOf = async (scene: OrderScene, id: string) =>
  (await scene.rita.get(`/api/purchase-orders/${id}/changes`)).body.nodes
const reasonOf = ({ body }: { body: { reason?: string } }) => body.reason
const inbox = async (as: Client, id: string) =>
  (await as.get('/api/approvals/inbox')).body.items.filter((item: { id: string }) => item.id === id)

describe.each<SystemName>(['QUICKBOOKS', 'NETSUITE'])('an order in %s', (system) => {
  let scene: OrderScene
  beforeEach(async () => {
    scene = await makeOrderScene(system, {}, approvals)
  })
  const there = (memo: string) =>
    (scene.books?.books.documents('purchaseOrder') ?? [])
      .filter((each) => each.memo.startsWith(memo))
      .map(({ id, lines }) => ({ id, total: lines.reduce((sum, { debitMinor }) => sum + debitMinor, 0) }))

  it('stays as it is until its change is approved, and then changes there, as the same order', async () => {
    const id = await made(scene, 'Changing')
    const [before] = there('Changing')
    expect((await propose(scene, id, { memo: 'Changing' })).status).toBe(200)
    await scene.settle()
    expect(await orderOf(scene, id)).toMatchObject({ totalAmount: 12_000, version: 1, erp: { state: 'SYNCED' } })
    expect(there('Changing')).toEqual([before])
    expect(await changesOf(scene, id)).toMatchObject([
      {
        ...{ status: 'PENDING', reason: 'More seats', changedBy: 'Abe P', baseVersion: 1, appliedVersion: null },
        differences: expect.arrayContaining([{ label: 'Total', before: '$120.00', after: '$200.00' }]),
      },
    ])
    expect(await inbox(scene.ada, id)).toMatchObject([
      { targetType: 'PURCHASE_ORDER', reference: 'PO-1', amount: { value: 20_000, currency: 'USD' } },
    ])
    expect((await decide(scene, id, scene.ada)).status).toBe(200)
    await scene.settle()
    await scene.settle()
    expect(await orderOf(scene, id)).toMatchObject({
      ...{ totalAmount: 20_000, version: 2, erp: { state: 'SYNCED', erpId: before?.id, otherTotal: null } },
      versions: [{ version: 2, note: 'More seats', changedBy: 'Abe P' }, { version: 1 }],
    })
    expect(there('Changing')).toEqual([{ id: before?.id, total: 20_000 }])
    expect(await changesOf(scene, id)).toMatchObject([{ status: 'APPROVED', appliedVersion: 2, problem: null }])
    expect(await inbox(scene.ada, id)).toEqual([])
  })

  it('changes there once although the answer was lost and the effect is repeated', async () => {
    const id = await made(scene, 'Once more')
    await propose(scene, id, { memo: 'Once more' })
    await decide(scene, id, scene.ada)
    let lose = true
    let writes = 0
    if (scene.books)
      scene.books.between = async (request, answer) => {
        const answered = await answer(request)
        const isWrite = ['PUT', 'PATCH', 'POST'].includes(request.method) && !/suiteql|token/.test(request.url)
        if (isWrite) writes += 1
        return lose && isWrite ? new Response('', { status: 504 }) : answered
      }
    await scene.settle()
    await scene.settle()
    expect(writes).toBeGreaterThan(0)
    expect((await orderOf(scene, id)).erp).toMatchObject({ state: 'SENDING' })
    lose = false
    for (let round = 0; round < 3; round++) {
      if (scene.books) scene.books.now += 60_000
      await run(
        "UPDATE outbox SET done_at = NULL WHERE company_id = ? AND topic = 'purchase-order.change'",
        scene.company.id,
      )
      await scene.settle()
    }
    expect(await orderOf(scene, id)).toMatchObject({ version: 2, totalAmount: 20_000, erp: { state: 'SYNCED' } })
    expect(there('Once more')).toMatchObject([{ total: 20_000 }])
  })
})

describe('an order of Outlay’s own', () => {
  let scene: OrderScene
  beforeAll(async () => {
    scene = await makeOrderScene(null, {}, approvals)
  })

  it('a rejected change is dropped, stays readable, and another can be proposed', async () => {
    const id = await made(scene)
    await propose(scene, id)
    expect((await decide(scene, id, scene.ada, 'REJECTED')).status).toBe(200)
    await scene.settle()
    expect(await orderOf(scene, id)).toMatchObject({ totalAmount: 12_000, version: 1 })
    expect((await propose(scene, id, line(scene, 13_000))).status).toBe(200)
    expect(await changesOf(scene, id)).toMatchObject([
      { run: 2, status: 'PENDING' },
      {
        run: 1,
        status: 'REJECTED',
        differences: expect.arrayContaining([expect.objectContaining({ label: 'Total' })]),
      },
    ])
    await decide(scene, id, scene.ada)
    await scene.settle()
    expect(await orderOf(scene, id)).toMatchObject({ totalAmount: 13_000, version: 2 })
  })

  it('a larger amount needs the approvals that the workflow asks for it, and all of them', async () => {
    const id = await made(scene)
    const preview = await scene.abe.post(`/api/purchase-orders/${id}/changes/approvers-preview`, {
      ...{ ...scene.body({}), ...line(scene, 1_600_000) },
    })
    expect(JSON.stringify(preview.body)).toContain('Fin P')
    await propose(scene, id, line(scene, 1_600_000))
    expect((await approvalsOf(scene, id)).blocks.map(({ label }: { label: string }) => label)).toEqual([
      ...['Lead', 'Finance'],
    ])
    await decide(scene, id, scene.ada)
    await scene.settle()
    expect(await orderOf(scene, id)).toMatchObject({ version: 1 })
    await decide(scene, id, scene.fin, 'APPROVED', 'Finance')
    await scene.settle()
    expect(await orderOf(scene, id)).toMatchObject({ version: 2, totalAmount: 1_600_000 })
  })

  it('the vendor gets the new version by email once it applies, if it has the one before', async () => {
    const id = await made(scene)
    const to = `${crypto.randomUUID()}@vendor.test`
    await scene.ada.post(`/api/purchase-orders/${id}/mail`, { email: to })
    await scene.settle()
    await mailTo(to)
    await propose(scene, id)
    await scene.settle()
    await decide(scene, id, scene.ada)
    await scene.settle()
    await scene.settle()
    const mail = await mailTo(to, 2)
    expect(mail.text).toContain('This replaces the version of')
    expect(mail.text).toContain('More seats')
  })

  it('an edit of a change that waits asks again, and a decision on what it said before is refused', async () => {
    const id = await made(scene)
    await propose(scene, id)
    const { blocks } = await approvalsOf(scene, id)
    expect((await propose(scene, id, line(scene, 25_000))).status).toBe(200)
    expect(await changesOf(scene, id)).toMatchObject([{ status: 'PENDING' }, { status: 'REPLACED' }])
    const late = await scene.ada.post(`/api/purchase-orders/${id}/status`, {
      ...{ status: 'APPROVED', levelGroupStatusId: blocks[0].id, seenVersion: 1 },
    })
    expect(late.status).toBe(409)
    await decide(scene, id, scene.ada)
    await scene.settle()
    expect(await orderOf(scene, id)).toMatchObject({ totalAmount: 25_000, version: 2 })
  })

  it('two people who change it at once from the same screen: one is told that it has changed', async () => {
    const id = await made(scene)
    await propose(scene, id)
    const answers = await Promise.all(
      [scene.abe, scene.ada].map((as, at) => propose(scene, id, { ...line(scene, 30_000 + at), version: 1 }, as)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('a repeated command proposes nothing twice', async () => {
    const id = await made(scene)
    const commandId = crypto.randomUUID()
    const [one, again] = [
      await propose(scene, id, {}, scene.abe, commandId),
      await propose(scene, id, {}, scene.abe, commandId),
    ]
    expect(again.body).toEqual(one.body)
    expect(await changesOf(scene, id)).toHaveLength(1)
  })

  it('who proposed a change can’t approve it, and neither can the requester', async () => {
    const id = await made(scene)
    await propose(scene, id, {}, scene.ada)
    const { blocks } = await approvalsOf(scene, id)
    expect(blocks[0].approvers.map(({ name }: { name: string }) => name)).toEqual(['Abe P'])
    expect((await decide(scene, id, scene.ada)).status).toBe(403)
    expect((await decide(scene, id, scene.rita)).status).toBe(403)
    await scene.settle()
    expect(await orderOf(scene, id)).toMatchObject({ version: 1 })
  })

  it('where the workflow asks no one, the people of the order’s step do, and else the admins', async () => {
    const free = await makeOrderScene(null)
    const id = await made(free)
    await propose(free, id, {}, free.ada)
    const { blocks } = await approvalsOf(free, id)
    expect(blocks).toMatchObject([{ label: 'Change of the purchase order', status: 'PENDING' }])
    expect(JSON.stringify(blocks[0].approvers)).toContain('Abe P')
    expect((await decide(free, id, free.abe, 'APPROVED', 'Change of the purchase order')).status).toBe(200)
    await free.settle()
    expect(await orderOf(free, id)).toMatchObject({ version: 2 })
    await propose(free, id, line(free, 40_000), free.abe)
    const next = await approvalsOf(free, id)
    expect(JSON.stringify(next.blocks[0].approvers)).toContain('Ada Admin')
  })

  it('a withdrawn change is dropped, and someone else may propose the next', async () => {
    const id = await made(scene)
    await propose(scene, id)
    expect((await scene.rita.post(`/api/purchase-orders/${id}/changes/withdraw`, {})).status).toBe(403)
    expect((await scene.ada.post(`/api/purchase-orders/${id}/changes/withdraw`, {})).status).toBe(200)
    expect(await changesOf(scene, id)).toMatchObject([{ status: 'WITHDRAWN' }])
    expect((await propose(scene, id, line(scene, 14_000), scene.ada)).status).toBe(200)
    expect(await changesOf(scene, id)).toMatchObject([{ status: 'PENDING' }, { status: 'WITHDRAWN' }])
    await scene.settle()
    expect(await orderOf(scene, id)).toMatchObject({ version: 1 })
  })

  it('a decision that was undone changes nothing', async () => {
    const id = await made(scene)
    await propose(scene, id)
    const { body } = await decide(scene, id, scene.ada)
    const undo = await scene.ada.post(`/api/purchase-orders/${id}/undo-decision`, { sequence: body.sequence })
    expect(undo.body).toMatchObject({ status: 'PENDING' })
    await scene.settle()
    expect(await orderOf(scene, id)).toMatchObject({ version: 1 })
    expect(await changesOf(scene, id)).toMatchObject([{ status: 'PENDING' }])
  })

  it('a closed order takes no change, and one that waits can’t be approved then', async () => {
    const id = await made(scene)
    await propose(scene, id)
    await scene.ada.post(`/api/purchase-orders/${id}/close`, { closed: true, reason: 'Done' })
    expect(reasonOf(await decide(scene, id, scene.ada))).toBe('ORDER_CHANGED')
    expect(await changesOf(scene, id)).toMatchObject([{ isOutdated: true }])
    expect(reasonOf(await propose(scene, id, line(scene, 50_000)))).toBe('CLOSED')
  })

  it('an approved change that no longer fits says so and changes nothing', async () => {
    const id = await made(scene)
    await propose(scene, id)
    await decide(scene, id, scene.ada)
    await run("UPDATE purchase_orders SET status = 'CLOSED', closed_at = 1 WHERE id = ?", id)
    await scene.settle()
    expect(await orderOf(scene, id)).toMatchObject({ version: 1, totalAmount: 12_000 })
    expect(await changesOf(scene, id)).toMatchObject([
      { status: 'APPROVED', appliedVersion: null, problem: 'The order was closed before the change was approved.' },
    ])
    const { body } = await scene.ada.get(`/api/audit-logs?targetType=PURCHASE_ORDER&targetId=${id}`)
    expect(JSON.stringify(body)).toContain('The approved change wasn’t made')
  })

  it('two runners of the same effect change the order once', async () => {
    const id = await made(scene)
    await propose(scene, id)
    await decide(scene, id, scene.ada)
    const due = await rows<{ id: string }>(
      "SELECT id FROM outbox WHERE company_id = ? AND topic = 'purchase-order.change' AND done_at IS NULL",
      scene.company.id,
    )
    const later = jobContext({ now: Date.now() + 60_000 })
    const ids = due.map((row) => row.id)
    await Promise.all([runGroup(later, 'purchase-order.change', ids), runGroup(later, 'purchase-order.change', ids)])
    await run(
      "UPDATE outbox SET done_at = NULL WHERE company_id = ? AND topic = 'purchase-order.change'",
      scene.company.id,
    )
    await scene.settle()
    expect(await orderOf(scene, id)).toMatchObject({ version: 2 })
    expect(await rows('SELECT 1 FROM purchase_order_versions WHERE purchase_order_id = ?', id)).toHaveLength(2)
  })

  it('only people who may change orders propose, of their own company’s orders, and something has to change', async () => {
    const id = await made(scene)
    expect(codeOf(await propose(scene, id, {}, scene.rita))).toBe('FORBIDDEN')
    const other = await makeOrderScene(null)
    expect((await propose(other, id)).status).toBe(404)
    expect((await other.ada.get(`/api/purchase-orders/${id}/changes`)).status).toBe(404)
    expect((await other.ada.get(`/api/purchase-orders/${id}/approvals`)).status).toBe(404)
    const { content } = await orderOf(scene, id)
    const same = {
      transactionDate: content.transactionDate,
      lines: [{ ...line(scene, 12_000).lines[0], id: content.lines[0].id }],
    }
    expect(fieldsOf(await propose(scene, id, same))).toMatchObject({ lines: 'Nothing would change' })
    expect(fieldsOf(await propose(scene, id, { vendorId: other.vendorId }))).toEqual({
      vendorId: 'This isn’t a valid option',
    })
    expect(fieldsOf(await propose(scene, id, line(scene, 0)))).toMatchObject({
      'lines.0.amount': 'Must be more than 0',
    })
    const open = await scene.ask()
    await run(
      `INSERT INTO purchase_orders (id, company_id, number, status, currency, total_minor, amount_sort, transaction_date,
         memo, content, block_id, created_at, updated_at, sync_state)
       SELECT ?1, company_id, 900, 'OPEN', currency, total_minor, amount_sort, transaction_date, memo, content, ?2, 1, 1, 'NONE'
         FROM purchase_orders WHERE id = ?3`,
      ...[`${id}x`, open.blockId, id],
    )
    expect(reasonOf(await propose(scene, `${id}x`, {}, scene.ada))).toBe('STEP_OPEN')
  })

  it('its rows are the same when the log writes them again', async () => {
    const id = await made(scene)
    await propose(scene, id)
    await decide(scene, id, scene.ada, 'REJECTED')
    await propose(scene, id, line(scene, 21_000))
    await propose(scene, id, line(scene, 22_000))
    const runs = () =>
      rows(
        'SELECT run, status, content, reason, changed_by_name FROM purchase_order_change_runs WHERE purchase_order_id = ? ORDER BY run',
        id,
      )
    const before = await runs()
    await run('DELETE FROM purchase_order_change_runs WHERE purchase_order_id = ?', id)
    expect(await approvalFor(env, 'po', id).rebuild()).toBe(true)
    expect(await runs()).toEqual(before)
  })
})
