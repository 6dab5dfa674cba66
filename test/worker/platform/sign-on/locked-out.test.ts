import { env, exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { assertion, response, signed } from '../../../support/saml-answers.ts'
import { SAML_TEST_KEY, TEST_METADATA } from '../../../support/saml-test-key.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { standIn } from '../../../support/worker/outside.ts'
import { askForLink, exchange, mailAbout, rows, run, tokenIn } from '../../../support/worker/sessions.ts'
import { answerAt, beginAt, googleThere, microsoftThere } from '../../../support/worker/sign-on/oidc-there.ts'
import {
  breakGlass,
  logOf,
  type RequiredCompany,
  requiredCompany,
} from '../../../support/worker/sign-on/required-company.ts'
import { anonymous, Client, ORIGIN, signIn } from '../../../support/worker/world.ts'

/** Whatever becomes of the provider, the company’s break-glass admins get in and stop requiring it. */

beforeEach(() => {
  googleThere()
  microsoftThere()
})

/** The way back, which works whatever has failed: for the admin alone, and then for everyone. */
const getsBackIn = async (made: RequiredCompany): Promise<void> => {
  await askForLink(made.ada.email)
  expect((await mailAbout(made.ada.email, 'Log in with')).text).not.toContain('login-with-token')
  const glass = await breakGlass(made)
  const stopped = await glass.post('/api/required-login', { method: null, breakGlassUserIds: [] })
  expect([stopped.status, stopped.body.method]).toEqual([200, null])
  await askForLink(made.ada.email)
  const link = tokenIn(await mailAbout(made.ada.email, 'Log in to Outlay'))
  expect((await exchange(anonymous, link)).status).toBe(200)
}

const gone = {
  'a network error': () => {
    throw new TypeError('fetch failed')
  },
  'an outage': () => new Response('Down', { status: 503 }),
  'nothing there': () => new Response('Not found', { status: 404 }),
}

describe('the provider is gone', () => {
  it.each(Object.keys(gone) as (keyof typeof gone)[])('Okta: %s', async (kind) => {
    const made = await requiredCompany('OKTA')
    standIn(made.oktaHost, { answer: gone[kind] })
    for (const _ of [1, 2]) {
      const refused = await anonymous.post('/auth/sign-on/begin', { method: 'OKTA', email: made.ada.email })
      expect([refused.status, refused.body.message]).toEqual([
        422,
        'Okta can’t be reached right now. Try again, or log in another way.',
      ])
    }
    // Said once an hour, however often people try.
    expect((await logOf(made)).split('Okta gave no configuration')).toHaveLength(2)
    await getsBackIn(made)
  })

  it('Okta fails between the login and its tokens', async () => {
    const made = await requiredCompany('OKTA')
    const { browser, url } = await beginAt({ method: 'OKTA', email: made.ada.email })
    const answer = answerAt(url, { sub: 'ada', email: made.ada.email, email_verified: true })
    standIn(made.oktaHost, { answer: gone['an outage'] })
    const finished = await browser.post('/auth/sign-on/finish', { provider: `okta-${made.company.id}`, answer })
    expect([finished.status, finished.body.message]).toEqual([
      422,
      'Okta couldn’t log you in. Try again, or log in another way.',
    ])
    expect(await logOf(made)).toContain('company.sign-on-refused')
    await getsBackIn(made)
  })

  it.each(Object.keys(gone) as (keyof typeof gone)[])('SAML metadata: %s', async (kind) => {
    const made = await requiredCompany('OKTA_SAML')
    standIn('sso.idp-of-some.com', { answer: gone[kind] })
    await run(
      `UPDATE sign_on_connections SET metadata_url = 'https://sso.idp-of-some.com/metadata', metadata_read_at = 1
        WHERE company_id = ? AND kind = 'OKTA_SAML'`,
      made.company.id,
    )
    await runTicks(env)
    expect((await made.admin.get('/api/okta-saml-configuration')).body.fault).toMatch(/metadata|reached/)
    // What is known of the provider still counts.
    expect((await post(made, answerOf(made))).pathname).toBe('/login-with-token')
    await getsBackIn(made)
  })

  it.each(['GOOGLE', 'MICROSOFT'] as const)('%s says no to everyone', async (method) => {
    const made = await requiredCompany(method)
    const { browser, url } = await beginAt({ method, email: made.ada.email })
    const state = new URL(url).searchParams.get('state') ?? ''
    const answer = new URLSearchParams({ error: 'temporarily_unavailable', state }).toString()
    const finished = await browser.post('/auth/sign-on/finish', { provider: method.toLowerCase(), answer })
    expect([finished.status, finished.body.reason]).toEqual([422, 'SIGN_ON_REFUSED'])
    await getsBackIn(made)
  })
})

const answerOf = ({ saml, ada }: RequiredCompany) => {
  const { issuerUrl: audience, callbackUrl: acsUrl } = saml
  const written = { audience, acsUrl, inResponseTo: null, nameId: ada.email, issuedAt: Date.now() }
  return signed(response(assertion(written), {}), SAML_TEST_KEY.key)
}

const post = async ({ saml }: RequiredCompany, xml: string, state = '') => {
  const answer = await exports.default.fetch(saml.callbackUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'cross-site',
      Origin: 'https://sso.idp-of-some.com',
    },
    body: new URLSearchParams({ SAMLResponse: btoa(xml), RelayState: state }).toString(),
  })
  return new URL(answer.headers.get('Location') ?? 'none:', ORIGIN)
}

