import { credentialProvider } from '../../core/credential-providers.ts'
import { type Sealed, unseal } from '../../core/vault.ts'
import type { Env } from '../../env.ts'

/** Reading a company's credentials. They are replaced under one lock, by the object. */

/** Which company's, of which provider. */
export interface CredentialName {
  companyId: string
  provider: string
}

export interface CredentialState {
  /** 0 while there is none. */
  version: number
  replacedAt: number | null
  /** Until when the one before is valid too, or null. */
  oldValidUntil: number | null
}

export interface Credential extends CredentialState {
  /** The current secret, then the one before while it is valid. Never shown, logged or kept. */
  secrets: string[]
  commandId: string | null
}

interface Row extends Sealed {
  version: number
  validUntil: number | null
  replacedAt: number
  commandId: string | null
}

const SQL = `SELECT version, key_id AS keyId, sealed, valid_until AS validUntil, replaced_at AS replacedAt,
                    command_id AS commandId
               FROM connection_credentials
              WHERE company_id = ?1 AND provider = ?2 AND (valid_until IS NULL OR valid_until > ?3)
              ORDER BY version DESC LIMIT 2`

/** The credential that applies at that instant. Null if there is none. */
export const readCredential = async (
  env: Env,
  { companyId, provider }: CredentialName,
  now: number,
): Promise<Credential | null> => {
  const { results } = await env.DB.withSession('first-primary').prepare(SQL).bind(companyId, provider, now).all<Row>()
  const [current, before] = results
  if (!current) {
    const initial = await credentialProvider(provider).initial?.(env, companyId)
    if (!initial) return null
    const old = initial.before && initial.before.validUntil > now ? initial.before : null
    return {
      version: initial.version,
      replacedAt: initial.replacedAt,
      oldValidUntil: old?.validUntil ?? null,
      commandId: null,
      secrets: [initial.secret, ...(old ? [old.secret] : [])],
    }
  }
  return {
    version: current.version,
    replacedAt: current.replacedAt,
    oldValidUntil: before?.validUntil ?? null,
    commandId: current.commandId,
    secrets: await Promise.all(results.map((row) => unseal(env, row, [companyId, provider, row.version]))),
  }
}
