import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Database } from '../../../../worker/core/database.ts'
import { connectedCompanies } from '../../../../worker/features/platform/accounting/index.ts'
import type { Netsuite } from '../../../../worker/local/host/stand-ins/netsuite/index.ts'
import { workOn } from '../../../support/worker/made-books.ts'
import { netsuiteThere, TOKENS } from '../../../support/worker/netsuite-there.ts'
import { consent, quickbooksThere, REALM } from '../../../support/worker/quickbooks-there.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

const at = (now: number) => ({ db: new Database(env.DB, 'first-primary'), clock: { now: () => now } })

let company: TestCompany
let admin: Client
let netsuite: Netsuite

beforeEach(async () => {
  netsuite = netsuiteThere()
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
})

const CONNECT = `mutation Connect($consumerKey: String!, $consumerSecret: String!, $token: String!, $tokenSecret: String!,
  $realmId: String!) { upsertAccountingSystemToken(consumerKey: $consumerKey, consumerSecret: $consumerSecret,
  token: $token, tokenSecret: $tokenSecret, realmId: $realmId) { id } }`
const connect = async (more: Partial<typeof TOKENS> = {}) => (await admin.graphql(CONNECT, { ...TOKENS, ...more })).body
const connected = async (): Promise<string> => (await connect()).data.upsertAccountingSystemToken.id

const lastUse = async () =>
  (await admin.graphql('{ integrationsPage { erpIntegrations { id lastUsedAt } } }')).body.data.integrationsPage
    .erpIntegrations

const status = async () => (await admin.get('/api/get-sync-status')).body
/** The queue would begin it, too. */
const ended = () =>
  vi.waitFor(
    async () => {
      await workOn(company.id, Date.now())
      const job = await status()
      if (!job || job.status === 'SYNCING') throw new Error(`Not yet: ${JSON.stringify(job?.error)}`)
      return job
    },
    { timeout: 20_000, interval: 100 },
  )

describe('connecting NetSuite with tokens', () => {
  it('the connection is tried, and its books are read', async () => {
    const id = await connected()
    expect(await lastUse()).toEqual([{ id, lastUsedAt: null }])
    expect((await admin.get('/api/accounting')).body).toMatchObject({
      step: 'DEPARTMENT_MAPPING',
      connection: { id, system: 'NETSUITE', accountId: TOKENS.realmId, state: 'CONNECTED', error: null },
    })
    const job = await ended()
    expect(job).toMatchObject({ status: 'COMPLETE', error: null })
    expect(await lastUse()).toEqual([{ id, lastUsedAt: job.finishedAt }])
    const [{ lines = 0 } = {}] = await rows<{ lines: number }>(
      'SELECT COUNT(*) AS lines FROM transactions WHERE company_id = ?',
      company.id,
    )
    expect(lines).toBeGreaterThan(100)
    expect((await admin.get('/api/current-company')).body).toMatchObject({
      isErpLinked: true,
      erpIntegrationType: 'NETSUITE',
    })
    expect(
      (await admin.graphql('{ applicationConfiguration { actualsStep hasErpClassifications taxCodesEnabled } }')).body
        .data.applicationConfiguration,
    ).toEqual({ actualsStep: 'DEPARTMENT_MAPPING', hasErpClassifications: true, taxCodesEnabled: true })
  })

  it('tokens that NetSuite refuses change nothing, and its reason is shown', async () => {
    const { errors } = await connect({ tokenSecret: 'another' })
    expect(errors[0].message).toMatch(/^NetSuite refused the login\. It doesn’t say which part is wrong/)
    expect(errors[0].extensions.fields).toEqual({ tokenSecret: errors[0].message })
    expect((await admin.get('/api/accounting')).body).toMatchObject({ step: 'LOGIN', connection: null })
    expect(await rows('SELECT 1 FROM connection_credentials WHERE company_id = ?', company.id)).toEqual([])
    expect((await admin.get('/api/current-company')).body).toMatchObject({
      isErpLinked: false,
      erpIntegrationType: null,
    })
  })

  it('an account that can’t be one is refused beside its field', async () => {
    const { status: code, body } = await admin.post('/api/accounting/netsuite', { ...TOKENS, realmId: 'a/b' })
    expect([code, Object.keys(body.fields ?? body.error?.fields ?? {})]).toEqual([400, ['realmId']])
    expect(netsuite.asked).toEqual([])
  })

  it('no secret is in an answer, a row of the database, or the log of the company', async () => {
    await connected()
    await ended()
    const secrets = [TOKENS.consumerSecret, TOKENS.tokenSecret]
    const tables = await rows<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND sql LIKE '%`company_id`%'",
    )
    const texts = await Promise.all(
      tables.map(async ({ name }) =>
        JSON.stringify(await rows(`SELECT * FROM ${name} WHERE company_id = ?`, company.id)),
      ),
    )
    const answers = await Promise.all(
      ['/api/accounting', '/api/sync-runs', '/api/audit-logs/company'].map(async (path) =>
        JSON.stringify((await admin.get(path)).body),
      ),
    )
    const all = [...texts, ...answers].join('')
    expect(all).toContain(TOKENS.realmId)
    for (const secret of secrets) expect(all).not.toContain(secret)
  })

  it('the history says who connected it', async () => {
    await connected()
    const [entry] = await rows<{ action: string; message: string }>(
      "SELECT action, message FROM audit_log WHERE company_id = ? AND action = 'accounting.connected'",
      company.id,
    )
    expect(entry?.message).toMatch(/^Connected NetSuite \(.+\)$/)
  })
})