describe('what the connection rests on', () => {
  it('a certificate that ended lets in no one by SAML', async () => {
    const made = await requiredCompany('OKTA_SAML')
    await run(
      `UPDATE sign_on_connections SET certificates = json_set(certificates, '$[0].validUntil', ?)
        WHERE company_id = ? AND kind = 'OKTA_SAML'`,
      ...[Date.now() - 1000, made.company.id],
    )
    const back = await post(made, answerOf(made))
    expect(back.searchParams.get('refused')).toBe('CERTIFICATE_ENDED')
    const words = await anonymous.post('/auth/sign-on/finish', {
      provider: back.pathname.split('/').at(-1),
      answer: back.search.slice(1),
    })
    expect(words.body.message).toBe('The certificate of your identity provider has expired. Ask an admin to renew it.')
    expect(await logOf(made)).toContain('CERTIFICATE_ENDED')
    await getsBackIn(made)
  })

  it('a lost domain opens the email link to its people without anyone’s doing', async () => {
    const made = await requiredCompany('OKTA')
    await run(
      'UPDATE directory_login_domains SET checked_at = 1, missing_since = 1 WHERE of_company = ?',
      made.company.id,
    )
    await runTicks(env)
    expect(await logOf(made)).toContain('company.login-domain-lost')
    const refused = await anonymous.post('/auth/sign-on/begin', { method: 'OKTA', email: made.ada.email })
    expect(refused.body.reason).toBe('NO_OKTA')
    await askForLink(made.ada.email)
    const link = tokenIn(await mailAbout(made.ada.email, 'Log in to Outlay'))
    expect((await exchange(anonymous, link)).status).toBe(200)
    expect((await made.admin.get('/api/required-login')).body.method).toBe('OKTA')
    expect((await made.admin.post('/api/required-login', { method: null, breakGlassUserIds: [] })).status).toBe(200)
  })

  it('a test that no longer counts keeps no one from naming another break-glass admin', async () => {
    const made = await requiredCompany('OKTA')
    const omar = await made.company.addPerson({ email: `omar@${made.domain}`, flags: ['hasAdminAccess'] })
    await run('UPDATE sign_on_connections SET tested_at = NULL WHERE company_id = ?', made.company.id)
    await run(
      `INSERT INTO second_factors (id, company_id, user_id, kind, name, credential_id, public_key, counter, transports,
                                   proven_at, created_at) VALUES (?, ?, ?, 'PASSKEY', 'Key', ?, '', 0, '[]', 1, 1)`,
      ...[crypto.randomUUID(), made.company.id, omar.userId, crypto.randomUUID()],
    )
    const both = { method: 'OKTA', breakGlassUserIds: [made.grace.userId, omar.userId] }
    expect((await made.admin.post('/api/required-login', both)).body.waits).toEqual({ effectiveAt: null })
    const asOmar = await signIn(made.company, omar)
    const [{ id } = { id: '' }] = (await asOmar.get('/api/payments/guarded-changes')).body
    const path = `/api/payments/guarded-changes/${id}/decide`
    expect((await asOmar.post(path, { shouldConfirm: true })).status).toBe(200)
    expect((await made.admin.get('/api/required-login')).body.breakGlassUserIds.toSorted()).toEqual(
      both.breakGlassUserIds.toSorted(),
    )
    const other = await made.admin.post('/api/required-login', { ...both, method: 'GOOGLE' })
    expect(other.body.fields.method).toContain('Test Google first')
    await getsBackIn(made)
  })

  it('metadata that lead elsewhere replace nothing that is required', async () => {
    const made = await requiredCompany('OKTA_SAML')
    const other = TEST_METADATA.replace('/idp.example/1', '/idp.example/2')
    standIn('sso.idp-of-some.com', { answer: () => new Response(other) })
    await run(
      `UPDATE sign_on_connections SET metadata_url = 'https://sso.idp-of-some.com/metadata', metadata_read_at = 1
        WHERE company_id = ? AND kind = 'OKTA_SAML'`,
      made.company.id,
    )
    await runTicks(env)
    const { body } = await made.admin.get('/api/okta-saml-configuration')
    expect(body.entityId).toBe('https://idp.example/1')
    expect(body.fault).toContain('another provider (https://idp.example/2')
    expect((await post(made, answerOf(made))).pathname).toBe('/login-with-token')
  })

  it.each(['OKTA', 'OKTA_SAML', 'MICROSOFT', 'GOOGLE'] as const)(
    '%s isn’t changed, turned off or left without its domain while it is required',
    async (method) => {
      const made = await requiredCompany(method)
      const { admin, domain, oktaHost } = made
      const everything = ['EMAIL_LINK', 'GOOGLE', 'MICROSOFT', 'OKTA', 'OKTA_SAML']
      const tenant = { microsoftTenantId: '3f1c7a52-90ab-4f0e-9a52-6d1f4be0c001' }
      const off = await admin.post('/api/login-methods', {
        methods: everything.filter((each) => each !== method),
        ...tenant,
      })
      expect(off.body.fields.methods).toContain('Stop requiring it first')
      const okta = { domain: oktaHost, clientId: 'outlay-at-okta' }
      const left = await admin.post('/api/okta-configuration', { ...okta, loginDomains: [] })
      expect(left.body.fields.loginDomains).toContain(`at ${domain}`)
      const saml = { samlMetadata: TEST_METADATA.replace('/idp.example/1', '/idp.example/2') }
      const changes: Record<typeof method, [path: string, body: object] | null> = {
        OKTA: ['/api/okta-configuration', { ...okta, clientId: 'another', loginDomains: [domain] }],
        OKTA_SAML: ['/api/okta-saml-configuration', { ...saml, loginDomains: [domain] }],
        MICROSOFT: ['/api/login-methods', { methods: everything, microsoftTenantId: crypto.randomUUID() }],
        GOOGLE: null,
      }
      const change = changes[method]
      if (change) expect((await admin.post(...change)).body.reason).toBe('LOGIN_REQUIRED')
      expect((await admin.get('/api/required-login')).body).toMatchObject({ method, domains: [domain] })
      const [kept] = await rows<{ domain: string; client_id: string }>(
        `SELECT domain, client_id FROM sign_on_connections WHERE company_id = ? AND kind = 'OKTA'`,
        made.company.id,
      )
      expect(kept).toEqual({ domain: oktaHost, client_id: 'outlay-at-okta' })
    },
  )
})

