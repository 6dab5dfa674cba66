import { secretOfCell } from '../../../core/cells.ts'
import { hmacHex, sha256Hex } from '../../../core/hash.ts'
import type { Env } from '../../../env.ts'

/**
 * The secret of a link. It names its cell. It is computed, so that an email that is sent again has the same link, and
 * only its hash is stored.
 */

export const LINK_MS = 7 * 24 * 60 * 60 * 1000

export const tokenOf = async (
  env: Env,
  { companyId, effectId, userId }: { companyId: string; effectId: string; userId: string },
): Promise<string> =>
  secretOfCell(env, await hmacHex(env.OUTLAY_SIGNING_KEY, `decision-link\n${companyId}\n${effectId}\n${userId}`))

export const hashOf = (token: string): string => sha256Hex(token)
