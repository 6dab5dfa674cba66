import { beforeEach, describe, expect, it } from 'vitest'
import {
  addApp,
  addPasskey,
  codeOf,
  makePasskey,
  newSecurityKey,
} from '../../../support/worker/factors/second-factors.ts'
import { exchange, mailedToken, rows, run } from '../../../support/worker/sessions.ts'
import { connectOkta } from '../../../support/worker/sign-on/connections.ts'
import { beginLinking, finishAt, linkedOf } from '../../../support/worker/sign-on/linking.ts'
import {
  answerAt,
  beginAt,
  googleThere,
  MICROSOFT_HOST,
  microsoftThere,
  TENANT,
} from '../../../support/worker/sign-on/oidc-there.ts'
import {
  beginSaml,
  begunSaml,
  finishSaml,
  postSaml,
  samlAnswerOf,
  samlScene,
} from '../../../support/worker/sign-on/saml-there.ts'
import { makeVendorCompany } from '../../../support/worker/vendor-companies.ts'
import { type Answer, anonymous, Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/**
 * Someone leads another person’s browser to what they have begun or finished themselves, so that the other works in an account
 * of theirs, or theirs opens the other’s account. By no method that signs in, links or registers anything.
 */

beforeEach(() => {
  googleThere()
  microsoftThere()
})

const CROSS_SITE = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }

const setsSession = ({ headers }: Answer): boolean =>
  headers.getSetCookie().some((each) => each.includes('outlay_session='))

let made = 0

/** Mallory, and Vic, whose browser she leads somewhere. */
const scene = async () => {
  made += 1
  const domain = `csrf-${Date.now()}-${made}.test`
  const company = await makeCompany(['enableGoogleLogin', 'enableMicrosoftLogin', 'enableOktaLogin'])
  const mallory = await company.addPerson({ name: 'Mallory Voss', email: `mallory@${domain}` })
  const vic = await company.addPerson({ name: 'Vic Amsel', email: `vic@${domain}` })
  await connectOkta(company, domain, `csrf-${Date.now()}-${made}.okta.com`)
  const victim = await signIn(company, vic)
  const { email } = mallory
  const claims = {
    GOOGLE: { sub: `g-${email}`, email, email_verified: true, hd: domain },
    MICROSOFT: {
      iss: `https://${MICROSOFT_HOST}/${TENANT}/v2.0`,
      ...{ sub: 'pairwise', tid: TENANT, oid: `o-${email}`, email },
    },
    OKTA: { sub: `okta-${email}`, email, email_verified: true },
  }
  await run(
    `INSERT INTO sign_on_connections (company_id, kind, tenant_id, created_at) VALUES (?, 'MICROSOFT', ?, 0)`,
    ...[company.id, TENANT],
  )
  const isStillVic = async () => (await victim.get('/jwt-data')).body.userId === vic.userId
  return { company, mallory, vic, victim, claims, isStillVic }
}

const METHODS = ['GOOGLE', 'MICROSOFT', 'OKTA'] as const
type Method = (typeof METHODS)[number]

const providerOf = (method: Method, company: { id: string }): string =>
  method === 'OKTA' ? `okta-${company.id}` : method.toLowerCase()

/** Vic’s browser, which has a cookie of a login that it began itself too. */
const busy = async (victim: Client): Promise<Client> => {
  const { browser } = await beginAt({ method: 'GOOGLE' })
  return new Client(`${victim.cookie}; ${browser.cookie}`)
}

