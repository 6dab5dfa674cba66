import { provisioningValues } from '../../../../schema/platform/provisioning/tables.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { changeSeveral } from '../members/index.ts'
import { isAccessFlag, valueKeyOf } from './placement.ts'

/** The access that groups of a provider give, where an admin said so. Nothing else gives access through a provider. */

const ROLES = typed`SELECT ${select(provisioningValues, 'v', ['valueKey', 'role'])} FROM provisioning_values v
  WHERE v.company_id = ?1 AND v.kind = 'GROUP' AND v.role IS NOT NULL LIMIT 200`

/** After people joined or left a group: they have the access of the groups they are in, and no longer that of this one. */
export const followRoles = async (context: StaffContext, group: string, userIds: readonly string[]): Promise<void> => {
  const { db, actor } = context
  if (userIds.length === 0) return
  const roles = new Map((await db.all(db.sql(ROLES, actor.companyId))).map(({ valueKey, role }) => [valueKey, role]))
  const role = roles.get(valueKeyOf(group)) ?? null
  if (!isAccessFlag(role)) return
  await changeSeveral(context, [...userIds], {}, ({ groups }) => ({
    [role]: groups.some(({ name }) => roles.get(valueKeyOf(name)) === role),
  }))
}
