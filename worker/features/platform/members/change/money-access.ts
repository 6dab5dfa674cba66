import { NEW_HOLDER_MS } from '../../../../../schema/platform/hands/rule.ts'
import type { Member } from '../../../../../schema/platform/members/member-endpoints.ts'
import { FLAG_LABELS } from '../../../../../schema/platform/members/rules.ts'
import type { AccessFlag } from '../../../../../schema/shared/permissions.ts'
import { fullName } from '../../../../../schema/shared/values.ts'
import { type Change, commit } from '../../../../core/commit.ts'
import { AppError } from '../../../../core/errors.ts'
import type { StaffContext } from '../../../../core/operation.ts'
import { askingFor, registerGuarded } from '../../guarded/index.ts'
import { guardedGroupsSql } from '../guarded-groups.ts'
import { managerOf } from '../scope.ts'
import { load, requireAll } from './load.ts'
import { type Planned, requireManaged, requireRights } from './plan.ts'
import { changeOf } from './tell.ts'
import { unitAudits } from './unit-audits.ts'
import { membershipStatements, placeStatements } from './write.ts'

/**
 * What lets people decide about money: payments and admin access, and the groups that approve bills or confirm bank details.
 * Each such right is given by two people, or with time (../../guarded), and counts for money from then. The rest of a change
 * is made at once, and what takes a right away is, too. Companies that don't pay here aren't asked.
 */

const GIVES = 'members.give-money-access'
const MONEY_FLAGS = ['hasPaymentsAccess', 'hasAdminAccess'] as const satisfies AccessFlag[]
type MoneyFlag = (typeof MONEY_FLAGS)[number]

/** One right of one member. */
type Right = { memberId: string } & ({ flag: MoneyFlag } | { groupId: string })

/** Admins work with payments already. */
const newFlags = ({ before, after }: Planned): MoneyFlag[] =>
  MONEY_FLAGS.filter((flag) => after[flag] && !before[flag] && !before.hasAdminAccess)

const newGroups = ({ before, after }: Planned, guardedIds: ReadonlySet<string>): Member['groups'] =>
  after.groups.filter(({ id }) => guardedIds.has(id) && !before.groups.some((group) => group.id === id))

/** Whether the member decides about money, once they may sign in. */
export const holdsMoneyRights = (member: Member, guardedIds: ReadonlySet<string>): boolean =>
  MONEY_FLAGS.some((flag) => member[flag]) || member.groups.some(({ id }) => guardedIds.has(id))

export const isAsked = ({ actor }: StaffContext): boolean => actor.policy.company.paymentsEnabled

/** Those of the groups that decide about money, in companies that pay here. */
export const guardedGroupsOf = async (context: StaffContext, groupIds: readonly string[]): Promise<Set<string>> => {
  if (!isAsked(context) || groupIds.length === 0) return new Set()
  const { db, actor } = context
  const [found] = await db.batch([db.sql(guardedGroupsSql(), actor.companyId)])
  return new Set((found?.results ?? []).map(({ id }) => String(id)).filter((id) => groupIds.includes(id)))
}

interface Wished {
  right: Right
  words: string
}

const wishesOf = (planned: Planned, guardedIds: ReadonlySet<string>): Wished[] => {
  const { after } = planned
  const name = fullName(after)
  return [
    ...newFlags(planned).map((flag) => ({
      right: { memberId: after.id, flag },
      words: `Give ${name} the access “${FLAG_LABELS[flag]}”`,
    })),
    ...newGroups(planned, guardedIds).map((group) => ({
      right: { memberId: after.id, groupId: group.id },
      words: `Add ${name} to the group ${group.name}, which approves bills or confirms bank details`,
    })),
  ]
}

/** Without the rights that wait. */
const heldBack = (planned: Planned, guardedIds: ReadonlySet<string>): Planned => {
  const [flags, groups] = [newFlags(planned), newGroups(planned, guardedIds)]
  return {
    before: planned.before,
    after: {
      ...planned.after,
      ...Object.fromEntries(flags.map((flag) => [flag, false])),
      groups: planned.after.groups.filter(({ id }) => !groups.some((group) => group.id === id)),
    },
  }
}