describe('an answer of a provider in another browser', () => {
  it.each(METHODS)('%s signs no one in, with a login of one’s own or without', async (method) => {
    const it = await scene()
    for (const of of [anonymous, it.victim, await busy(it.victim)]) {
      const { url } = await beginAt({ method, email: it.mallory.email })
      const answer = answerAt(url, it.claims[method])
      const finished = await finishAt(of, providerOf(method, it.company), answer)
      expect([finished.status, finished.body.reason, setsSession(finished)]).toEqual([422, 'SIGN_ON_REFUSED', false])
    }
    expect(await it.isStillVic()).toBe(true)
  })

  it.each(METHODS)('the login token after %s works in the browser that began', async (method) => {
    const it = await scene()
    const { url, browser } = await beginAt({ method, email: it.mallory.email })
    const { body } = await finishAt(browser, providerOf(method, it.company), answerAt(url, it.claims[method]))
    for (const of of [anonymous, it.victim, await busy(it.victim)]) {
      const taken = await exchange(of, body.loginTokenId)
      expect([taken.status, taken.body.reason, setsSession(taken)]).toEqual([422, 'LOGIN_TOKEN_UNKNOWN', false])
    }
    expect(await it.isStillVic()).toBe(true)
    expect((await exchange(browser, body.loginTokenId)).status).toBe(200)
  })

  it.each(METHODS)('%s links nothing, in either direction', async (method) => {
    const it = await scene()
    const mallorys = await signIn(it.company, it.mallory)
    const hers = await beginLinking(mallorys, method)
    const his = await beginLinking(it.victim, method)
    const provider = providerOf(method, it.company)
    // Her answer in his browser would make her account his way in, and his answer in hers would open his account to her.
    for (const [browser, url] of [
      [his.browser, hers.url],
      [it.victim, hers.url],
      [hers.browser, his.url],
    ] as const) {
      const finished = await finishAt(browser, provider, answerAt(url, it.claims[method]))
      expect([finished.status, finished.body.reason]).toEqual([422, 'SIGN_ON_REFUSED'])
    }
    expect([...(await linkedOf(it.vic.userId)), ...(await linkedOf(it.mallory.userId))]).toEqual([])
  })

  it('Google at the portal signs in and links no vendor’s person', async () => {
    const it = await scene()
    const vendor = await makeVendorCompany()
    const [vera, vito] = [await vendor.addPerson(), await vendor.addPerson()]
    const [veras, vitos] = [await vendor.signIn(vera), await vendor.signIn(vito)]
    const hers = await beginLinking(veras, 'GOOGLE')
    const refused = await finishAt(vitos, 'google', answerAt(hers.url, it.claims.GOOGLE))
    expect(refused.body.reason).toBe('SIGN_ON_REFUSED')
    const login = await beginAt({ method: 'GOOGLE', portal: 'VENDOR' })
    const second = await finishAt(vitos, 'google', answerAt(login.url, { sub: vera.userId, email: vera.email }))
    expect([second.body.reason, setsSession(second)]).toEqual(['SIGN_ON_REFUSED', false])
    expect([...(await linkedOf(vera.userId)), ...(await linkedOf(vito.userId))]).toEqual([])
  })
})

describe('an answer of a SAML provider in another browser', () => {
  it('signs no one in, whether it was asked for or not', async () => {
    const it = await samlScene()
    const victim = await signIn(it.company, await it.company.addPerson({ email: `vic@${it.domain}` }))
    const { id, state } = await beginSaml(it)
    const back = await postSaml(it, samlAnswerOf(it, id), state)
    const finished = await finishSaml(victim, back)
    expect([finished.body.reason, setsSession(finished)]).toEqual(['SIGN_ON_REFUSED', false])

    // One that no one asked for leads to a page that says who would be signed in, and asks.
    const unasked = await postSaml(it, samlAnswerOf(it, null))
    const loginTokenId = unasked.searchParams.get('token') ?? ''
    const look = await victim.post('/auth/login-token', { loginTokenId })
    expect(look.body).toMatchObject({ email: it.ada.email, isConfirmed: false, signedInAs: `vic@${it.domain}` })
    const body = { loginTokenId }
    const crossed = await victim.call('POST', '/create-jwt-from-login-token', { body, headers: CROSS_SITE })
    expect([crossed.status, crossed.body.reason]).toEqual([403, 'CROSS_SITE'])
    expect((await victim.get('/jwt-data')).body.email).toBe(`vic@${it.domain}`)
  })

  it('links nothing, and in one’s own browser does', async () => {
    const it = await samlScene()
    const vic = await it.company.addPerson({ email: `vic@${it.domain}` })
    const victim = await signIn(it.company, vic)
    const begin = async () => begunSaml(await it.admin.post('/auth/sign-in-methods', { method: 'OKTA_SAML' }), it.admin)
    const stolen = await begin()
    const there = await postSaml(it, samlAnswerOf(it, stolen.id), stolen.state)
    expect((await finishSaml(victim, there)).body.reason).toBe('SIGN_ON_REFUSED')
    expect(await linkedOf(vic.userId)).toEqual([])
    // One that was posted without a request links nothing either, though a state is named with it.
    const open = await begin()
    const unasked = await postSaml(it, samlAnswerOf(it, null), open.state)
    expect(unasked.pathname).toBe('/login-with-token')
    expect(await linkedOf(it.ada.userId)).toMatchObject([{ method: 'OKTA_SAML' }])
    await run('DELETE FROM sign_on_identities WHERE user_id = ?', it.ada.userId)
    const own = await begin()
    const back = await postSaml(it, samlAnswerOf(it, own.id), own.state)
    expect((await finishSaml(own.browser, back)).body.link).toMatchObject({ isSound: true, portal: 'STAFF' })
    expect(await linkedOf(it.ada.userId)).toMatchObject([{ method: 'OKTA_SAML', email: it.ada.email }])
  })
})

