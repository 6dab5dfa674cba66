import { beginApp, proveApp } from '../../../../schema/platform/factors/endpoints.ts'
import { secondFactors } from '../../../../schema/platform/factors/tables.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { loadOnce } from '../../../core/load-once.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { type Place, seal, unseal } from '../../../core/vault.ts'
import { addedFactor } from './added.ts'
import { limitAttempts } from './attempts.ts'
import { factorsToChange } from './whose.ts'

/** Authenticator apps: codes of six digits, each for thirty seconds (RFC 6238). */

const loadLibrary = loadOnce(() => import('otpauth'))
const PERIOD_S = 30
/** A code is also taken one step early or late, for clocks that differ and people who type slowly. */
const WINDOW = 1
const SECRET_BYTES = 20

export const placeOfSecret = (companyId: string, id: string): Place => [companyId, 'second_factors', id]

export const WRONG_CODE = 'This code doesn’t match. Check the clock of your device, and enter the code it shows now.'

/** The step whose code it is, later than the last one taken. Null for any other text. */
export const stepOf = async (secret: string, code: string, lastStep: number, now: number): Promise<number | null> => {
  const { Secret, TOTP } = await loadLibrary()
  const app = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S })
  const delta = app.validate({ token: code.replaceAll(/\s/g, ''), timestamp: now, window: WINDOW })
  if (delta === null) return null
  const step = app.counter({ timestamp: now }) + delta
  return step > lastStep ? step : null
}

/** Replaces one that was begun and not finished. */
export const begin = command({
  id: 'factors.begin-app',
  access: 'staff.use',
  idempotency: 'none',
  whileOwing: true,
  input: inputOf(beginApp),
  run: async (context) => {
    const { env, db, actor, clock } = context
    const { companyId, userId, email } = actor
    const factors = await factorsToChange(context)
    if (factors.some(({ kind }) => kind === 'APP'))
      throw new AppError('RULE_BROKEN', 'You have an authenticator app already. Remove it first.', {
        reason: 'HAS_APP',
      })
    const { Secret, TOTP } = await loadLibrary()
    const secret = new Secret({ size: SECRET_BYTES })
    const id = context.newId()
    const { keyId, sealed } = await seal(env, secret.base32, placeOfSecret(companyId, id))
    const uri = new TOTP({ issuer: 'Outlay', label: `${email} (${actor.company.name})`, secret, period: PERIOD_S })
    return commit(context, {
      subject: 'The authenticator app',
      statements: [
        db.sql(
          `DELETE FROM second_factors WHERE company_id = ? AND user_id = ? AND kind = 'APP' AND proven_at IS NULL`,
          companyId,
          userId,
        ),
        db.sql(
          `INSERT INTO second_factors (id, company_id, user_id, kind, name, secret_sealed, secret_key_id, created_at)
           VALUES (?, ?, ?, 'APP', 'Authenticator app', ?, ?, ?)`,
          id,
          companyId,
          userId,
          sealed,
          keyId,
          clock.now(),
        ),
      ],
      audit: [],
      result: { id, secret: secret.base32, uri: uri.toString() },
    })
  },
})

const UNPROVEN = typed`SELECT ${select(secondFactors, 'f', ['id', 'secretSealed', 'secretKeyId', 'lastStep'])}
  FROM second_factors f WHERE f.id = ? AND f.company_id = ? AND f.user_id = ? AND f.kind = 'APP' AND f.proven_at IS NULL`

export const secretOf = (
  { env, actor }: StaffContext,
  { id, secretSealed, secretKeyId }: { id: string; secretSealed: string | null; secretKeyId: string | null },
): Promise<string> =>
  unseal(env, { sealed: secretSealed ?? '', keyId: secretKeyId ?? '' }, placeOfSecret(actor.companyId, id))

/** Throws INVALID for a wrong code, NOT_FOUND for one that isn't being set up. */
export const prove = command({
  id: 'factors.prove-app',
  access: 'staff.use',
  idempotency: 'none',
  whileOwing: true,
  input: inputOf(proveApp),
  run: async (context, { id, code }) => {
    const { db, actor, clock } = context
    await limitAttempts(context)
    const factors = await factorsToChange(context)
    const row = await db.first(db.sql(UNPROVEN, id, actor.companyId, actor.userId))
    if (!row) throw notFound('The authenticator app')
    const now = clock.now()
    const step = await stepOf(await secretOf(context, row), code, row.lastStep, now)
    if (step === null) throw invalidField('code', WRONG_CODE)
    return addedFactor(context, {
      id,
      kind: 'APP',
      isFirst: factors.length === 0,
      what: 'an authenticator app',
      told: 'APP_ADDED',
      statements: [
        db.sql(
          `UPDATE second_factors SET proven_at = ?1, last_used_at = ?1, last_step = ?2
            WHERE id = ?3 AND company_id = ?4 AND proven_at IS NULL`,
          now,
          step,
          id,
          actor.companyId,
        ),
        guardOneRow(db),
      ],
    })
  },
})
