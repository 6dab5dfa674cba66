import { RECOVERY_CODES, renewRecoveryCodes } from '../../../../schema/platform/factors/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { factorsToChange, holderOf } from './whose.ts'

/**
 * A code has 120 random bits, so that its hash needs no salt and nothing slow: letters and digits without those that look
 * like others, in four groups.
 */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const GROUP = 6

const newCode = (): string => {
  // 256 is a multiple of 32 letters, so that each is as likely.
  const letters = [...crypto.getRandomValues(new Uint8Array(GROUPS * GROUP))].map((byte) => LETTERS[byte % 32])
  return Array.from({ length: GROUPS }, (_, at) => letters.slice(at * GROUP, (at + 1) * GROUP).join('')).join('-')
}

/** As people type it: in small letters, with or without hyphens. */
export const hashOfCode = (code: string): string => sha256Hex(code.toUpperCase().replaceAll(/[\s-]/g, ''))

/** New codes in place of all others, and the statements that store their hashes. */
export const newCodes = ({
  db,
  actor,
  clock,
}: StaffContext): { codes: string[]; statements: D1PreparedStatement[] } => {
  const { companyId, userId } = holderOf(actor)
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  return {
    codes,
    statements: [
      db.sql('DELETE FROM recovery_codes WHERE company_id = ? AND user_id = ?', companyId, userId),
      db.sql(
        `INSERT INTO recovery_codes (company_id, user_id, code_hash, created_at)
         SELECT ?1, ?2, value, ?3 FROM json_each(?4)`,
        companyId,
        userId,
        clock.now(),
        JSON.stringify(codes.map(hashOfCode)),
      ),
    ],
  }
}

/** Can't be repeated by its command id, because the codes aren't stored. People who lost the answer renew them again. */
export const renewCodes = command({
  id: 'factors.renew-recovery-codes',
  access: 'staff.use',
  idempotency: 'none',
  input: inputOf(renewRecoveryCodes),
  run: async (context) => {
    const factors = await factorsToChange(context)
    if (factors.length === 0) throw new AppError('RULE_BROKEN', 'Add a passkey or an authenticator app first.')
    const { userId } = context.actor
    const { codes, statements } = newCodes(context)
    return commit(context, {
      subject: 'The recovery codes',
      statements,
      audit: [
        {
          changeKey: `recovery-codes:${context.newId()}`,
          action: 'member.recovery-codes-renewed',
          targetType: 'MEMBER',
          targetId: userId,
          message: 'Made new recovery codes',
          changeData: null,
        },
      ],
      outbox: [{ topic: 'factors.changed', payload: { userId, what: 'CODES_RENEWED' } }],
      result: { recoveryCodes: codes },
    })
  },
})
