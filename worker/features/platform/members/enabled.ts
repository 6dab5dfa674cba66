import type { z } from 'zod'
import { setMemberEnabled } from '../../../../schema/platform/members/member-endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { type Change, commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { identitiesOf } from '../../../core/hands.ts'
import { openTargets } from '../../../core/kinds/open-targets.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import type { HandOver } from '../../../core/sent/hand-over.ts'
import { guardedRun } from '../guarded/index.ts'
import { closeSockets, watchedBy } from '../session/index.ts'
import { load, requireAll } from './change/load.ts'
import { lostBy, toldOfLost } from './change/lost-access.ts'
import { holdsMoneyRights, isAsked } from './change/money-access.ts'
import { requireAdminLeft, requireManaged } from './change/plan.ts'
import { guardAdminLeft } from './change/write.ts'
import { requireUnguarded } from './guarded-groups.ts'
import { handOverOwned } from './hand-over.ts'
import { managerOf } from './scope.ts'

/** Requests being filed while the member was disabled may still name them. By then those are written. */
const SECOND_LOOK_MS = 60_000

const requireSuccessor = async (
  { db, actor }: StaffContext,
  memberId: string,
  toUserId: string | null,
  field: 'reassignToUserId' | 'ownedToUserId',
): Promise<string | null> => {
  if (!toUserId) return null
  // Otherwise one person would decide who decides, and decide.
  if (field === 'reassignToUserId' && identitiesOf(actor).userIds.includes(toUserId))
    throw invalidField(field, 'Choose someone else. The person who disables an approver can’t decide in their place')
  // People who could choose themselves would approve what they were never asked to.
  if (!actor.policy.flags.hasAdminAccess) throw invalidField(field, 'Only admins can choose who takes over')
  const successor = await db.first<{ firstName: string; lastName: string; email: string }>(
    db.sql(
      `SELECT u.first_name AS firstName, u.last_name AS lastName, u.email
         FROM company_memberships m JOIN users u ON u.id = m.user_id
        WHERE m.company_id = ? AND m.user_id = ? AND m.disabled_at IS NULL`,
      actor.companyId,
      toUserId,
    ),
  )
  if (!successor || toUserId === memberId) throw invalidField(field, 'Choose another active member')
  return fullName(successor)
}

/** ". 2 open requests go to Omar Haddad", or nothing. */
const sentence = (count: number, [one, many]: [string, string], to: string): string =>
  count === 0 ? '' : `. ${count} ${count === 1 ? one : many} to ${to}`

const handOvers = async (
  { db, actor, clock }: StaffContext,
  payload: Omit<HandOver, 'by'>,
): Promise<{ topic: 'member.hand-over'; payload: HandOver; availableAt?: number }[]> => {
  const by = { userId: actor.userId, name: actor.name, impersonatorUserId: actor.impersonator?.userId ?? null }
  const targets = await openTargets(db, actor.companyId, payload.userId)
  const topic = 'member.hand-over' as const
  return [
    ...targets.map((target) => ({ topic, payload: { ...payload, by, ...target } })),
    { topic, payload: { ...payload, by }, availableAt: clock.now() + SECOND_LOOK_MS },
  ]
}

const enabledInput = inputOf(setMemberEnabled)
type Input = z.output<typeof enabledInput>

const requireMember = async (context: StaffContext, { memberId, enabled }: Pick<Input, 'memberId' | 'enabled'>) => {
  const { actor } = context
  const loaded = await load(context, { memberIds: [memberId] })
  requireAll(loaded.members, [memberId])
  const [before] = loaded.members
  if (!before) throw new Error('The member was there')
  if (memberId === actor.userId && !enabled) {
    throw new AppError('RULE_BROKEN', 'You can’t disable yourself. Ask another admin.', { reason: 'OWN_MEMBERSHIP' })
  }
  requireManaged(managerOf(actor), before)
  // Someone who comes back is put into the groups that they were in.
  if (enabled)
    requireUnguarded(managerOf(actor), { before: { ...before, groups: [] }, after: before }, loaded.guardedGroupIds)
  return { ...loaded, before }
}

type Follow = (db: StaffContext['db'], companyId: string, userId: string) => D1PreparedStatement[]
const disabled: Follow[] = []

/** What else ends for a member who is disabled, in the same batch. */
export const registerDisabled = (follow: Follow): void => {
  disabled.push(follow)
}

interface Enabled {
  id: string
  enabled: boolean
  reassigned: number
  handedOver: number
}

