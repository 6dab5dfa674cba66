import { METHOD_WORDS } from '../../../../schema/platform/sign-on/methods.ts'
import * as endpoints from '../../../../schema/platform/sign-on/settings-endpoints.ts'
import { signOnConnections } from '../../../../schema/platform/sign-on/tables.ts'
import { commit } from '../../../core/commit.ts'
import { Database } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { type Place, type Sealed, seal, unseal } from '../../../core/vault.ts'
import { replaceCredential } from '../../../objects/connection/client.ts'
import { readCredential } from '../../../objects/connection/credentials.ts'
import { guardedRun } from '../guarded/index.ts'
import { OKTA_SECRET } from './connections.ts'
import { checkDomain, claimStatements, domainOf, domainsOf, shownDomain } from './domains.ts'
import { type From, isInUse, requireSameState, SIGN_ON_PLACE } from './guard.ts'
import { requireNotRequired, requireRequiredDomains } from './required.ts'

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

interface Okta extends From {
  domain: string
  clientId: string
  clientSecret?: string | undefined
  loginDomains: string[]
  /** The secret of a change that waits, which no one reads before. */
  sealed?: Sealed | undefined
}

/** What is connected, and whether the change leads elsewhere. Throws for what can’t be saved. */
const checkedOkta = async (context: StaffContext, { domain, clientId, clientSecret, loginDomains }: Okta) => {
  const { db, actor } = context
  const kept = await credentialOf(context)
  if (!kept && !clientSecret) throw invalidField('clientSecret', 'Enter the client secret of the app at Okta')
  await requireDomainsInUse(context, 'OKTA', loginDomains)
  await requireRequiredDomains(context, loginDomains)
  const connected = await db.first(db.sql(OKTA, actor.companyId))
  const isOther =
    connected?.domain !== domain ||
    connected.clientId !== clientId ||
    (clientSecret !== undefined && clientSecret !== kept?.secrets[0])
  if (isOther) await requireNotRequired(context, 'OKTA')
  return { kept, isOther, state: JSON.stringify([connected?.domain, connected?.clientId, kept?.version ?? 0]) }
}

const placeOfWaiting = (companyId: string): Place => [companyId, 'guarded_changes', 'OKTA']

/** The change as it was asked for, with its secret. Throws RULE_BROKEN if no one can read that anymore. */
const opened = async ({ env, actor }: StaffContext, { sealed, ...asked }: Okta): Promise<Okta> => {
  if (!sealed) return asked
  const clientSecret = await unseal(env, sealed, placeOfWaiting(actor.companyId)).catch(() => {
    throw new AppError('RULE_BROKEN', 'Its client secret can’t be read anymore. Enter the change again.')
  })
  return { ...asked, clientSecret }
}

const setOkta = async (context: StaffContext, given: Okta, askedBy?: string): Promise<endpoints.OktaConfiguration> => {
  const { env, db, directory, actor, clock, newId } = context
  const { companyId } = actor
  const wanted = await opened(context, given)
  const { domain, clientId, clientSecret, loginDomains } = wanted
  const { kept, isOther, state } = await checkedOkta(context, wanted)
  requireSameState(wanted, state, askedBy)
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
}

/** Throws INVALID without a secret at first. The secret is kept encrypted, and is never in an answer or the history. */
export const saveOkta = command({
  id: 'sso-integrations.save-okta',
  access: 'sign-on.manage',
  freshFactor: true,
  idempotency: 'none',
  input: inputOf(endpoints.saveOktaConfiguration),
  run: guardedRun<Okta, endpoints.OktaConfiguration>({
    id: 'sso-integrations.save-okta',
    loosens: async (context, wanted) => {
      const { isOther } = await checkedOkta(context, wanted)
      if (!isOther || !(await isInUse(context))) return null
      const secret = wanted.clientSecret === undefined ? '' : ', with a new client secret'
      return `Log in with Okta at ${wanted.domain} and the client ID ${wanted.clientId}${secret}`
    },
    run: setOkta,
    current: oktaConfiguration,
    kept: async (context, wanted) => {
      const { clientSecret, ...rest } = wanted
      const { state: from } = await checkedOkta(context, wanted)
      const place = placeOfWaiting(context.actor.companyId)
      const sealed = clientSecret === undefined ? undefined : await seal(context.env, clientSecret, place)
      return { ...rest, from, ...(sealed && { sealed }) }
    },
    place: SIGN_ON_PLACE,
  }),
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
