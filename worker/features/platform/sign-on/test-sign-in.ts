import { lte, sql } from 'drizzle-orm'
import { METHOD_WORDS, type ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import { beginSignOnTest } from '../../../../schema/platform/sign-on/required-endpoints.ts'
import { signOnConnections } from '../../../../schema/platform/sign-on/tables.ts'
import { inPlace } from '../../../core/cells.ts'
import { commit } from '../../../core/commit.ts'
import { Database, guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import type { OidcIdentity } from '../../../integrations/oidc/client.ts'
import { appProvider } from '../../../integrations/oidc/providers.ts'
import { offeredMethods } from '../session/index.ts'
import { beginAt, beginAtSaml } from './begin.ts'
import { allowedMethods, oktaOf } from './connections.ts'
import { type Attempt, companyOfDomain } from './directory.ts'
import { findPerson } from './people.ts'
import { samlProviderOf } from './saml/connection.ts'

/**
 * A company requires a login method only once an admin went to the provider and came back as themselves. A test signs no
 * one in and links nothing.
 */

export const beginTest = command({
  id: 'sso-integrations.begin-test',
  access: 'sign-on.manage',
  idempotency: 'none',
  input: inputOf(beginSignOnTest),
  run: async (context, { method }) => {
    const { actor, env } = context
    const { companyId, email: hint } = actor
    const [allowed] = offeredMethods(env).includes(method) ? await allowedMethods(context, companyId, [method]) : []
    if (!allowed) throw invalidField('method', `Turn ${METHOD_WORDS[method]} on and connect it first`)
    const attempt = { purpose: 'TEST', forUser: actor.userId, forSession: null, portal: 'STAFF' } as const
    if (method === 'OKTA_SAML') {
      const provider = await samlProviderOf(context, companyId)
      if (!provider) throw invalidField('method', 'Connect your SAML provider first')
      return beginAtSaml(context, provider, { ...attempt, companyId })
    }
    if (method !== 'OKTA') return beginAt(context, appProvider(env, method), { ...attempt, companyId: null, hint })
    const provider = await oktaOf(context, companyId)
    if (!provider) throw invalidField('method', 'Connect Okta first')
    return beginAt(context, provider, { ...attempt, companyId, hint })
  },
})

const CONNECTION = typed`SELECT ${select(signOnConnections, 's', ['tenantId', 'changedAt'])} FROM sign_on_connections s
  WHERE s.company_id = ? AND s.kind = ?`

const CHANGED = 'What is connected was changed meanwhile. Test it again.'

/** Why the admin who tests isn’t whom the provider vouches for, or null. */
const faultOf = async (
  context: BaseContext & { actor: StaffContext['actor'] },
  { method, begun }: { method: ProviderMethod; begun: number },
  identity: OidcIdentity,
): Promise<string | null> => {
  const { companyId, userId, email } = context.actor
  const connection = await context.db.first(context.db.sql(CONNECTION, companyId, method))
  if ((connection?.changedAt ?? 0) > begun) return CHANGED
  // Someone may be linked to an account of a tenant that was the company's before.
  if (method === 'MICROSOFT' && connection?.tenantId && connection.tenantId !== identity.tenantId)
    return `You came back from another tenant (${identity.tenantId ?? 'none'}) than your company’s (${connection.tenantId}).`
  const owner = await companyOfDomain(context, identity.email?.split('@').at(-1) ?? '')
  const isOwn = method === 'OKTA' || method === 'OKTA_SAML'
  const only = { companyId, isDomainProven: !isOwn || owner?.companyId === companyId }
  const found = await findPerson(context, { method, identity, portal: 'STAFF', only })
  if (found?.userId === userId && (found.isLinked || found.mayLink)) return null
  return found?.userId === userId
    ? `${METHOD_WORDS[method]} doesn’t vouch for ${email}. Prove its domain, and check the account there.`
    : `You came back as ${identity.email ?? 'someone without an address'}, and you’re ${email} here. Test with the account of that address.`
}

const keepTested = async (
  context: BaseContext & { actor: StaffContext['actor'] },
  { method, begun }: { method: ProviderMethod; begun: number },
): Promise<null> => {
  const { db, clock, actor, newId } = context
  const { companyId } = actor
  const testedAt = clock.now()
  const save = Database.orm
    .insert(signOnConnections)
    .values({ companyId, kind: method, testedAt, createdAt: testedAt })
    .onConflictDoUpdate({
      target: [signOnConnections.companyId, signOnConnections.kind],
      set: { testedAt },
      setWhere: lte(sql`coalesce(${signOnConnections.changedAt}, 0)`, begun),
    })
  return commit(context, {
    subject: 'The test',
    statements: [db.statement(save), guardOneRow(db)],
    audit: [
      {
        changeKey: `sign-on-tested:${newId()}`,
        action: 'company.sign-on-tested',
        targetType: 'COMPANY',
        targetId: companyId,
        message: `Tested logging in with ${METHOD_WORDS[method]}`,
        changeData: null,
      },
    ],
    result: null,
  })
}

/**
 * What came of a test: for the admin who began it, in their session.
 * @param vouchedFor throws RULE_BROKEN with words for an answer that doesn’t hold
 */
export const tested = async (
  context: BaseContext,
  attempt: Attempt,
  vouchedFor: () => Promise<OidcIdentity>,
): Promise<{ isSound: boolean; text: string }> => {
  const { actor } = context
  const method = attempt.method as ProviderMethod
  if (!actor || actor.impersonator || actor.userId !== attempt.forUser || !actor.policy.flags.hasAdminAccess)
    return { isSound: false, text: 'You were signed out meanwhile. Log in and test again.' }
  if (attempt.ofCompany !== null && attempt.ofCompany !== actor.companyId)
    return { isSound: false, text: 'You switched to another company meanwhile. Test again there.' }
  try {
    const identity = await vouchedFor()
    const place = { ...(await inPlace(context, { companyId: actor.companyId })), actor }
    const asked = { method, begun: attempt.createdAt }
    const fault = await faultOf(place, asked, identity)
    if (fault !== null) return { isSound: false, text: fault }
    await keepTested(place, asked)
    return { isSound: true, text: `${METHOD_WORDS[method]} worked: you came back as yourself.` }
  } catch (error) {
    if (error instanceof AppError && error.code === 'RULE_BROKEN') return { isSound: false, text: error.message }
    throw error
  }
}
