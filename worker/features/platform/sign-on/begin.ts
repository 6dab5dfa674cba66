import { beginSignOn, listDomainMethods } from '../../../../schema/platform/sign-on/endpoints.ts'
import { returnPath } from '../../../../schema/platform/sign-on/methods.ts'
import { signOnAttempts } from '../../../../schema/platform/sign-on/tables.ts'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import type { LoginMethod } from '../../../../schema/shared/permissions.ts'
import { inPlace } from '../../../core/cells.ts'
import { newSecret } from '../../../core/clock.ts'
import { Database } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { type BaseContext, command, inputOf, query } from '../../../core/operation.ts'
import { authorizeUrl, newSignOn, pageAt, SignOnRefused } from '../../../integrations/oidc/client.ts'
import { appProvider, type OidcProvider } from '../../../integrations/oidc/providers.ts'
import type { ProviderMetadata } from '../../../integrations/saml/metadata.ts'
import { signOnAddress } from '../../../integrations/saml/request.ts'
import { browserCookie } from '../../../transport/cookies.ts'
import { isForEveryone, methodOff, offeredMethods, requirementOf } from '../session/index.ts'
import { tellCompanyHourly } from './company-log.ts'
import { methodsAt, oktaOf } from './connections.ts'
import { companyOfDomain } from './directory.ts'
import { noteFailure } from './health.ts'
import { limitNetwork } from './limit.ts'
import { samlProviderOf, serviceOf } from './saml/connection.ts'

/** A person has this long at the provider. */
const ATTEMPT_MS = 10 * 60 * 1000

/** Only the domain is asked about, so that the answer is the same for every address there. */
export const readDomainMethods = query({
  id: 'sign-on.methods',
  access: 'public',
  input: inputOf(listDomainMethods),
  run: async (context, { domain, portal }): Promise<{ methods: LoginMethod[]; isRequired: boolean }> => {
    const offered = offeredMethods(context.env)
    const owner = portal === 'STAFF' ? await companyOfDomain(context, domain) : null
    if (!owner) return { methods: offered.filter((method) => isForEveryone(method)), isRequired: false }
    return methodsAt(owner.place, { companyId: owner.companyId, domain }, offered)
  },
})

const ownerOf = async (context: BaseContext, email: string) => {
  const domain = email.split('@').at(-1) ?? ''
  const owner = await companyOfDomain(context, domain)
  return owner && { ...owner, domain }
}

const isUsableAt = async (
  { place, ...where }: { place: BaseContext; companyId: string; domain: string },
  method: LoginMethod,
): Promise<boolean> => (await methodsAt(place, where, [method])).methods.length > 0

/** What an attempt is for, and whose it is if someone is signed in already. */
type Why = Pick<typeof signOnAttempts.$inferSelect, 'purpose' | 'forUser' | 'forSession'>
const SIGN_IN: Why = { purpose: 'SIGN_IN', forUser: null, forSession: null }

const oktaOfAddress = async (
  context: BaseContext,
  email = '',
): Promise<{ provider: OidcProvider; companyId: string }> => {
  const owner = await ownerOf(context, email)
  const provider = owner && (await isUsableAt(owner, 'OKTA')) ? await oktaOf(owner.place, owner.companyId) : null
  if (!owner || !provider)
    throw new AppError('RULE_BROKEN', 'Okta isn’t set up for this address. Log in another way.', { reason: 'NO_OKTA' })
  return { provider, companyId: owner.companyId }
}

/** What a sign-in at a provider begins with: its row in the directory, and the browser's cookie. */
const keepAttempt = async (
  context: BaseContext,
  attempt: Why & Pick<typeof signOnAttempts.$inferInsert, 'method' | 'portal' | 'ofCompany' | 'nonce' | 'verifier'>,
  state: string,
): Promise<void> => {
  const { directory, clock, origin } = context
  const now = clock.now()
  const browser = context.browser ?? newSecret()
  const insert = Database.orm.insert(signOnAttempts).values({
    ...attempt,
    stateHash: sha256Hex(state),
    browserHash: sha256Hex(browser),
    createdAt: now,
    expiresAt: now + ATTEMPT_MS,
    usedAt: null,
  })
  await directory.batch([directory.statement(insert)])
  // Longer than an attempt, for the exchange that follows.
  context.answerHeaders.append('Set-Cookie', browserCookie(origin, browser, (2 * ATTEMPT_MS) / 1000))
}

