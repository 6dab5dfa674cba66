import { hmacHex, sha256Hex } from '../../../core/hash.ts'
import type { Env } from '../../../env.ts'

/**
 * The secret of a link. It begins with the company, which says in which cell it is. It is computed, so that an email
 * that is sent again has the same link, and only its hash is stored.
 */

export const LINK_MS = 7 * 24 * 60 * 60 * 1000

export const tokenOf = async (
  { OUTLAY_SIGNING_KEY }: Pick<Env, 'OUTLAY_SIGNING_KEY'>,
  { companyId, effectId, userId }: { companyId: string; effectId: string; userId: string },
): Promise<string> =>
  `${companyId}.${await hmacHex(OUTLAY_SIGNING_KEY, `decision-link\n${companyId}\n${effectId}\n${userId}`)}`

export const hashOf = (token: string): string => sha256Hex(token)

export const companyOfToken = (token: string): string => token.slice(0, Math.max(0, token.lastIndexOf('.')))
