import type { Member } from '../../../schema/members/member-endpoints.ts'
import { ACCESS_FLAGS, type AccessFlag } from '../../../schema/shared/permissions.ts'

/** A member as the database has it, and as everybody is shown it. */

export const flagColumn = (flag: string): string => flag.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const unitsOf = (unit: string, members: string, table: string, more = '') => `(
  SELECT json_group_array(json_object('id', x.id, 'name', x.name${more}))
    FROM ${members} xm INDEXED BY ${members}_user JOIN ${table} x ON x.id = xm.${unit}
   WHERE xm.company_id = m.company_id AND xm.user_id = m.user_id)`
const APPROVES = ", 'approvesRequests', json(iif(xm.approves_requests, 'true', 'false'))"

/** Of a membership `m`, its user `u`, preferences `np`, manager `mu` and location `l`. */
export const MEMBER_COLUMNS = `u.id, u.first_name AS firstName, u.last_name AS lastName, u.email, m.title,
  m.disabled_at AS disabledAt, m.version, m.created_at AS createdAt, m.is_signer AS isSigner,
  COALESCE(np.receive_email, 1) AS receiveEmail, COALESCE(np.receive_slack, 0) AS receiveSlack,
  m.manager_user_id AS managerId, trim(mu.first_name || ' ' || mu.last_name) AS managerName, mu.email AS managerEmail,
  l.id AS locationId, l.name AS locationName,
  ${unitsOf('department_id', 'department_members', 'departments', APPROVES)} AS departments,
  ${unitsOf('business_unit_id', 'business_unit_members', 'business_units', APPROVES)} AS businessUnits,
  ${unitsOf('group_id', 'group_members', 'groups')} AS groups,
  ${unitsOf('entity_id', 'entity_members', 'entities')} AS entities,
  EXISTS (SELECT 1 FROM intake_category_owners o JOIN intake_categories c ON c.id = o.intake_category_id
           WHERE o.company_id = m.company_id AND o.user_id = m.user_id AND c.deleted_at IS NULL) AS isRequestCategoryOwner,
  ${ACCESS_FLAGS.map((flag) => `m.${flagColumn(flag)} AS ${flag}`).join(', ')}`

/** Crossed joins: each row is found by its key, in the order of what stands before. */
export const MEMBER_JOINS = `CROSS JOIN users u ON u.id = m.user_id
  LEFT JOIN notification_preferences np ON np.company_id = m.company_id AND np.user_id = m.user_id
  LEFT JOIN users mu ON mu.id = m.manager_user_id
  LEFT JOIN locations l ON l.id = m.location_id AND l.company_id = m.company_id`

export interface MemberRow extends Record<AccessFlag, number> {
  id: string
  firstName: string
  lastName: string
  email: string
  title: string
  disabledAt: number | null
  version: number
  createdAt: number
  isSigner: number
  receiveEmail: number
  receiveSlack: number
  managerId: string | null
  managerName: string | null
  managerEmail: string | null
  locationId: string | null
  locationName: string | null
  departments: string
  businessUnits: string
  groups: string
  entities: string
  isRequestCategoryOwner: number
}

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name, 'en')
const listOf = <T extends { name: string }>(json: string): T[] => (JSON.parse(json) as T[]).sort(byName)

export const toMember = (row: MemberRow): Member => {
  const departments = listOf<Member['departments'][number]>(row.departments)
  const businessUnits = listOf<Member['businessUnits'][number]>(row.businessUnits)
  const flags = Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, row[flag] === 1])) as Record<AccessFlag, boolean>
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    title: row.title,
    enabled: row.disabledAt === null,
    receiveEmail: row.receiveEmail === 1,
    receiveSlack: row.receiveSlack === 1,
    version: row.version,
    createdAt: new Date(row.createdAt).toISOString(),
    manager: row.managerId ? { id: row.managerId, name: row.managerName || row.managerEmail || 'Unknown' } : null,
    location: row.locationId ? { id: row.locationId, name: row.locationName ?? '' } : null,
    departments,
    businessUnits,
    groups: listOf(row.groups),
    entities: listOf(row.entities),
    isSigner: row.isSigner === 1,
    approvesRequestsForDepartment: departments.some((unit) => unit.approvesRequests),
    approvesRequestsForBusinessUnit: businessUnits.some((unit) => unit.approvesRequests),
    isRequestCategoryOwner: row.isRequestCategoryOwner === 1,
    ...flags,
  }
}
