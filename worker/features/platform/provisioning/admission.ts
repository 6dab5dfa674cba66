import type { Member, MemberChange } from '../../../../schema/platform/members/member-endpoints.ts'
import type { PersonAttributes } from '../../../../schema/platform/provisioning/values.ts'
import type { Person } from '../../../../schema/shared/values.ts'
import type { Change } from '../../../core/commit.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { addition, changeMember, load, newMember, requireNoStaff } from '../members/index.ts'
import { placedByStatement, previousOf } from './placed-by.ts'
import { placementOf } from './placement.ts'

/** A person who comes by the company's identity provider, whether it sent them before or they sign in for the first time. */

interface Admitted {
  person: Omit<Person, 'id'>
  attributes: PersonAttributes
  title?: string
  managerId?: string | null
  /** After “Added Ada Pereira” in the history. */
  how?: string
  /** They are signing in now, so that no invitation is left to accept. */
  hasJoined?: boolean
}

/**
 * A new member with the default role, placed by what the provider says of them, as parts of a change. Rights about money
 * wait (`asked`, for `withAsked`). `asProvisioning` makes the context. Throws INVALID for an address that can't be a
 * member's.
 */
export const admission = async (
  context: StaffContext,
  {
    person,
    attributes,
    title = '',
    managerId = null,
    how = ', as the identity provider has them',
    hasJoined = false,
  }: Admitted,
): Promise<
  { memberId: string } & Pick<Change<unknown>, 'statements' | 'outbox' | 'audit' | 'onDuplicate'> & {
      asked: Awaited<ReturnType<typeof addition>>['asked']
    }
> => {
  requireNoStaff(context, person.email)
  const placement = await placementOf(context, { before: null, attributes, previous: {} })
  const { departmentIds = [], businessUnitIds = [], groupIds = [], entityIds = [] } = placement.change
  const units = { departmentIds, businessUnitIds, groupIds, entityIds }
  const loaded = await load(context, { memberIds: [], units, managerId })
  const change: MemberChange = { ...placement.change, managerId, title }
  const member = { ...newMember(context, person, change, loaded), isInvited: !hasJoined }
  const made = await addition(context, [member], { sendsInvitations: false, how })
  return {
    ...made,
    memberId: member.id,
    statements: [...made.statements, placedByStatement(context, member.id, attributes), ...placement.statements],
  }
}

/**
 * Places a member again by what the provider says of them now, which is all of one change. Units that no attribute placed
 * them in stay. The context is one of `asProvisioning`.
 */
export const placed = async (context: StaffContext, member: Member, attributes: PersonAttributes): Promise<void> => {
  const previous = await previousOf(context, member.id)
  const placement = await placementOf(context, { before: member, attributes, previous })
  const statements = [placedByStatement(context, member.id, { ...previous, ...attributes }), ...placement.statements]
  if (Object.keys(placement.change).length > 0)
    await changeMember(context, { memberId: member.id, ...placement.change }, { statements })
  else await context.db.batch(statements)
}
