import {
  cancelFactorReset,
  cancelOwnReset,
  getMemberFactors,
  resetFactors,
} from '../../../../schema/platform/factors/reset-endpoints.ts'
import { factorResets } from '../../../../schema/platform/factors/tables.ts'
import { GUARDED_HOURS } from '../../../../schema/platform/guarded/endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { type Change, commit } from '../../../core/commit.ts'
import { Database, guardOneRow } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { identitiesOf } from '../../../core/hands.ts'
import { errorText } from '../../../core/log.ts'
import { command, inputOf, query, type StaffContext, type SystemContext } from '../../../core/operation.ts'
import type { FactorNews } from '../../../core/sent/factor-news.ts'
import { factorNeeded, freshUntil } from '../../../core/signed-in/fresh-factor.ts'
import { load, requireAll } from '../members/index.ts'
import { guardBreakGlass, requireBreakGlassWithout } from '../session/index.ts'
import { endFactors } from './end.ts'
import { dueStatement, endReset, kindsStatement, type ResetRow, resetStatement, waitingOf } from './resets.ts'

/**
 * Lost factors: an admin takes a member's away, and both are told. Where the member is an admin or works with payments that waits for a
 * day, so that an admin's open session isn't enough to sign in as them and pay. No one resets their own: who lost theirs has
 * recovery codes, or asks another admin.
 */

const HOUR_MS = 60 * 60 * 1000

const memberOf = async (context: StaffContext, memberId: string) => {
  const { members } = await load(context, { memberIds: [memberId] })
  requireAll(members, [memberId])
  const [member] = members
  if (!member) throw notFound('The member')
  return member
}

/** In an open session of an admin alone no one takes factors away, whatever the company asks for. */
const requireOwnFactor = ({ actor, clock }: StaffContext): void => {
  if (freshUntil(actor, clock.now()) === null) throw factorNeeded()
}

type Told = NonNullable<Change<unknown>['outbox']>

/** What the member and the admin who asked are told. */
const bothTold = (member: FactorNews, admin: FactorNews): Told =>
  [member, admin].map((payload) => ({ topic: 'factors.changed' as const, payload }))

export const readOfMember = query({
  id: 'factors.get-of-member',
  access: 'settings.manage',
  readsFirst: true,
  input: inputOf(getMemberFactors),
  run: async (context, { memberId }) => {
    await memberOf(context, memberId)
    const { db, actor } = context
    const [{ results: kinds }, { results: resets }] = await db.readBatch([
      kindsStatement(db, actor.companyId, memberId),
      resetStatement(db, actor.companyId, memberId),
    ])
    return {
      hasApp: kinds.some(({ kind }) => kind === 'APP'),
      passkeys: kinds.filter(({ kind }) => kind === 'PASSKEY').length,
      reset: waitingOf(resets[0]),
    }
  },
})

