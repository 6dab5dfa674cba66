import { z } from 'zod'
import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import {
  assignableUnits,
  grantableFlags,
  manageRefusal,
  mayChangeEmail,
  maySetSigner,
} from '../../../../schema/platform/members/rules.ts'
import { type ModuleUnits, whyUnused } from '../../../../schema/platform/organisation/unit-modules.ts'
import { id, type Option } from '../../../../schema/shared/values.ts'
import { notFound } from '../../../core/errors.ts'
import { query } from '../../../core/operation.ts'
import { managedMemberStatement } from './list.ts'
import { type MemberRow, toMember } from './rows.ts'
import { managedOf, managerOf } from './scope.ts'

/** What the member form offers this person: the lists to choose from, and what they can change. */
export interface MemberForm {
  member: Member | null
  /** The first by name. The member select searches all of them. */
  managers: Option[]
  departments: Option[]
  businessUnits: Option[]
  groups: Option[]
  entities: Option[]
  locations: Option[]
  /** Access flags that can be granted and removed. */
  accessFlags: string[]
  mayChangeEmail: boolean
  maySetSigner: boolean
  /** Why nothing can be changed, or null. */
  refusal: string | null
}

/** More of one kind than anyone chooses from in a list. */
const MOST = 1000
const MANAGERS = 50

const named = (table: string): string => `SELECT name AS label, id AS value FROM ${table}
  WHERE company_id = ?1 AND (?2 IS NULL OR id IN (SELECT value FROM json_each(?2))) ORDER BY lower(name) LIMIT ${MOST}`

/** Throws NOT_FOUND for a member that the person doesn't manage. */
export const readMemberForm = query({
  id: 'members.form',
  access: 'members.manage',
  input: z.object({ memberId: id.optional() }),
  run: async (context, { memberId }): Promise<MemberForm> => {
    const { db, actor } = context
    const manager = managerOf(actor)
    const unused = (units: ModuleUnits) => whyUnused(units, actor.policy.company) !== null
    const only = (ids: readonly string[] | null) => (ids ? JSON.stringify(ids) : null)
    const lists = await db.batch([
      db.sql(
        `SELECT trim(u.first_name || ' ' || u.last_name) AS label, m.user_id AS value
           FROM company_memberships m INDEXED BY company_memberships_name CROSS JOIN users u ON u.id = m.user_id
          WHERE m.company_id = ? AND m.disabled_at IS NULL ORDER BY m.name_key, m.user_id LIMIT ${MANAGERS}`,
        actor.companyId,
      ),
      db.sql(named('departments'), actor.companyId, only(assignableUnits(manager, 'departmentIds'))),
      db.sql(named('business_units'), actor.companyId, only(assignableUnits(manager, 'businessUnitIds'))),
      db.sql(named('groups'), actor.companyId, only(assignableUnits(manager, 'groupIds'))),
      db.sql(named('entities'), actor.companyId, null),
      db.sql(named('locations'), actor.companyId, null),
      ...(memberId ? [managedMemberStatement(context, memberId)] : []),
    ])
    const [managers, departments, businessUnits, groups, entities, locations, members] = lists.map(
      ({ results }) => results as unknown as Option[],
    )
    const [row] = (members ?? []) as unknown as MemberRow[]
    if (memberId && !row) throw notFound('The member')
    const member = row ? toMember(row) : null
    const managed = member && managedOf(member)
    return {
      member,
      managers: managers ?? [],
      departments: departments ?? [],
      businessUnits: (unused('business units') ? [] : businessUnits) ?? [],
      groups: groups ?? [],
      entities: (unused('entities') ? [] : entities) ?? [],
      locations: locations ?? [],
      accessFlags: grantableFlags(manager),
      mayChangeEmail: managed === null || mayChangeEmail(manager),
      maySetSigner: maySetSigner(manager),
      refusal: managed && manageRefusal(manager, managed),
    }
  },
})
