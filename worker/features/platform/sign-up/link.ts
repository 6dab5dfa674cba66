import { lookAtSignUp, SIGN_UP_MESSAGES, type SignUpPreview } from '../../../../schema/platform/sign-up/endpoints.ts'
import { signUps } from '../../../../schema/platform/sign-up/tables.ts'
import { livesHere } from '../../../core/cells.ts'
import { AppError } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { networkOf } from '../../../core/network.ts'
import { type BaseContext, inputOf, query } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { cellsOfAddress } from '../directory/index.ts'
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

const MOST_NAMES = 5

/** Where the address's owner is a member already. The address is proven, so they may know. */
const companiesOf = async (context: BaseContext, email: string): Promise<string[]> => {
  const found = await Promise.all(
    (await cellsOfAddress(context, email)).map(({ db }) =>
      db.all<{ name: string }>(
        db.sql(
          `SELECT c.name FROM users u JOIN company_memberships m ON m.user_id = u.id AND m.disabled_at IS NULL
             JOIN companies c ON c.id = m.company_id
            WHERE u.email = ? AND u.is_platform_staff = 0 AND ${livesHere('m.company_id')} LIMIT ${MOST_NAMES}`,
          email,
        ),
      ),
    ),
  )
  return found.flatMap((rows) => rows.map(({ name }) => name)).slice(0, MOST_NAMES)
}

export const readSignUpLink = query({
  id: 'sign-up.look',
  access: 'public',
  input: inputOf(lookAtSignUp),
  run: async (context, { token }): Promise<SignUpPreview> => {
    const { email, companyId } = await requireLink(context, token)
    if (companyId && (await cellOfStarted(context, companyId)) !== null) throw refuseLink('SIGN_UP_LINK_USED')
    const { actor, vendor } = context
    return {
      email,
      belongsTo: await companiesOf(context, email),
      signedInAs: actor?.email ?? vendor?.email ?? null,
    }
  },
})

/** The cell of the company, once the directory has it. It is written first, and taken back if the company can't be made. */
export const cellOfStarted = async ({ directory }: BaseContext, companyId: string): Promise<number | null> => {
  const found = await directory.first<{ cell: number }>(
    directory.sql('SELECT cell FROM directory_companies WHERE id = ?', companyId),
  )
  return found?.cell ?? null
}
