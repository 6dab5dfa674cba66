import { getOwnFactors, type OwnFactors, removeFactor } from '../../../../schema/platform/factors/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { notFound } from '../../../core/errors.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { freshUntil } from '../../../core/signed-in/fresh-factor.ts'
import { guardBreakGlass, requireBreakGlassWithout } from '../session/index.ts'
import { codesLeftStatement } from './give.ts'
import { passkeysIn } from './passkeys.ts'
import { resetStatement, waitingOf } from './resets.ts'
import { factorsStatement, factorsToChange, holderOf } from './whose.ts'

const instantOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** In a session that views as someone else: those of the person who views, since these are asked for. */
export const readOwn = query({
  id: 'factors.get-own',
  access: 'staff.use',
  whileOwing: true,
  input: inputOf(getOwnFactors),
  run: async (context): Promise<OwnFactors> => {
    const { db, actor } = context
    const { companyId, userId } = holderOf(actor)
    const [{ results: factors }, { results: codes }, { results: resets }] = await db.readBatch([
      factorsStatement(context),
      codesLeftStatement(context),
      resetStatement(db, companyId, userId),
    ])
    const [app] = factors.filter(({ kind }) => kind === 'APP')
    return {
      app: app
        ? { id: app.id, createdAt: new Date(app.createdAt).toISOString(), lastUsedAt: instantOf(app.lastUsedAt) }
        : null,
      passkeys: factors
        .filter(({ kind }) => kind === 'PASSKEY')
        .map(({ id, name, createdAt, lastUsedAt }) => ({
          id,
          name,
          createdAt: new Date(createdAt).toISOString(),
          lastUsedAt: instantOf(lastUsedAt),
        })),
      recoveryCodesLeft: codes[0]?.left ?? 0,
      freshUntil: instantOf(freshUntil(context.actor, context.clock.now())),
      reset: waitingOf(resets[0]),
    }
  },
})

/** The last one takes the recovery codes along. Throws NOT_FOUND, RULE_BROKEN (LAST_BREAK_GLASS). */
export const remove = command({
  id: 'factors.remove',
  access: 'staff.use',
  input: inputOf(removeFactor),
  run: async (context, { factorId }) => {
    const { db, actor } = context
    const { companyId, userId } = actor
    const factors = await factorsToChange(context)
    const factor = factors.find(({ id }) => id === factorId)
    if (!factor) throw notFound('The second factor')
    const { kind, name } = factor
    const isPasskey = kind === 'PASSKEY'
    if (isPasskey && passkeysIn(factors).length === 1) await requireBreakGlassWithout(db, companyId, [userId])
    return commit(context, {
      subject: 'The second factor',
      statements: [
        db.sql(
          'DELETE FROM second_factors WHERE id = ? AND company_id = ? AND user_id = ?',
          factorId,
          companyId,
          userId,
        ),
        guardOneRow(db),
        guardBreakGlass(db, companyId),
        ...(factors.length === 1
          ? [db.sql('DELETE FROM recovery_codes WHERE company_id = ? AND user_id = ?', companyId, userId)]
          : []),
      ],
      audit: [
        {
          changeKey: `second-factor:${factorId}:removed`,
          action: 'member.factor-removed',
          targetType: 'MEMBER',
          targetId: userId,
          message: isPasskey ? `Removed the passkey ${name}` : 'Removed the authenticator app',
          changeData: { before: { kind, ...(isPasskey && { name }) } },
        },
      ],
      outbox: [
        {
          topic: 'factors.changed',
          payload: { userId, ...(isPasskey ? { what: 'PASSKEY_REMOVED', name } : { what: 'APP_REMOVED' }) },
        },
      ],
      result: null,
    })
  },
})