describe('connecting NetSuite with a certificate', () => {
  const certified = (more: Record<string, string> = {}) =>
    admin.post('/api/accounting/netsuite/certificate', {
      realmId: TOKENS.realmId,
      ...netsuite.credentials.makeCertificate(),
      ...more,
    })

  it('its books are read, and the key is kept nowhere in readable form', async () => {
    const certificate = netsuite.credentials.makeCertificate()
    expect(await certified(certificate)).toMatchObject({ status: 200 })
    expect(await ended()).toMatchObject({ status: 'COMPLETE', error: null })
    expect((await admin.get('/api/accounting')).body.connection).toMatchObject({
      system: 'NETSUITE',
      accountId: TOKENS.realmId,
      state: 'CONNECTED',
    })
    const kept = await rows('SELECT * FROM connection_credentials WHERE company_id = ?', company.id)
    expect(kept).toHaveLength(1)
    const [, line = ''] = certificate.privateKey.split('\n')
    expect(line.length).toBeGreaterThan(30)
    expect(JSON.stringify(kept)).not.toContain(line)
  })

  it('a certificate that NetSuite doesn’t know and a key that is none are said beside the key', async () => {
    for (const wrong of [{ certificateId: 'another' }, { privateKey: 'no key' }] as Record<string, string>[]) {
      const { status: code, body } = await certified(wrong)
      expect([code, Object.keys(body.fields ?? {})]).toEqual([422, ['privateKey']])
    }
    expect((await admin.get('/api/accounting')).body.connection).toBeNull()
  })

  it('a company that reads by SOAP is asked for tokens', async () => {
    await run(
      `UPDATE companies SET flags = json_set(flags, '$.netsuiteSoapEnabled', json('true')) WHERE id = ?`,
      company.id,
    )
    const { status: code, body } = await certified()
    expect([code, body.reason]).toEqual([422, 'NEEDS_TOKENS'])
    expect(netsuite.asked).toEqual([])
  })

  it('tokens in place of a certificate continue the same connection', async () => {
    const { body } = await certified()
    await ended()
    expect(await connected()).toBe(body.id)
    await ended()
  })
})