it('a test counts only for what is connected as it is now', async () => {
  const made = await requiredCompany('GOOGLE')
  await made.admin.post('/api/required-login', { method: null, breakGlassUserIds: [] })
  const begun = await made.admin.post('/api/sign-on-tests', { method: 'OKTA_SAML' })
  const url = new URL(begun.body.url)
  const packed = Uint8Array.from(atob(url.searchParams.get('SAMLRequest') ?? ''), (each) => each.charCodeAt(0))
  const inflated = new Response(packed).body?.pipeThrough(new DecompressionStream('deflate-raw'))
  const id = /\sID="([^"]+)"/.exec(await new Response(inflated).text())?.[1] ?? ''
  const { issuerUrl: audience, callbackUrl: acsUrl } = made.saml
  const written = { audience, acsUrl, inResponseTo: id, nameId: made.grace.email, issuedAt: Date.now() }
  const xml = signed(response(assertion(written), { inResponseTo: id }), SAML_TEST_KEY.key)
  const back = await post(made, xml, url.searchParams.get('RelayState') ?? '')
  // Between the provider's answer and the browser's return someone connects another provider.
  const saved = await made.admin.post('/api/okta-saml-configuration', {
    samlMetadata: TEST_METADATA.replace('/idp.example/1', '/idp.example/2'),
    loginDomains: [made.domain],
  })
  expect(saved.status).toBe(200)
  const cookie = begun.headers.getSetCookie().find((each) => each.includes('outlay_browser')) ?? ''
  const browser = new Client(`${made.admin.cookie}; ${cookie.split(';')[0]}`)
  const finished = await browser.post('/auth/sign-on/finish', {
    provider: back.pathname.split('/').at(-1),
    answer: back.search.slice(1),
  })
  expect(finished.body.test).toEqual({
    isSound: false,
    text: 'What is connected was changed meanwhile. Test it again.',
  })
  const tested = await rows(
    `SELECT tested_at FROM sign_on_connections WHERE company_id = ? AND kind = 'OKTA_SAML'`,
    made.company.id,
  )
  expect(tested).toEqual([{ tested_at: null }])
})