/** With the company's SAML provider, which answers the request by its id. */
const beginSaml = async (context: BaseContext, portal: 'STAFF' | 'VENDOR', email = ''): Promise<{ url: string }> => {
  const owner = portal === 'STAFF' ? await ownerOf(context, email) : null
  const provider =
    owner && (await isUsableAt(owner, 'OKTA_SAML')) ? await samlProviderOf(owner.place, owner.companyId) : null
  if (!owner || !provider)
    throw new AppError('RULE_BROKEN', 'SAML isn’t set up for this address. Log in another way.', { reason: 'NO_SAML' })
  return beginAtSaml(context, provider, { ...SIGN_IN, portal, companyId: owner.companyId })
}

/** At a SAML provider: the attempt, and where the browser goes. */
export const beginAtSaml = async (
  context: BaseContext,
  { signOnUrl }: ProviderMetadata,
  { portal, companyId: ofCompany, ...why }: Why & { portal: 'STAFF' | 'VENDOR'; companyId: string },
): Promise<{ url: string }> => {
  const state = newSecret()
  const requestId = `_${context.newId()}`
  await keepAttempt(context, { method: 'OKTA_SAML', portal, ofCompany, nonce: requestId, verifier: '', ...why }, state)
  const url = await signOnAddress(serviceOf(context, ofCompany), { signOnUrl, requestId, relayState: state })
  return { url: pageAt(new URL(url), context.env.OUTLAY_SIGN_ON_PAGES) }
}

/** Whose people can't log in while the provider is gone: the company that connected it, or that requires it of them. */
const whoseProvider = async (
  context: BaseContext,
  { method }: OidcProvider,
  { companyId, portal, hint = '' }: { companyId: string | null; portal: 'STAFF' | 'VENDOR'; hint: string | undefined },
): Promise<string | null> => {
  if (companyId !== null || portal === 'VENDOR') return companyId
  const owner = await ownerOf(context, hint)
  const required = owner && (await requirementOf(owner.place, owner.companyId))
  return owner && required?.method === method && required.domains.includes(owner.domain) ? owner.companyId : null
}

/** At a provider of OpenID Connect: the attempt, and where the browser goes. */
export const beginAt = async (
  context: BaseContext,
  provider: OidcProvider,
  attempt: Why & { portal: 'STAFF' | 'VENDOR'; companyId: string | null; hint: string | undefined },
): Promise<{ url: string }> => {
  const { clock, origin, env } = context
  const { method } = provider
  const { state, nonce, verifier } = await newSignOn()
  const redirectUri = origin + returnPath(method, attempt.companyId)
  const begun = { redirectUri, state, nonce, verifier, hint: attempt.hint }
  const url = await authorizeUrl(provider, begun, clock.now()).catch(async (error: unknown) => {
    if (!(error instanceof SignOnRefused)) throw error
    const companyId = await whoseProvider(context, provider, attempt)
    context.log.info('sign-on.not-begun', { method, companyId, why: error.message })
    if (companyId !== null) await tellCompanyHourly(context, companyId, error.message)
    if (method === 'OKTA' && companyId !== null)
      await noteFailure(await inPlace(context, { companyId }), companyId, method, withStop(error.message))
    throw new AppError('RULE_BROKEN', error.words, { reason: 'PROVIDER' })
  })
  const { portal, companyId: ofCompany, purpose, forUser, forSession } = attempt
  await keepAttempt(context, { method, portal, ofCompany, nonce, verifier, purpose, forUser, forSession }, state)
  return { url: pageAt(url, env.OUTLAY_SIGN_ON_PAGES) }
}

/** Throws FORBIDDEN for a method that isn't offered, RULE_BROKEN if the provider can't be reached, LIMITED. */
export const begin = command({
  id: 'sign-on.begin',
  access: 'public',
  asAnother: 'VIEWING',
  idempotency: 'none',
  input: inputOf(beginSignOn),
  run: async (context, { method, email, portal }) => {
    const { env } = context
    await limitNetwork(context, 'begin')
    if (!offeredMethods(env).includes(method)) throw methodOff(method)
    if (method === 'OKTA_SAML') return beginSaml(context, portal, email)
    const { provider, companyId } =
      method === 'OKTA' ? await oktaOfAddress(context, email) : { provider: appProvider(env, method), companyId: null }
    return beginAt(context, provider, { ...SIGN_IN, portal, companyId, hint: email })
  },
})
