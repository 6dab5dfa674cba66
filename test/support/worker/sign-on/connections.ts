import { env } from 'cloudflare:workers'
import { seal } from '../../../../worker/core/vault.ts'
import { CLIENT_SECRET } from '../../../../worker/local/host/stand-ins/sign-on/vars.ts'
import { run } from '../sessions.ts'
import type { TestCompany } from '../world.ts'
import { oktaThere, TENANT } from './oidc-there.ts'

/** What companies have set up at identity providers. */

export const bindTenant = (company: TestCompany, tenantId = TENANT) =>
  run(
    `INSERT INTO sign_on_connections (company_id, kind, tenant_id, created_at) VALUES (?, 'MICROSOFT', ?, 0)`,
    ...[company.id, tenantId],
  )

export const proveDomain = (company: TestCompany, domain: string) =>
  run(
    'INSERT INTO directory_login_domains (of_company, domain, token, claimed_at, proven_at) VALUES (?, ?, ?, 0, 1)',
    ...[company.id, domain, 'token'],
  )

const OKTA_CLIENT = 'outlay-at-okta'

/** The company's Okta at that host, whose people have addresses in the domain. */
export const connectOkta = async (company: TestCompany, domain: string, host: string) => {
  oktaThere(host)
  await run(
    `INSERT INTO sign_on_connections (company_id, kind, domain, client_id, created_at) VALUES (?, 'OKTA', ?, ?, 0)`,
    ...[company.id, host, OKTA_CLIENT],
  )
  const { keyId, sealed } = await seal(env as never, CLIENT_SECRET, [company.id, 'OKTA', 1])
  await run(
    `INSERT INTO connection_credentials (company_id, provider, version, key_id, sealed, replaced_at)
     VALUES (?, 'OKTA', 1, ?, ?, 0)`,
    ...[company.id, keyId, sealed],
  )
  await proveDomain(company, domain)
}
