import { exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import { assertion, response, signed } from '../../../support/saml-answers.ts'
import { SAML_TEST_KEY, TEST_METADATA } from '../../../support/saml-test-key.ts'
import { clientOf, exchange, rows, run } from '../../../support/worker/sessions.ts'
import { bindTenant, connectOkta, proveDomain } from '../../../support/worker/sign-on/connections.ts'
import {
  answerAt,
  beginAt,
  googleThere,
  MICROSOFT_HOST,
  microsoftThere,
  TENANT,
} from '../../../support/worker/sign-on/oidc-there.ts'
import { Client, makeCompany, ORIGIN, signIn } from '../../../support/worker/world.ts'

/** People of a company's proven domain who sign in at its provider before anyone added them. */

beforeEach(() => {
  googleThere()
  microsoftThere()
})

let made = 0
const scene = async ({ isOn = true } = {}) => {
  made += 1
  const domain = `first-${Date.now()}-${made}.test`
  const company = await makeCompany([
    ...(['enableGoogleLogin', 'enableMicrosoftLogin', 'enableOktaLogin', 'enableOktaSamlLogin'] as const),
    ...(['enableEmailLinkLogin', 'enableBusinessUnits', 'enableEntities'] as const),
  ])
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'], email: `adm@${domain}` }))
  await connectOkta(company, domain, `okta-${domain}`)
  await bindTenant(company)
  if (isOn) {
    const saved = await admin.call('PUT', '/api/provisioning/new-people', { body: { addsPeople: true } })
    expect(saved.body).toEqual({ addsPeople: true, added: 0, lastAddedAt: null })
  }
  return { company, domain, admin }
}
type Scene = Awaited<ReturnType<typeof scene>>

const PLACES = {
  department: 'Legal',
  division: 'EMEA',
  organization: 'North GmbH',
  groups: ['okta-buyers', 'okta-all'],
}

/** Their browser and where it ended, with each provider's claims. */
const comes = async (
  { company, domain }: Scene,
  method: Exclude<ProviderMethod, 'OKTA_SAML'>,
  { email = `nia@${domain}`, ...more }: Record<string, unknown> & { email?: string } = {},
) => {
  const { browser, url } = await beginAt({ method, email: `any@${domain}` })
  const claims = {
    GOOGLE: { sub: `g-${email}`, email_verified: true, hd: domain },
    MICROSOFT: { sub: 'pairwise', iss: `https://${MICROSOFT_HOST}/${TENANT}/v2.0`, tid: TENANT, oid: `o-${email}` },
    OKTA: { sub: `k-${email}`, email_verified: true },
  }[method]
  const answer = answerAt(url, { ...claims, email, given_name: 'Nia', family_name: 'New', ...more })
  const provider = method === 'OKTA' ? `okta-${company.id}` : method.toLowerCase()
  return { browser, ...(await browser.post('/auth/sign-on/finish', { provider, answer })) }
}

const sessionOf = async ({ browser, status, body }: Awaited<ReturnType<typeof comes>>) => {
  expect(status, JSON.stringify(body)).toBe(200)
  return clientOf(await exchange(browser, body.loginTokenId))
}

const refusedOf = ({ status, body }: { status: number; body: { reason?: string } }) => [status, body.reason]
const REFUSED = [422, 'SIGN_ON_REFUSED']

const membersAt = ({ company }: Scene, email: string) =>
  rows('SELECT user_id FROM company_memberships WHERE company_id = ? AND email_key = ?', company.id, email)

const historyOf = async ({ admin }: Scene): Promise<string> =>
  JSON.stringify((await admin.get('/api/audit-logs/company?first=50')).body)

describe('a first sign-in from a proven domain', () => {
  it.each(['GOOGLE', 'MICROSOFT', 'OKTA'] as const)(
    'by %s makes a member in their units, and no mail',
    async (method) => {
      const it = await scene()
      const { company, admin, domain } = it
      const legal = await company.add('departments', 'Legal')
      const europe = await company.add('business_units', 'Europe')
      await company.add('entities', 'North GmbH')
      const buyers = await company.add('groups', 'Buyers')
      await admin.post('/api/saml-business-unit-mappings', [
        { businessUnitId: europe, integrationBusinessUnit: 'EMEA' },
      ])
      await admin.post('/api/saml-group-mappings', [
        { groupId: buyers, integrationGroup: 'okta-buyers', role: 'hasVendorAdminAccess' },
      ])
      const come = await comes(it, method, PLACES)
      const look = await come.browser.post('/auth/login-token', { loginTokenId: come.body.loginTokenId })
      expect(look.body).toMatchObject({ isInvitation: false, isConfirmed: true })
      const session = await sessionOf(come)
      const { userId } = (await session.get('/jwt-data')).body
      const nia = (await admin.get(`/api/members/${userId}`)).body
      expect(nia).toMatchObject({
        firstName: 'Nia',
        lastName: 'New',
        email: `nia@${domain}`,
        isInvited: false,
        hasAdminAccess: false,
        hasVendorAdminAccess: true,
        departments: [{ id: legal, approvesRequests: false }],
        businessUnits: [{ id: europe }],
        entities: [{ name: 'North GmbH' }],
        groups: [{ id: buyers }],
      })
      const { values } = (await admin.get('/api/saml-mappings-needs-attention')).body
      expect(values).toMatchObject([{ kind: 'GROUP', value: 'okta-all' }])
      expect((await admin.get('/api/provisioning')).body.newPeople).toMatchObject({ addsPeople: true, added: 1 })
      const word = { GOOGLE: 'Google', MICROSOFT: 'Microsoft', OKTA: 'Okta' }[method]
      const log = await historyOf(it)
      expect(log).toContain(`Added Nia New, who logged in with ${word} for the first time`)
      expect(await rows("SELECT 1 FROM outbox WHERE company_id = ? AND topic LIKE 'mail%'", company.id)).toEqual([])

      // Later with another department.
      const events = await company.add('departments', 'Events')
      await sessionOf(await comes(it, method, { ...PLACES, department: 'Events' }))
      expect((await admin.get(`/api/members/${userId}`)).body.departments).toMatchObject([{ id: events }])
      expect(await membersAt(it, `nia@${domain}`)).toHaveLength(1)
    },
  )

  it('by SAML makes a member too, with the words of the assertion', async () => {
    const it = await scene()
    const { admin, company, domain } = it
    const legal = await company.add('departments', 'Legal')
    const saved = (
      await admin.post('/api/okta-saml-configuration', { samlMetadata: TEST_METADATA, loginDomains: [domain] })
    ).body
    const answer = await exports.default.fetch(saved.callbackUrl, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        SAMLResponse: btoa(
          signed(
            response(
              assertion({
                audience: saved.issuerUrl,
                acsUrl: saved.callbackUrl,
                nameId: `sam@${domain}`,
                issuedAt: Date.now(),
                attributes: { firstName: ['Sam'], lastName: ['Ortiz'], department: ['Legal'], groups: ['a', 'b'] },
              }),
            ),
            SAML_TEST_KEY.key,
          ),
        ),
      }).toString(),
    })
    const token = new URL(answer.headers.get('Location') ?? '', ORIGIN).searchParams.get('token') ?? ''
    const session = clientOf(await exchange(new Client(null), token))
    const { userId } = (await session.get('/jwt-data')).body
    expect((await admin.get(`/api/members/${userId}`)).body).toMatchObject({
      firstName: 'Sam',
      lastName: 'Ortiz',
      departments: [{ id: legal }],
    })
  })

  it('a company that hasn’t turned it on adds no one', async () => {
    const it = await scene({ isOn: false })
    for (const method of ['GOOGLE', 'MICROSOFT', 'OKTA'] as const)
      expect(refusedOf(await comes(it, method))).toEqual(REFUSED)
    expect(await membersAt(it, `nia@${it.domain}`)).toEqual([])
    expect(await historyOf(it)).toContain('people aren’t added when they first log in')
  })

  it('a disabled member doesn’t come back, by the same address or the same account', async () => {
    const it = await scene()
    const { admin, domain } = it
    const session = await sessionOf(await comes(it, 'OKTA'))
    const { userId } = (await session.get('/jwt-data')).body
    const disabled = await admin.post(`/api/members/${userId}/enabled`, { enabled: false })
    expect(disabled.status, JSON.stringify(disabled.body)).toBeLessThan(300)
    expect(refusedOf(await comes(it, 'OKTA'))).toEqual(REFUSED)
    expect(refusedOf(await comes(it, 'GOOGLE'))).toEqual(REFUSED)
    // The same account, with another address now.
    const renamed = { sub: `k-nia@${domain}`, email: `nia.two@${domain}` }
    expect(refusedOf(await comes(it, 'OKTA', renamed))).toEqual(REFUSED)
    expect(await membersAt(it, `nia.two@${domain}`)).toEqual([])
    const [row] = await rows('SELECT disabled_at AS at FROM company_memberships WHERE user_id = ?', userId)
    expect(row?.at).not.toBeNull()
  })

  it('an address that the provider doesn’t answer for makes no one', async () => {
    const it = await scene()
    const email = `nia@${it.domain}`
    const wrong = [
      ['GOOGLE', { email_verified: false }],
      ['GOOGLE', { hd: undefined }],
      ['GOOGLE', { hd: 'another.test' }],
      ['OKTA', { email_verified: undefined }],
      ['OKTA', { email_verified: 'true' }],
      [
        'MICROSOFT',
        {
          tid: 'f0000000-90ab-4f0e-9a52-6d1f4be0c001',
          iss: `https://${MICROSOFT_HOST}/f0000000-90ab-4f0e-9a52-6d1f4be0c001/v2.0`,
        },
      ],
    ] as const
    for (const [method, claims] of wrong) expect(refusedOf(await comes(it, method, claims))).toEqual(REFUSED)
    expect(await membersAt(it, email)).toEqual([])
  })

  it('a domain that is another company’s, no one’s or not proven makes no one', async () => {
    const [it, other] = [await scene(), await scene()]
    const claimed = `claimed-${it.domain}`
    await run(
      'INSERT INTO directory_login_domains (of_company, domain, token, claimed_at) VALUES (?, ?, ?, 0)',
      ...[it.company.id, claimed, 'token'],
    )
    for (const domain of [other.domain, claimed, 'nowhere-at-all.test']) {
      const email = `nia@${domain}`
      expect(refusedOf(await comes(it, 'OKTA', { email }))).toEqual(REFUSED)
      expect(await rows('SELECT 1 FROM users WHERE email = ?', email)).toEqual([])
    }
  })

  it('a member of another company signs in there with Google, and stays there alone', async () => {
    const it = await scene()
    const elsewhere = await makeCompany(['enableGoogleLogin'])
    const email = `nia@${it.domain}`
    const nia = await elsewhere.addPerson({ email })
    const session = await sessionOf(await comes(it, 'GOOGLE'))
    expect((await session.get('/jwt-data')).body).toMatchObject({ userId: nia.userId, companyId: elsewhere.id })
    expect(await membersAt(it, email)).toEqual([])
  })

  it('no one of the platform’s staff becomes a member, and groups that pay wait for a second person', async () => {
    const it = await scene()
    const { company, admin } = it
    await run(
      `UPDATE companies SET flags = json_set(flags, '$.paymentsEnabled', json('true')) WHERE id = ?`,
      company.id,
    )
    await admin.post('/api/saml-group-mappings', [
      { groupId: null, integrationGroup: 'payers', role: 'hasPaymentsAccess' },
    ])
    const session = await sessionOf(await comes(it, 'OKTA', { groups: ['payers'] }))
    const { userId } = (await session.get('/jwt-data')).body
    expect((await admin.get(`/api/members/${userId}`)).body.hasPaymentsAccess).toBe(false)
    await proveDomain(company, 'outlay.test')
    const staff = { email: 'desk@outlay.test', hd: 'outlay.test' }
    expect(refusedOf(await comes(it, 'GOOGLE', staff))).toEqual(REFUSED)
    expect(await membersAt(it, staff.email)).toEqual([])
  })
})