describe('an email link of someone else', () => {
  it('signs in by a click on our own page only, which names the person', async () => {
    const it = await scene()
    const loginTokenId = await mailedToken(it.mallory.email)
    const look = await it.victim.post('/auth/login-token', { loginTokenId })
    expect(look.body).toMatchObject({ email: it.mallory.email, isConfirmed: false, signedInAs: it.vic.email })
    expect(setsSession(look)).toBe(false)
    const body = { loginTokenId }
    const crossed = await it.victim.call('POST', '/create-jwt-from-login-token', { body, headers: CROSS_SITE })
    expect([crossed.status, crossed.body.reason]).toEqual([403, 'CROSS_SITE'])
    expect(await it.isStillVic()).toBe(true)
  })
})

describe('another site', () => {
  it.each([
    ['POST', '/auth/sign-on/begin', { method: 'GOOGLE' }],
    ['POST', '/auth/sign-on/finish', { provider: 'google', answer: 'code=1&state=2' }],
    ['POST', '/auth/sign-in-methods', { method: 'GOOGLE' }],
    ['DELETE', '/auth/sign-in-methods/some', undefined],
    ['POST', '/auth/factors/app', undefined],
    ['POST', '/auth/factors/passkeys/options', undefined],
  ])('begins and finishes nothing: %s %s', async (method, path, body) => {
    const { victim } = await scene()
    const crossed = await victim.call(method, path, { body, headers: CROSS_SITE })
    expect([crossed.status, crossed.body.reason]).toEqual([403, 'CROSS_SITE'])
  })
})

describe('a second factor of someone else', () => {
  it('a passkey that was made for one person isn’t registered by another, nor in another session', async () => {
    const it = await scene()
    const mallorys = await signIn(it.company, it.mallory)
    const passkey = await makePasskey(mallorys, newSecurityKey())
    const body = { name: 'Mine', passkey }
    const elsewhere = await signIn(it.company, it.mallory)
    for (const of of [it.victim, elsewhere]) {
      const added = await of.post('/auth/factors/passkeys', body)
      expect([added.status, added.body.reason]).toEqual([422, 'PASSKEY_REFUSED'])
    }
    expect(await rows('SELECT 1 FROM second_factors WHERE user_id = ?', it.vic.userId)).toEqual([])
    expect((await addPasskey(it.victim, newSecurityKey())).status).toBe(200)
  })

  it('an app that one person set up isn’t proven by another', async () => {
    const it = await scene()
    const mallorys = await signIn(it.company, it.mallory)
    const { body: app } = await mallorys.post('/auth/factors/app')
    const proven = await it.victim.post('/auth/factors/app/code', { id: app.id, code: codeOf(app) })
    expect(proven.status).toBe(404)
    expect(await rows('SELECT 1 FROM second_factors WHERE user_id = ?', it.vic.userId)).toEqual([])
    expect((await addApp(it.victim)).recoveryCodes).toHaveLength(10)
  })
})
