import { describe, expect, it } from 'vitest'
import { codeOf } from '../../../support/worker/doors.ts'
import { textThere } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { anonymous, makeCompany, signIn } from '../../../support/worker/world.ts'

const scene = async () => {
  const company = await makeCompany()
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  return { company, admin }
}

const OKTA = { domain: 'https://acme.okta.com/', clientId: 'client-1', clientSecret: 'a-secret-of-okta-1234' }

describe('connecting Okta', () => {
  it('keeps the secret encrypted, and shows its end only', async () => {
    const { company, admin } = await scene()
    const none = await admin.post('/api/okta-configuration', { ...OKTA, clientSecret: undefined, loginDomains: [] })
    expect(none.body.fields).toEqual({ clientSecret: 'Enter the client secret of the app at Okta' })
    const saved = await admin.post('/api/okta-configuration', { ...OKTA, loginDomains: ['Acme-1.test'] })
    expect(saved.body).toMatchObject({
      domain: 'acme.okta.com',
      clientSecret: '••••1234',
      loginDomains: ['acme-1.test'],
    })
    const kept = await rows('SELECT * FROM connection_credentials WHERE company_id = ?', company.id)
    const log = await admin.get('/api/audit-logs/company?first=20')
    expect(JSON.stringify([saved.body, kept, log.body])).not.toContain(OKTA.clientSecret)
    const again = { ...OKTA, clientSecret: undefined, clientId: 'client-2', loginDomains: [] }
    expect((await admin.post('/api/okta-configuration', again)).body).toMatchObject({
      clientId: 'client-2',
      clientSecret: '••••1234',
      loginDomains: [],
    })
  })

  it('a domain counts once its record proves it, and for one company only', async () => {
    const [one, two] = [await scene(), await scene()]
    const domain = `proven-${one.company.id}.test`.toLowerCase()
    const recordOf = async ({ admin }: typeof one) => {
      const { body } = await admin.post('/api/okta-configuration', { ...OKTA, loginDomains: [domain] })
      return body.domains[0] as { recordName: string; recordValue: string }
    }
    const check = ({ admin }: typeof one) => admin.post('/api/login-domains/check', { domain })
    const first = await recordOf(one)
    expect((await check(one)).body.provenAt).toBeNull()
    textThere(first.recordName, first.recordValue)
    expect((await check(one)).body.provenAt).toEqual(expect.any(String))
    const second = await recordOf(two)
    expect(second.recordValue).not.toBe(first.recordValue)
    textThere(second.recordName, second.recordValue)
    expect((await check(two)).body.reason).toBe('DOMAIN_TAKEN')
  })
})

describe('login methods', () => {
  it('an admin can’t turn off the method they are logged in with', async () => {
    const { admin } = await scene()
    const answer = await admin.post('/api/login-methods', { methods: ['GOOGLE'], microsoftTenantId: null })
    expect(answer.body.fields.methods).toContain('You’re logged in with an email link')
  })

  it('what is saved holds at the login page of the company’s domain', async () => {
    const { company, admin } = await scene()
    const domain = `methods-${company.id}.test`.toLowerCase()
    await run(
      'INSERT INTO directory_login_domains (of_company, domain, token, claimed_at, proven_at) VALUES (?, ?, ?, 0, 1)',
      company.id,
      domain,
      'token',
    )
    const at = async () => (await anonymous.get(`/auth/sign-on/methods?domain=${domain}`)).body.methods
    expect(await at()).toEqual(['EMAIL_LINK'])
    await admin.post('/api/login-methods', { methods: ['EMAIL_LINK', 'GOOGLE'], microsoftTenantId: null })
    expect(await at()).toEqual(['EMAIL_LINK', 'GOOGLE'])
    expect(codeOf(await admin.get('/api/okta-configuration'))).toBe('OK')
  })
})
