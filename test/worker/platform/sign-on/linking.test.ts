import { beforeEach, describe, expect, it } from 'vitest'
import { addApp, codeOf, giveCode } from '../../../support/worker/factors/second-factors.ts'
import { clientOf, exchange, hashOf, mailAbout, run } from '../../../support/worker/sessions.ts'
import { connectOkta } from '../../../support/worker/sign-on/connections.ts'
import {
  beginLinking,
  browserAfter,
  finishAt,
  link,
  linkedOf,
  linkingScene,
  methodsOf,
  signInBy,
  turnOff,
} from '../../../support/worker/sign-on/linking.ts'
import { answerAt, googleThere, microsoftThere } from '../../../support/worker/sign-on/oidc-there.ts'
import { type Client, KeyClient, signIn } from '../../../support/worker/world.ts'

beforeEach(() => {
  googleThere()
  microsoftThere()
})

describe('linking a sign-in method from a session', () => {
  it('an account with another address signs in once it is linked, and no more once it is removed', async () => {
    const { ada, company, session, google, log } = await linkingScene()
    expect((await signInBy('google', google)).body.reason).toBe('SIGN_ON_REFUSED')
    expect(await methodsOf(session)).toEqual({
      emailLink: { address: ada.email, isUsable: true },
      linked: [],
      linkable: ['GOOGLE', 'MICROSOFT'],
      required: null,
    })

    const answer = await link(session, 'GOOGLE', google)
    expect(answer.body).toEqual({
      loginTokenId: null,
      test: null,
      link: {
        isSound: true,
        text: `Google is linked. You can sign in with ${google.email} from now on.`,
        portal: 'STAFF',
      },
    })
    expect(answer.headers.getSetCookie().filter((each) => each.includes('session'))).toEqual([])
    const { text } = await mailAbout(ada.email, 'A sign-in method was added')
    expect(text).toContain(`Google (${google.email}) was added to your account`)
    expect(text).toContain('/user/settings/sessions')
    expect(await log()).toContain(`Linked Google to this account (${google.email})`)

    const byGoogle = await signInBy('google', google)
    const there = clientOf(await exchange(byGoogle.browser, byGoogle.body.loginTokenId))
    expect((await there.get('/jwt-data')).body).toMatchObject({ userId: ada.userId, companyId: company.id })
    const { linked } = await methodsOf(session)
    expect(linked).toMatchObject([{ method: 'GOOGLE', address: google.email, isUsable: true, isLastWay: false }])
    expect(Date.parse(linked[0].lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(linked[0].linkedAt))

    expect((await session.call('DELETE', `/auth/sign-in-methods/${linked[0].id}`)).status).toBe(204)
    expect((await methodsOf(session)).linked).toEqual([])
    expect((await mailAbout(ada.email, 'A sign-in method was removed')).text).toContain(google.email)
    expect(await log()).toContain(`Removed Google from this account (${google.email})`)
    expect((await signInBy('google', google)).body.reason).toBe('SIGN_ON_REFUSED')
    const again = await session.call('DELETE', `/auth/sign-in-methods/${linked[0].id}`)
    expect(again.status).toBe(404)
  })

  it('a removed account doesn’t come back by its address, but can be linked again', async () => {
    const { ada, session, domain, log } = await linkingScene()
    const own = { sub: `own-${domain}`, email: ada.email, email_verified: true, hd: domain }
    expect((await signInBy('google', own)).status).toBe(200)
    const [account] = (await methodsOf(session)).linked
    await session.call('DELETE', `/auth/sign-in-methods/${account.id}`)
    expect((await signInBy('google', own)).body.reason).toBe('SIGN_ON_REFUSED')
    expect(await linkedOf(ada.userId)).toMatchObject([{ method: 'GOOGLE', removed_at: expect.any(Number) }])
    expect((await link(session, 'GOOGLE', own)).body.link.isSound).toBe(true)
    expect((await signInBy('google', own)).status).toBe(200)
    expect(await log()).not.toContain('Refused a login: no member')
  })

  it('Microsoft links by tenant and object, whatever address it names', async () => {
    const { ada, session, microsoft } = await linkingScene()
    expect((await link(session, 'MICROSOFT', microsoft)).body.link.isSound).toBe(true)
    const other = await signInBy('microsoft', { ...microsoft, oid: 'another' })
    expect(other.body.reason).toBe('SIGN_ON_REFUSED')
    const { browser, body } = await signInBy('microsoft', { ...microsoft, email: 'changed@there.test' })
    const there = clientOf(await exchange(browser, body.loginTokenId))
    expect((await there.get('/jwt-data')).body.userId).toBe(ada.userId)
  })

  it('an account of someone else is refused, and the company’s log says why', async () => {
    const { company, ada, bo, session, google, domain, log } = await linkingScene()
    await link(await signIn(company, bo), 'GOOGLE', google)
    const taken = await link(session, 'GOOGLE', google)
    expect(taken.body.link).toEqual({
      isSound: false,
      text: `This Google account ${google.email} is linked to someone else. Ask an admin if it should be yours.`,
      portal: 'STAFF',
    })
    const bosOwn = { sub: `bo-${domain}`, email: bo.email, email_verified: true, hd: domain }
    const named = await link(session, 'GOOGLE', bosOwn)
    expect(named.body.link.text).toContain(`${bo.email} has the address of someone else here`)
    expect(await linkedOf(ada.userId)).toEqual([])
    const said = await log()
    expect(said).toContain('which is linked to someone else')
    expect(said).toContain('which is someone else’s address')
  })

  it('only the browser that began can finish', async () => {
    const { company, ada, session, google } = await linkingScene()
    const { url } = await beginLinking(session, 'GOOGLE')
    const elsewhere = await beginLinking(await signIn(company, ada), 'GOOGLE')
    const answer = await finishAt(elsewhere.browser, 'google', answerAt(url, google))
    expect([answer.status, answer.body.reason]).toEqual([422, 'SIGN_ON_REFUSED'])
    expect(await linkedOf(ada.userId)).toEqual([])
  })

  it('only the session that began can finish, in the same browser too', async () => {
    const { company, ada, bo, session, google } = await linkingScene()
    const cookieOf = async (next: Client | null) => {
      const { url, begun } = await beginLinking(session, 'GOOGLE')
      return { url, browser: browserAfter(begun, next) }
    }
    for (const next of [await signIn(company, ada), await signIn(company, bo), null]) {
      const { url, browser } = await cookieOf(next)
      const answer = await finishAt(browser, 'google', answerAt(url, google))
      expect([answer.status, answer.body.reason]).toEqual([422, 'SIGN_ON_REFUSED'])
      expect(answer.body.message).toContain('Nothing was linked')
    }
    expect([...(await linkedOf(ada.userId)), ...(await linkedOf(bo.userId))]).toEqual([])
  })

  it('an answer counts once, and in time', async () => {
    const { ada, session, google } = await linkingScene()
    const { url, browser } = await beginLinking(session, 'GOOGLE')
    expect((await finishAt(browser, 'google', answerAt(url, google))).body.link.isSound).toBe(true)
    expect((await finishAt(browser, 'google', answerAt(url, google))).body.reason).toBe('SIGN_ON_REFUSED')
    const late = await beginLinking(session, 'MICROSOFT')
    await run('UPDATE directory_sign_on_attempts SET expires_at = ? WHERE for_user = ?', Date.now() - 1, ada.userId)
    expect((await finishAt(late.browser, 'microsoft', answerAt(late.url, google))).body.reason).toBe('SIGN_ON_REFUSED')
  })

  it('a method that is off can’t be linked, not even when it was on at the beginning', async () => {
    const { company, ada, session, google } = await linkingScene()
    const { url, browser } = await beginLinking(session, 'GOOGLE')
    await turnOff(company, 'enableGoogleLogin')
    const answer = await finishAt(browser, 'google', answerAt(url, google))
    expect(answer.body.link).toMatchObject({
      isSound: false,
      text: 'Google isn’t allowed in your company. Ask an admin.',
    })
    const begun = await session.post('/auth/sign-in-methods', { method: 'GOOGLE' })
    expect([begun.status, begun.body.reason]).toEqual([422, 'NOT_LINKABLE'])
    expect((await session.post('/auth/sign-in-methods', { method: 'OKTA' })).body.reason).toBe('NOT_LINKABLE')
    expect(await linkedOf(ada.userId)).toEqual([])
  })

  it('someone who was disabled meanwhile links nothing', async () => {
    const { ada, admin, session, google } = await linkingScene()
    const { url, browser } = await beginLinking(session, 'GOOGLE')
    expect((await admin.post(`/api/members/${ada.userId}/enabled`, { enabled: false })).status).toBe(200)
    const answer = await finishAt(browser, 'google', answerAt(url, google))
    expect(answer.body.reason).toBe('SIGN_ON_REFUSED')
    expect(await linkedOf(ada.userId)).toEqual([])
  })

  it('where the company requires a method, others can’t be linked, and its own stays', async () => {
    const { company, domain, session, ada } = await linkingScene()
    await connectOkta(company, domain, `${domain.split('.')[0]}.okta.com`)
    const okta = { sub: `okta-${domain}`, email: ada.email, email_verified: true }
    await run(
      `UPDATE companies SET flags = json_set(flags, '$.enableOktaLogin', json('true')) WHERE id = ?`,
      company.id,
    )
    const { url, browser } = await beginLinking(session, 'OKTA')
    const linked = await finishAt(browser, `okta-${company.id}`, answerAt(url, okta))
    expect(linked.body.link.isSound).toBe(true)
    await run(`INSERT INTO login_requirements (company_id, method, since) VALUES (?, 'OKTA', 1)`, company.id)
    await run('INSERT INTO required_login_domains (company_id, domain) VALUES (?, ?)', company.id, domain)
    expect(await methodsOf(session)).toMatchObject({
      emailLink: { isUsable: false },
      linkable: ['OKTA'],
      required: 'OKTA',
      linked: [{ method: 'OKTA', isUsable: true, isLastWay: true }],
    })
    const google = await session.post('/auth/sign-in-methods', { method: 'GOOGLE' })
    expect(google.body.message).toBe('Your company requires Okta, so that Google can’t be linked.')
    const [account] = (await methodsOf(session)).linked
    const removed = await session.call('DELETE', `/auth/sign-in-methods/${account.id}`)
    expect([removed.status, removed.body.reason]).toEqual([422, 'LAST_WAY_IN'])
  })

  it('never removes the last way in, of two at once neither both', async () => {
    const { company, session, google, microsoft } = await linkingScene()
    await link(session, 'GOOGLE', google)
    await link(session, 'MICROSOFT', microsoft)
    await turnOff(company, 'enableEmailLinkLogin')
    const [one, two] = (await methodsOf(session)).linked
    const both = await Promise.all([one, two].map(({ id }) => session.call('DELETE', `/auth/sign-in-methods/${id}`)))
    expect(both.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1)
    const [left] = (await methodsOf(session)).linked
    expect(left.isLastWay).toBe(true)
    const last = await session.call('DELETE', `/auth/sign-in-methods/${left.id}`)
    expect([last.status, last.body.reason]).toEqual([422, 'LAST_WAY_IN'])
    // One that can’t be used anyway is no way in, so that it can go.
    await turnOff(company, left.method === 'GOOGLE' ? 'enableGoogleLogin' : 'enableMicrosoftLogin')
    expect((await session.call('DELETE', `/auth/sign-in-methods/${left.id}`)).status).toBe(204)
  })

  it('asks who has a second factor for it', async () => {
    const { session, google } = await linkingScene()
    await link(session, 'GOOGLE', google)
    const app = await addApp(session)
    await run('UPDATE sessions SET factor_at = 1 WHERE token_hash = ?', hashOf(session))
    const begun = await session.post('/auth/sign-in-methods', { method: 'MICROSOFT' })
    expect([begun.status, begun.body.reason]).toEqual([403, 'FACTOR_NEEDED'])
    const [account] = (await methodsOf(session)).linked
    const removed = await session.call('DELETE', `/auth/sign-in-methods/${account.id}`)
    expect([removed.status, removed.body.reason]).toEqual([403, 'FACTOR_NEEDED'])
    expect((await giveCode(session, codeOf(app))).status).toBe(200)
    expect((await session.post('/auth/sign-in-methods', { method: 'MICROSOFT' })).status).toBe(200)
    expect((await session.call('DELETE', `/auth/sign-in-methods/${account.id}`)).status).toBe(204)
  })

  it('API keys and people who view as the member can’t', async () => {
    const { company, ada, grace, admin } = await linkingScene()
    const { body } = await admin.post('/api/api-keys', { name: 'Books' })
    const key = new KeyClient(body.key)
    const viewing = await signIn(company, ada, grace.userId)
    const acting = await signIn(company, ada, grace.userId, 'Ada asked me to')
    for (const [client, status] of [
      [key, 401],
      [viewing, 403],
      [acting, 403],
    ] as const) {
      expect((await client.get('/auth/sign-in-methods')).status).toBe(status)
      expect((await client.post('/auth/sign-in-methods', { method: 'GOOGLE' })).status).toBe(status)
      expect((await client.call('DELETE', '/auth/sign-in-methods/some')).status).toBe(status)
    }
  })
})
