import { beforeAll, describe, expect, it } from 'vitest'
import {
  approvals,
  decide,
  type FilingScene,
  makeFilingScene,
  request,
  usd,
} from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'

let scene = {} as FilingScene
beforeAll(async () => {
  scene = await makeFilingScene()
})

const outboxOf = (id: string) =>
  rows<{ held: number; done: number }>(
    `SELECT available_at - created_at AS held, done_at IS NOT NULL AS done FROM outbox
      WHERE id LIKE 'intake:' || ? || ':%' ORDER BY created_at, rowid`,
    id,
  )

describe('undoing a decision', () => {
  it('a decision can be undone at once, and no one is emailed about it', async () => {
    const { requester, approver } = scene
    const id = await file(requester, scene.category.id, { title: 'Desk', amount: usd(500) })
    const { body } = await decide(approver, id, 'APPROVED', 1)
    expect(body.status).toBe('APPROVED')
    expect((await outboxOf(id)).at(-1)?.held).toBeGreaterThanOrEqual(10_000)
    const undone = await approver.post(`/api/intake-submission/${id}/undo-decision`, { sequence: body.sequence })
    expect(undone).toMatchObject({ status: 200, body: { status: 'PENDING' } })
    expect((await outboxOf(id)).at(-1)?.done).toBe(1)
    expect((await request(requester, id)).body.status).toBe('PENDING')
    expect(await approvals(approver, id)).toMatchObject({ levels: [{ blocks: [{ canDecide: true, decisions: [] }] }] })
    const again = await approver.post(`/api/intake-submission/${id}/undo-decision`, { sequence: body.sequence })
    expect(again).toMatchObject({ status: 409, body: { reason: 'NOTHING_TO_UNDO' } })
    expect((await decide(approver, id, 'REJECTED', 1)).body.status).toBe('REJECTED')
  })

  it('another person’s decision, and anything that isn’t a decision, can’t be undone', async () => {
    const { requester, approver, admin } = scene
    const id = await file(requester, scene.category.id, { title: 'Chair', amount: usd(500) })
    const { body } = await decide(approver, id, 'REJECTED', 1)
    const undo = (client: FilingScene['admin'], sequence: number) =>
      client.post(`/api/intake-submission/${id}/undo-decision`, { sequence })
    expect((await undo(admin, body.sequence)).status).toBe(403)
    expect((await undo(approver, 1)).body).toMatchObject({ reason: 'NOTHING_TO_UNDO' })
    expect((await request(requester, id)).body.status).toBe('REJECTED')
  })
})
