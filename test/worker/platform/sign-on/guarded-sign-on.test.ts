import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_METADATA } from '../../../support/saml-test-key.ts'
import { addPasskey, newSecurityKey } from '../../../support/worker/factors/second-factors.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { mailAbout, rows, run } from '../../../support/worker/sessions.ts'
import { googleThere, microsoftThere, TENANT } from '../../../support/worker/sign-on/oidc-there.ts'
import { breakGlass, type RequiredCompany, requiredCompany } from '../../../support/worker/sign-on/required-company.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** How people log in changes with a second person once it is in use. */

beforeEach(() => {
  googleThere()
  microsoftThere()
})

const waiting = async (client: Client): Promise<{ id: string; words: string; confirmFault: string | null }[]> =>
  (await client.get('/api/payments/guarded-changes')).body
const decide = async (client: Client, shouldConfirm = true) => {
  const [change] = await waiting(client)
  return client.post(`/api/payments/guarded-changes/${change?.id}/decide`, { shouldConfirm })
}

/** A company that requires Google, and whose Okta was used. Omar is an admin of another domain. */
const scene = async () => {
  const made = await requiredCompany('GOOGLE')
  await run('UPDATE sign_on_connections SET last_used_at = 1 WHERE company_id = ?', made.company.id)
  const omar = await made.company.addPerson({
    name: 'Omar Haddad',
    email: `omar@else-${made.domain}`,
    flags: ['hasAdminAccess'],
  })
  return { ...made, omar, second: await signIn(made.company, omar) }
}
const SECRET = 'a-new-secret-of-the-app'
const okta = ({ oktaHost, domain }: RequiredCompany, more: object = {}) => ({
  ...{ domain: oktaHost, clientId: 'outlay-at-okta', loginDomains: [domain] },
  ...more,
})
const connection = async ({ company }: RequiredCompany) =>
  (
    await rows(
      `SELECT client_id AS clientId, (SELECT max(version) FROM connection_credentials c
          WHERE c.company_id = s.company_id AND c.provider = 'OKTA') AS secretVersion
         FROM sign_on_connections s WHERE company_id = ? AND kind = 'OKTA'`,
      company.id,
    )
  )[0]

describe('another connection', () => {
  it('to Okta waits with its secret sealed, and holds once another admin confirms', async () => {
    const made = await scene()
    const { admin, second, grace, omar, company } = made
    const asked = await admin.post('/api/okta-configuration', okta(made, { clientId: 'other', clientSecret: SECRET }))
    expect([asked.status, asked.body.waits, asked.body.clientId]).toEqual([
      200,
      { effectiveAt: null },
      'outlay-at-okta',
    ])
    expect(await connection(made)).toEqual({ clientId: 'outlay-at-okta', secretVersion: 1 })
    const words = `Log in with Okta at ${made.oktaHost} and the client ID other, with a new client secret`
    expect(await waiting(second)).toMatchObject([{ words, confirmFault: null }])
    const [kept] = await rows<{ input: string }>('SELECT input FROM guarded_changes WHERE company_id = ?', company.id)
    const log = JSON.stringify((await admin.get('/api/audit-logs/company?first=50')).body)
    const history = JSON.stringify(await rows('SELECT change_data FROM audit_log WHERE company_id = ?', company.id))
    for (const text of [kept?.input, log, history, JSON.stringify(await waiting(admin))])
      expect(text).not.toContain(SECRET)
    expect((await decide(admin)).body.reason).toBe('DUTIES')
    await runTicks(env)
    const mail = await mailAbout(omar.email, 'Grace Lind asks to change how people log in')
    expect(mail.text).toContain(words)
    expect(mail.text).toContain('/settings/integrations')
    expect(sentMails(grace.email).some(({ subject }) => subject.includes('how people log in'))).toBe(true)
    expect((await decide(second)).status).toBe(200)
    expect(await connection(made)).toEqual({ clientId: 'other', secretVersion: 2 })
    expect((await admin.get('/api/okta-configuration')).body.clientSecret).toBe(`••••${SECRET.slice(-4)}`)
  })

  it('isn’t made from a state that no longer holds, and says so', async () => {
    const made = await scene()
    const { admin, second } = made
    await admin.post('/api/okta-configuration', okta(made, { clientId: 'other' }))
    await run(
      `UPDATE sign_on_connections SET client_id = 'third' WHERE company_id = ? AND kind = 'OKTA'`,
      made.company.id,
    )
    const confirmed = await decide(second)
    expect([confirmed.status, confirmed.body.message]).toEqual([
      422,
      'What it would change was changed since. Ask for it again.',
    ])
    expect((await connection(made))?.clientId).toBe('third')
    expect((await decide(second, false)).status).toBe(200)
    expect(await waiting(second)).toEqual([])
  })

  it('to a SAML provider is confirmed as it was read, without its file', async () => {
    const made = await scene()
    const { admin, second, domain } = made
    const body = { samlMetadata: TEST_METADATA.replace('/idp.example/1', '/idp.example/2'), loginDomains: [domain] }
    const asked = await admin.post('/api/okta-saml-configuration', body)
    expect([asked.body.entityId, asked.body.waits]).toEqual(['https://idp.example/1', { effectiveAt: null }])
    expect((await waiting(second))[0]?.words).toContain('https://idp.example/2')
    expect((await decide(second)).status).toBe(200)
    expect((await admin.get('/api/okta-saml-configuration')).body.entityId).toBe('https://idp.example/2')
    // The same provider again, which makes nothing looser.
    expect((await admin.post('/api/okta-saml-configuration', body)).body.waits).toBeUndefined()
  })

  it('alone in a company, takes a day', async () => {
    const made = await requiredCompany('GOOGLE')
    await made.admin.post('/api/okta-configuration', okta(made, { clientId: 'other' }))
    expect((await connection(made))?.clientId).toBe('outlay-at-okta')
    await run('UPDATE guarded_changes SET effective_at = 1 WHERE company_id = ?', made.company.id)
    await runTicks(env)
    expect((await connection(made))?.clientId).toBe('other')
  })

  it('waits for no one while nothing is in use', async () => {
    const company = await makeCompany(['enableOktaLogin'])
    const domain = `first-${Date.now()}.test`
    const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    await company.addPerson({ flags: ['hasAdminAccess'] })
    for (const clientId of ['one', 'two']) {
      const first = { domain: 'acme.okta.com', clientId, clientSecret: SECRET, loginDomains: [domain] }
      const { body } = await admin.post('/api/okta-configuration', first)
      expect([body.clientId, body.waits]).toEqual([clientId, undefined])
    }
  })
})

