import type { Member } from '../../../../../schema/platform/members/member-endpoints.ts'
import type { Change } from '../../../../core/commit.ts'
import type { StaffContext } from '../../../../core/operation.ts'
import { accessFaultsOf, type Lost } from '../guarded-groups.ts'
import { isAsked } from './money-access.ts'
import type { Planned } from './plan.ts'

/**
 * What takes access away holds at once, also if no one is left then who confirms bank details: someone who must not pay
 * anymore is out. The person who saves it and the admins are told, and Home says it.
 */

const holds = (member: Member): boolean => member.enabled && (member.hasPaymentsAccess || member.hasAdminAccess)

export const lostBy = (planned: readonly Planned[]): Lost[] =>
  planned.flatMap(({ before, after }) => {
    if (!holds(before)) return []
    if (!holds(after)) return [{ userId: before.id }]
    const left = before.groups.filter(({ id }) => !after.groups.some((group) => group.id === id))
    return left.map(({ id: groupId }) => ({ userId: before.id, groupId }))
  })

/** The change, whose answer says what no one can do anymore. */
export const toldOfLost = async <T extends object>(
  context: StaffContext,
  change: Change<T>,
  lost: readonly Lost[],
): Promise<Change<T>> => {
  const faults = isAsked(context) ? await accessFaultsOf(context, lost) : []
  if (faults.length === 0) return change
  const warning = faults.join(' ')
  return {
    ...change,
    outbox: [
      ...(change.outbox ?? []),
      { topic: 'payments.alarm', payload: { what: 'APPROVERS', id: context.actor.companyId, reason: warning } },
    ],
    result: { ...change.result, warning },
  }
}
