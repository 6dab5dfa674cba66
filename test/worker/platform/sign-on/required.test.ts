import { beforeEach, describe, expect, it } from 'vitest'
import { addPasskey, givePasskey, newSecurityKey } from '../../../support/worker/factors/second-factors.ts'
import { textThere } from '../../../support/worker/outside.ts'
import { askForLink, clientOf, exchange, mailAbout, rows, run, tokenIn } from '../../../support/worker/sessions.ts'
import { answerAt, beginAt, googleThere } from '../../../support/worker/sign-on/oidc-there.ts'
import { anonymous, Client, makeCompany, signIn } from '../../../support/worker/world.ts'

beforeEach(() => googleThere())

let made = 0

/** A company with a proven domain, an admin with a passkey there, and a member. */
const scene = async () => {
  made += 1
  const company = await makeCompany(['enableGoogleLogin', 'enableMicrosoftLogin'])
  const domain = `must-${Date.now()}-${made}.test`
  const grace = await company.addPerson({
    name: 'Grace Lind',
    email: `grace@${domain}`,
    flags: ['hasAdminAccess'],
  })
  const ada = await company.addPerson({ name: 'Ada Pereira', email: `ada@${domain}` })
  const admin = await signIn(company, grace)
  await admin.post('/api/okta-configuration', {
    ...{ domain: 'acme.okta.com', clientId: 'client', clientSecret: 'a-secret-of-okta' },
    loginDomains: [domain],
  })
  const [{ token } = { token: '' }] = await rows<{ token: string }>(
    'SELECT token FROM directory_login_domains WHERE of_company = ?',
    company.id,
  )
  textThere(`_outlay.${domain}`, `outlay-domain=${token}`)
  await admin.post('/api/login-domains/check', { domain })
  const identity = ({ email }: { email: string }) => ({
    sub: `google-${email}`,
    email,
    email_verified: true,
    hd: domain,
  })
  return { company, domain, grace, ada, admin, identity }
}

type Scene = Awaited<ReturnType<typeof scene>>

const test = async ({ admin, identity }: Scene, who: { email: string }) => {
  const begun = await admin.post('/api/sign-on-tests', { method: 'GOOGLE' })
  const cookie = begun.headers.getSetCookie().find((each) => each.includes('outlay_browser')) ?? ''
  const browser = new Client(`${admin.cookie}; ${cookie.split(';')[0]}`)
  return browser.post('/auth/sign-on/finish', { provider: 'google', answer: answerAt(begun.body.url, identity(who)) })
}

const require = async ({ admin, grace }: Scene, method: string | null = 'GOOGLE') =>
  admin.post('/api/required-login', { method, breakGlassUserIds: method ? [grace.userId] : [] })

/** The scene with Google required. Grace stays signed in: she gave her passkey in her session. */
const required = async () => {
  const made = await scene()
  const key = newSecurityKey()
  await addPasskey(made.admin, key)
  await test(made, made.grace)
  const answer = await require(made)
  expect([answer.status, answer.body.method]).toEqual([200, 'GOOGLE'])
  return { ...made, key }
}

/** The token of a link that someone asks for, if the mail has one. */
const linkFor = async ({ email }: { email: string }): Promise<string> => {
  await askForLink(email)
  return tokenIn(await mailAbout(email, 'Log in to Outlay'))
}

const byGoogle = async ({ identity }: Scene, who: { email: string }): Promise<Client> => {
  const { browser, url } = await beginAt({ method: 'GOOGLE' })
  const { body } = await browser.post('/auth/sign-on/finish', {
    provider: 'google',
    answer: answerAt(url, identity(who)),
  })
  return clientOf(await exchange(browser, body.loginTokenId))
}

