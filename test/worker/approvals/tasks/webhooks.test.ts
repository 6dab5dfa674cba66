import { beforeAll, describe, expect, it } from 'vitest'
import type { WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import { hmacHex } from '../../../../worker/core/hash.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { file, makeCategory, rule } from '../../../support/worker/intake.ts'
import { standIn } from '../../../support/worker/outside.ts'
import { run } from '../../../support/worker/sessions.ts'
import { makeTaskScene, type TaskScene } from '../../../support/worker/task-scene.ts'
import { hook } from '../../../support/worker/webhooks.ts'

let scene: TaskScene

beforeAll(async () => {
  scene = await makeTaskScene()
})

const url = (id: string, path: string) => `/api/intake-submission/${id}/${path}`

let serial = 0
/** A separate host for each test: how it answers, and what it was sent. */
const target = (
  answer: (request: Request, signal: AbortSignal | null) => Response | Promise<Response>,
  addresses?: string[],
) => {
  const host = `hooks-${serial++}.acme-tools.com`
  const sent: { headers: Headers; body: string }[] = []
  standIn(host, {
    ...(addresses && { addresses }),
    answer: async (request, signal) => {
      sent.push({ headers: request.headers, body: await request.clone().text() })
      return answer(request, signal)
    },
  })
  return { url: `https://${host}/outlay`, sent }
}

const withHook = async (address: string, more: Partial<WorkflowRule> = {}) => {
  const legal = rule('legal', { approverUserIds: [scene.idOf('bea')] })
  const category = await makeCategory(scene.as.ada, {
    levels: [[legal], [hook('hook', { approverUserIds: [scene.idOf('abe')], ...more }, address)]],
  })
  const id = await file(scene.as.rita, category.id, { title: 'Laptops', kind: 'renewal', reason: 'They are old' })
  const decision = { status: 'APPROVED', levelGroupStatusId: (await scene.blockOf(id, 'legal')).id, seenVersion: 1 }
  expect((await scene.as.bea.post(url(id, 'status'), decision)).status).toBe(200)
  return id
}

describe('a webhook', () => {
  it('a webhook is sent signed when its level opens, with readable answers, and completes the request', async () => {
    const { url: address, sent } = target(() => Response.json({ taken: true }))
    const fields = [
      { key: 'kind', value: '', questionId: 'kind' },
      { key: 'source', value: 'Outlay', questionId: null },
      { key: 'due', value: '', questionId: 'due' },
    ]
    const id = await withHook(address, { settings: { webhook: { url: address, fields } } })
    expect(await scene.blockOf(id, 'hook')).toMatchObject({ automatic: { state: 'QUEUED' } })
    expect(await scene.carryOut(id)).toBeNull()
    const [request] = sent
    const body = request?.body
    expect(JSON.parse(body ?? '')).toMatchObject({
      event: 'request.webhook',
      request: { id, title: 'Laptops', url: `https://outlay.test/intake-request/${id}`, requestor: { name: 'Rita P' } },
      fields: { kind: 'Renewal', source: 'Outlay', due: null },
    })
    const { secret } = (await scene.as.ada.post('/api/webhook-tasks/signing-secret/reveal')).body
    const signed = `${request?.headers.get('Outlay-Timestamp')}.${body}`
    expect(request?.headers.get('Outlay-Signature')).toBe(`v1=${await hmacHex(secret, signed)}`)
    const block = await scene.blockOf(id, 'hook')
    expect(block).toMatchObject({
      status: 'APPROVED',
      automatic: { state: 'SUCCEEDED', result: { responseStatusCode: 200 } },
    })
    expect((await scene.as.ada.get(`/api/intake-submission/${id}`)).body.status).toBe('APPROVED')
    const deliveries = (await scene.as.rita.get(`/api/webhook-tasks/${block.id}/deliveries`)).body
    expect(deliveries).toMatchObject([{ url: address, requestBody: body, responseBody: '{"taken":true}', error: null }])
  })

  it('a webhook is signed with both secrets for a day after a rotation, then with the new one alone', async () => {
    const secret = async () => (await scene.as.ada.post('/api/webhook-tasks/signing-secret/reveal')).body.secret
    const before = await secret()
    const rotated = await scene.as.ada.post('/api/webhook-tasks/signing-secret/rotate')
    expect(rotated.body).toEqual({ rotatedAt: expect.any(String), oldValidUntil: expect.any(String) })
    expect(Date.parse(rotated.body.oldValidUntil) - Date.parse(rotated.body.rotatedAt)).toBe(86_400_000)
    const after = await secret()
    expect(after).not.toBe(before)
    const signatures = async () => {
      const { url: address, sent } = target(() => new Response('ok'))
      await scene.carryOut(await withHook(address))
      const signed = `${sent[0]?.headers.get('Outlay-Timestamp')}.${sent[0]?.body}`
      return {
        header: sent[0]?.headers.get('Outlay-Signature'),
        old: `v1=${await hmacHex(before, signed)}`,
        new: `v1=${await hmacHex(after, signed)}`,
      }
    }
    const first = await signatures()
    expect(first.header).toBe(`${first.new},${first.old}`)
    await run('UPDATE connection_credentials SET valid_until = valid_until - 86400000')
    const later = await signatures()
    expect(later.header).toBe(later.new)
    const { body } = await scene.as.ada.get('/api/audit-logs/company?targetType=COMPANY')
    const messages = body.edges.map(({ node }: { node: { message: string } }) => node.message)
    expect(messages).toEqual(
      expect.arrayContaining(['Viewed the webhook signing secret', 'Rotated the webhook signing secret']),
    )
  })

  it('a webhook sent twice has the same id, and the request changes once', async () => {
    const { url: address, sent } = target(() => new Response('ok'))
    const id = await withHook(address)
    await Promise.all([scene.carryOut(id), scene.carryOut(id)])
    await scene.carryOut(id, 2)
    expect(new Set(sent.map((request) => request.headers.get('Outlay-Webhook-Id'))).size).toBe(1)
    expect((await scene.blockOf(id, 'hook')).automatic).toMatchObject({ state: 'SUCCEEDED', attempts: 1 })
  })

  it('a webhook answered with 500 is retried, and fails with the last answer', async () => {
    const { url: address, sent } = target(() => new Response('Out of order', { status: 500 }))
    const id = await withHook(address)
    for (let attempt = 1; attempt < 6; attempt++) {
      expect(await scene.carryOut(id, attempt)).toBe('The target answered 500')
      expect((await scene.blockOf(id, 'hook')).automatic.state).toBe('RUNNING')
    }
    expect(await scene.carryOut(id, 6)).toBeNull()
    expect(sent).toHaveLength(6)
    const block = await scene.blockOf(id, 'hook')
    expect(block.automatic).toMatchObject({ state: 'FAILED', error: 'The target answered 500. Tried 6 times.' })
    const deliveries = (await scene.as.abe.get(`/api/webhook-tasks/${block.id}/deliveries`)).body
    expect(deliveries).toHaveLength(6)
    expect(deliveries[0]).toMatchObject({ responseStatusCode: 500, responseBody: 'Out of order' })
    const list = async (query: string) =>
      (await scene.as.abe.get(`/api/webhook-tasks/${block.id}/deliveries${query}`)).body.map(
        (delivery: { id: string }) => delivery.id,
      )
    const ids = deliveries.map((delivery: { id: string }) => delivery.id)
    expect([await list('?first=4'), await list(`?first=4&before=${ids[3]}`)]).toEqual([ids.slice(0, 4), ids.slice(4)])
  })

  it('a webhook that hangs is given up after ten seconds', { timeout: 20_000 }, async () => {
    const { url: address } = target(
      (_, signal) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    const id = await withHook(address)
    expect(await scene.carryOut(id)).toBe('The target did not answer within 10 seconds')
  })

  it.each([
    [
      'redirects',
      () => Response.redirect('https://169.254.169.254/', 302),
      undefined,
      /302: redirects are not followed/,
    ],
    ['answers 404', () => new Response('no', { status: 404 }), undefined, /answered 404/],
    ['resolves to a private address', () => new Response('ok'), ['10.0.0.7'], /must be public/],
    ['has one private address among others', () => new Response('ok'), ['93.184.215.14', 'fd00::1'], /must be public/],
    ['has no address', () => new Response('ok'), [], /does not exist/],
  ])('a webhook whose target %s fails at once', async (_, answer, addresses, error) => {
    const { url: address, sent } = target(answer, addresses)
    const id = await withHook(address)
    expect(await scene.carryOut(id)).toBeNull()
    expect((await scene.blockOf(id, 'hook')).automatic).toMatchObject({
      state: 'FAILED',
      error: expect.stringMatching(error),
    })
    expect(sent).toHaveLength(addresses ? 0 : 1)
  })

  it('a target that becomes private during the call is refused, and its answer is ignored', async () => {
    const { url: address, sent } = target(() => {
      standIn(new URL(address).host, { addresses: ['93.184.215.14', '10.0.0.7'] })
      return new Response('inner secrets')
    })
    const id = await withHook(address)
    expect(await scene.carryOut(id)).toBeNull()
    const block = await scene.blockOf(id, 'hook')
    expect(block.automatic).toMatchObject({
      state: 'FAILED',
      error: expect.stringMatching(/must be public/),
    })
    expect(sent).toHaveLength(1)
    const [delivery] = (await scene.as.abe.get(`/api/webhook-tasks/${block.id}/deliveries`)).body
    expect(delivery).toMatchObject({ responseStatusCode: null, responseBody: null })
  })

  it('a target that moves to another public address during the call is accepted', async () => {
    const { url: address } = target(() => {
      standIn(new URL(address).host, { addresses: ['93.184.215.99'] })
      return new Response('ok')
    })
    const id = await withHook(address)
    expect(await scene.carryOut(id)).toBeNull()
    expect((await scene.blockOf(id, 'hook')).status).toBe('APPROVED')
  })

  it('no more of an answer is read than is kept', async () => {
    const { url: address } = target(() => new Response('x'.repeat(300_000)))
    const id = await withHook(address)
    expect(await scene.carryOut(id)).toBeNull()
    const block = await scene.blockOf(id, 'hook')
    expect(block.automatic.result.responseBody).toHaveLength(2000)
    const [delivery] = (await scene.as.abe.get(`/api/webhook-tasks/${block.id}/deliveries`)).body
    expect(delivery.responseBody).toHaveLength(64 * 1024)
  })

  it('a failed webhook can be retried by its people', async () => {
    let status = 400
    const { url: address } = target(() => new Response('', { status }))
    const id = await withHook(address)
    await scene.carryOut(id)
    const { id: blockId, canRetry } = await scene.blockOf(id, 'hook')
    expect(canRetry).toBe(true)
    status = 204
    expect((await scene.as.rita.post(`/api/level-group-statuses/${blockId}/retry`)).status).toBe(403)
    expect((await scene.as.abe.post(`/api/level-group-statuses/${blockId}/retry`)).status).toBe(200)
    expect(await scene.carryOut(id)).toBeNull()
    expect(await scene.blockOf(id, 'hook')).toMatchObject({ status: 'APPROVED' })
  })

  it('a failed webhook can be sent by hand to another address, and problems there are shown', async () => {
    const { url: address } = target(() => new Response('', { status: 410 }))
    const id = await withHook(address)
    await scene.carryOut(id)
    const { id: blockId } = await scene.blockOf(id, 'hook')
    const complete = (to: string) =>
      scene.as.abe.post(`/api/webhook-tasks/${blockId}/complete`, {
        url: to,
        fields: [{ key: 'plan', value: 'Small' }],
      })
    const bad = target(() => new Response('', { status: 503 }))
    const refused = await complete(bad.url)
    expect([refused.status, refused.body.message]).toEqual([502, 'The target answered 503'])
    expect((await scene.blockOf(id, 'hook')).automatic).toMatchObject({
      state: 'FAILED',
      error: 'The target answered 503',
    })
    expect(Object.keys(fieldsOf(await complete('https://10.0.0.1/')) ?? {})).toEqual(['url'])
    const good = target(() => new Response('thanks'))
    expect((await complete(good.url)).body).toMatchObject({ responseStatusCode: 200, responseBody: 'thanks' })
    expect(JSON.parse(good.sent[0]?.body ?? '').fields).toEqual({ plan: 'Small' })
    expect(await scene.blockOf(id, 'hook')).toMatchObject({ status: 'APPROVED' })
    expect((await complete(good.url)).status).toBe(409)
  })

  it('a webhook of a request archived since is not sent', async () => {
    const { url: address, sent } = target(() => new Response('ok'))
    const id = await withHook(address)
    await scene.as.rita.call('PUT', url(id, 'archived'), { body: { archived: true } })
    expect(await scene.carryOut(id)).toBeNull()
    expect(sent).toEqual([])
  })
})
