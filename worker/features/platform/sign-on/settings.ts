import { LOGIN_METHOD_NAMES, METHOD_WORDS } from '../../../../schema/platform/sign-on/methods.ts'
import * as endpoints from '../../../../schema/platform/sign-on/settings-endpoints.ts'
import { signOnConnections } from '../../../../schema/platform/sign-on/tables.ts'
import { LOGIN_METHODS, type LoginMethod } from '../../../../schema/shared/permissions.ts'
import { commit } from '../../../core/commit.ts'
import { Database } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { replaceCredential } from '../../../objects/connection/client.ts'
import { readCredential } from '../../../objects/connection/credentials.ts'
import { changeCompany } from '../company/index.ts'
import { offeredMethods } from '../session/index.ts'
import { OKTA_SECRET } from './connections.ts'
import { checkDomain, claimStatements, domainOf, domainsOf, shownDomain } from './domains.ts'
import { requireNotRequired, requireRequiredDomains, requireRequiredMethod } from './required.ts'

/** What a company's admins set up of signing in. */

const OKTA = typed`SELECT ${select(signOnConnections, 's', ['domain', 'clientId', 'lastUsedAt'])}
  FROM sign_on_connections s WHERE s.company_id = ? AND s.kind = 'OKTA'`

const credentialOf = ({ env, actor, clock }: StaffContext) =>
  readCredential(env, { companyId: actor.companyId, provider: OKTA_SECRET }, clock.now())

/** The last characters, so that admins can tell which one it is. */
const masked = (secret: string | undefined): string =>
  secret ? `••••${secret.length > 12 ? secret.slice(-4) : ''}` : ''

const oktaConfiguration = async (context: StaffContext): Promise<endpoints.OktaConfiguration> => {
  const { db, actor } = context
  const [found, domains] = await Promise.all([
    db.first(db.sql(OKTA, actor.companyId)),
    domainsOf(context, actor.companyId),
  ])
  const secret = found ? (await credentialOf(context))?.secrets[0] : undefined
  return {
    domain: found?.domain ?? '',
    clientId: found?.clientId ?? '',
    clientSecret: masked(secret),
    loginDomains: domains.map(({ domain }) => domain),
    domains: domains.map(shownDomain),
    lastUsedAt: found?.lastUsedAt ? new Date(found.lastUsedAt).toISOString() : null,
  }
}

export const readOkta = query({
  id: 'sso-integrations.get-okta',
  access: 'sign-on.manage',
  input: inputOf(endpoints.getOktaConfiguration),
  run: oktaConfiguration,
})

/** Throws INVALID without a secret at first. The secret is kept encrypted, and is never in an answer or the history. */
export const saveOkta = command({
  id: 'sso-integrations.save-okta',
  access: 'sign-on.manage',
  freshFactor: true,
  idempotency: 'none',
  input: inputOf(endpoints.saveOktaConfiguration),
  run: async (context, { domain, clientId, clientSecret, loginDomains }) => {
    const { env, db, directory, actor, clock, newId } = context
    const { companyId } = actor
    const kept = await credentialOf(context)
    if (!kept && !clientSecret) throw invalidField('clientSecret', 'Enter the client secret of the app at Okta')
    await requireDomainsInUse(context, 'OKTA', loginDomains)
    await requireRequiredDomains(context, loginDomains)
    const connected = await db.first(db.sql(OKTA, companyId))
    const isOther =
      connected?.domain !== domain ||
      connected.clientId !== clientId ||
      (clientSecret !== undefined && clientSecret !== kept?.secrets[0])
    if (isOther) await requireNotRequired(context, 'OKTA')
    if (clientSecret && clientSecret !== kept?.secrets[0]) {
      await replaceCredential(env, {
        companyId,
        provider: OKTA_SECRET,
        seenVersion: kept?.version ?? 0,
        commandId: null,
        audit: null,
        given: clientSecret,
      })
      db.noteWriteElsewhere()
    }
    const save = Database.orm
      .insert(signOnConnections)
      .values({ companyId, kind: 'OKTA', domain, clientId, createdAt: clock.now(), changedAt: clock.now() })
      .onConflictDoUpdate({
        target: [signOnConnections.companyId, signOnConnections.kind],
        set: {
          domain,
          clientId,
          fault: null,
          failures: 0,
          failingToldAt: null,
          ...(isOther && { testedAt: null, changedAt: clock.now() }),
        },
      })
    await directory.batch(claimStatements(context, companyId, [...new Set(loginDomains)]))
    await commit(context, {
      subject: 'Okta',
      statements: [db.statement(save)],
      audit: [
        {
          changeKey: `okta-configuration:${newId()}`,
          action: 'company.okta-configured',
          targetType: 'COMPANY',
          targetId: companyId,
          message: `Set up logging in with Okta at ${domain}`,
          changeData: { after: { domain, clientId, loginDomains, hasNewSecret: clientSecret !== undefined } },
        },
      ],
      result: null,
    })
    return oktaConfiguration(context)
  },
})