describe('requiring a login method', () => {
  it('takes a proven domain, a test by the admin themselves, and break-glass admins with a passkey', async () => {
    const made = await scene()
    const { admin, ada, grace, company } = made
    expect((await require(made)).body.fields).toEqual({ method: 'Test Google first, so that you know it works' })
    const other = await test(made, ada)
    expect(other.body).toMatchObject({ loginTokenId: null, test: { isSound: false } })
    expect(other.body.test.text).toContain(`You came back as ${ada.email}`)
    const own = await test(made, grace)
    expect(own.body).toEqual({
      loginTokenId: null,
      link: null,
      test: { isSound: true, text: 'Google worked: you came back as yourself.' },
    })
    expect(await rows('SELECT 1 FROM sign_on_identities WHERE company_id = ?', company.id)).toEqual([])
    expect((await require(made)).body.fields.breakGlassUserIds).toContain('Grace Lind has no passkey yet')
    await addPasskey(admin, newSecurityKey())
    const none = await admin.post('/api/required-login', { method: 'GOOGLE', breakGlassUserIds: [] })
    expect(none.body.fields.breakGlassUserIds).toContain('Choose at least one admin')
    expect((await require(made)).body).toMatchObject({ method: 'GOOGLE', breakGlassUserIds: [grace.userId] })
  })

  it('holds at every door for people of the domain, and for no one else', async () => {
    const made = await scene()
    const { company, domain, ada, grace } = made
    const guest = await company.addPerson({ email: `guest@elsewhere-${domain}` })
    const adaSession = await signIn(company, ada)
    const guestSession = await signIn(company, guest)
    const early = await linkFor(ada)
    await addPasskey(made.admin, newSecurityKey())
    await test(made, grace)
    expect((await require(made)).status).toBe(200)

    expect((await adaSession.get('/jwt-data')).status).toBe(401)
    expect((await guestSession.get('/jwt-data')).status).toBe(200)
    expect((await made.admin.get('/jwt-data')).status).toBe(200)
    expect((await exchange(anonymous, early)).body.reason).toBe('SIGN_ON_REQUIRED')
    const asked = await askForLink(ada.email)
    expect(asked.body).toEqual((await askForLink(`nobody@${domain}`)).body)
    const { text } = await mailAbout(ada.email, 'Log in with Google')
    expect(text).toContain('requires Google for your address')
    expect(text).not.toContain('login-with-token')
    expect((await exchange(anonymous, await linkFor(guest))).status).toBe(200)
    expect((await anonymous.get(`/auth/sign-on/methods?domain=${domain}`)).body).toEqual({
      methods: ['GOOGLE'],
      isRequired: true,
    })
    expect((await (await byGoogle(made, ada)).get('/jwt-data')).body).toMatchObject({ userId: ada.userId })
  })

  it('a break-glass admin gets a link, and stops requiring it', async () => {
    const made = await required()
    const owing = clientOf(await exchange(anonymous, await linkFor(made.grace)))
    expect((await owing.get('/jwt-data')).body).toMatchObject({ userId: made.grace.userId, owesFactor: 'PASSKEY' })
    const glass = clientOf(await givePasskey(owing, made.key))
    expect((await require({ ...made, admin: glass }, null)).body.method).toBeNull()
    expect((await exchange(anonymous, await linkFor(made.ada))).status).toBe(200)
  })

  it('what it rests on stays: the method, its tenant, the domain', async () => {
    const made = await required()
    const { admin, domain } = made
    const methods = await admin.post('/api/login-methods', { methods: ['EMAIL_LINK'], microsoftTenantId: null })
    expect(methods.body.fields.methods).toContain('Your company requires Google')
    const okta = { domain: 'acme.okta.com', clientId: 'client', loginDomains: [] as string[] }
    const left = await admin.post('/api/okta-configuration', okta)
    expect(left.body.fields.loginDomains).toContain(`Your company requires Google at ${domain}`)
  })

  it('the last break-glass admin stays an admin who can sign in, with a passkey', async () => {
    const made = await required()
    const { company, grace, admin } = made
    const second = await signIn(
      company,
      await company.addPerson({ email: `omar@guest-${made.domain}`, flags: ['hasAdminAccess'] }),
    )
    const disabled = await second.post(`/api/members/${grace.userId}/enabled`, { enabled: false })
    expect(disabled.body.reason).toBe('LAST_BREAK_GLASS')
    const [passkey] = await rows<{ id: string }>('SELECT id FROM second_factors WHERE user_id = ?', grace.userId)
    const removed = await admin.call('DELETE', `/auth/factors/${passkey?.id}`)
    expect(removed.body.reason).toBe('LAST_BREAK_GLASS')
    await addPasskey(second, newSecurityKey())
    const reset = await second.post(`/api/members/${grace.userId}/second-factors/reset`)
    expect(reset.body.reason).toBe('LAST_BREAK_GLASS')
    expect(await rows('SELECT id FROM second_factors WHERE user_id = ?', grace.userId)).toEqual([passkey])
  })

  it('a domain that is lost beyond its grace lets the email link in again', async () => {
    const made = await required()
    const { company, domain, admin, ada } = made
    await run(
      'UPDATE directory_login_domains SET missing_since = 1, token = ? WHERE of_company = ?',
      ...['another', company.id],
    )
    await admin.post('/api/login-domains/check', { domain })
    expect((await exchange(anonymous, await linkFor(ada))).status).toBe(200)
  })
})
