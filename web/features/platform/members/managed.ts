import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import type { Managed } from '../../../../schema/platform/members/rules.ts'

/** A member, as the rules need it. */
export const managedOf = (member: Member): Managed => ({
  userId: member.id,
  flags: member,
  departmentIds: member.departments.map(({ id }) => id),
  businessUnitIds: member.businessUnits.map(({ id }) => id),
})
