import { envOfCell, FIRST_CELL } from '../../../core/cells.ts'
import { seal } from '../../../core/vault.ts'
import type { Env } from '../../../env.ts'
import { SAML_METADATA } from '../../host/stand-ins/saml/address.ts'
import {
  CLIENT_SECRET,
  DEMO_DOMAIN,
  DEMO_DOMAIN_TOKEN,
  OKTA_CLIENT,
  OKTA_HOST,
  TENANT,
} from '../../host/stand-ins/sign-on/vars.ts'
import { COMPANY_ID } from '../people.ts'

/** The demo company has Okta, a tenant at Microsoft and a proven domain. Login links stay on. */
export const fillSignOn = async (env: Env, now: number): Promise<void> => {
  const { DB } = env
  const { keyId, sealed } = await seal(env, CLIENT_SECRET, [COMPANY_ID, 'OKTA', 1])
  await DB.batch([
    DB.prepare(
      `INSERT INTO sign_on_connections (company_id, kind, domain, client_id, created_at)
       VALUES (?, 'OKTA', ?, ?, ?)`,
    ).bind(COMPANY_ID, OKTA_HOST, OKTA_CLIENT, now),
    DB.prepare(
      `INSERT INTO sign_on_connections (company_id, kind, tenant_id, created_at) VALUES (?, 'MICROSOFT', ?, ?)`,
    ).bind(COMPANY_ID, TENANT, now),
    // The next minute reads the metadata, and makes it work.
    DB.prepare(
      `INSERT INTO sign_on_connections (company_id, kind, metadata_url, metadata_read_at, created_at)
       VALUES (?, 'OKTA_SAML', ?, 0, ?)`,
    ).bind(COMPANY_ID, SAML_METADATA, now),
    DB.prepare(
      `INSERT INTO connection_credentials (company_id, provider, version, key_id, sealed, replaced_at)
       VALUES (?, 'OKTA', 1, ?, ?, ?)`,
    ).bind(COMPANY_ID, keyId, sealed, now),
  ])
  await envOfCell(env, FIRST_CELL)
    .DB.prepare(
      `INSERT INTO directory_login_domains (of_company, domain, token, claimed_at, proven_at, checked_at)
       VALUES (?1, ?2, ?3, ?4, ?4, ?4)`,
    )
    .bind(COMPANY_ID, DEMO_DOMAIN, DEMO_DOMAIN_TOKEN, now)
    .run()
}
