import { lookAtSignUp, SIGN_UP_MESSAGES, type SignUpPreview } from '../../../../schema/platform/sign-up/endpoints.ts'
import { signUps } from '../../../../schema/platform/sign-up/tables.ts'
import { AppError } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { networkOf } from '../../../core/network.ts'
import { type BaseContext, inputOf, query } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { cellOfCompany, cellsOfAddress } from '../directory/index.ts'
import { companiesOfAddress } from '../members/index.ts'
import { limitRate, SIGN_IN_WINDOW_MS } from '../session/index.ts'
import { requireOpen } from './open.ts'

const SIGN_UP = typed`SELECT ${select(signUps, 's', ['tokenHash', 'email', 'expiresAt', 'companyId', 'triedAt'])}
  FROM sign_ups s WHERE s.token_hash = ?`

export const refuseLink = (reason: keyof typeof SIGN_UP_MESSAGES): AppError =>
  new AppError('RULE_BROKEN', SIGN_UP_MESSAGES[reason], { reason })

/** Whose address the link has proven. Throws RULE_BROKEN with a reason of `SIGN_UP_MESSAGES`, FORBIDDEN where it is off. */
export const requireLink = async (context: BaseContext, token: string) => {
  requireOpen(context)
  const { directory, clock } = context
  const found = await directory.first(directory.sql(SIGN_UP, sha256Hex(token)))
  if (!found) throw refuseLink('SIGN_UP_LINK_UNKNOWN')
  if (found.expiresAt <= clock.now()) throw refuseLink('SIGN_UP_LINK_EXPIRED')
  return found
}

/** Guessing a token is hopeless. The limit keeps it from being tried. */
export const limitLinks = (context: BaseContext) =>
  limitRate(context, SIGN_IN_WINDOW_MS, [{ key: `sign-up-link-from:${networkOf(context.clientAddress)}`, max: 300 }])

export const readSignUpLink = query({
  id: 'sign-up.look',
  access: 'public',
  input: inputOf(lookAtSignUp),
  run: async (context, { token }): Promise<SignUpPreview> => {
    const { email, companyId } = await requireLink(context, token)
    // The directory is written just before the company, and taken back if it can't be made.
    if (companyId && (await cellOfCompany(context, companyId)) !== null) throw refuseLink('SIGN_UP_LINK_USED')
    const { actor, vendor } = context
    return {
      email,
      belongsTo: await companiesOfAddress(await cellsOfAddress(context, email), email),
      signedInAs: actor?.email ?? vendor?.email ?? null,
    }
  },
})
