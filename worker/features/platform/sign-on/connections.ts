import { signOnConnections } from '../../../../schema/platform/sign-on/tables.ts'
import { LOGIN_METHODS, type LoginMethod } from '../../../../schema/shared/permissions.ts'
import { registerCredential } from '../../../core/credential-providers.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { type OidcProvider, oktaProvider } from '../../../integrations/oidc/providers.ts'
import { readCredential } from '../../../objects/connection/credentials.ts'
import { companyFlags } from '../members/index.ts'
import { isForEveryone, requirementOf } from '../session/index.ts'

/** The credential of a company's app at Okta. People enter it, so it is never renewed. */
export const OKTA_SECRET = 'OKTA'
registerCredential(OKTA_SECRET, {
  renew: () => Promise.reject(new Error('The client secret of Okta is entered by a person')),
  overlapMs: 0,
})

const OKTA = typed`SELECT ${select(signOnConnections, 's', ['domain', 'clientId'])} FROM sign_on_connections s
  WHERE s.company_id = ? AND s.kind = 'OKTA'`

/** The company's app at Okta, or null if it isn't connected. */
export const oktaOf = async (
  { db, env, clock }: Pick<BaseContext, 'db' | 'env' | 'clock'>,
  companyId: string,
): Promise<OidcProvider | null> => {
  const found = await db.first(db.sql(OKTA, companyId))
  if (!found?.domain || !found.clientId) return null
  const credential = await readCredential(env, { companyId, provider: OKTA_SECRET }, clock.now())
  const [clientSecret] = credential?.secrets ?? []
  return clientSecret === undefined ? null : oktaProvider(found.domain, { clientId: found.clientId, clientSecret })
}

/** SQL: whether connection `s` counts. A SAML provider does once its metadata were read. */
export const COUNTS = "(s.kind <> 'OKTA_SAML' OR s.entity_id IS NOT NULL)"
const KINDS = typed`SELECT ${select(signOnConnections, 's', ['kind'])} FROM sign_on_connections s
  WHERE s.company_id = ? AND ${COUNTS}`

interface Allowing {
  /** What the company is allowed, and has turned on. */
  flags: Partial<Record<string, boolean>> | null | undefined
  connected: readonly string[]
  required: LoginMethod | null
}

export const isAllowed = (method: LoginMethod, { flags, connected, required }: Allowing): boolean =>
  (Boolean(flags?.[LOGIN_METHODS[method]]) || required === method) &&
  (isForEveryone(method) || connected.includes(method))

/** Those of the methods that a company lets its people use, or requires, and has connected if it has to. */
export const allowedMethods = async (
  context: Pick<BaseContext, 'db'>,
  companyId: string,
  methods: readonly LoginMethod[],
): Promise<LoginMethod[]> => {
  const { db } = context
  const [flags, connected, required] = await Promise.all([
    companyFlags(context, companyId),
    db.all(db.sql(KINDS, companyId)),
    requirementOf(context, companyId),
  ])
  const allowing = { flags, connected: connected.map(({ kind }) => kind), required: required?.method ?? null }
  return methods.filter((method) => isAllowed(method, allowing))
}

/** The same for people with addresses in a domain, of whom the company may require one of them. */
export const methodsAt = async (
  context: Pick<BaseContext, 'db'>,
  { companyId, domain }: { companyId: string; domain: string },
  methods: readonly LoginMethod[],
): Promise<{ methods: LoginMethod[]; isRequired: boolean }> => {
  const [allowed, required] = await Promise.all([
    allowedMethods(context, companyId, methods),
    requirementOf(context, companyId),
  ])
  const isRequired = required?.domains.includes(domain) ?? false
  return { methods: isRequired ? allowed.filter((method) => method === required?.method) : allowed, isRequired }
}
