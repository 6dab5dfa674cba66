import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import { TOKEN_EXCHANGE_FAILED } from '../../../../schema/platform/session/endpoints.ts'
import { Database } from '../../../../worker/core/database.ts'
import { sealAuditLog } from '../../../../worker/features/platform/audit/chain.ts'
import { codeOf } from '../../../support/worker/doors.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import {
  askForLink,
  clientOf,
  companyToken,
  exchange,
  hashOf,
  impersonationToken,
  mailTo,
  reverseToken,
  rows,
  run,
  sessionCookieOf,
  tokenIn,
} from '../../../support/worker/sessions.ts'
import { makeVendorCompany, type TestVendorCompany } from '../../../support/worker/vendor-companies.ts'
import { anonymous, type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A vendor with two customers and one person. */
const scene = async () => {
  const [here, there] = [await makeCompany(), await makeCompany()]
  const vendor = await makeVendorCompany()
  await vendor.sellTo(here)
  await vendor.sellTo(there)
  return { here, there, vendor, person: await vendor.addPerson() }
}

const mailedLink = async (email: string): Promise<string> => {
  await askForLink(email, 'VENDOR')
  await runTicks(env)
  return tokenIn(await mailTo(email))
}

const statusOf = async (client: Client) => (await client.get('/jwt-data')).status
const choose = (client: Client, vendor: { id: string }, company: { id: string }) =>
  client.post('/api/v/token-with-company', { vendorCompanyId: vendor.id, companyId: company.id })
const disable = (vendor: TestVendorCompany, person: { userId: string }) =>
  run(
    'UPDATE vendor_company_members SET disabled_at = 1 WHERE vendor_company_id = ? AND user_id = ?',
    vendor.id,
    person.userId,
  )

describe('a vendor user’s login link', () => {
  it('the link is emailed and starts a vendor session without a customer', async () => {
    const { vendor, person } = await scene()
    const answer = await exchange(anonymous, await mailedLink(person.email), { timezone: 'Europe/Berlin' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      kind: 'VENDOR_USER',
      userId: person.userId,
      email: person.email,
      firstName: 'Vera',
      lastName: 'Vendor',
      timezone: 'Europe/Berlin',
      vendorCompanyId: vendor.id,
      vendorCompanyName: vendor.name,
      companyId: null,
      companyName: null,
    })
    const client = clientOf(answer)
    expect((await client.get('/jwt-data')).body).toEqual(answer.body)
    const query = '{ sessionData { __typename userId ... on VendorUserSession { vendorCompanyId companyId } } }'
    expect((await client.graphql(query)).body.data.sessionData).toEqual({
      __typename: 'VendorUserSession',
      userId: person.userId,
      vendorCompanyId: vendor.id,
      companyId: null,
    })
  })

  it('the link works once, for 15 minutes, and then says why and who it was sent to', async () => {
    const { person } = await scene()
    const token = await mailedLink(person.email)
    const answers = await Promise.all([1, 2, 3].map(() => exchange(anonymous, token)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect((await exchange(anonymous, token)).body).toMatchObject({
      message: 'This login link was already used. Get a new one.',
      details: { email: person.email },
    })
    await askForLink(person.email, 'VENDOR')
    await runTicks(env)
    const late = tokenIn(await mailTo(person.email, 2))
    await run('UPDATE vendor_login_tokens SET expires_at = ? WHERE user_id = ?', Date.now(), person.userId)
    expect((await exchange(anonymous, late)).body).toMatchObject({ reason: 'LOGIN_TOKEN_EXPIRED' })
    expect((await exchange(anonymous, 'v.never-was')).body).toMatchObject({
      message: TOKEN_EXCHANGE_FAILED,
      reason: 'LOGIN_TOKEN_UNKNOWN',
    })
  })

  it('neither the token nor the session’s secret is stored in plain text', async () => {
    const { person } = await scene()
    const token = await mailedLink(person.email)
    const secret = (clientOf(await exchange(anonymous, token)).cookie ?? '').split('=')[1] ?? ''
    for (const table of ['vendor_login_tokens', 'vendor_sessions', 'audit_log', 'outbox']) {
      const text = JSON.stringify(await rows(`SELECT * FROM ${table}`))
      expect(text).not.toContain(token)
      expect(text).not.toContain(secret)
    }
  })

  it('the link doesn’t work for someone disabled since, and disabled people get none', async () => {
    const { vendor, person } = await scene()
    const token = await mailedLink(person.email)
    await disable(vendor, person)
    expect((await exchange(anonymous, token)).body).toMatchObject({
      reason: 'MEMBER_DISABLED',
      message: TOKEN_EXCHANGE_FAILED,
    })
    const asked = await askForLink(person.email, 'VENDOR')
    expect(asked.body).toEqual((await askForLink('nobody@nowhere.test', 'VENDOR')).body)
    await runTicks(env)
    expect(sentMails(person.email)).toHaveLength(1)
  })

  it('the link leads to the portal it was requested at, or to the person’s only one', async () => {
    const { here, vendor, person } = await scene()
    const both = await here.addPerson()
    await vendor.join(both)
    const kindFor = async (email: string, count: number, portal?: 'VENDOR') => {
      await askForLink(email, portal)
      await runTicks(env)
      return (await exchange(anonymous, tokenIn(await mailTo(email, count)))).body.kind
    }
    expect(await kindFor(both.email, 1)).toBe('COMPANY_USER')
    expect(await kindFor(both.email, 2, 'VENDOR')).toBe('VENDOR_USER')
    expect(await kindFor(person.email, 1)).toBe('VENDOR_USER')
    const member = await here.addPerson()
    expect(await kindFor(member.email, 1, 'VENDOR')).toBe('COMPANY_USER')
  })
})

describe('a vendor user’s session', () => {
  it('the session ends at the next request of a disabled person', async () => {
    const { here, vendor, person } = await scene()
    const client = await vendor.signIn(person, here)
    expect(await statusOf(client)).toBe(200)
    await disable(vendor, person)
    expect(await statusOf(client)).toBe(401)
    expect((await client.get('/api/v/session')).status).toBe(401)
    expect((await client.graphql('{ sessionData { userId } }')).status).toBe(401)
  })

  it('the session ends after twelve hours without use and after thirty days', async () => {
    const { person } = await scene()
    const client = clientOf(await exchange(anonymous, await mailedLink(person.email)))
    const hash = hashOf(client)
    const [row] = await rows<{ life: number }>(
      'SELECT expires_at - created_at AS life FROM vendor_sessions WHERE token_hash = ?',
      hash,
    )
    expect(row?.life).toBe(30 * DAY)
    const set = (column: string, value: number) =>
      run(`UPDATE vendor_sessions SET ${column} = ? WHERE token_hash = ?`, value, hash)
    await set('last_seen_at', Date.now() - 11 * HOUR)
    expect(await statusOf(client)).toBe(200)
    const [touched] = await rows<{ seen: number }>(
      'SELECT last_seen_at AS seen FROM vendor_sessions WHERE token_hash = ?',
      hash,
    )
    expect(touched?.seen).toBeGreaterThan(Date.now() - HOUR)
    await set('last_seen_at', Date.now() - 12 * HOUR)
    expect(await statusOf(client)).toBe(401)
    await set('last_seen_at', Date.now())
    await set('expires_at', Date.now())
    expect(await statusOf(client)).toBe(401)
  })

  it('signing out ends the session and clears its cookie', async () => {
    const { here, vendor, person } = await scene()
    const client = await vendor.signIn(person, here)
    const answer = await client.call('DELETE', '/clear-jwt')
    expect(answer.status).toBe(204)
    expect(sessionCookieOf(answer)).toMatch(/^__Host-outlay_session=; .*Max-Age=0/)
    expect(await rows('SELECT 1 FROM vendor_sessions WHERE user_id = ?', person.userId)).toEqual([])
    expect(await statusOf(client)).toBe(401)
  })

  it('a vendor session replaces a staff session in the same browser, and the reverse', async () => {
    const { here, person } = await scene()
    const member = await here.addPerson()
    const staff = await signIn(here, member)
    const asVendor = clientOf(await exchange(staff, await mailedLink(person.email)))
    expect([await statusOf(staff), await statusOf(asVendor)]).toEqual([401, 200])
    await askForLink(member.email)
    await runTicks(env)
    const asStaff = clientOf(await exchange(asVendor, tokenIn(await mailTo(member.email))))
    expect([await statusOf(asVendor), await statusOf(asStaff)]).toEqual([401, 200])
  })

  it('a vendor session can’t be used as a staff session, nor the reverse', async () => {
    const { here, vendor, person } = await scene()
    const vendorClient = await vendor.signIn(person, here)
    const staffClient = await signIn(here, await here.addPerson())
    const { Client: Browser } = await import('../../../support/worker/world.ts')
    const bare = (vendorClient.cookie ?? '').replace('=v.', '=')
    const dressed = (staffClient.cookie ?? '').replace('=', '=v.')
    for (const cookie of [bare, dressed]) expect(await statusOf(new Browser(cookie))).toBe(401)
    for (const path of [
      '/api/current-permissions',
      '/api/current-company',
      '/api/members',
      '/api/intake-submissions',
    ]) {
      expect({ path, code: codeOf(await vendorClient.get(path)) }).toEqual({ path, code: 'FORBIDDEN' })
    }
    for (const path of ['/api/v/session', '/api/v/associated-companies']) {
      expect({ path, code: codeOf(await staffClient.get(path)) }).toEqual({ path, code: 'FORBIDDEN' })
    }
  })

  it('a vendor session can’t view as others, switch view, or open a company or payments', async () => {
    const { here, vendor, person } = await scene()
    const client = await vendor.signIn(person, here)
    const admin = await signIn(here, await here.addPerson({ flags: ['hasAdminAccess'] }))
    expect(codeOf(await impersonationToken(admin, person.userId))).toBe('NOT_FOUND')
    expect(codeOf(await impersonationToken(client, person.userId))).toBe('FORBIDDEN')
    expect(codeOf(await reverseToken(client))).toBe('FORBIDDEN')
    expect(codeOf(await companyToken(client, here.id))).toBe('FORBIDDEN')
    expect(codeOf(await client.graphql('{ paymentsGatekeeper { paymentsEnabled } }'))).toBe('FORBIDDEN')
  })
})

describe('choosing a customer company', () => {
  it('a person chooses between their vendor companies and those companies’ customers', async () => {
    const { here, there, vendor, person } = await scene()
    const second = await makeVendorCompany()
    await second.sellTo(there)
    await second.join(person)
    const client = await vendor.signIn(person)
    const pairs = (await client.get('/api/v/associated-companies')).body as {
      vendorCompany: { id: string }
      company: { id: string }
    }[]
    const ids = pairs.map((pair) => `${pair.vendorCompany.id} ${pair.company.id}`)
    expect(ids.sort()).toEqual(
      [`${vendor.id} ${here.id}`, `${vendor.id} ${there.id}`, `${second.id} ${there.id}`].sort(),
    )
    const answer = await choose(client, second, there)
    expect(answer.body).toMatchObject({ vendorCompanyId: second.id, companyId: there.id })
    expect(await statusOf(client)).toBe(401)
    const next = clientOf(answer)
    expect((await next.get('/jwt-data')).body).toEqual(answer.body)
    expect((await next.get('/api/v/session')).body).toEqual({
      vendorCompany: { id: second.id, name: second.name, vendorType: 'BUSINESS', version: 1 },
    })
  })

  it('companies that don’t buy from them, and vendors they left, can’t be chosen', async () => {
    const { here, vendor, person } = await scene()
    const stranger: TestCompany = await makeCompany()
    const left = await makeVendorCompany()
    await left.sellTo(here)
    await left.join(person)
    await disable(left, person)
    const client = await vendor.signIn(person)
    for (const [by, company] of [
      [vendor, stranger],
      [left, here],
      [{ id: 'nobody' }, here],
      [vendor, { id: 'nowhere' }],
    ] as const) {
      expect(codeOf(await choose(client, by, company))).toBe('NOT_FOUND')
    }
    expect(await statusOf(client)).toBe(200)
  })

  it('choosing doesn’t extend the thirty days', async () => {
    const { here, vendor, person } = await scene()
    const client = await vendor.signIn(person)
    const expiry = async (of: Client) =>
      (await rows('SELECT expires_at FROM vendor_sessions WHERE token_hash = ?', hashOf(of)))[0]?.expires_at
    const before = await expiry(client)
    const answer = await choose(client, vendor, here)
    expect(await expiry(clientOf(answer))).toBe(before)
    expect(sessionCookieOf(answer)).toMatch(/Max-Age=3[56]\d\d/)
  })

  it('the choice ends when the company no longer buys from the vendor', async () => {
    const { here, vendor, person } = await scene()
    const client = await vendor.signIn(person, here)
    expect((await client.get('/jwt-data')).body.companyId).toBe(here.id)
    await run('DELETE FROM vendor_company_customers WHERE company_id = ?', here.id)
    expect((await client.get('/jwt-data')).body).toMatchObject({ companyId: null, companyName: null })
  })

  it('choosing, signing in and signing out are in the vendor company’s own sealed log', async () => {
    const { here, vendor, person } = await scene()
    const client = clientOf(await exchange(anonymous, await mailedLink(person.email)))
    await clientOf(await choose(client, vendor, here)).call('DELETE', '/clear-jwt')
    const log = await rows(
      `SELECT action, actor_user_id AS who FROM audit_log WHERE company_id = ? ORDER BY id`,
      vendor.id,
    )
    const who = person.userId
    expect(log).toEqual([
      { action: 'session.signed-in', who },
      { action: 'session.chose-company', who },
      { action: 'session.signed-out', who },
    ])
    await sealAuditLog(new Database(env.DB, 'first-primary'))
    expect(await rows('SELECT max(sequence) AS covered FROM audit_seals WHERE company_id = ?', vendor.id)).toEqual([
      { covered: 3 },
    ])
    expect(await rows("SELECT 1 FROM audit_log WHERE company_id = ? AND target_type = 'SESSION'", here.id)).toEqual([])
  })
})

describe('the sign-in methods', () => {
  const settings = env as { OUTLAY_LOGIN_METHODS?: string }
  afterEach(() => {
    delete settings.OUTLAY_LOGIN_METHODS
  })
  const switchOff = (company: TestCompany) =>
    run(`UPDATE companies SET flags = '{"enableEmailLinkLogin":false}' WHERE id = ?`, company.id)

  it('without login links in their company, members learn why only by email', async () => {
    const company = await makeCompany()
    const member = await company.addPerson()
    await switchOff(company)
    const answer = await askForLink(member.email)
    expect(answer.body).toEqual((await askForLink('nobody@nowhere.test')).body)
    await runTicks(env)
    const mail = await mailTo(member.email)
    expect(mail.subject).toBe('Login links are turned off')
    expect(mail.text).not.toContain('token=')
    expect(await rows('SELECT 1 FROM login_tokens WHERE user_id = ?', member.userId)).toEqual([])
  })

  it('a company’s methods also apply to links sent before and to people from another company', async () => {
    const [open, closed] = [await makeCompany(), await makeCompany()]
    const member = await open.addPerson()
    await run(
      'INSERT INTO company_memberships (company_id, user_id, created_at) VALUES (?, ?, 0)',
      closed.id,
      member.userId,
    )
    const guest = await closed.addPerson()
    await askForLink(guest.email)
    await runTicks(env)
    const token = tokenIn(await mailTo(guest.email))
    await switchOff(closed)
    const refused = await exchange(anonymous, token)
    expect(refused.body).toMatchObject({ reason: 'LOGIN_METHOD_OFF', details: { email: guest.email } })
    const client = await signIn(open, member)
    const answer = await companyToken(client, closed.id)
    expect(codeOf(answer)).toBe('FORBIDDEN')
    // Someone in both is led to the company that allows it.
    await askForLink(member.email)
    await runTicks(env)
    expect((await exchange(anonymous, tokenIn(await mailTo(member.email)))).body.companyId).toBe(open.id)
  })

  it('a method the installation doesn’t offer isn’t on the login page and is refused', async () => {
    expect((await anonymous.get('/auth/login-methods')).body).toMatchObject({ methods: { length: 3 } })
    settings.OUTLAY_LOGIN_METHODS = 'OKTA'
    expect((await anonymous.get('/auth/login-methods')).body).toMatchObject({ methods: [] })
    const answer = await askForLink('anybody@nowhere.test')
    expect(answer.status).toBe(403)
    expect(answer.body.reason).toBe('LOGIN_METHOD_OFF')
  })
})
