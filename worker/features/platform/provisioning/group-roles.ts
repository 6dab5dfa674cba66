import { provisioningValues } from '../../../../schema/platform/provisioning/tables.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { changeSeveral } from '../members/index.ts'
import { isAccessFlag, valueKeyOf } from './placement.ts'

/** The access that groups of a provider give, where an admin said so. Nothing else gives access through a provider. */

const ROLES = typed`SELECT ${select(provisioningValues, 'v', ['valueKey', 'role'])} FROM provisioning_values v
  WHERE v.company_id = ?1 AND v.kind = 'GROUP' AND v.role IS NOT NULL LIMIT 200`

interface Moved {
  group: { id: string; name: string }
  joined: readonly string[]
  left: readonly string[]
}

/**
 * People who join or leave a group with this change have the access of the groups they are in then, and no longer that of
 * one which they leave.
 */
export const followRoles = async (context: StaffContext, { group, joined, left }: Moved): Promise<void> => {
  const { db, actor } = context
  const moved = [...joined, ...left]
  if (moved.length === 0) return
  const roles = new Map((await db.all(db.sql(ROLES, actor.companyId))).map(({ valueKey, role }) => [valueKey, role]))
  const role = roles.get(valueKeyOf(group.name)) ?? null
  if (!isAccessFlag(role)) return
  const joins = new Set(joined)
  await changeSeveral(context, moved, {}, ({ id, groups }) => ({
    [role]: joins.has(id) || groups.some((each) => each.id !== group.id && roles.get(valueKeyOf(each.name)) === role),
  }))
}
