import { beforeAll, describe, expect, it } from 'vitest'
import { approvals, type FilingScene, makeFilingScene, request, usd } from '../../../support/worker/filing-scene.ts'
import { file, saveBody } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import * as spend from '../../../support/worker/spend.ts'
import type { Client } from '../../../support/worker/world.ts'

const blockIn = async (client: Client, id: string) => (await approvals(client, id)).levels[0].blocks[0]
const mailsOf = (id: string) =>
  rows<{ kinds: string }>(
    `SELECT (SELECT group_concat(value ->> 'kind') FROM json_each(payload, '$.recipients')) AS kinds FROM outbox
      WHERE topic = 'request.notify' AND payload ->> '$.targetId' = ? ORDER BY created_at, rowid`,
    id,
  )

describe('a request that is sent back', () => {
  let scene = {} as FilingScene
  beforeAll(async () => {
    scene = await makeFilingScene()
  })
  const filed = () => file(scene.requester, scene.category.id, { title: 'Desk', amount: usd(500) })
  const sendBack = async (id: string, message = 'Add a quote') =>
    scene.approver.post(`/api/level-group-statuses/${(await blockIn(scene.approver, id)).id}/send-back`, { message })
  const answer = (client: Client, id: string, message?: string) =>
    client.post(`/api/approvals/INTAKE_SUBMISSION/${id}/answer-send-back`, { message })

  it('a request that was sent back waits for its requester, who sees why and can answer without changes', async () => {
    const { requester, approver } = scene
    const id = await filed()
    expect((await blockIn(approver, id)).canSendBack).toBe(true)
    expect(await sendBack(id)).toMatchObject({ status: 200, body: { status: 'PENDING' } })
    const seen = await approvals(requester, id)
    expect(seen).toMatchObject({ canAnswer: true, canWithdraw: true })
    expect(seen.levels[0].blocks[0]).toMatchObject({
      isAwaited: false,
      canRemind: false,
      workStatus: 'WAITING_ON_REQUESTER',
      sentBack: { message: 'Add a quote', by: { name: 'Abe Approver' } },
    })
    expect((await request(requester, id)).body.waitingFor).toMatchObject([
      { label: 'Abe Approver asked for changes', people: [{ name: 'Rita Requester' }] },
    ])
    const { body: mine } = await requester.get('/api/intake-submissions/needs-attention?filter=approver')
    expect(mine.find((item: { id: string }) => item.id === id).actions).toMatchObject([
      { label: 'Abe Approver asked for changes', sentBack: true },
    ])
    const { body: others } = await approver.get('/api/intake-submissions/needs-attention?filter=approver')
    expect(others.some((item: { id: string }) => item.id === id)).toBe(false)
    expect((await mailsOf(id)).at(-1)?.kinds).toContain('SENT_BACK')
    expect(await blockIn(approver, id)).toMatchObject({ canDecide: false, canTakeBack: true, canSendBack: false })
    expect((await answer(approver, id)).status).toBe(403)
    expect(await answer(requester, id, 'It is a gift')).toMatchObject({ status: 200, body: { status: 'PENDING' } })
    expect(await blockIn(approver, id)).toMatchObject({
      canDecide: true,
      isAwaited: true,
      sentBack: { ended: { how: 'UNCHANGED', message: 'It is a gift' } },
    })
    expect(await answer(requester, id)).toMatchObject({ status: 409, body: { reason: 'NOT_SENT_BACK' } })
  })

  it('an edit answers', async () => {
    const { requester, approver, category } = scene
    const id = await filed()
    await sendBack(id)
    const body = saveBody(category.id, { title: 'Desk and chair', amount: usd(600) }, { id, version: 1 })
    expect((await requester.post('/api/intake-submission', body)).status).toBe(200)
    expect(await blockIn(approver, id)).toMatchObject({ canDecide: true, sentBack: { ended: { how: 'EDITED' } } })
  })

  it('the sender undoes it', async () => {
    const id = await filed()
    await sendBack(id)
    const block = await blockIn(scene.approver, id)
    const url = `/api/level-group-statuses/${block.id}/take-back`
    expect((await scene.requester.post(url, {})).status).toBe(403)
    expect((await scene.approver.post(url, {})).status).toBe(200)
    expect((await blockIn(scene.approver, id)).canDecide).toBe(true)
  })

  it('an approver without a message sends nothing back', async () => {
    const answer = await sendBack(await filed(), '  ')
    expect(answer).toMatchObject({ status: 400, body: { fields: { message: expect.any(String) } } })
  })
})