it('another method or tenant waits, and turning one off doesn’t', async () => {
  const made = await scene()
  const { admin, second } = made
  const save = (methods: string[], microsoftTenantId: string | null = TENANT) =>
    admin.post('/api/login-methods', { methods, microsoftTenantId })
  expect((await save(['EMAIL_LINK', 'GOOGLE'])).body).toEqual({
    methods: ['EMAIL_LINK', 'GOOGLE'],
    microsoftTenantId: TENANT,
  })
  expect((await save(['EMAIL_LINK', 'GOOGLE', 'OKTA'])).body).toMatchObject({
    methods: ['EMAIL_LINK', 'GOOGLE'],
    waits: { effectiveAt: null },
  })
  expect((await waiting(second))[0]?.words).toBe('Let people log in with Okta too')
  expect((await decide(second)).status).toBe(200)
  expect((await admin.get('/api/current-company')).body.flags?.enableOktaLogin ?? true).toBe(true)
  await save(['EMAIL_LINK', 'GOOGLE', 'OKTA'], crypto.randomUUID())
  expect((await waiting(second))[0]?.words).toContain('Set the Microsoft tenant to')
})

describe('what is required', () => {
  it('another method or break-glass admin waits; fewer don’t', async () => {
    const made = await scene()
    const { admin, second, grace, omar } = made
    await addPasskey(second, newSecurityKey())
    const save = (method: string | null, ...breakGlassUserIds: string[]) =>
      admin.post('/api/required-login', { method, breakGlassUserIds })
    expect((await save('OKTA', grace.userId)).body).toMatchObject({ method: 'GOOGLE', waits: { effectiveAt: null } })
    expect((await waiting(second))[0]?.words).toBe('Require Okta in place of Google')
    expect((await save('GOOGLE', grace.userId, omar.userId)).body.breakGlassUserIds).toEqual([grace.userId])
    expect(await waiting(second)).toMatchObject([{ words: 'Let Omar Haddad break the glass' }])
    expect((await decide(second)).status).toBe(200)
    const fewer = await save('GOOGLE', omar.userId)
    expect([fewer.body.breakGlassUserIds, fewer.body.waits]).toEqual([[omar.userId], undefined])
  })

  it('the only break-glass admin switches it off at once with their passkey, and all admins are told', async () => {
    const made = await scene()
    const { omar } = made
    const glass = await breakGlass(made)
    const off = await glass.post('/api/required-login', { method: null, breakGlassUserIds: [] })
    expect([off.body.method, off.body.waits]).toEqual([null, undefined])
    await runTicks(env)
    const { text } = await mailAbout(omar.email, 'Google is no longer required')
    expect(text).toContain('Grace Lind stopped requiring it')
  })

  it('an admin whose factor is old or missing doesn’t switch it off', async () => {
    const made = await scene()
    const off = { method: null, breakGlassUserIds: [] }
    expect((await made.second.post('/api/required-login', off)).body.reason).toBe('FACTOR_NEEDED')
    await run('UPDATE sessions SET factor_at = ? WHERE user_id = ?', Date.now() - 11 * 60 * 1000, made.grace.userId)
    expect((await made.admin.post('/api/required-login', off)).body.reason).toBe('FACTOR_NEEDED')
    expect((await made.admin.get('/api/required-login')).body.method).toBe('GOOGLE')
  })
})
