import { beginSignOn, listDomainMethods } from '../../../../schema/platform/sign-on/endpoints.ts'
import { returnPath } from '../../../../schema/platform/sign-on/methods.ts'
import { signOnAttempts } from '../../../../schema/platform/sign-on/tables.ts'
import type { LoginMethod } from '../../../../schema/shared/permissions.ts'
import { newSecret } from '../../../core/clock.ts'
import { Database } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { type BaseContext, command, inputOf, query } from '../../../core/operation.ts'
import { authorizeUrl, newSignOn, pageAt, SignOnRefused } from '../../../integrations/oidc/client.ts'
import { appProvider, type OidcProvider } from '../../../integrations/oidc/providers.ts'
import { signOnAddress } from '../../../integrations/saml/request.ts'
import { browserCookie } from '../../../transport/cookies.ts'
import { isForEveryone, methodOff, offeredMethods } from '../session/index.ts'
import { allowedMethods, oktaOf } from './connections.ts'
import { companyOfDomain } from './directory.ts'
import { limitNetwork } from './limit.ts'
import { samlProviderOf, serviceOf } from './saml/connection.ts'

/** A person has this long at the provider. */
const ATTEMPT_MS = 10 * 60 * 1000

/** Only the domain is asked about, so that the answer is the same for every address there. */
export const readDomainMethods = query({
  id: 'sign-on.methods',
  access: 'public',
  input: inputOf(listDomainMethods),
  run: async (context, { domain, portal }): Promise<{ methods: LoginMethod[] }> => {
    const offered = offeredMethods(context.env)
    const owner = portal === 'STAFF' ? await companyOfDomain(context, domain) : null
    return {
      methods: owner
        ? await allowedMethods(owner.place, owner.companyId, offered)
        : offered.filter((method) => isForEveryone(method)),
    }
  },
})

const oktaOfAddress = async (
  context: BaseContext,
  email = '',
): Promise<{ provider: OidcProvider; companyId: string }> => {
  const owner = await companyOfDomain(context, email.split('@').at(-1) ?? '')
  const [allowed] = owner ? await allowedMethods(owner.place, owner.companyId, ['OKTA']) : []
  const provider = owner && allowed ? await oktaOf(owner.place, owner.companyId) : null
  if (!owner || !provider)
    throw new AppError('RULE_BROKEN', 'Okta isn’t set up for this address. Log in another way.', { reason: 'NO_OKTA' })
  return { provider, companyId: owner.companyId }
}

/** What a sign-in at a provider begins with: its row in the directory, and the browser's cookie. */
const keepAttempt = async (
  context: BaseContext,
  attempt: Pick<typeof signOnAttempts.$inferInsert, 'method' | 'portal' | 'ofCompany' | 'nonce' | 'verifier'>,
  state: string,
): Promise<void> => {
  const { directory, clock, origin } = context
  const now = clock.now()
  const browser = context.browser ?? newSecret()
  const insert = Database.orm.insert(signOnAttempts).values({
    ...attempt,
    stateHash: sha256Hex(state),
    forUser: null,
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
  const owner = portal === 'STAFF' ? await companyOfDomain(context, email.split('@').at(-1) ?? '') : null
  const [allowed] = owner ? await allowedMethods(owner.place, owner.companyId, ['OKTA_SAML']) : []
  const provider = owner && allowed ? await samlProviderOf(owner.place, owner.companyId) : null
  if (!owner || !provider)
    throw new AppError('RULE_BROKEN', 'SAML isn’t set up for this address. Log in another way.', { reason: 'NO_SAML' })
  const state = newSecret()
  const requestId = `_${context.newId()}`
  const ofCompany = owner.companyId
  await keepAttempt(context, { method: 'OKTA_SAML', portal, ofCompany, nonce: requestId, verifier: '' }, state)
  const { signOnUrl } = provider
  const url = await signOnAddress(serviceOf(context, ofCompany), { signOnUrl, requestId, relayState: state })
  return { url: pageAt(new URL(url), context.env.OUTLAY_SIGN_ON_PAGES) }
}

/** At a provider of OpenID Connect: the attempt, and where the browser goes. */
const beginAt = async (
  context: BaseContext,
  provider: OidcProvider,
  attempt: { portal: 'STAFF' | 'VENDOR'; companyId: string | null; hint: string | undefined },
): Promise<{ url: string }> => {
  const { clock, origin, env } = context
  const { method } = provider
  const { state, nonce, verifier } = await newSignOn()
  const redirectUri = origin + returnPath(method, attempt.companyId)
  const begun = { redirectUri, state, nonce, verifier, hint: attempt.hint }
  const url = await authorizeUrl(provider, begun, clock.now()).catch((error: unknown) => {
    if (!(error instanceof SignOnRefused)) throw error
    context.log.info('sign-on.not-begun', { method, companyId: attempt.companyId, why: error.message })
    throw new AppError('RULE_BROKEN', error.words, { reason: 'PROVIDER' })
  })
  const { portal, companyId: ofCompany } = attempt
  await keepAttempt(context, { method, portal, ofCompany, nonce, verifier }, state)
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
    return beginAt(context, provider, { portal, companyId, hint: email })
  },
})