/** Throws RULE_BROKEN for one's own, or where there is none, and FORBIDDEN without a fresh factor of the admin. */
export const reset = command({
  id: 'factors.reset',
  access: 'settings.manage',
  input: inputOf(resetFactors),
  run: async (context, { memberId }) => {
    const { db, actor, clock, newId } = context
    const { companyId } = actor
    if (identitiesOf(actor).userIds.includes(memberId))
      throw new AppError('RULE_BROKEN', 'You can’t reset your own second factor. Ask another admin.', {
        reason: 'OWN_FACTORS',
      })
    const member = await memberOf(context, memberId)
    requireOwnFactor(context)
    const [{ results: kinds }, { results: resets }] = await db.readBatch([
      kindsStatement(db, companyId, memberId),
      resetStatement(db, companyId, memberId),
    ])
    if (kinds.length === 0)
      throw new AppError('RULE_BROKEN', `${fullName(member)} has no second factor.`, { reason: 'NO_FACTORS' })
    // Asking again doesn't begin the day again.
    const [waiting] = resets
    if (waiting) return { effectiveAt: new Date(waiting.effectiveAt).toISOString() }
    await requireBreakGlassWithout(db, companyId, [memberId])
    const names = { member: fullName(member), admin: actor.name }
    if (!member.hasPaymentsAccess && !member.hasAdminAccess)
      return commit(context, {
        subject: 'The second factor',
        statements: [...endFactors(db, companyId, memberId), guardBreakGlass(db, companyId)],
        audit: [doneAudit(memberId, newId(), `Reset the second factor of ${names.member}`)],
        outbox: bothTold(
          { userId: memberId, what: 'RESET', name: names.admin },
          { userId: actor.userId, what: 'RESET_DONE', name: names.member },
        ),
        result: { effectiveAt: null },
      })
    const now = clock.now()
    const effectiveAt = now + GUARDED_HOURS * HOUR_MS
    return commit(context, {
      subject: 'The second factor',
      statements: [
        db.statement(
          Database.orm.insert(factorResets).values({
            companyId,
            userId: memberId,
            name: names.member,
            askedByUserId: actor.userId,
            askedByName: actor.name,
            askedAt: now,
            effectiveAt,
          }),
        ),
      ],
      audit: [
        {
          changeKey: `factor-reset:${newId()}`,
          action: 'member.factor-reset-asked',
          targetType: 'MEMBER',
          targetId: memberId,
          message: `Asked to reset the second factor of ${names.member}, which waits for a day`,
          changeData: null,
        },
      ],
      outbox: bothTold(
        { userId: memberId, what: 'RESET_ASKED', name: names.admin },
        { userId: actor.userId, what: 'RESET_WAITS', name: names.member },
      ),
      result: { effectiveAt: new Date(effectiveAt).toISOString() },
    })
  },
})

const doneAudit = (memberId: string, key: string, message: string) => ({
  changeKey: `factor-reset:${key}`,
  action: 'member.factors-reset',
  targetType: 'MEMBER' as const,
  targetId: memberId,
  message,
  changeData: null,
})

const cancelled = async (context: StaffContext, userId: string): Promise<null> => {
  const { db, actor, newId } = context
  const { companyId } = actor
  const waiting = await db.first(resetStatement(db, companyId, userId))
  if (!waiting) throw notFound('The reset')
  return commit(context, {
    subject: 'The reset',
    statements: [endReset(db, companyId, userId), guardOneRow(db)],
    audit: [
      {
        changeKey: `factor-reset:${newId()}`,
        action: 'member.factor-reset-canceled',
        targetType: 'MEMBER',
        targetId: userId,
        message: 'Canceled the reset of the second factor',
        changeData: null,
      },
    ],
    outbox: bothTold(
      { userId, what: 'RESET_CANCELED', name: actor.name },
      { userId: waiting.askedByUserId, what: 'RESET_STOPPED', name: waiting.name },
    ),
    result: null,
  })
}

export const cancelOfMember = command({
  id: 'factors.cancel-reset',
  access: 'settings.manage',
  input: inputOf(cancelFactorReset),
  run: (context, { memberId }) => cancelled(context, memberId),
})

/** It makes nothing looser, so that it asks for nothing. */
export const cancelOwn = command({
  id: 'factors.cancel-own-reset',
  access: 'staff.use',
  input: inputOf(cancelOwnReset),
  run: (context) => cancelled(context, context.actor.userId),
})

const takeEffect = async (context: SystemContext, row: ResetRow): Promise<void> => {
  const { db, newId } = context
  const { companyId, userId, name, askedByUserId, askedByName } = row
  await requireBreakGlassWithout(db, companyId, [userId])
  await commit(context, {
    subject: 'The reset',
    as: { companyId, userId: null },
    statements: [
      endReset(db, companyId, userId),
      guardOneRow(db),
      ...endFactors(db, companyId, userId),
      guardBreakGlass(db, companyId),
    ],
    audit: [doneAudit(userId, newId(), `Reset the second factor of ${name} a day after ${askedByName} asked for it`)],
    outbox: bothTold({ userId, what: 'RESET', name: askedByName }, { userId: askedByUserId, what: 'RESET_DONE', name }),
    result: null,
  })
}

/** Those whose day is over. */
export const applyResets = async (context: SystemContext): Promise<void> => {
  const due = await context.db.all(dueStatement(context.db, context.clock.now()))
  for (const row of due)
    await takeEffect(context, row).catch((error) =>
      context.log.error('factor-reset.not-made', { userId: row.userId, error: errorText(error) }),
    )
}