const run = async (context: StaffContext, input: Input): Promise<Enabled> => {
  const { memberId, enabled, reassignToUserId, ownedToUserId } = input
  const { db, actor, clock } = context
  const { before, ...loaded } = await requireMember(context, input)
  if (before.enabled === enabled) return { id: memberId, enabled, reassigned: 0, handedOver: 0 }
  await requireAdminLeft(context, loaded.activeAdmins, [{ before, after: { ...before, enabled } }])
  const name = fullName(before)
  const [successor, owner] = enabled
    ? [null, null]
    : [
        await requireSuccessor(context, memberId, reassignToUserId, 'reassignToUserId'),
        await requireSuccessor(context, memberId, ownedToUserId, 'ownedToUserId'),
      ]
  const owned =
    owner === null || ownedToUserId === null
      ? { count: 0, statements: [], audit: [] }
      : await handOverOwned(context, { id: memberId, name }, ownedToUserId)
  const outbox = enabled ? [] : await handOvers(context, { userId: memberId, toUserId: reassignToUserId })
  const reassigned = outbox.filter(({ payload }) => payload.targetId !== undefined).length
  const goesTo =
    sentence(reassigned, ['open request goes', 'open requests go'], successor ?? 'the other approvers') +
    sentence(owned.count, ['thing they owned goes', 'things they owned go'], owner ?? '')
  const watched = enabled ? [] : await watchedBy(db, actor.companyId, memberId)
  const change: Change<Enabled> = {
    subject: owned.count > 0 ? 'The member or something that they own' : 'The member',
    statements: [
      db.sql(
        `UPDATE company_memberships SET disabled_at = ?3, disabled_by_user_id = iif(?3 IS NULL, NULL, ?5),
                  enabled_by_user_id = iif(?3 IS NULL, ?5, NULL), enabled_at = iif(?3 IS NULL, ?6, NULL),
                  payments_granted_at = iif(?3 IS NULL AND (has_payments_access OR has_admin_access), ?6, payments_granted_at),
                  version = version + 1
            WHERE company_id = ?1 AND user_id = ?2 AND version = ?4`,
        actor.companyId,
        memberId,
        enabled ? null : clock.now(),
        before.version,
        actor.impersonator?.userId ?? actor.userId,
        clock.now(),
      ),
      guardOneRow(db),
      ...(enabled
        ? []
        : [
            ...guardAdminLeft(db, actor.companyId),
            db.sql('DELETE FROM sessions WHERE user_id = ? AND company_id = ?', memberId, actor.companyId),
            // In which they view as someone else.
            db.sql('DELETE FROM sessions WHERE impersonator_user_id = ? AND company_id = ?', memberId, actor.companyId),
            ...disabled.flatMap((follow) => follow(db, actor.companyId, memberId)),
          ]),
      ...owned.statements,
    ],
    outbox,
    ...(watched.length > 0 && { afterwards: () => closeSockets(context.env, watched) }),
    audit: [
      {
        changeKey: `member:${actor.companyId}:${memberId}:${context.newId()}`,
        action: enabled ? 'member.enabled' : 'member.disabled',
        targetType: 'MEMBER',
        targetId: memberId,
        message: enabled ? `Enabled ${name}` : `Disabled ${name}${goesTo}`,
        changeData: {
          before: { enabled: before.enabled },
          after: { enabled },
          ...(reassigned > 0 && { reassigned, reassignedTo: reassignToUserId }),
          ...(owned.count > 0 && { handedOver: owned.count, handedOverTo: owner }),
        },
      },
      ...owned.audit,
    ],
    result: { id: memberId, enabled, reassigned, handedOver: owned.count },
  }
  return commit(context, await toldOfLost(context, change, lostBy([{ before, after: { ...before, enabled } }])))
}

/** Someone who comes back has their rights again, so those about money wait. */
const returns = async (context: StaffContext, input: Input): Promise<string | null> => {
  if (!input.enabled || !isAsked(context)) return null
  const { before, guardedGroupIds } = await requireMember(context, input)
  if (before.enabled || !holdsMoneyRights(before, guardedGroupIds)) return null
  return `Enable ${fullName(before)}, who works with payments, approves bills or confirms bank details`
}

/**
 * Enables or disables a member, for everyone who may: people on screens, and an identity provider. A disabled member is out
 * at their next request, and their open pages at once. What is waiting for them is handed over durably, request by request. What they own is transferred
 * in the same write, if an admin asks for it. Throws RULE_BROKEN (LAST_ADMIN, OWN_MEMBERSHIP), FORBIDDEN for members above
 * the person, INVALID for either successor.
 */
export const changeEnabled = guardedRun({
  id: 'members.set-enabled',
  subject: ({ memberId }: Input) => memberId,
  loosens: returns,
  run,
  current: async (_, { memberId }) => ({ id: memberId, enabled: false, reassigned: 0, handedOver: 0 }),
})

/** Someone who is added disabled, as parts of the change that adds them. Nothing waits for them, and they own nothing. */
export const addedDisabled = (context: StaffContext, member: { id: string; firstName: string; lastName: string }) => ({
  statements: [
    context.db.sql(
      `UPDATE company_memberships SET disabled_at = ?3, disabled_by_user_id = ?4, version = version + 1
        WHERE company_id = ?1 AND user_id = ?2`,
      context.actor.companyId,
      member.id,
      context.clock.now(),
      context.actor.userId,
    ),
    guardOneRow(context.db),
  ],
  audit: [
    {
      changeKey: `member:${context.actor.companyId}:${member.id}:${context.newId()}`,
      action: 'member.disabled',
      targetType: 'MEMBER' as const,
      targetId: member.id,
      message: `Disabled ${fullName(member)}`,
      changeData: { before: { enabled: true }, after: { enabled: false } },
    },
  ],
})

export const setEnabled = command({
  id: 'members.set-enabled',
  access: 'members.manage',
  input: enabledInput,
  run: changeEnabled,
})
