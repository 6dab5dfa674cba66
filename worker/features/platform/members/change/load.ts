import type { Member } from '../../../../../schema/platform/members/member-endpoints.ts'
import { whyUnused } from '../../../../../schema/platform/organisation/unit-modules.ts'
import { notFound } from '../../../../core/errors.ts'
import type { StaffContext } from '../../../../core/operation.ts'
import { guardedGroupsSql } from '../guarded-groups.ts'
import { MEMBER_COLUMNS, type MemberRow, toMember } from '../rows.ts'
import { scopeCondition } from '../scope.ts'

/** What is needed to check a change of members, read in one round trip. */

export interface Named {
  id: string
  name: string
}

export const UNIT_KINDS = {
  departmentIds: { units: 'departments', table: 'departments', members: 'department_members', column: 'department_id' },
  businessUnitIds: {
    units: 'businessUnits',
    table: 'business_units',
    members: 'business_unit_members',
    column: 'business_unit_id',
  },
  groupIds: { units: 'groups', table: 'groups', members: 'group_members', column: 'group_id' },
  entityIds: { units: 'entities', table: 'entities', members: 'entity_members', column: 'entity_id' },
} as const
export type UnitIdsField = keyof typeof UNIT_KINDS
export const UNIT_FIELDS = Object.keys(UNIT_KINDS) as UnitIdsField[]

export interface Wanted {
  memberIds: string[]
  units?: Partial<Record<UnitIdsField, string[]>>
  locationId?: string | null | undefined
  managerId?: string | null | undefined
}

export interface Loaded {
  members: Member[]
  /** Names of units that exist in the company, by field and id. */
  names: Record<UnitIdsField, Map<string, string>>
  /** Why none of a kind can be newly chosen: their module is off. */
  unused: Partial<Record<UnitIdsField, string | null>>
  location: Named | null
  manager: (Named & { isEnabled: boolean }) | null
  /** People whose account other companies know too. */
  sharedIds: Set<string>
  /** At most one more than the members asked for. */
  activeAdmins: number
  /** Groups that only admins change. */
  guardedGroupIds: ReadonlySet<string>
}

/** One more than those who change is enough to know that they aren't the last. */
const ACTIVE_ADMINS = `SELECT COUNT(*) AS count FROM (
  SELECT 1 FROM company_memberships INDEXED BY company_memberships_admins WHERE company_id = ? AND has_admin_access = 1 AND disabled_at IS NULL LIMIT ?)`

export const load = async ({ db, actor }: StaffContext, wanted: Wanted): Promise<Loaded> => {
  const params: unknown[] = [actor.companyId, JSON.stringify(wanted.memberIds)]
  const scope = scopeCondition(actor, (value) => `?${params.push(value)}`)
  const ids = (field: UnitIdsField) => JSON.stringify(wanted.units?.[field] ?? [])
  const [members, units, managers, shared, admins, guarded] = await db.batch([
    db.sql(
      `SELECT ${MEMBER_COLUMNS} FROM json_each(?2) j
         CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = j.value
        WHERE true ${scope ? `AND ${scope}` : ''}`,
      ...params,
    ),
    db.sql(
      `${UNIT_FIELDS.map(
        (field, i) =>
          `SELECT '${field}' AS field, id, name FROM ${UNIT_KINDS[field].table}
            WHERE +company_id = ?1 AND id IN (SELECT value FROM json_each(?${i + 2}))`,
      ).join(' UNION ALL ')}
       UNION ALL SELECT 'location', id, name FROM locations WHERE +company_id = ?1 AND id = ?6`,
      actor.companyId,
      ...UNIT_FIELDS.map(ids),
      wanted.locationId ?? null,
    ),
    db.sql(
      `SELECT u.id, trim(u.first_name || ' ' || u.last_name) AS name, m.disabled_at IS NULL AS isEnabled
         FROM company_memberships m JOIN users u ON u.id = m.user_id WHERE m.company_id = ? AND m.user_id = ?`,
      actor.companyId,
      wanted.managerId ?? null,
    ),
    db.sql(
      `SELECT DISTINCT m.user_id AS id FROM company_memberships m INDEXED BY company_memberships_user
        WHERE m.user_id IN (SELECT value FROM json_each(?2)) AND m.company_id <> ?1`,
      actor.companyId,
      JSON.stringify(wanted.memberIds),
    ),
    db.sql(ACTIVE_ADMINS, actor.companyId, wanted.memberIds.length + 1),
    db.sql(guardedGroupsSql(), actor.companyId),
  ])
  const rowsOf = <Row>(result: typeof members) => (result?.results ?? []) as unknown as Row[]
  const unitRows = rowsOf<Named & { field: string }>(units)
  const named = (field: string) => new Map(unitRows.filter((r) => r.field === field).map(({ id, name }) => [id, name]))
  const [location] = unitRows.filter((row) => row.field === 'location')
  const [manager] = rowsOf<Named & { isEnabled: number }>(managers)
  return {
    members: rowsOf<MemberRow>(members).map(toMember),
    names: {
      departmentIds: named('departmentIds'),
      businessUnitIds: named('businessUnitIds'),
      groupIds: named('groupIds'),
      entityIds: named('entityIds'),
    },
    unused: {
      businessUnitIds: whyUnused('business units', actor.policy.company),
      entityIds: whyUnused('entities', actor.policy.company),
    },
    location: location ? { id: location.id, name: location.name } : null,
    manager: manager ? { id: manager.id, name: manager.name, isEnabled: manager.isEnabled === 1 } : null,
    sharedIds: new Set(rowsOf<{ id: string }>(shared).map((row) => row.id)),
    activeAdmins: Number(admins?.results[0]?.count ?? 0),
    guardedGroupIds: new Set(rowsOf<{ id: string }>(guarded).map(({ id }) => id)),
  }
}

/** Throws NOT_FOUND unless every member exists and the person manages them. */
export const requireAll = (members: Member[], wanted: string[]): void => {
  if (members.length < new Set(wanted).size) throw notFound(wanted.length === 1 ? 'The member' : 'One of the members')
}
