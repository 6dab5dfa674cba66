import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { API_KEY_CALLS, API_KEY_WINDOW_MS } from '../../../../schema/platform/api-keys/endpoints.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { sha256Hex } from '../../../../worker/core/hash.ts'
import { type FilingScene, makeFilingScene } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { statementsOf } from '../../../support/worker/query-plans.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, KeyClient, signIn, type TestPerson } from '../../../support/worker/world.ts'

const KEYS = '/api/api-keys'

let scene: FilingScene
let maker: TestPerson
let admin: Client
beforeAll(async () => {
  scene = await makeFilingScene()
  maker = await scene.company.addPerson({ name: 'Mia Maker', flags: ['hasAdminAccess', 'hasApprovalBypassAccess'] })
  admin = await signIn(scene.company, maker)
})

const make = async (name = `key-${newId().slice(-12)}`) => {
  const { body } = await admin.post(KEYS, { name })
  return { id: body.id as string, name, client: new KeyClient(body.key) }
}
const listed = async (id: string) => (await admin.get(KEYS)).body.find((key: { id: string }) => key.id === id)
const keyRow = async (id: string) => (await rows('SELECT * FROM api_keys WHERE id = ?', id))[0]

describe('an API key', () => {
  it('a key is shown once: only its hash is stored, and the list shows how it begins', async () => {
    const { id, name, client } = await make()
    expect(client.key).toMatch(/^olk_[\w-]{43}$/)
    expect(await keyRow(id)).toMatchObject({ key_hash: sha256Hex(client.key), prefix: client.key.slice(0, 10) })
    expect(await listed(id)).toEqual({
      id,
      name,
      prefix: client.key.slice(0, 10),
      createdAt: expect.any(String),
      lastUsed: null,
      enabled: true,
      expiresAt: expect.any(String),
      scopes: {
        REQUESTS: 'WRITE',
        VENDORS: 'WRITE',
        PAYMENTS: 'WRITE',
        PLANNING: 'WRITE',
        DOCUMENTS: 'WRITE',
        COMPANY: 'WRITE',
      },
      createdByUser: { id: maker.userId, firstName: 'Mia', lastName: 'Maker', email: maker.email, disabled: false },
    })
    for (const table of ['audit_log', 'command_results', 'outbox', 'api_keys']) {
      const found = await rows(`SELECT * FROM ${table} WHERE company_id = ?`, scene.company.id)
      expect(JSON.stringify(found)).not.toContain(client.key)
    }
  })

  it.each(['', ' ', 'with spaces', 'under_score', 'ümlaut', 'x'.repeat(33), 'dot.'])(
    'a key can’t be named "%s"',
    async (name) => {
      expect(await admin.post(KEYS, { name })).toMatchObject({ status: 400, body: { fields: { name: /\S/ } } })
    },
  )

  it('a key has a unique name in the company, ignoring case, and revoking it frees the name', async () => {
    const { id } = await make('ERP-sync')
    expect(await admin.post(KEYS, { name: 'erp-SYNC' })).toMatchObject({
      status: 400,
      body: { fields: { name: 'Another API key has this name' } },
    })
    await admin.call('DELETE', `${KEYS}/${id}`)
    expect((await admin.post(KEYS, { name: 'erp-SYNC' })).status).toBe(200)
  })

  it('a key calls /api/ for its creator, without cookies or a page’s origin', async () => {
    const { client } = await make()
    const answer = await client.call('POST', '/api/groups', {
      body: { name: newId() },
      headers: { Origin: 'https://a.test' },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect((await client.get('/api/intake-submissions?filter=ALL')).status).toBe(200)
  })

  it('a key doesn’t open GraphQL, the session or the list of keys, with any cookie', async () => {
    const { client } = await make()
    const withCookie = { Cookie: admin.cookie ?? '' }
    for (const headers of [{}, withCookie]) {
      expect((await client.call('GET', '/jwt-data', { headers })).status).toBe(401)
      const graphql = await client.call('POST', '/graphql', { body: { query: '{ sessionData { userId } }' }, headers })
      expect(graphql.status).toBe(401)
      expect((await client.call('GET', KEYS, { headers })).status).toBe(403)
      expect((await client.call('POST', KEYS, { body: { name: 'more' }, headers })).status).toBe(403)
    }
    const delegate = await client.post('/api/current-user/delegate-approvers', { userId: scene.people.approver.userId })
    expect(delegate).toMatchObject({ status: 403, body: { reason: 'API_KEY' } })
  })

  it('an unknown, disabled or revoked key doesn’t work and gets a 401', async () => {
    const { id, client } = await make()
    const status = async (of: Client = client) => (await of.get('/api/current-company')).status
    expect(await status(new KeyClient('olk_unknown'))).toBe(401)
    expect(await status()).toBe(200)
    await admin.call('PUT', `${KEYS}/${id}/enabled`, { body: { enabled: false } })
    const refused = await client.get('/api/current-company')
    expect(refused).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED', reason: 'API_KEY' } })
    expect(refused.headers.get('WWW-Authenticate')).toMatch(/^Bearer/)
    await admin.call('PUT', `${KEYS}/${id}/enabled`, { body: { enabled: true } })
    expect(await status()).toBe(200)
    await admin.call('DELETE', `${KEYS}/${id}`)
    expect(await status()).toBe(401)
    const again = await admin.call('PUT', `${KEYS}/${id}/enabled`, { body: { enabled: true } })
    expect(again.status).toBe(404)
  })

  it('a key has the rights its creator had when it was made and still has, and none once they are disabled', async () => {
    const { client } = await make()
    const flag = (name: string, value: number) =>
      run(`UPDATE company_memberships SET ${name} = ? WHERE user_id = ?`, value, maker.userId)
    const rights = async () => (await client.get('/api/current-permissions')).body
    await flag('has_payments_access', 1)
    expect(await rights()).toMatchObject({
      hasAdminAccess: true,
      hasApprovalBypassAccess: true,
      hasPaymentsAccess: false,
      isInternalStaff: false,
    })
    await flag('has_admin_access', 0)
    expect(await rights()).toMatchObject({ hasAdminAccess: false, hasApprovalBypassAccess: true })
    expect((await client.get('/api/groups')).status).toBe(403)
    await flag('has_admin_access', 1)
    await run('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?', maker.userId)
    expect((await client.get('/api/groups')).status).toBe(401)
    const other = await signIn(scene.company, await scene.company.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await other.get(KEYS)).body[0].createdByUser.disabled).toBe(true)
    await run('UPDATE company_memberships SET disabled_at = NULL WHERE user_id = ?', maker.userId)
  })

  it('a key can’t act for people who delegate to its creator', async () => {
    await scene.approver.post('/api/current-user/delegate-approvers', { userId: maker.userId, note: '' })
    const id = await file(scene.requester, scene.category.id, { title: 'Delegated' })
    const { client } = await make()
    const attention = '/api/intake-submissions/needs-attention?filter=approver'
    const shown = async (of: Client) => (await of.get(attention)).body.map((row: { id: string }) => row.id)
    expect(await shown(admin)).toContain(id)
    expect(await shown(client)).not.toContain(id)
    await scene.approver.call('DELETE', `/api/current-user/delegate-approvers/${maker.userId}`)
  })

  it('changes made with a key name the key and its creator in the history, and the chain stays intact', async () => {
    const { id, client } = await make()
    const group = (await client.post('/api/groups', { name: newId() })).body.id
    const request = await file(client, scene.category.id, { title: 'By a program' })
    for (const target of [group, request]) {
      const found = await rows('SELECT actor_user_id, api_key_id FROM audit_log WHERE target_id = ?', target)
      expect(found.length).toBeGreaterThan(0)
      expect(found).toContainEqual({ actor_user_id: maker.userId, api_key_id: id })
    }
    const history = (await admin.get(`/api/audit-logs?targetType=GROUP&targetId=${group}`)).body.edges[0].node
    expect(history).toMatchObject({ user: { id: maker.userId }, apiKey: { id, name: expect.any(String) } })
    expect((await admin.post('/api/audit-logs/verify')).body).toMatchObject({ ok: true })
  })

  it('an admin viewing as another one can’t see or change keys', async () => {
    const { id } = await make()
    const other = await scene.company.addPerson({ flags: ['hasAdminAccess'] })
    const viewing = await signIn(scene.company, other, maker.userId)
    const answers = [
      await viewing.get(KEYS),
      await viewing.post(KEYS, { name: 'viewed' }),
      await viewing.call('DELETE', `${KEYS}/${id}`),
      await viewing.call('PUT', `${KEYS}/${id}/enabled`, { body: { enabled: false } }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403, 403])
  })
})

describe('the calls of an API key', () => {
  const now = () => Math.floor(Date.now() / API_KEY_WINDOW_MS) * API_KEY_WINDOW_MS

  it('counting calls needs no extra round trip, and the count is stored after the answer', async () => {
    const { id, client } = await make()
    const statements = await statementsOf(() => client.get('/api/current-company'))
    expect(statements.length).toBe(1)
    await vi.waitFor(async () => expect((await listed(id)).lastUsed).not.toBeNull(), { timeout: 5_000 })
    const first = (await keyRow(id)) as { last_used_at: number; window_count: number }
    expect(first.window_count).toBe(1)
    for (let i = 0; i < 5; i++) await client.get('/api/current-company')
    expect(await keyRow(id)).toMatchObject(first)
  })

  it('each answer says how many calls are left, and calls beyond the limit get a 429 until the window ends', async () => {
    const { id, client } = await make()
    await run('UPDATE api_keys SET window_start = ?, window_count = ? WHERE id = ?', now(), API_KEY_CALLS - 1, id)
    const last = await client.get('/api/current-company')
    expect(last.status).toBe(200)
    expect(last.headers.get('RateLimit-Limit')).toBe('600')
    expect(last.headers.get('RateLimit-Remaining')).toBe('0')
    await run('UPDATE api_keys SET window_start = ?, window_count = ? WHERE id = ?', now(), API_KEY_CALLS, id)
    const refused = await client.get('/api/current-company')
    expect(refused).toMatchObject({ status: 429, body: { code: 'LIMITED', reason: 'RATE_LIMITED' } })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    await run('UPDATE api_keys SET window_start = ? WHERE id = ?', now() - API_KEY_WINDOW_MS, id)
    expect((await client.get('/api/current-company')).status).toBe(200)
  })

  it('a repeated command id gets the same answer and changes nothing twice', async () => {
    const { client } = await make()
    const commandId = newId()
    const body = { name: newId() }
    const first = await client.post('/api/groups', body, commandId)
    expect(await client.post('/api/groups', body, commandId)).toMatchObject({ status: 200, body: first.body })
    const { results } = await env.DB.prepare('SELECT 1 FROM groups WHERE name = ?').bind(body.name).all()
    expect(results.length).toBe(1)
  })
})
