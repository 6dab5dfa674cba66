import { factorChallenges } from '../../../../schema/platform/factors/tables.ts'
import { AppError } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { loadOnce } from '../../../core/load-once.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { insertRow, select, typed } from '../../../core/record.ts'
import { holderOf } from './whose.ts'

/** What a passkey has to sign: random, once, for five minutes, by this person in this session. */

export const loadPasskeys = loadOnce(() => import('@simplewebauthn/server'))

const CHALLENGE_MS = 5 * 60 * 1000
const CHALLENGE_BYTES = 32

type Purpose = 'ADD' | 'GIVE'

/** Passkeys belong to the host that people see, and answer only for pages of our origin. */
export const partyOf = ({ origin }: Pick<StaffContext, 'origin'>) => ({
  rpID: new URL(origin).hostname,
  origin: new URL(origin).origin,
})

/** Bytes, because the library encodes a text once more. */
export const newChallenge = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES))

/** @param challenge as the browser gets it, in base64url */
export const keepChallenge = (
  { db, actor, clock }: StaffContext,
  challenge: string,
  purpose: Purpose,
): D1PreparedStatement => {
  return insertRow(db, factorChallenges, {
    ...holderOf(actor),
    id: sha256Hex(challenge),
    sessionHash: actor.sessionHash,
    purpose,
    expiresAt: clock.now() + CHALLENGE_MS,
  })
}

const OPEN = typed`SELECT ${select(factorChallenges, 'h', ['id'])} FROM factor_challenges h
  WHERE h.id = ? AND h.company_id = ? AND h.user_id = ? AND h.session_hash = ? AND h.purpose = ?
    AND h.expires_at > ? AND h.used_at IS NULL`

export const passkeyRefused = (): AppError =>
  new AppError('RULE_BROKEN', 'The passkey couldn’t be checked. Try again.', { reason: 'PASSKEY_REFUSED' })

/** The challenge that an answer says it signed. Throws RULE_BROKEN if there is none. */
export const challengeIn = (clientDataJSON: string): string => {
  try {
    const text = atob(clientDataJSON.replaceAll('-', '+').replaceAll('_', '/'))
    const { challenge } = JSON.parse(text) as { challenge?: unknown }
    if (typeof challenge === 'string') return challenge
  } catch {
    throw passkeyRefused()
  }
  throw passkeyRefused()
}

/** Uses it up, whatever the signature turns out to be. Throws RULE_BROKEN if it can't be used (anymore). */
export const takeChallenge = async (context: StaffContext, challenge: string, purpose: Purpose): Promise<void> => {
  const { db, actor, clock } = context
  const { companyId, userId } = holderOf(actor)
  const hash = sha256Hex(challenge)
  const now = clock.now()
  const open = await db.first(db.sql(OPEN, hash, companyId, userId, actor.sessionHash, purpose, now))
  const taken = open
    ? await db.first(
        db.sql(
          'UPDATE factor_challenges SET used_at = ? WHERE id = ? AND used_at IS NULL RETURNING used_at',
          now,
          hash,
        ),
      )
    : null
  if (!taken) throw passkeyRefused()
}