describe('a request that is withdrawn', () => {
  let scene = {} as FilingScene
  beforeAll(async () => {
    scene = await makeFilingScene()
  })
  const withdraw = (client: Client, id: string, kind = 'INTAKE_SUBMISSION') =>
    client.post(`/api/approvals/${kind}/${id}/withdraw`, { message: 'Bought elsewhere' })

  it('a withdrawn request is found by its status, and only its requester submits it again', async () => {
    const { requester, approver, admin, category } = scene
    const id = await file(requester, category.id, { title: 'Lamp', amount: usd(500) })
    expect((await withdraw(admin, id)).status).toBe(403)
    expect((await withdraw(approver, id)).status).toBe(403)
    expect(await withdraw(requester, id)).toMatchObject({ status: 200, body: { status: 'WITHDRAWN' } })
    expect((await request(requester, id)).body).toMatchObject({
      status: 'WITHDRAWN',
      waitingFor: [],
      canEdit: true,
      canRestart: true,
      lastAuditLogMessage: 'Rita Requester withdrew the request',
    })
    expect((await request(admin, id)).body).toMatchObject({ canEdit: false, canRestart: false })
    const listed = await requester.get('/api/intake-submissions?filter=ALL&status=WITHDRAWN')
    expect(listed.body.edges.map((edge: { node: { id: string } }) => edge.node.id)).toContain(id)
    const csv = await requester.get('/api/download-intake-submissions?filter=ALL&status=WITHDRAWN')
    expect(String(csv.body)).toContain('Withdrawn')
    expect(await withdraw(requester, id)).toMatchObject({ status: 409, body: { reason: 'REQUEST_CLOSED' } })
    const again = saveBody(category.id, { title: 'Lamp again', amount: usd(500) }, { id, version: 1 })
    expect((await admin.post('/api/intake-submission', again)).status).toBe(403)
    expect((await requester.post('/api/intake-submission', again)).status).toBe(200)
    expect((await request(requester, id)).body).toMatchObject({ status: 'PENDING', run: 2, title: 'Lamp again' })
  })

  it('a draft is not withdrawn, and nothing of an unknown kind is', async () => {
    const { requester, category } = scene
    const body = saveBody(category.id, { title: 'Later' }, { isDraft: true })
    const { id } = (await requester.post('/api/intake-submission', body)).body
    expect((await withdraw(requester, id)).status).toBe(404)
    expect((await withdraw(requester, id, 'BANANA')).status).toBe(404)
  })
})

describe('a spend request', () => {
  it('a spend request can be sent back, answered and withdrawn', async () => {
    const scene = await spend.makeSpendScene()
    const { requester, approver, people } = scene
    await spend.addRuleSet(scene.company, { levels: [spend.always('Finance', people.approver.userId)] })
    const id = await spend.file(scene)
    const [block] = await spend.blocksOf(approver, id)
    const sent = await approver.post(`/api/level-group-statuses/${block.id}/send-back`, { message: 'Shorter term' })
    expect(sent.status).toBe(200)
    expect((await spend.read(requester, id)).waitingFor).toMatchObject([{ label: 'Paul Approver asked for changes' }])
    const { body: waiting } = await requester.get('/api/spend-requests/needs-attention?filter=approver')
    expect(waiting).toMatchObject([{ id, actions: ['Paul Approver asked for changes'] }])
    expect((await requester.post(`/api/approvals/SPEND_REQUEST/${id}/answer-send-back`, {})).status).toBe(200)
    expect((await spend.blocksOf(approver, id))[0]).toMatchObject({ canDecide: true })
    const withdrawn = await requester.post(`/api/approvals/SPEND_REQUEST/${id}/withdraw`, {})
    expect(withdrawn).toMatchObject({ status: 200, body: { status: 'WITHDRAWN' } })
    expect(await spend.read(requester, id)).toMatchObject({ status: 'WITHDRAWN', canEdit: true, canRestart: true })
    expect(await spend.read(scene.admin, id)).toMatchObject({ canEdit: false, canModify: false, canRestart: false })
    expect((await requester.post(`/api/spend-requests/${id}/restart`, {})).body.status).toBe('PENDING')
  })
})