const subjectOf = (right: Right): string => `${right.memberId}:${'flag' in right ? right.flag : right.groupId}`

/** What is written so that rights wait. Null where there are none. */
const askForRights = async (context: StaffContext, wished: readonly Wished[]) =>
  wished.length === 0
    ? null
    : askingFor(
        context,
        wished.map(({ right, words }) => ({ operation: GIVES, subject: subjectOf(right), input: right, words })),
      )
export type AskedRights = Awaited<ReturnType<typeof askForRights>>

/** The changes that are made at once, and what is written so that the rest waits. */
export const holdBackRights = async (
  context: StaffContext,
  planned: readonly Planned[],
  guardedIds: ReadonlySet<string>,
): Promise<{ planned: Planned[]; asked: AskedRights }> => {
  if (!isAsked(context)) return { planned: [...planned], asked: null }
  return {
    planned: planned.map((each) => heldBack(each, guardedIds)),
    asked: await askForRights(
      context,
      planned.flatMap((each) => wishesOf(each, guardedIds)),
    ),
  }
}

/** The same for people who are put into a guarded group on its page. */
export const askForGroup = (
  context: StaffContext,
  group: { id: string; name: string },
  members: readonly { id: string; name: string }[],
) =>
  askForRights(
    context,
    members.map(({ id, name }) => ({
      right: { memberId: id, groupId: group.id },
      words: `Add ${name} to the group ${group.name}, which approves bills or confirms bank details`,
    })),
  )

/** A change with what waits of it: the answer says so. */
export const withAsked = <T extends object>(change: Change<T>, asked: AskedRights): Change<T> => {
  if (!asked) return change
  const { waits, statements, audit, outbox } = asked
  return {
    ...change,
    statements: [...change.statements, ...statements],
    audit: [...change.audit, ...audit],
    outbox: [...(change.outbox ?? []), ...outbox],
    result: { ...change.result, waits },
  }
}

/** Gives the right that waited. It counts at once, as someone else or a day has stood between. */
const give = async (context: StaffContext, right: Right, askedByUserId: string): Promise<null> => {
  const { db, actor, clock } = context
  const { memberId } = right
  const groupIds = 'groupId' in right ? [right.groupId] : []
  const loaded = await load(context, { memberIds: [memberId], units: { groupIds } })
  requireAll(loaded.members, [memberId])
  const [before] = loaded.members
  if (!before) throw new Error('The member was there')
  const manager = managerOf(actor)
  requireManaged(manager, before)
  const group = 'groupId' in right ? loaded.names.groupIds.get(right.groupId) : null
  if (group === undefined) throw new AppError('RULE_BROKEN', 'The group no longer exists.', { reason: 'GROUP_GONE' })
  const after: Member =
    'flag' in right
      ? { ...before, [right.flag]: true }
      : {
          ...before,
          groups: [...before.groups.filter(({ id }) => id !== right.groupId), { id: right.groupId, name: group ?? '' }],
        }
  const planned = { before, after }
  requireRights(manager, planned, loaded)
  const told = changeOf(planned)
  if (!told) return null
  const by = { userId: askedByUserId, now: clock.now() - NEW_HOLDER_MS }
  return commit(context, {
    subject: 'The member',
    statements: [
      ...membershipStatements(db, actor.companyId, [planned], by),
      ...placeStatements(db, actor.companyId, [planned], by),
    ],
    audit: [
      {
        changeKey: `member:${actor.companyId}:${memberId}:${context.newId()}`,
        action: 'member.changed',
        targetType: 'MEMBER' as const,
        targetId: memberId,
        ...told,
      },
      ...unitAudits(context, [planned]),
    ],
    result: null,
  })
}

registerGuarded(GIVES, give)
