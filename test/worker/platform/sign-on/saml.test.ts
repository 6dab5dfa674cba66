import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { TEST_METADATA } from '../../../support/saml-test-key.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { standIn } from '../../../support/worker/outside.ts'
import { clientOf, exchange, rows, run } from '../../../support/worker/sessions.ts'
import { beginSaml, finishSaml, postSaml, samlAnswerOf, samlScene } from '../../../support/worker/sign-on/saml-there.ts'
import { anonymous, Client, ORIGIN } from '../../../support/worker/world.ts'

/** Logging in with a company's SAML provider, from the login page's call to a session. */

describe('a login with SAML', () => {
  it('ends in a session that says so, for the browser that began', async () => {
    const it = await samlScene()
    const { url, id, state, browser } = await beginSaml(it)
    expect(url.host).toBe('sso.idp-of-some.com')
    const back = await postSaml(it, samlAnswerOf(it, id), state)
    expect(back.pathname).toBe(`/login-return/saml-${it.company.id}`)
    const stranger = await finishSaml(new Client(null), back)
    expect(stranger.body.reason).toBe('SIGN_ON_REFUSED')
    const { body } = await finishSaml(browser, back)
    const session = clientOf(await exchange(browser, body.loginTokenId))
    expect((await session.get('/jwt-data')).body).toMatchObject({ userId: it.ada.userId })
    expect((await session.get('/auth/sessions')).body[0]).toMatchObject({ method: 'OKTA_SAML' })
    expect((await finishSaml(browser, back)).body.reason).toBe('SIGN_ON_REFUSED')
  })

  it('a login that begins at the provider is confirmed before there is a session', async () => {
    const it = await samlScene()
    const back = await postSaml(it, samlAnswerOf(it, null))
    expect(back.pathname).toBe('/login-with-token')
    const loginTokenId = back.searchParams.get('token') ?? ''
    const look = await anonymous.post('/auth/login-token', { loginTokenId })
    expect(look.body).toMatchObject({ email: it.ada.email, isConfirmed: false })
    expect((await exchange(anonymous, loginTokenId)).status).toBe(200)
  })

  it('takes an assertion once', async () => {
    const it = await samlScene()
    const xml = samlAnswerOf(it, null)
    expect((await postSaml(it, xml)).pathname).toBe('/login-with-token')
    const second = await postSaml(it, xml)
    expect(second.searchParams.get('refused')).toBe('USED')
    expect((await finishSaml(new Client(null), second)).body.message).toBe(
      'This answer of your identity provider was used already. Log in again.',
    )
  })

  it('a refusal tells the person what is wrong, and the company why', async () => {
    const it = await samlScene()
    const refusedFor = async (xml: string, state = '') => (await postSaml(it, xml, state)).searchParams.get('refused')
    expect(await refusedFor(samlAnswerOf(it, null).replace(it.ada.email, `eve@${it.domain}`))).toBe('NOT_SIGNED')
    expect(await refusedFor(samlAnswerOf(it, null, { audience: 'https://other.example' }))).toBe('OTHER_AUDIENCE')
    expect(await refusedFor(samlAnswerOf(it, null, { nameId: 'nobody@else.test' }))).toBe('NO_ACCOUNT')
    expect(await refusedFor(samlAnswerOf(it, '_none'), 'no such state')).toBe('OTHER_REQUEST')
    const log = JSON.stringify((await it.admin.get('/api/audit-logs/company?first=20')).body)
    expect(log).toContain('OTHER_AUDIENCE: The audience isn’t')
  })

  it('an answer for one company is worth nothing at another one', async () => {
    const [one, two] = [await samlScene(), await samlScene()]
    const there = { ...two, saved: one.saved }
    expect((await postSaml(two, samlAnswerOf(there, null))).searchParams.get('refused')).toBe('OTHER_AUDIENCE')
    // Its provider names a person of another company.
    expect((await postSaml(two, samlAnswerOf({ ...two, ada: one.ada }, null))).searchParams.get('refused')).toBe(
      'NO_ACCOUNT',
    )
  })

  it('isn’t there where it is off, for both the request and the answer', async () => {
    const it = await samlScene()
    const { id, state } = await beginSaml(it)
    await run(`UPDATE companies SET flags = '{}' WHERE id = ?`, it.company.id)
    expect((await postSaml(it, samlAnswerOf(it, id), state)).searchParams.get('refused')).toBe('OFF')
    const again = await anonymous.post('/auth/sign-on/begin', { method: 'OKTA_SAML', email: it.ada.email })
    expect(again.body.reason).toBe('NO_SAML')
  })
})

describe('the connection', () => {
  it('metadata that can’t be read are refused, and nothing changes', async () => {
    const { admin } = await samlScene()
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
    const it = await samlScene()
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
    const { saved } = await samlScene()
    const answer = await anonymous.call('GET', saved.issuerUrl.replace(ORIGIN, ''))
    expect(answer.status).toBe(200)
  })
})

it('ids of assertions are forgotten once they couldn’t be sent again', async () => {
  const it = await samlScene()
  await postSaml(it, samlAnswerOf(it, null))
  const kept = () => rows('SELECT 1 FROM saml_assertions WHERE company_id = ?', it.company.id)
  await runTicks(env)
  expect(await kept()).toHaveLength(1)
  await run('UPDATE saml_assertions SET valid_until = 1 WHERE company_id = ?', it.company.id)
  await runTicks(env)
  expect(await kept()).toEqual([])
})

it('the end of a certificate is said thirty days before, once, and a login doesn’t take that away', async () => {
  const it = await samlScene()
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
  expect((await postSaml(it, samlAnswerOf(it, null))).pathname).toBe('/login-with-token')
  expect(await read()).toBe(words)
  const log = JSON.stringify((await it.admin.get('/api/audit-logs/company?first=50')).body)
  expect(log.split(words)).toHaveLength(2)
  expect(log).toContain('company.saml-certificate-ending')
})
