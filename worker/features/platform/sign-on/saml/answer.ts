import { z } from 'zod'
import { returnPath } from '../../../../../schema/platform/sign-on/methods.ts'
import { samlAssertions } from '../../../../../schema/platform/sign-on/tables.ts'
import { Database, violatedUnique } from '../../../../core/database.ts'
import { AppError } from '../../../../core/errors.ts'
import { sha256Hex } from '../../../../core/hash.ts'
import { type BaseContext, command } from '../../../../core/operation.ts'
import type { OidcIdentity } from '../../../../integrations/oidc/client.ts'
import type { SamlPerson } from '../../../../integrations/saml/assertion.ts'
import { SamlRefused } from '../../../../integrations/saml/refusals.ts'
import { readSamlResponse } from '../../../../integrations/saml/response.ts'
import { offeredMethods } from '../../session/index.ts'
import { tellCompany } from '../company-log.ts'
import { allowedMethods } from '../connections.ts'
import { keepAnswer, openAttempt } from '../directory.ts'
import { admitted } from '../finish.ts'
import { limitNetwork } from '../limit.ts'
import { samlProviderOf, serviceOf } from './connection.ts'
import { identityOfSaml } from './person.ts'

/**
 * An answer of a SAML provider, which a page of the provider posts here. The browser sends no cookie of ours with it, so an
 * answer to a request of ours is kept for the browser that asked, and one without a request begins no session by itself: a
 * person sees whom it signs in, and confirms that.
 */

const REQUEST = /\bInResponseTo\s*=/

const input = z.object({
  // The browser is sent back to an address with it, in which not every character may stand.
  companyId: z.string().regex(/^[\w-]{1,64}$/),
  SAMLResponse: z.string().min(1).max(600_000),
  RelayState: z.string().max(2000).default(''),
})

/** Takes an assertion for the first and only time. */
const takeOnce = async (place: BaseContext, companyId: string, person: SamlPerson): Promise<void> => {
  const { db } = place
  const { assertionId, validUntil } = person
  try {
    const taken = { companyId, assertionId: sha256Hex(assertionId), validUntil }
    await db.batch([db.statement(Database.orm.insert(samlAssertions).values(taken))])
  } catch (error) {
    if (violatedUnique(error) === null) throw error
    throw new SamlRefused('USED', 'the assertion was sent a second time')
  }
}

/** Whether an answer names a request, before anything is checked: only then one is looked for. */
const namesRequest = (response: string): boolean => {
  try {
    return REQUEST.test(atob(response))
  } catch {
    return false
  }
}

export const takeSamlAnswer = command({
  id: 'sign-on.saml-answer',
  access: 'system.receive-login',
  idempotency: 'none',
  input,
  place: ({ companyId }) => ({ companyId }),
  run: async (context, sent): Promise<{ location: string }> => {
    const { companyId } = sent
    await limitNetwork(context, 'answer')
    const back = (query: Record<string, string>) =>
      `${returnPath('OKTA_SAML', companyId)}?${new URLSearchParams(query)}`
    try {
      const { state, token } = await answered(context, sent)
      return { location: state === null ? `/login-with-token?${new URLSearchParams({ token })}` : back({ state }) }
    } catch (error) {
      if (!(error instanceof SamlRefused)) throw error
      if (error.reason !== 'NO_ACCOUNT')
        await tellCompany(context, companyId, `${error.reason}: ${error.message}`.slice(0, 300))
      // The browser that tests the connection or links an account finds its attempt, and says there what was wrong.
      const attempt = await openAttempt(context, sha256Hex(sent.RelayState))
      const isInSession = attempt !== null && attempt.purpose !== 'SIGN_IN' && attempt.ofCompany === companyId
      return { location: back({ refused: error.reason, ...(isInSession && { state: sent.RelayState }) }) }
    }
  },
})

type Sent = z.infer<typeof input>

/** The state of the attempt that now has its answer, or a token where the provider began. Throws SamlRefused. */
const answered = async (
  context: BaseContext,
  { companyId, SAMLResponse, RelayState }: Sent,
): Promise<{ state: string; token: null } | { state: null; token: string }> => {
  const isOffered = offeredMethods(context.env).includes('OKTA_SAML')
  const [allowed] = isOffered ? await allowedMethods(context, companyId, ['OKTA_SAML']) : []
  const provider = allowed ? await samlProviderOf(context, companyId) : null
  if (!provider) throw new SamlRefused('OFF', 'no SAML provider is connected and allowed')
  const stateHash = sha256Hex(RelayState)
  const attempt = namesRequest(SAMLResponse) ? await openAttempt(context, stateHash) : null
  const isOurs = attempt?.method === 'OKTA_SAML' && attempt.ofCompany === companyId
  const { issuer, acsUrl } = serviceOf(context, companyId)
  const requestId = isOurs ? attempt.nonce : null
  const expected = { audience: issuer, acsUrl, requestId, now: context.clock.now() }
  const person = await readSamlResponse(SAMLResponse, provider, expected)
  await takeOnce(context, companyId, person)
  const identity = identityOfSaml(person, provider.entityId)
  if (!isOurs) return { state: null, token: await unasked(context, companyId, identity) }
  if (!(await keepAnswer(context, stateHash, JSON.stringify(identity))))
    throw new SamlRefused('USED', 'the request was answered before')
  return { state: RelayState, token: null }
}

/** The token of a person who comes without a request. Its page asks them to confirm who they are. */
const unasked = async (context: BaseContext, companyId: string, identity: OidcIdentity): Promise<string> => {
  const vouched = { method: 'OKTA_SAML', portal: 'STAFF', ofCompany: companyId, identity } as const
  const { loginTokenId } = await admitted(context, { ...vouched, isBrowserKnown: false }).catch((error: unknown) => {
    throw error instanceof AppError ? new SamlRefused('NO_ACCOUNT', error.message) : error
  })
  return loginTokenId
}

/** Forgets assertions that are no longer valid. */
export const forgetAssertions = ({ db, clock }: Pick<BaseContext, 'db' | 'clock'>): Promise<unknown> =>
  db.batch([
    db.sql(
      `DELETE FROM saml_assertions WHERE (company_id, assertion_id) IN
         (SELECT company_id, assertion_id FROM saml_assertions WHERE valid_until < ? LIMIT 500)`,
      clock.now(),
    ),
  ])
