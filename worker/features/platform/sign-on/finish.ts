import { z } from 'zod'
import { LOGIN_MESSAGES } from '../../../../schema/platform/session/endpoints.ts'
import { finishSignOn } from '../../../../schema/platform/sign-on/endpoints.ts'
import {
  METHOD_WORDS,
  type OidcMethod,
  type ProviderMethod,
  returnPath,
} from '../../../../schema/platform/sign-on/methods.ts'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import { inPlace } from '../../../core/cells.ts'
import { commit } from '../../../core/commit.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { type BaseContext, command, inputOf } from '../../../core/operation.ts'
import { exchangeAnswer, type OidcIdentity, SignOnRefused } from '../../../integrations/oidc/client.ts'
import { appProvider, type OidcProvider } from '../../../integrations/oidc/providers.ts'
import { SAML_REFUSALS } from '../../../integrations/saml/refusals.ts'
import { browserHash, issueLoginToken, issueVendorLoginToken, offeredMethods } from '../session/index.ts'
import { tellCompany } from './company-log.ts'
import { allowedMethods, oktaOf } from './connections.ts'
import { type Attempt, companyOfDomain, openAttempt, takeAttempt } from './directory.ts'
import { joinAtFirst, placeAgain } from './first-sign-in.ts'
import { noteFailure, noteWorks } from './health.ts'
import { usedStatements } from './identities.ts'
import { limitNetwork } from './limit.ts'
import { linked } from './own/linked.ts'
import { canEnter, type Found, findPerson } from './people.ts'
import { refused, STALE } from './refusals.ts'
import { tested } from './test-sign-in.ts'

/** The attempt that an answer belongs to: of this browser, at this provider, for the first time. */
const attemptOf = async (context: BaseContext, provider: string, state: string): Promise<Attempt> => {
  const stateHash = sha256Hex(state)
  const attempt = await openAttempt(context, stateHash)
  const wrong = !attempt
    ? 'no attempt has this state'
    : attempt.browserHash !== browserHash(context)
      ? 'it began in another browser'
      : returnPath(attempt.method as ProviderMethod, attempt.ofCompany) !== `/login-return/${provider}`
        ? 'the answer came to another provider’s address'
        : null
  if (wrong === null && attempt && (await takeAttempt(context, stateHash))) return attempt
  await tellCompany(context, attempt?.ofCompany ?? null, wrong ?? 'the answer was used already')
  throw refused(STALE)
}

const providerOf = async (context: BaseContext, { method, ofCompany }: Attempt): Promise<OidcProvider> => {
  const isOffered = offeredMethods(context.env).includes(method)
  if (isOffered && (method === 'GOOGLE' || method === 'MICROSOFT')) return appProvider(context.env, method)
  const place = await inPlace(context, { companyId: ofCompany ?? '' })
  const [allowed] = ofCompany && isOffered ? await allowedMethods(place, ofCompany, [method]) : []
  const provider = ofCompany && allowed ? await oktaOf(place, ofCompany) : null
  if (!provider) throw refused(LOGIN_MESSAGES.SIGN_ON_OFF)
  return provider
}

/** The login token of someone who may sign in, with the link of their account to the provider's. */
const issue = async (context: BaseContext, found: Found, { method, identity, isBrowserKnown }: Vouched) => {
  const { place, kind, userId, companyId } = found
  const browser = isBrowserKnown ? browserHash(context) : null
  const { secret, statement } =
    kind === 'VENDOR'
      ? await issueVendorLoginToken(place, { userId, vendorCompanyId: companyId, method, browserHash: browser })
      : await issueLoginToken(place, { purpose: 'SIGN_ON', method, userId, companyId, browserHash: browser })
  const used = usedStatements(found, { method, identity })
  if (used.inDirectory.length > 0) await context.directory.batch(used.inDirectory)
  return commit(place, {
    subject: 'The login',
    statements: [
      ...used.inCell,
      place.db.sql(
        'UPDATE sign_on_connections SET last_used_at = ?3 WHERE company_id = ?1 AND kind = ?2',
        companyId,
        method,
        place.clock.now(),
      ),
      statement,
    ],
    audit: found.isLinked
      ? []
      : [
          {
            changeKey: `sign-on-linked:${sha256Hex(JSON.stringify([companyId, identity.issuer, identity.subject]))}:${place.newId()}`,
            action: 'session.method-linked',
            targetType: 'SESSION',
            targetId: userId,
            message: `Linked ${METHOD_WORDS[method]} to this account (${identity.email ?? 'no address'})`,
            changeData: { issuer: identity.issuer, subject: identity.subject },
          },
        ],
    result: { loginTokenId: secret },
    as: { userId, companyId },
  })
}

const NO_ACCOUNT =
  'isn’t linked to an Outlay account. Log in another way and link it under “Sign-in and devices”, or ask an admin of your company.'

/** Why someone whom the provider vouches for can't sign in: for the person and for the log. */
const whyNot = (found: Found | null, method: ProviderMethod, { email }: OidcIdentity): [words: string, why: string] => {
  const name = METHOD_WORDS[method]
  const who = `${name} account ${email ?? 'without an address'}`
  if (found && found.isAllowed !== 1 && found.required !== null && (found.isLinked || found.mayLink))
    return [
      `Your company requires ${METHOD_WORDS[found.required]}. Log in with that.`,
      `the company requires ${METHOD_WORDS[found.required]}, not ${name} (${email})`,
    ]
  if (found && found.isAllowed !== 1 && (found.isLinked || found.mayLink))
    return [LOGIN_MESSAGES.SIGN_ON_OFF, `the company doesn’t allow ${name} (${email})`]
  if (found?.wasRemoved) return [`Your ${who} ${NO_ACCOUNT}`, `${name} was removed from the account (${email})`]
  if (found) return [`Your ${who} ${NO_ACCOUNT}`, `${name} doesn’t vouch for ${email}, or another account is linked`]
  return [`Your ${who} ${NO_ACCOUNT}`, `no member is linked to the ${who}`]
}

