import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addPasskey, newSecurityKey } from '../../../support/worker/factors/second-factors.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { textThere } from '../../../support/worker/outside.ts'
import { connect } from '../../../support/worker/provisioning/provider.ts'
import { companyToken, exchange, given, mailAbout, rows, run } from '../../../support/worker/sessions.ts'
import { answerAt, beginAt, googleThere, microsoftThere } from '../../../support/worker/sign-on/oidc-there.ts'
import { logOf, type RequiredCompany, requiredCompany } from '../../../support/worker/sign-on/required-company.ts'
import { type Answer, type Client, KeyClient, makeCompany, signIn } from '../../../support/worker/world.ts'

/** One rule at each door by which people come into a company that requires a method, or by which its last way back is lost. */

beforeEach(() => {
  googleThere()
  microsoftThere()
})

const settings = env as { OUTLAY_LOGIN_METHODS?: string }
afterEach(() => {
  delete settings.OUTLAY_LOGIN_METHODS
})

const invitationOf = async (admin: Client, email: string): Promise<string> => {
  const made = await admin.post('/api/member/new', {
    firstName: 'Nia',
    lastName: 'New',
    email,
    sendNewMemberEmail: true,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  await runTicks(env)
  return (await mailAbout(email, 'Welcome to')).text
}

describe('an invitation', () => {
  it('leads to the login page, and names the method that is required', async () => {
    const { admin, domain } = await requiredCompany('OKTA')
    const text = await invitationOf(admin, `nia@${domain}`)
    expect(text).toContain('requires Okta to log in. Enter this email address here')
    expect(text).not.toContain('login-with-token')
    // Nothing is required of people elsewhere.
    expect(await invitationOf(admin, `nia@else-${domain}`)).toContain('login-with-token')
  })

  it('an invitation has no link where the company turned links off', async () => {
    const company = await makeCompany(['enableGoogleLogin'])
    await run(
      `UPDATE companies SET flags = json_set(flags, '$.enableEmailLinkLogin', json('false')) WHERE id = ?`,
      company.id,
    )
    const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    const text = await invitationOf(admin, `nia@off-${Date.now()}.test`)
    expect(text).toContain('There’s no password. Enter this email address here')
    expect(text).not.toContain('login-with-token')
  })

  it('an invitation has no link where the installation offers none', async () => {
    const company = await makeCompany()
    const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    settings.OUTLAY_LOGIN_METHODS = 'GOOGLE'
    const text = await invitationOf(admin, `nia@none-${Date.now()}.test`)
    expect(text).toContain('Enter this email address here')
    expect(text).not.toContain('login-with-token')
  })
})

describe('coming in', () => {
  it('from another company takes the method that this one requires', async () => {
    const { company, ada } = await requiredCompany('OKTA')
    const other = await makeCompany()
    const there = await signIn(other, await other.addPerson({ email: ada.email }))
    const switched = await companyToken(there, company.id)
    const [{ message, extensions }] = switched.body.errors
    expect(message).toMatch(/^Company .* requires Okta\. Sign out, and log in with that\.$/)
    expect(extensions.reason).toBe('SIGN_ON_REQUIRED')
  })

  it('from another company, a break-glass admin owes their passkey first', async () => {
    const { company, grace } = await requiredCompany('OKTA')
    const other = await makeCompany()
    const there = await signIn(other, await other.addPerson({ email: grace.email }))
    const answer = await exchange(there, given(await companyToken(there, company.id)))
    expect([answer.status, answer.body.owesFactor]).toEqual([200, 'PASSKEY'])
  })

  it('for the first time by another method is refused, and makes no member', async () => {
    const made = await requiredCompany('OKTA')
    const { admin, company, domain } = made
    await admin.call('PUT', '/api/provisioning/new-people', { body: { addsPeople: true } })
    const email = `nia@${domain}`
    const { browser, url } = await beginAt({ method: 'GOOGLE', email })
    const answer = answerAt(url, { sub: 'nia', email, email_verified: true, hd: domain, given_name: 'Nia' })
    const finished = await browser.post('/auth/sign-on/finish', { provider: 'google', answer })
    expect([finished.status, finished.body.reason]).toEqual([422, 'SIGN_ON_REFUSED'])
    const members = 'SELECT 1 FROM company_memberships WHERE company_id = ? AND email_key = ?'
    expect(await rows(members, company.id, email)).toEqual([])
  })
})

it('a domain that is proven later ends the sessions of its people who came another way', async () => {
  const { company, admin, domain, grace } = await requiredCompany('OKTA')
  const later = `later-${domain}`
  const omar = await signIn(company, await company.addPerson({ email: `omar@${later}` }))
  const guest = await signIn(company, await company.addPerson({ email: `guest@else-${domain}` }))
  const okta = { domain: `okta-${domain}`, clientId: 'outlay-at-okta', loginDomains: [domain, later] }
  expect((await admin.post('/api/okta-configuration', okta)).status).toBe(200)
  expect((await omar.get('/jwt-data')).status).toBe(200)
  const [{ token } = { token: '' }] = await rows<{ token: string }>(
    'SELECT token FROM directory_login_domains WHERE of_company = ? AND domain = ?',
    ...[company.id, later],
  )
  textThere(`_outlay.${later}`, `outlay-domain=${token}`)
  expect((await admin.post('/api/login-domains/check', { domain: later })).body.provenAt).not.toBeNull()
  expect((await omar.get('/jwt-data')).status).toBe(401)
  expect((await guest.get('/jwt-data')).status).toBe(200)
  expect((await admin.get('/jwt-data')).body.userId).toBe(grace.userId)
  expect((await admin.get('/api/required-login')).body.domains.toSorted()).toEqual([domain, later].toSorted())
})

describe('the last break-glass admin stays', () => {
  const scene = async () => {
    const made = await requiredCompany('OKTA')
    const omar = await made.company.addPerson({ email: `omar@else-${made.domain}`, flags: ['hasAdminAccess'] })
    const second = await signIn(made.company, omar)
    return { ...made, omar, second, provider: await connect(second) }
  }
  type Scene = Awaited<ReturnType<typeof scene>>

  const demoted = { hasAdminAccess: false }
  const doors: Record<string, (it: Scene) => Promise<Answer>> = {
    'disabled by another admin': ({ second, grace }) =>
      second.post(`/api/members/${grace.userId}/enabled`, { enabled: false }),
    'no admin anymore, on their page': ({ second, grace }) =>
      second.post(`/api/member/${grace.userId}/update`, demoted),
    'no admin anymore, in the list': ({ second, grace }) =>
      second.post('/api/members/permissions', { memberIds: [grace.userId], ...demoted }),
    'no admin anymore, by themselves': ({ admin, grace }) =>
      admin.post('/api/members/permissions', { memberIds: [grace.userId], ...demoted }),
    'their factors reset': ({ second, grace }) => second.post(`/api/members/${grace.userId}/second-factors/reset`),
  }
  it.each(Object.keys(doors))('%s', async (name) => {
    const made = await scene()
    await addPasskey(made.second, newSecurityKey())
    const answer = await doors[name]?.(made)
    expect(answer?.body.reason, JSON.stringify(answer?.body)).toBe('LAST_BREAK_GLASS')
    await stays(made)
  })

  it('by an API key, which changes no one’s rights', async () => {
    const made = await scene()
    const { body } = await made.second.post('/api/api-keys', { name: 'people' })
    const key = new KeyClient(body.key)
    const answer = await key.post('/api/members/permissions', { memberIds: [made.grace.userId], ...demoted })
    expect([answer.status, answer.body.reason]).toEqual([403, 'API_KEY'])
    await stays(made)
  })

  it('by SCIM, which says so', async () => {
    const made = await scene()
    const path = `/Users/${made.grace.userId}`
    for (const answer of [
      await made.provider.patch(path, { op: 'replace', value: { active: false } }),
      await made.provider.call('DELETE', path),
    ])
      expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining('last break-glass admin')])
    await stays(made)
  })

  it('by a group of the provider that made them an admin', async () => {
    const made = await scene()
    const { provider, second, grace } = made
    await provider.call('POST', '/Groups', { displayName: 'Bosses', members: [{ value: grace.userId }] })
    const give = (role: string | null) =>
      second.post('/api/saml-group-mappings', [{ groupId: null, integrationGroup: 'Bosses', role }])
    expect((await give('hasAdminAccess')).status).toBe(200)
    await runTicks(env)
    await give(null)
    await runTicks(env)
    await stays(made)
  })

  const stays = async (made: RequiredCompany) => {
    const [row] = await rows(
      `SELECT has_admin_access AS isAdmin, disabled_at AS disabledAt,
              (SELECT count(*) FROM second_factors f WHERE f.user_id = m.user_id AND f.kind = 'PASSKEY') AS passkeys
         FROM company_memberships m WHERE company_id = ? AND user_id = ?`,
      ...[made.company.id, made.grace.userId],
    )
    expect(row).toEqual({ isAdmin: 1, disabledAt: null, passkeys: 1 })
  }

  it('two break-glass admins can’t leave at once', async () => {
    const made = await scene()
    const { second, grace, omar } = made
    await addPasskey(second, newSecurityKey())
    const both = [grace.userId, omar.userId]
    await run(
      'INSERT INTO break_glass_admins (company_id, user_id, named_at) VALUES (?, ?, 1)',
      ...[made.company.id, omar.userId],
    )
    const third = await signIn(made.company, await made.company.addPerson({ flags: ['hasAdminAccess'] }))
    const answer = await third.post('/api/members/permissions', { memberIds: both, ...demoted })
    expect(answer.body.reason).toBe('LAST_BREAK_GLASS')
    await stays(made)
    expect((await third.post(`/api/members/${omar.userId}/enabled`, { enabled: false })).status).toBe(200)
    expect(await logOf(made)).toContain('company.login-required')
  })
})