/** The domain of the address with which an admin is logged in by this very method stays, or they would be locked out. */
export const requireDomainsInUse = async (
  context: StaffContext,
  method: 'OKTA' | 'OKTA_SAML',
  wanted: readonly string[],
): Promise<void> => {
  const own = context.actor.email.split('@').at(-1) ?? ''
  if (context.actor.loginMethod !== method || wanted.includes(own)) return
  throw invalidField(
    'loginDomains',
    `You’re logged in with ${METHOD_WORDS[method]} and an address at ${own}. Keep that domain.`,
  )
}

export const checkOneDomain = command({
  id: 'sso-integrations.check-domain',
  access: 'sign-on.manage',
  idempotency: 'none',
  input: inputOf(endpoints.checkLoginDomain),
  run: async (context, { domain }) => {
    const { companyId } = context.actor
    const row = await domainOf(context, companyId, domain)
    if (!row) throw notFound('The domain')
    const outcome = await checkDomain(context, row).catch(() => {
      throw new AppError('RULE_BROKEN', 'The name service didn’t answer. Try again in a minute.', { reason: 'NO_DNS' })
    })
    if (outcome === 'TAKEN')
      throw new AppError('RULE_BROKEN', `Another company has proven ${domain} already. Ask Outlay’s support.`, {
        reason: 'DOMAIN_TAKEN',
      })
    const now = await domainOf(context, companyId, domain)
    if (!now) throw notFound('The domain')
    if (outcome === 'PROVEN' && row.provenAt === null)
      await commit(context, {
        subject: 'The domain',
        statements: [],
        audit: [
          {
            changeKey: `login-domain:${context.newId()}`,
            action: 'company.login-domain-proven',
            targetType: 'COMPANY',
            targetId: companyId,
            message: `Proved the login domain ${domain}`,
            changeData: null,
          },
        ],
        result: null,
      })
    return shownDomain(now)
  },
})

/** Those that a company's people always reach: the others need what the company has set up elsewhere. */
const requireWayIn = ({ env, actor }: StaffContext, methods: readonly LoginMethod[]): void => {
  const offered = offeredMethods(env)
  if (!methods.some((method) => offered.includes(method)))
    throw invalidField('methods', 'No one could log in with these')
  const own = actor.loginMethod
  if (!methods.includes(own))
    throw invalidField(
      'methods',
      `You’re logged in with ${METHOD_WORDS[own]}. Log in another way first, so that you know it works.`,
    )
}

const TENANT = typed`SELECT ${select(signOnConnections, 's', ['tenantId'])} FROM sign_on_connections s
  WHERE s.company_id = ? AND s.kind = 'MICROSOFT'`

/** Names the company's tenant at Microsoft, or none. */
const saveTenant = async (context: StaffContext, tenantId: string | null): Promise<void> => {
  const { db, actor, clock, newId } = context
  const { companyId } = actor
  const kept = await db.first(db.sql(TENANT, companyId))
  if ((kept?.tenantId ?? null) === tenantId) return
  await requireNotRequired(context, 'MICROSOFT')
  const save = Database.orm
    .insert(signOnConnections)
    .values({ companyId, kind: 'MICROSOFT', tenantId, createdAt: clock.now(), changedAt: clock.now() })
    .onConflictDoUpdate({
      target: [signOnConnections.companyId, signOnConnections.kind],
      set: { tenantId, testedAt: null, changedAt: clock.now() },
    })
  await commit(context, {
    subject: 'The tenant',
    statements: [db.statement(save)],
    audit: [
      {
        changeKey: `microsoft-tenant:${newId()}`,
        action: 'company.microsoft-tenant-set',
        targetType: 'COMPANY',
        targetId: companyId,
        message: tenantId === null ? 'Removed the Microsoft tenant' : `Set the Microsoft tenant to ${tenantId}`,
        changeData: { before: { tenantId: kept?.tenantId ?? null }, after: { tenantId } },
      },
    ],
    result: null,
  })
}

export const saveMethods = command({
  id: 'sso-integrations.save-methods',
  access: 'sign-on.manage',
  freshFactor: true,
  idempotency: 'none',
  input: inputOf(endpoints.saveLoginMethods),
  run: async (context, { methods, microsoftTenantId }) => {
    requireWayIn(context, methods)
    await requireRequiredMethod(context, methods)
    const tenantId = microsoftTenantId?.toLowerCase() ?? null
    await saveTenant(context, tenantId)
    const flags = Object.fromEntries(LOGIN_METHOD_NAMES.map((name) => [LOGIN_METHODS[name], methods.includes(name)]))
    await changeCompany(context, { flags })
    return { methods, microsoftTenantId: tenantId }
  },
})