/**
 * Throws RULE_BROKEN with a sentence for the person: for an answer of another browser or that was used, of another
 * provider, that isn't signed or isn't for us, or about someone without an account that the provider vouches for.
 */
export const finish = command({
  id: 'sign-on.finish',
  access: 'public',
  asAnother: 'VIEWING',
  idempotency: 'none',
  input: inputOf(finishSignOn),
  run: async (context, { provider: came, answer }) => {
    await limitNetwork(context, 'answer')
    const parameters = new URLSearchParams(answer)
    const state = parameters.get('state') ?? ''
    const saml = parameters.get('refused')
    if (saml !== null && state === '') throw refused(samlWords(saml))
    const attempt = await attemptOf(context, came, state)
    const { method, portal, ofCompany } = attempt
    const vouchedFor = async () => {
      if (saml !== null) throw refused(samlWords(saml))
      return attempt.method === 'OKTA_SAML' ? samlIdentity(attempt) : oidcIdentity(context, attempt, parameters)
    }
    const none = { loginTokenId: null, test: null, link: null }
    if (attempt.purpose === 'TEST') return { ...none, test: await tested(context, attempt, vouchedFor) }
    if (attempt.purpose === 'LINK') return { ...none, link: await linked(context, attempt, vouchedFor) }
    const identity = await vouchedFor()
    const vouched = { method: method as ProviderMethod, portal, ofCompany, identity, isBrowserKnown: true }
    return { ...none, ...(await admitted(context, vouched)) }
  },
})

/** Who a provider of OpenID Connect says it is. Throws RULE_BROKEN for an answer that doesn’t hold. */
const oidcIdentity = async (
  context: BaseContext,
  attempt: Attempt,
  parameters: URLSearchParams,
): Promise<OidcIdentity> => {
  const provider = await providerOf(context, attempt)
  const redirectUri = context.origin + returnPath(attempt.method as OidcMethod, attempt.ofCompany)
  const begun = {
    redirectUri,
    state: parameters.get('state') ?? '',
    nonce: attempt.nonce,
    verifier: attempt.verifier,
  }
  const own = attempt.ofCompany
  const identity = await exchangeAnswer(provider, parameters, begun, context.clock.now()).catch(
    async (error: unknown) => {
      if (!(error instanceof SignOnRefused)) throw error
      await tellCompany(context, own, error.message)
      if (own !== null && error.isProviders)
        await noteFailure(await inPlace(context, { companyId: own }), own, 'OKTA', withStop(error.message))
      throw refused(error.words)
    },
  )
  if (own !== null) await noteWorks(await inPlace(context, { companyId: own }), own, 'OKTA')
  return identity
}

interface Vouched {
  method: ProviderMethod
  portal: 'STAFF' | 'VENDOR'
  /** The company whose own provider it is. */
  ofCompany: string | null
  identity: OidcIdentity
  /** Whether the browser is the one that began. Otherwise its person confirms who they are. */
  isBrowserKnown: boolean
}

/** The login token of a person whom a provider vouches for. Throws RULE_BROKEN with a sentence for anyone else. */
export const admitted = async (context: BaseContext, vouched: Vouched): Promise<{ loginTokenId: string }> => {
  const { method, portal, ofCompany, identity } = vouched
  const only = ofCompany ? await onlyOf(context, ofCompany, identity) : null
  const asked = { method, identity, portal, only }
  const found = await findPerson(context, asked)
  if (found && canEnter(found)) {
    const kept = found.kind === 'STAFF' ? await placeAgain(context, found, vouched) : null
    if (kept !== null) context.log.info('sign-on.not-placed', { companyId: found.companyId, why: kept })
    return issue(context, found, vouched)
  }
  const joined = portal === 'STAFF' ? await joinAtFirst(context, vouched) : null
  // Where they are now, which the directory of addresses may not know yet.
  const there = joined && { companyId: joined.companyId, isDomainProven: true }
  const now = there && (await findPerson(context, { ...asked, only: there }))
  if (now && canEnter(now)) return issue(context, now, vouched)
  const [words, why] = whyNot(found, method, identity)
  const whose = ofCompany ?? (found?.kind === 'STAFF' ? found.companyId : null) ?? joined?.companyId ?? null
  await tellCompany(context, whose, joined?.refusal ? `${why}; ${joined.refusal}` : why)
  throw refused(words, identity.email)
}

const identityShape = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  tenantId: z.null(),
  firstName: z.string(),
  lastName: z.string(),
  claims: z.record(z.string(), z.unknown()),
})

/** What the provider's page posted meanwhile (saml/answer.ts). */
const samlIdentity = ({ answer }: Attempt): OidcIdentity => {
  if (answer === null) throw refused(STALE)
  return identityShape.parse(JSON.parse(answer))
}

const samlWords = (reason: string): string =>
  new Map<string, string>(Object.entries(SAML_REFUSALS)).get(reason) ?? STALE

const onlyOf = async (context: BaseContext, companyId: string, { email }: OidcIdentity) => {
  const owner = await companyOfDomain(context, email?.split('@').at(-1) ?? '')
  return { companyId, isDomainProven: owner?.companyId === companyId }
}
