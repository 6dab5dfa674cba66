import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { assertion, response, signed } from '../../../support/saml-answers.ts'
import { SAML_TEST_KEY, TEST_METADATA } from '../../../support/saml-test-key.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { standIn } from '../../../support/worker/outside.ts'
import { clientOf, exchange, rows, run } from '../../../support/worker/sessions.ts'
import { anonymous, Client, makeCompany, ORIGIN, signIn } from '../../../support/worker/world.ts'

/** Logging in with a company's SAML provider, from the login page's call to a session. */

let made = 0

const scene = async () => {
  const company = await makeCompany(['enableOktaSamlLogin', 'enableEmailLinkLogin'])
  made += 1
  const domain = `saml-${Date.now()}-${made}.test`
  const ada = await company.addPerson({ name: 'Ada Pereira', email: `ada@${domain}`, flags: ['hasAdminAccess'] })
  const admin = await signIn(company, ada)
  const body = { samlMetadata: TEST_METADATA, loginDomains: [domain] }
  const saved = await admin.post('/api/okta-saml-configuration', body)
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  await run('UPDATE directory_login_domains SET proven_at = 1, checked_at = ? WHERE domain = ?', Date.now(), domain)
  return { company, domain, ada, admin, saved: saved.body as { callbackUrl: string; issuerUrl: string } }
}
type Scene = Awaited<ReturnType<typeof scene>>

/** What the browser is sent to the provider with, and its own cookie. */
const begin = async ({ ada }: Scene) => {
  const answer = await anonymous.post('/auth/sign-on/begin', { method: 'OKTA_SAML', email: ada.email })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const url = new URL(answer.body.url)
  const packed = Uint8Array.from(atob(url.searchParams.get('SAMLRequest') ?? ''), (it) => it.charCodeAt(0))
  const inflated = new Response(packed).body?.pipeThrough(new DecompressionStream('deflate-raw'))
  const request = await new Response(inflated).text()
  const id = /\sID="([^"]+)"/.exec(request)?.[1] ?? ''
  const browser = new Client((answer.headers.get('set-cookie') ?? '').split(';')[0] ?? null)
  return { url, id, state: url.searchParams.get('RelayState') ?? '', browser }
}

const answerOf = (
  { saved, ada }: Scene,
  inResponseTo: string | null,
  more: Parameters<typeof assertion>[0] | object = {},
) => {
  const { issuerUrl: audience, callbackUrl: acsUrl } = saved
  const written = { audience, acsUrl, inResponseTo, nameId: ada.email, issuedAt: Date.now(), ...more }
  return signed(response(assertion(written), inResponseTo ? { inResponseTo } : {}), SAML_TEST_KEY.key)
}

