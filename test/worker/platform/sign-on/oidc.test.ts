import { beforeEach, describe, expect, it } from 'vitest'
import { clientOf, companyToken, exchange, rows, run } from '../../../support/worker/sessions.ts'
import { bindTenant, connectOkta } from '../../../support/worker/sign-on/connections.ts'
import {
  answerAt,
  beginAt,
  GOOGLE_HOST,
  googleThere,
  MICROSOFT_HOST,
  microsoftThere,
  TENANT,
} from '../../../support/worker/sign-on/oidc-there.ts'
import { anonymous, Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

beforeEach(() => {
  googleThere()
  microsoftThere()
})

let made = 0
const domainOf = () => {
  made += 1
  return `team-${Date.now()}-${made}.test`
}

const finish = (browser: Client, provider: string, answer: string) =>
  browser.post('/auth/sign-on/finish', { provider, answer })

/** A company that lets its people use Google and Microsoft, and one of them. */
const scene = async (flags: Parameters<typeof makeCompany>[0] = ['enableGoogleLogin', 'enableMicrosoftLogin']) => {
  const company = await makeCompany(flags)
  const domain = domainOf()
  const ada = await company.addPerson({ name: 'Ada Pereira', email: `ada@${domain}` })
  const google = { sub: `google-${domain}`, email: ada.email, email_verified: true, hd: domain }
  return { company, domain, ada, google }
}

const refusalsIn = async (company: TestCompany, admin: Client): Promise<string> =>
  JSON.stringify((await admin.get('/api/audit-logs/company?first=20')).body) + company.id

describe('signing in with Google', () => {
  it('a member whose address Google answers for is signed in, and known by the account from then on', async () => {
    const { company, ada, google } = await scene()
    const { browser, url } = await beginAt({ method: 'GOOGLE', email: ada.email })
    const asked = new URL(url).searchParams
    expect([new URL(url).host, asked.get('code_challenge_method'), asked.get('login_hint')]).toEqual([
      GOOGLE_HOST,
      'S256',
      ada.email,
    ])
    const { body } = await finish(browser, 'google', answerAt(url, google))
    const look = await browser.post('/auth/login-token', { loginTokenId: body.loginTokenId })
    expect(look.body).toMatchObject({ email: ada.email, isConfirmed: true, isInvitation: false })
    const session = clientOf(await exchange(browser, body.loginTokenId))
    expect((await session.get('/jwt-data')).body).toMatchObject({ userId: ada.userId, companyId: company.id })
    expect((await session.get('/auth/sessions')).body).toMatchObject([{ method: 'GOOGLE', isCurrent: true }])

    // Another address now, which Google doesn't answer for: the account is what counts.
    const again = await beginAt({ method: 'GOOGLE' })
    const moved = { ...google, email: 'ada.new@elsewhere.test', email_verified: false }
    const second = await finish(again.browser, 'google', answerAt(again.url, moved))
    expect(second.status).toBe(200)
    expect(await rows('SELECT user_id FROM sign_on_identities WHERE subject = ?', google.sub)).toEqual([
      { user_id: ada.userId },
    ])
  })

  it('an address without email_verified, or that Google doesn’t host, links no account', async () => {
    const { google } = await scene()
    for (const claims of [
      { ...google, email_verified: undefined },
      { ...google, email_verified: 'true' },
      { ...google, hd: 'another.test' },
      { ...google, hd: undefined },
    ]) {
      const { browser, url } = await beginAt({ method: 'GOOGLE' })
      const answer = await finish(browser, 'google', answerAt(url, claims))
      expect([answer.status, answer.body.reason]).toEqual([422, 'SIGN_ON_REFUSED'])
      expect(answer.body.message).toContain('isn’t linked to an Outlay account')
    }
    expect(await rows('SELECT 1 FROM sign_on_identities WHERE subject = ?', google.sub)).toEqual([])
  })

  it('another Google account with the same address doesn’t replace the linked one', async () => {
    const { google } = await scene()
    const first = await beginAt({ method: 'GOOGLE' })
    expect((await finish(first.browser, 'google', answerAt(first.url, google))).status).toBe(200)
    const second = await beginAt({ method: 'GOOGLE' })
    const answer = await finish(second.browser, 'google', answerAt(second.url, { ...google, sub: 'someone-later' }))
    expect(answer.body.reason).toBe('SIGN_ON_REFUSED')
  })

  it('a company that doesn’t allow Google refuses, also by switching to it, and with a token made before', async () => {
    const { company, ada, google } = await scene()
    const strict = await makeCompany([])
    await strict.addPerson({ email: ada.email })
    const { browser, url } = await beginAt({ method: 'GOOGLE' })
    const { body } = await finish(browser, 'google', answerAt(url, google))
    const session = clientOf(await exchange(browser, body.loginTokenId))
    const switched = await companyToken(session, strict.id)
    expect(JSON.stringify(switched.body)).toContain('SIGN_ON_OFF')

    const later = await beginAt({ method: 'GOOGLE' })
    const token = (await finish(later.browser, 'google', answerAt(later.url, google))).body.loginTokenId
    await run(`UPDATE companies SET flags = '{}' WHERE id = ?`, company.id)
    expect((await exchange(later.browser, token)).body.reason).toBe('SIGN_ON_OFF')
    const last = await beginAt({ method: 'GOOGLE' })
    const refused = await finish(last.browser, 'google', answerAt(last.url, google))
    expect(refused.body.message).toBe('Your company doesn’t allow this way to log in. Ask an admin how to log in.')
  })
})

describe('signing in with Microsoft', () => {
  const microsoft = (email: string, tid = TENANT) => ({
    iss: `https://${MICROSOFT_HOST}/${tid}/v2.0`,
    ...{ sub: 'pairwise', tid, oid: `oid-${email}`, email, email_verified: true },
  })

  it('the address links a member only in the tenant that their company has named', async () => {
    const { company, ada } = await scene()
    const unnamed = await beginAt({ method: 'MICROSOFT' })
    expect((await finish(unnamed.browser, 'microsoft', answerAt(unnamed.url, microsoft(ada.email)))).body.reason).toBe(
      'SIGN_ON_REFUSED',
    )
    await bindTenant(company)
    const other = await beginAt({ method: 'MICROSOFT' })
    const foreign = microsoft(ada.email, '00000000-1111-2222-3333-444444444444')
    expect((await finish(other.browser, 'microsoft', answerAt(other.url, foreign))).body.reason).toBe('SIGN_ON_REFUSED')
    const { browser, url } = await beginAt({ method: 'MICROSOFT' })
    const answer = await finish(browser, 'microsoft', answerAt(url, microsoft(ada.email)))
    expect(answer.status).toBe(200)
    expect(await rows('SELECT subject FROM sign_on_identities WHERE user_id = ?', ada.userId)).toEqual([
      { subject: `${TENANT}:oid-${ada.email}` },
    ])
  })

  it('a token whose issuer isn’t its tenant is refused', async () => {
    const { company, ada } = await scene()
    await bindTenant(company)
    const { browser, url } = await beginAt({ method: 'MICROSOFT' })
    const claims = { ...microsoft(ada.email, 'another-tenant'), tid: TENANT }
    expect((await finish(browser, 'microsoft', answerAt(url, claims))).body.reason).toBe('SIGN_ON_REFUSED')
  })
})

describe('signing in with a company’s Okta', () => {
  const okta = async () => {
    const set = await scene(['enableOktaLogin'])
    const host = `okta-${set.domain}`
    await connectOkta(set.company, set.domain, host)
    return { ...set, claims: { sub: 'okta-1', email: set.ada.email, email_verified: true } }
  }

  it('the domain says what its addresses may use, the same for everyone there', async () => {
    const { domain } = await okta()
    const { body } = await anonymous.get(`/auth/sign-on/methods?domain=${domain}`)
    expect(body).toEqual({ methods: ['EMAIL_LINK', 'OKTA'], isRequired: false })
    const unknown = await anonymous.get('/auth/sign-on/methods?domain=nowhere.test')
    expect(unknown.body).toEqual({ methods: ['EMAIL_LINK', 'GOOGLE', 'MICROSOFT'], isRequired: false })
  })

  it('a member of a proven domain signs in, and someone of another domain or company doesn’t', async () => {
    const { company, ada, claims } = await okta()
    const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    const stranger = await (await makeCompany(['enableOktaLogin'])).addPerson()
    const guest = await company.addPerson({ email: `guest@${domainOf()}` })
    const provider = `okta-${company.id}`
    const { browser, url } = await beginAt({ method: 'OKTA', email: ada.email })
    const { body } = await finish(browser, provider, answerAt(url, claims))
    const session = clientOf(await exchange(browser, body.loginTokenId))
    expect((await session.get('/auth/sessions')).body).toMatchObject([{ method: 'OKTA' }])
    for (const { email } of [stranger, guest]) {
      const next = await beginAt({ method: 'OKTA', email: ada.email })
      const answer = await finish(next.browser, provider, answerAt(next.url, { ...claims, sub: email, email }))
      expect(answer.body.reason).toBe('SIGN_ON_REFUSED')
    }
    expect(await refusalsIn(company, admin)).toContain(`${guest.email}`)
  })

  it('refuses what isn’t for us, isn’t signed by it or has another nonce, and the company’s log says why', async () => {
    const { company, ada, claims } = await okta()
    const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    const wrong = [
      [{ aud: 'another-client' }, {}],
      [{ iss: 'https://another.okta.com' }, {}],
      [{ nonce: 'another' }, {}],
      [{}, { isForged: true }],
      [{}, { more: { iss: 'https://another.okta.com' } }],
    ] as const
    for (const [more, how] of wrong) {
      const { browser, url } = await beginAt({ method: 'OKTA', email: ada.email })
      const answer = await finish(browser, `okta-${company.id}`, answerAt(url, { ...claims, ...more }, how))
      expect([answer.status, answer.body.message]).toEqual([
        422,
        'Okta couldn’t log you in. Try again, or log in another way.',
      ])
    }
    const log = await refusalsIn(company, admin)
    expect(log.match(/Refused a login: /g)).toHaveLength(wrong.length)
  })

  it('an answer works once, in the browser that began, at the address of its provider', async () => {
    const { company, ada, claims } = await okta()
    const provider = `okta-${company.id}`
    const { browser, url } = await beginAt({ method: 'OKTA', email: ada.email })
    const answer = answerAt(url, claims)
    const attacker = await beginAt({ method: 'GOOGLE' })
    for (const other of [anonymous, attacker.browser])
      expect((await finish(other, provider, answer)).body.reason).toBe('SIGN_ON_REFUSED')
    expect((await finish(browser, 'google', answer)).body.reason).toBe('SIGN_ON_REFUSED')
    const { body } = await finish(browser, provider, answer)
    expect((await finish(browser, provider, answer)).body.reason).toBe('SIGN_ON_REFUSED')
    // Someone else who is given the token can't use it, so no one is signed in as another person by a link.
    expect((await exchange(attacker.browser, body.loginTokenId)).body.reason).toBe('LOGIN_TOKEN_UNKNOWN')
    expect((await exchange(browser, body.loginTokenId)).status).toBe(200)
  })
})

it('answers that mean nothing are refused without a failure', async () => {
  const browser = new Client('__Host-outlay_browser=x')
  for (const answer of ['', 'state=', 'code=%00&state=%ff', '?#&&==', 'error=access_denied&state=a', 'x'.repeat(8000)])
    expect((await finish(browser, 'google', answer)).status).toBe(422)
  expect((await finish(browser, 'google', 'x'.repeat(8001))).status).toBe(400)
})