describe('what follows', () => {
  it('the same account connected again keeps what was mapped, and continues a refused connection', async () => {
    const id = await connected()
    await ended()
    await run("UPDATE erp_objects SET vendor_id = 'mine' WHERE company_id = ? AND kind = 'VENDOR'", company.id)
    await run("UPDATE erp_connections SET state = 'REFUSED', error = 'Gone' WHERE id = ?", id)
    expect((await admin.graphql('{ actualsStep }')).body.data).toEqual({ actualsStep: 'LOGIN' })
    expect(await connected()).toBe(id)
    await ended()
    const [{ mapped = 0 } = {}] = await rows<{ mapped: number }>(
      "SELECT COUNT(*) AS mapped FROM erp_objects WHERE company_id = ? AND vendor_id = 'mine'",
      company.id,
    )
    expect(mapped).toBeGreaterThan(0)
    expect((await admin.get('/api/accounting')).body.connection).toMatchObject({ state: 'CONNECTED', error: null })
  })

  it('another account needs the first one disconnected', async () => {
    await connected()
    const { errors } = await connect({ realmId: 'OTHER_1' })
    expect(errors[0].message).toMatch(/Disconnect it first\.$/)
  })

  it('a disconnected system is asked nothing any more, and its secret is gone', async () => {
    const id = await connected()
    await ended()
    netsuite.asked.length = 0
    expect((await admin.call('DELETE', `/api/accounting/${id}`)).status).toBe(200)
    expect(await rows('SELECT 1 FROM connection_credentials WHERE company_id = ?', company.id)).toEqual([])
    const { status: code, body } = await admin.post('/api/create-sync-job')
    expect([code, body.error?.message ?? body.message]).toEqual([422, 'Connect an accounting system first.'])
    expect(netsuite.asked).toEqual([])
    expect((await admin.get('/api/current-company')).body).toMatchObject({ isErpLinked: false })
    const [{ lines = 0 } = {}] = await rows<{ lines: number }>(
      'SELECT COUNT(*) AS lines FROM transactions WHERE company_id = ?',
      company.id,
    )
    expect(lines).toBeGreaterThan(100)
  })

  it('a run that is asked for while one is open is that one', async () => {
    await connected()
    const [first, second] = await Promise.all([admin.post('/api/create-sync-job'), admin.post('/api/create-sync-job')])
    expect(first.body.id).toBe(second.body.id)
    const job = await ended()
    const { data } = (
      await admin.graphql(
        '{ syncMetadata(count: 5, includeIncompleteSyncs: true) { id status counts { what count } } }',
      )
    ).body
    expect(data.syncMetadata).toHaveLength(1)
    expect(data.syncMetadata[0]).toMatchObject({ id: job.id, status: 'COMPLETE' })
  })

  it('the wizard ends with the run that its last step starts', async () => {
    await connected()
    await ended()
    expect((await admin.call('PUT', '/api/accounting/step', { body: { step: 'SYNCING' } })).body).toEqual({
      step: 'SYNCING',
    })
    await ended()
    await vi.waitFor(
      async () => expect((await admin.graphql('{ actualsStep }')).body.data).toEqual({ actualsStep: 'COMPLETE' }),
      { timeout: 20_000, interval: 100 },
    )
  })

  it('platform staff and admins start a run of the company they are in, and of no other', async () => {
    await connected()
    await ended()
    const trigger = (companyId: string) =>
      admin.graphql('mutation T($companyId: ID!) { triggerErpSync(companyId: $companyId) { id } }', { companyId })
    const own = (await trigger(company.id)).body
    expect(own.data.triggerErpSync.id).toBe((await status()).id)
    const other = await makeCompany()
    expect((await trigger(other.id)).body.errors[0].extensions.code).toBe('NOT_FOUND')
    await ended()
  })
})

describe('every night', () => {
  it('a company is read from the first night after connecting on, not at once a second time', async () => {
    const id = await connected()
    await ended()
    const day = 24 * 60 * 60 * 1000
    const scheduled = async (now: number) => (await connectedCompanies(at(now), 'NETSUITE')).includes(company.id)
    const [{ connected_at = 0 } = {}] = await rows<{ connected_at: number }>(
      'SELECT connected_at FROM erp_connections WHERE id = ?',
      id,
    )
    expect(await scheduled(connected_at)).toBe(false)
    expect(await scheduled(connected_at + day)).toBe(true)
  })
})

describe('connecting QuickBooks', () => {
  it('a person allows access at Intuit, comes back, and the books are read', async () => {
    const returned = await consent(quickbooksThere(), admin)
    expect((await admin.post('/api/accounting/quickbooks', returned)).status).toBe(200)
    expect(await ended()).toMatchObject({ status: 'COMPLETE', error: null })
    expect((await admin.get('/api/accounting')).body.connection).toMatchObject({
      system: 'QUICKBOOKS',
      accountId: REALM,
      name: 'Brightwater Labs',
    })
    const kinds = await rows<{ kind: string }>(
      'SELECT DISTINCT kind FROM erp_objects WHERE company_id = ? ORDER BY kind',
      company.id,
    )
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['ACCOUNT', 'CLASSIFICATION', 'LOCATION', 'VENDOR']),
    )
  })

  it('the way back is open to the person who went, for half an hour', async () => {
    const returned = await consent(quickbooksThere(), admin)
    const other = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    const back = async (client: Client, state = returned?.state) =>
      (await client.post('/api/accounting/quickbooks', { ...returned, state })).body.message
    const words = 'This took too long, or was begun by someone else. Connect QuickBooks again.'
    expect(await back(other)).toBe(words)
    expect(await back(admin, `9${returned?.state.slice(1)}`)).toBe(words)
    expect(await back(admin, `0${returned?.state.slice(1)}`)).toBe(words)
    expect((await admin.get('/api/accounting')).body.connection).toBeNull()
  })
})