/** As a page of the provider posts it: from another site, with no cookies. */
const post = async ({ saved }: Scene, xml: string, state = '') => {
  const answer = await exports.default.fetch(saved.callbackUrl, {
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

const finish = (browser: Client, at: URL) =>
  browser.post('/auth/sign-on/finish', { provider: at.pathname.split('/').at(-1) ?? '', answer: at.search.slice(1) })

describe('a login with SAML', () => {
  it('ends in a session that says so, for the browser that began', async () => {
    const it = await scene()
    const { url, id, state, browser } = await begin(it)
    expect(url.host).toBe('sso.idp-of-some.com')
    const back = await post(it, answerOf(it, id), state)
    expect(back.pathname).toBe(`/login-return/saml-${it.company.id}`)
    const stranger = await finish(new Client(null), back)
    expect(stranger.body.reason).toBe('SIGN_ON_REFUSED')
    const { body } = await finish(browser, back)
    const session = clientOf(await exchange(browser, body.loginTokenId))
    expect((await session.get('/jwt-data')).body).toMatchObject({ userId: it.ada.userId })
    expect((await session.get('/auth/sessions')).body[0]).toMatchObject({ method: 'OKTA_SAML' })
    expect((await finish(browser, back)).body.reason).toBe('SIGN_ON_REFUSED')
  })

  it('a login that begins at the provider is confirmed before there is a session', async () => {
    const it = await scene()
    const back = await post(it, answerOf(it, null))
    expect(back.pathname).toBe('/login-with-token')
    const loginTokenId = back.searchParams.get('token') ?? ''
    const look = await anonymous.post('/auth/login-token', { loginTokenId })
    expect(look.body).toMatchObject({ email: it.ada.email, isConfirmed: false })
    expect((await exchange(anonymous, loginTokenId)).status).toBe(200)
  })

  it('takes an assertion once', async () => {
    const it = await scene()
    const xml = answerOf(it, null)
    expect((await post(it, xml)).pathname).toBe('/login-with-token')
    const second = await post(it, xml)
    expect(second.searchParams.get('refused')).toBe('USED')
    expect((await finish(new Client(null), second)).body.message).toBe(
      'This answer of your identity provider was used already. Log in again.',
    )
  })

  it('a refusal tells the person what is wrong, and the company why', async () => {
    const it = await scene()
    const refusedFor = async (xml: string, state = '') => (await post(it, xml, state)).searchParams.get('refused')
    expect(await refusedFor(answerOf(it, null).replace(it.ada.email, `eve@${it.domain}`))).toBe('NOT_SIGNED')
    expect(await refusedFor(answerOf(it, null, { audience: 'https://other.example' }))).toBe('OTHER_AUDIENCE')
    expect(await refusedFor(answerOf(it, null, { nameId: 'nobody@else.test' }))).toBe('NO_ACCOUNT')
    expect(await refusedFor(answerOf(it, '_none'), 'no such state')).toBe('OTHER_REQUEST')
    const log = JSON.stringify((await it.admin.get('/api/audit-logs/company?first=20')).body)
    expect(log).toContain('OTHER_AUDIENCE: The audience isn’t')
  })

  it('an answer for one company is worth nothing at another one', async () => {
    const [one, two] = [await scene(), await scene()]
    const there = { ...two, saved: one.saved }
    expect((await post(two, answerOf(there, null))).searchParams.get('refused')).toBe('OTHER_AUDIENCE')
    // Its provider names a person of another company.
    expect((await post(two, answerOf({ ...two, ada: one.ada }, null))).searchParams.get('refused')).toBe('NO_ACCOUNT')
  })

  it('isn’t there where it is off, for both the request and the answer', async () => {
    const it = await scene()
    const { id, state } = await begin(it)
    await run(`UPDATE companies SET flags = '{}' WHERE id = ?`, it.company.id)
    expect((await post(it, answerOf(it, id), state)).searchParams.get('refused')).toBe('OFF')
    const again = await anonymous.post('/auth/sign-on/begin', { method: 'OKTA_SAML', email: it.ada.email })
    expect(again.body.reason).toBe('NO_SAML')
  })
})

describe('the connection', () => {
  it('metadata that can’t be read are refused, and nothing changes', async () => {
    const { admin } = await scene()
    const before = (await admin.get('/api/okta-saml-configuration')).body
    const save = async (body: object) =>
      (await admin.post('/api/okta-saml-configuration', { loginDomains: [], ...body })).body.fields
    expect(await save({})).toEqual({ samlMetadataUrl: 'Enter the address of your provider’s metadata' })
    expect(await save({ samlMetadataUrl: 'http://sso.idp-of-some.com/metadata' })).toMatchObject({
      samlMetadataUrl: expect.stringContaining('https'),
    })
    expect(await save({ samlMetadata: '<html/>' })).toMatchObject({
      samlMetadata: expect.stringContaining('isn’t the metadata'),
    })
    expect((await admin.get('/api/okta-saml-configuration')).body).toEqual(before)
  })

  it('follows the metadata every day, and says when they can’t be reached', async () => {
    const it = await scene()
    let text = TEST_METADATA
    let status = 200
    standIn('sso.idp-of-some.com', { answer: () => new Response(text, { status }) })
    const body = { samlMetadataUrl: 'https://sso.idp-of-some.com/metadata', loginDomains: [it.domain] }
    expect((await it.admin.get('/api/current-company')).body.samlMetadataUrl).toBeNull()
    expect((await it.admin.post('/api/okta-saml-configuration', body)).body).toMatchObject({
      entityId: 'https://idp.example/1',
      fault: null,
    })
    expect((await it.admin.get('/api/current-company')).body).toMatchObject({
      samlMetadataUrl: body.samlMetadataUrl,
      samlCallbackUrl: it.saved.callbackUrl,
      samlIssuerUrl: it.saved.issuerUrl,
    })
    const aDayLater = async () => {
      await run(
        'UPDATE sign_on_connections SET metadata_read_at = 1, metadata_failed_at = NULL WHERE company_id = ?',
        it.company.id,
      )
      await runTicks(env)
      return (await it.admin.get('/api/okta-saml-configuration')).body
    }
    text = TEST_METADATA.replace('/idp.example/1', '/idp.example/2')
    expect((await aDayLater()).entityId).toBe('https://idp.example/2')
    status = 500
    const down = await aDayLater()
    expect(down).toMatchObject({
      entityId: 'https://idp.example/2',
      fault: 'The identity provider answered 500 when asked for its metadata.',
    })
    status = 200
    expect((await aDayLater()).fault).toBeNull()
  })

  it('describes us to the provider', async () => {
    const { saved } = await scene()
    const answer = await anonymous.call('GET', saved.issuerUrl.replace(ORIGIN, ''))
    expect(answer.status).toBe(200)
  })
})

it('ids of assertions are forgotten once they couldn’t be sent again', async () => {
  const it = await scene()
  await post(it, answerOf(it, null))
  const kept = () => rows('SELECT 1 FROM saml_assertions WHERE company_id = ?', it.company.id)
  await runTicks(env)
  expect(await kept()).toHaveLength(1)
  await run('UPDATE saml_assertions SET valid_until = 1 WHERE company_id = ?', it.company.id)
  await runTicks(env)
  expect(await kept()).toEqual([])
})

it('the end of a certificate is said thirty days before, once, and a login doesn’t take that away', async () => {
  const it = await scene()
  const inTwentyDays = Date.now() + 20 * 24 * 60 * 60 * 1000
  const read = async () => {
    await run('UPDATE sign_on_connections SET metadata_read_at = 1 WHERE company_id = ?', it.company.id)
    await runTicks(env)
    return (await it.admin.get('/api/okta-saml-configuration')).body.fault
  }
  expect(await read()).toBeNull()
  await run(
    `UPDATE sign_on_connections SET certificates = json_set(certificates, '$[0].validUntil', ?) WHERE company_id = ?`,
    ...[inTwentyDays, it.company.id],
  )
  const day = new Date(inTwentyDays).toISOString().slice(0, 10)
  const words = `The certificate of the identity provider expires on ${day}. Renew it there.`
  expect(await read()).toBe(words)
  expect((await post(it, answerOf(it, null))).pathname).toBe('/login-with-token')
  expect(await read()).toBe(words)
  const log = JSON.stringify((await it.admin.get('/api/audit-logs/company?first=50')).body)
  expect(log.split(words)).toHaveLength(2)
  expect(log).toContain('company.saml-certificate-ending')
})
