import { loginDomains, signOnAttempts } from '../../../../schema/platform/sign-on/tables.ts'
import { inPlace } from '../../../core/cells.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'

/** What is asked before the company is known: who a domain belongs to, and sign-ins in progress. */

const PROVEN = typed`SELECT ${select(loginDomains, 'd', ['ofCompany'])} FROM directory_login_domains d
  WHERE d.domain = ? AND d.proven_at IS NOT NULL`

/** The company that has proven the domain, with the context in its cell. */
export const companyOfDomain = async <C extends BaseContext>(
  context: C,
  domain: string,
): Promise<{ place: C; companyId: string } | null> => {
  const { directory } = context
  const found = await directory.first(directory.sql(PROVEN, domain))
  return found && { place: await inPlace(context, { companyId: found.ofCompany }), companyId: found.ofCompany }
}

const ATTEMPT = select(signOnAttempts, 'a', [
  'method',
  'portal',
  'ofCompany',
  'nonce',
  'verifier',
  'browserHash',
  'answer',
  'forUser',
  'forSession',
  'purpose',
  'createdAt',
])

const READ_ATTEMPT = typed`SELECT ${ATTEMPT} FROM directory_sign_on_attempts a
  WHERE a.state_hash = ? AND a.used_at IS NULL AND a.expires_at > ?`

/** A sign-in that no answer has come for yet. */
export const openAttempt = ({ directory, clock }: BaseContext, stateHash: string) =>
  directory.first(directory.sql(READ_ATTEMPT, stateHash, clock.now()))

export type Attempt = NonNullable<Awaited<ReturnType<typeof openAttempt>>>

/** Keeps what a provider posted for the browser that asked. False if an answer is there already. */
export const keepAnswer = async ({ directory }: BaseContext, stateHash: string, answer: string): Promise<boolean> =>
  (await directory.first(
    directory.sql(
      `UPDATE directory_sign_on_attempts SET answer = ?2
        WHERE state_hash = ?1 AND used_at IS NULL AND answer IS NULL RETURNING 1 AS kept`,
      stateHash,
      answer,
    ),
  )) !== null

/** Whether this call is the one that may use the attempt's answer. */
export const takeAttempt = async ({ directory, clock }: BaseContext, stateHash: string): Promise<boolean> =>
  (await directory.first(
    directory.sql(
      'UPDATE directory_sign_on_attempts SET used_at = ?2 WHERE state_hash = ?1 AND used_at IS NULL RETURNING 1 AS taken',
      stateHash,
      clock.now(),
    ),
  )) !== null
