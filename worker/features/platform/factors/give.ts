import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { giveFactor, type PasskeySignature } from '../../../../schema/platform/factors/endpoints.ts'
import { FRESH_FACTOR_MS } from '../../../../schema/platform/factors/rule.ts'
import { recoveryCodes } from '../../../../schema/platform/factors/tables.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { computed, select, typed } from '../../../core/record.ts'
import { factorGiven } from '../session/index.ts'
import { secretOf, stepOf, WRONG_CODE } from './app.ts'
import { limitAttempts } from './attempts.ts'
import { challengeIn, loadPasskeys, partyOf, passkeyRefused, takeChallenge } from './challenges.ts'
import { fromBase64 } from './passkeys.ts'
import { hashOfCode } from './recovery-codes.ts'
import { type FactorRow, factorsOf, holderOf } from './whose.ts'

/** Giving a factor: a code of the app, a recovery code, or a passkey's signature. It counts in this session only. */

interface Given {
  kind: 'APP' | 'PASSKEY' | 'RECOVERY_CODE'
  /** "a passkey" */
  words: string
  statements: D1PreparedStatement[]
}

const byCode = async (context: StaffContext, factors: readonly FactorRow[], code: string): Promise<Given> => {
  const { db, clock } = context
  const app = factors.find(({ kind }) => kind === 'APP')
  const now = clock.now()
  const step = app ? await stepOf(await secretOf(context, app), code, app.lastStep, now) : null
  if (!app || step === null) throw invalidField('code', WRONG_CODE)
  return {
    kind: 'APP',
    words: 'a code of an authenticator app',
    statements: [
      db.sql(
        'UPDATE second_factors SET last_step = ?1, last_used_at = ?2 WHERE id = ?3 AND last_step < ?1',
        step,
        now,
        app.id,
      ),
      // The same code twice at once: the second finds it used.
      guardOneRow(db),
    ],
  }
}

const UNUSED = typed`SELECT ${select(recoveryCodes, 'r', ['createdAt'])} FROM recovery_codes r
  WHERE r.company_id = ? AND r.user_id = ? AND r.code_hash = ? AND r.used_at IS NULL`
const WRONG_RECOVERY_CODE = 'This recovery code doesn’t exist or was used already. Each works once.'

const byRecoveryCode = async (context: StaffContext, code: string): Promise<Given> => {
  const { db, actor, clock } = context
  const { companyId, userId } = holderOf(actor)
  const hash = hashOfCode(code)
  const found = await db.first(db.sql(UNUSED, companyId, userId, hash))
  if (!found) throw invalidField('recoveryCode', WRONG_RECOVERY_CODE)
  return {
    kind: 'RECOVERY_CODE',
    words: 'a recovery code',
    statements: [
      db.sql(
        `UPDATE recovery_codes SET used_at = ?4
          WHERE company_id = ?1 AND user_id = ?2 AND code_hash = ?3 AND used_at IS NULL`,
        companyId,
        userId,
        hash,
        clock.now(),
      ),
      guardOneRow(db),
    ],
  }
}

const byPasskey = async (
  context: StaffContext,
  factors: readonly FactorRow[],
  answer: PasskeySignature,
): Promise<Given> => {
  const { db, clock } = context
  const challenge = challengeIn(answer.response.clientDataJSON)
  await takeChallenge(context, challenge, 'GIVE')
  const passkey = factors.find(({ kind, credentialId }) => kind === 'PASSKEY' && credentialId === answer.id)
  if (!passkey) throw passkeyRefused()
  const { rpID, origin } = partyOf(context)
  const { verifyAuthenticationResponse } = await loadPasskeys()
  const checked = await verifyAuthenticationResponse({
    response: answer as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: answer.id,
      publicKey: fromBase64(passkey.publicKey ?? ''),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch(() => null)
  // The library tells a counter for refused signatures too.
  if (!checked?.verified) throw passkeyRefused()
  return {
    kind: 'PASSKEY',
    words: `the passkey ${passkey.name}`,
    statements: [
      db.sql(
        'UPDATE second_factors SET counter = ?, last_used_at = ? WHERE id = ? AND company_id = ?',
        checked.authenticationInfo.newCounter,
        clock.now(),
        passkey.id,
        context.actor.companyId,
      ),
      guardOneRow(db),
    ],
  }
}

const LEFT = typed`SELECT ${computed<{ left: number }>({ left: 'count(*)' })} FROM recovery_codes
  WHERE company_id = ? AND user_id = ? AND used_at IS NULL`

export const codesLeftStatement = ({ db, actor }: StaffContext) => {
  const { companyId, userId } = holderOf(actor)
  return db.sql(LEFT, companyId, userId)
}

const codesLeft = async (context: StaffContext): Promise<number> =>
  (await context.db.first(codesLeftStatement(context)))?.left ?? 0

/** A refused attempt is in the history too: someone may be trying codes. */
const noteRefusal = (context: StaffContext): Promise<null> =>
  commit(context, {
    subject: 'The second factor',
    statements: [],
    audit: [
      {
        changeKey: `factor-refused:${context.newId()}`,
        action: 'session.factor-refused',
        targetType: 'SESSION',
        targetId: context.actor.userId,
        message: 'A second factor was refused',
        changeData: null,
      },
    ],
    result: null,
  })

const PASSKEY_ONLY = 'A passkey is needed here. A code of an app doesn’t count.'

/** Throws INVALID for a wrong code, RULE_BROKEN for a passkey that can't be checked, LIMITED above ten attempts. */
export const give = command({
  id: 'factors.give',
  access: 'staff.use',
  asAnother: 'VIEWING',
  idempotency: 'none',
  whileOwing: true,
  input: inputOf(giveFactor),
  run: async (context, { code, recoveryCode, passkey }) => {
    await limitAttempts(context)
    const factors = await factorsOf(context)
    const check = async (): Promise<Given> => {
      if (context.actor.owesFactor === 'PASSKEY' && code !== undefined) throw invalidField('code', PASSKEY_ONLY)
      if (passkey) return byPasskey(context, factors, passkey)
      return recoveryCode === undefined ? byCode(context, factors, code ?? '') : byRecoveryCode(context, recoveryCode)
    }
    const given = await check().catch(async (error: unknown) => {
      if (error instanceof AppError) await noteRefusal(context)
      throw error
    })
    const { kind, words, statements } = given
    const left = (await codesLeft(context)) - (kind === 'RECOVERY_CODE' ? 1 : 0)
    const { userId } = holderOf(context.actor)
    const now = context.clock.now()
    const paid = factorGiven(context, kind)
    const result = await commit(context, {
      subject: 'The second factor',
      statements: [...statements, ...paid.statements],
      audit: [
        {
          changeKey: `factor-given:${context.newId()}`,
          action: 'session.factor-given',
          targetType: 'SESSION',
          targetId: context.actor.userId,
          message: `Gave ${words}`,
          changeData: { kind },
        },
      ],
      outbox:
        kind === 'RECOVERY_CODE'
          ? [{ topic: 'factors.changed' as const, payload: { userId, what: 'CODE_USED' as const } }]
          : [],
      result: { freshUntil: new Date(now + FRESH_FACTOR_MS).toISOString(), recoveryCodesLeft: left },
    })
    paid.renew()
    return result
  },
})
