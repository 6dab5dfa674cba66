import { expect } from 'vitest'
import type { ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import { TEST_METADATA } from '../../saml-test-key.ts'
import { addPasskey, givePasskey, newSecurityKey } from '../factors/second-factors.ts'
import { askForLink, clientOf, exchange, mailAbout, run, tokenIn } from '../sessions.ts'
import { anonymous, makeCompany, signIn } from '../world.ts'
import { bindTenant, connectOkta } from './connections.ts'

/** A company that requires a method of the people at its domain, with all methods connected. */

let made = 0

export const requiredCompany = async (method: ProviderMethod) => {
  made += 1
  const domain = `locked-${Date.now()}-${made}.test`
  const company = await makeCompany([
    ...(['enableGoogleLogin', 'enableMicrosoftLogin', 'enableOktaLogin', 'enableOktaSamlLogin'] as const),
    'enableEmailLinkLogin',
  ])
  const grace = await company.addPerson({ name: 'Grace Lind', email: `grace@${domain}`, flags: ['hasAdminAccess'] })
  const ada = await company.addPerson({ name: 'Ada Pereira', email: `ada@${domain}` })
  const oktaHost = `okta-${domain}`
  await connectOkta(company, domain, oktaHost)
  await bindTenant(company)
  const admin = await signIn(company, grace)
  const saved = await admin.post('/api/okta-saml-configuration', {
    samlMetadata: TEST_METADATA,
    loginDomains: [domain],
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  await run(
    `INSERT INTO sign_on_connections (company_id, kind, created_at) VALUES (?, 'GOOGLE', 0) ON CONFLICT DO NOTHING`,
    company.id,
  )
  await run('UPDATE sign_on_connections SET tested_at = ? WHERE company_id = ?', Date.now(), company.id)
  const key = newSecurityKey()
  await addPasskey(admin, key)
  const required = await admin.post('/api/required-login', { method, breakGlassUserIds: [grace.userId] })
  expect([required.status, required.body.method], JSON.stringify(required.body)).toEqual([200, method])
  return { company, domain, oktaHost, grace, ada, admin, key, saml: saved.body as SamlPlaces }
}
interface SamlPlaces {
  callbackUrl: string
  issuerUrl: string
}
export type RequiredCompany = Awaited<ReturnType<typeof requiredCompany>>

/** The break-glass admin comes by an email link and their passkey, in a new browser. */
export const breakGlass = async ({ grace, key }: RequiredCompany) => {
  await askForLink(grace.email)
  const owing = clientOf(await exchange(anonymous, tokenIn(await mailAbout(grace.email, 'Log in to Outlay'))))
  expect((await owing.get('/jwt-data')).body.owesFactor).toBe('PASSKEY')
  return clientOf(await givePasskey(owing, key))
}

/** What the company's own log says. */
export const logOf = async ({ admin }: Pick<RequiredCompany, 'admin'>): Promise<string> =>
  JSON.stringify((await admin.get('/api/audit-logs/company?first=50')).body)
