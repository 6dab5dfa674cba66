import { type FactorOwed, paysFactor } from '../../../../schema/platform/factors/rule.ts'
import { SESSION_MAX_MS } from '../../../core/actor.ts'
import { secretOfCell } from '../../../core/cells.ts'
import { newSecret } from '../../../core/clock.ts'
import { guardOneRow } from '../../../core/database.ts'
import { sha256Hex } from '../../../core/hash.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { sessionCookie } from '../../../transport/cookies.ts'
import { givenStatement } from './session-factor.ts'

/** Sessions that owe a second factor: which ones begin like that, and how they are paid. */

/** SQL of who signs in, and how. */
interface Entering {
  companyId: string
  userId: string
  method: string
}

type OwedRule = (entering: Entering) => string

const rules: OwedRule[] = []

/**
 * Says what someone owes who signs in or comes from another company: SQL of 'ANY', 'PASSKEY' or NULL, which is part of the
 * statement that begins the session. `PASSKEY` of one rule wins. With `PASSKEY` a code of an app doesn't count, and no first
 * factor can be added, so that a mailbox alone opens nothing. Factors owns the rule for email links, and sign-on the one for
 * admins who stand in for the provider.
 */
export const registerFactorOwed = (rule: OwedRule): void => {
  rules.push(rule)
}

/** SQL of what the new session owes. One that views as someone else comes from a session that owes nothing. */
export const factorOwed = (companyId: string, userId: string, method: string): string => {
  const owed = ['NULL', ...rules.map((rule) => rule({ companyId, userId, method }))].join(', ')
  const kinds: FactorOwed[] = ['PASSKEY', 'ANY']
  return `(CASE ${kinds.map((kind) => `WHEN '${kind}' IN (${owed}) THEN '${kind}'`).join(' ')} END)`
}

interface Given {
  statements: D1PreparedStatement[]
  /** The cookie of the session's new secret. To call once the statements have run. */
  renew: () => void
}

/**
 * The session has just given a factor. One that owed it continues under a new secret: who knew the one from before the
 * factor has nothing. Two answers at once: the second finds the session gone.
 */
export const factorGiven = (context: StaffContext, kind: Parameters<typeof givenStatement>[2]): Given => {
  const { db, env, actor, clock, origin, answerHeaders } = context
  const given = givenStatement(db, actor, kind, clock.now())
  if (!actor.owesFactor || !paysFactor(actor.owesFactor, kind)) return { statements: [given], renew: () => {} }
  const secret = secretOfCell(env, newSecret())
  return {
    statements: [
      given,
      db.sql(
        'UPDATE sessions SET token_hash = ?, owes_factor = NULL WHERE token_hash = ? AND owes_factor IS NOT NULL',
        sha256Hex(secret),
        actor.sessionHash,
      ),
      guardOneRow(db),
    ],
    renew: () => answerHeaders.append('Set-Cookie', sessionCookie(origin, secret, SESSION_MAX_MS / 1000)),
  }
}
