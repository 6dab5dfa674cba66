import {
  ledBusinessUnits,
  ledDepartments,
  type Managed,
  type Manager,
  managesEveryone,
} from '../../../../schema/platform/members/rules.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** The signed-in person as a manager of members, with their current rights. */
export const managerOf = (actor: StaffActor): Manager => ({
  userId: actor.userId,
  flags: actor.policy.flags,
  departmentIds: actor.departments.map(({ id }) => id),
  businessUnitIds: actor.businessUnits.map(({ id }) => id),
  groupIds: actor.groups.map(({ id }) => id),
})

/** A member, as the rules need it. */
export const managedOf = (
  member: Managed['flags'] & { id: string; departments: { id: string }[]; businessUnits: { id: string }[] },
): Managed => ({
  userId: member.id,
  flags: member,
  departmentIds: member.departments.map(({ id }) => id),
  businessUnitIds: member.businessUnits.map(({ id }) => id),
})

/** Adds a parameter to the statement and returns its placeholder, `?n`. */
export type Bind = (value: unknown) => string

/**
 * The ids of members whom the person manages (isInScope of the rules, as SQL), or null for everyone. ?1 is the company.
 */
export const scopeSet = (actor: StaffActor, bind: Bind): string | null => {
  const manager = managerOf(actor)
  if (managesEveryone(manager)) return null
  return `SELECT user_id FROM department_members
     WHERE company_id = ?1 AND department_id IN (SELECT value FROM json_each(${bind(JSON.stringify(ledDepartments(manager)))}))
    UNION SELECT user_id FROM business_unit_members
     WHERE company_id = ?1 AND business_unit_id IN (SELECT value FROM json_each(${bind(JSON.stringify(ledBusinessUnits(manager)))}))`
}

/** The same as a condition on memberships `m`. */
export const scopeCondition = (actor: StaffActor, bind: Bind): string | null => {
  const set = scopeSet(actor, bind)
  return set && `m.user_id IN (${set})`
}

/** A row if the person manages the member. Run it in the same round trip as something else. */
export const memberStatement = ({ db, actor }: StaffContext, memberId: string): D1PreparedStatement => {
  const params: unknown[] = [actor.companyId, memberId]
  const scope = scopeCondition(actor, (value) => `?${params.push(value)}`)
  return db.sql(
    `SELECT 1 FROM company_memberships m WHERE m.company_id = ?1 AND m.user_id = ?2 ${scope ? `AND ${scope}` : ''}`,
    ...params,
  )
}

/** SQL: whether a person is a member of company ?1 who can sign in. */
export const isActiveMember = (userId: string): string =>
  `EXISTS (SELECT 1 FROM company_memberships m WHERE m.company_id = ?1 AND m.user_id = ${userId} AND m.disabled_at IS NULL)`
