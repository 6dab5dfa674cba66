import type { Member } from '../../../../../schema/platform/members/member-endpoints.ts'
import { ACCESS_FLAGS } from '../../../../../schema/shared/permissions.ts'
import type { Database } from '../../../../core/database.ts'
import { handsStatement } from '../../../../core/hands.ts'
import type { StaffContext } from '../../../../core/operation.ts'
import { guardBreakGlass } from '../../session/index.ts'
import { flagColumn, nameKeyOf } from '../rows.ts'
import { UNIT_FIELDS, UNIT_KINDS, type UnitIdsField } from './load.ts'
import type { Planned } from './plan.ts'

/** The statements of a change of members, for one batch. Lists are bound as JSON, whatever their size. */

const FLAG_SETS = ACCESS_FLAGS.map((flag) => `${flagColumn(flag)} = j.value ->> '${flag}'`).join(', ')

const rowOf = ({ before, after }: Planned) => ({
  userId: after.id,
  version: before.version,
  title: after.title,
  managerId: after.manager?.id ?? null,
  locationId: after.location?.id ?? null,
  isSigner: after.isSigner,
  ...Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, after[flag]])),
})

/** Aborts the batch unless each member is still as it was read. */
/** SQL: whether the row of JSON `j` holds what lets people work with payments. */
export const HOLDS_PAYMENTS = "(j.value ->> 'hasPaymentsAccess' OR j.value ->> 'hasAdminAccess')"
/** SQL: whether that is new to the member. */
const IS_NEW_HOLDER = `${HOLDS_PAYMENTS} AND NOT (has_payments_access OR has_admin_access)`

export const membershipStatements = (
  db: Database,
  companyId: string,
  planned: Planned[],
  by: PlacedBy,
): D1PreparedStatement[] => [
  db.sql(
    `UPDATE company_memberships SET version = company_memberships.version + 1, title = j.value ->> 'title',
            manager_set_by_user_id = iif(manager_user_id IS j.value ->> 'managerId', manager_set_by_user_id, ?4),
            manager_set_at = iif(manager_user_id IS j.value ->> 'managerId', manager_set_at, ?3),
            manager_user_id = j.value ->> 'managerId', location_id = j.value ->> 'locationId',
            is_signer = j.value ->> 'isSigner', ${FLAG_SETS},
            payments_granted_at = iif(${IS_NEW_HOLDER}, ?3, payments_granted_at),
            payments_granted_by_user_id = iif(${IS_NEW_HOLDER}, ?4, payments_granted_by_user_id)
       FROM json_each(?2) j
      WHERE company_memberships.company_id = ?1 AND company_memberships.user_id = j.value ->> 'userId'
        AND company_memberships.user_id IN (SELECT value ->> 'userId' FROM json_each(?2))
        AND company_memberships.version = j.value ->> 'version'`,
    companyId,
    JSON.stringify(planned.map(rowOf)),
    by.now,
    by.userId,
  ),
  db.sql('INSERT INTO write_guard (ok) SELECT NULL WHERE changes() <> ?', planned.length),
]

interface Place {
  userId: string
  unitId: string
  approves: boolean
}

const placesOf = (member: Member, field: UnitIdsField): Place[] =>
  (member[UNIT_KINDS[field].units] as { id: string; approvesRequests?: boolean }[]).map((unit) => ({
    userId: member.id,
    unitId: unit.id,
    approves: unit.approvesRequests ?? false,
  }))

const key = ({ userId, unitId }: Place): string => `${userId} ${unitId}`

/** Who puts people where they are asked to approve, and when. */
export interface PlacedBy {
  userId: string
  now: number
}

export const placedBy = ({ actor, clock }: Pick<StaffContext, 'actor' | 'clock'>): PlacedBy => ({
  userId: actor.impersonator?.userId ?? actor.userId,
  now: clock.now(),
})

/** Tables whose people are asked to approve. */
type AskedTable = 'group_members' | 'department_members' | 'business_unit_members'
const ASKED_COLUMNS: Record<AskedTable, string> = {
  group_members: 'group_id',
  department_members: 'department_id',
  business_unit_members: 'business_unit_id',
}

export const isAskedTable = (table: string): table is AskedTable => Object.hasOwn(ASKED_COLUMNS, table)

/** Records who put people where they are asked to approve: they may not decide through it at once. */
export const placedStatement = (
  db: Database,
  companyId: string,
  table: AskedTable,
  places: readonly Pick<Place, 'userId' | 'unitId'>[],
  { userId, now }: PlacedBy,
): D1PreparedStatement =>
  db.sql(
    `UPDATE ${table} SET added_by_user_id = ?3, added_at = ?4 WHERE (company_id, ${ASKED_COLUMNS[table]}, user_id) IN
       (SELECT ?1, value ->> 'unitId', value ->> 'userId' FROM json_each(?2))`,
    ...[companyId, JSON.stringify(places), userId, now],
  )

/** Records who took someone out of a group, or made someone an approver no more: what then falls to admins isn't theirs. */
export const removedStatement = (
  db: Database,
  companyId: string,
  unitIds: readonly string[],
  { userId, now }: PlacedBy,
): D1PreparedStatement =>
  handsStatement(
    db,
    companyId,
    [...new Set(unitIds)].map((matterId) => ({
      matter: 'DEFINITION',
      matterId,
      userId,
      act: 'CHANGED',
      through: null,
    })),
    now,
  )

const unitStatements = (
  db: Database,
  companyId: string,
  planned: Planned[],
  { field, by }: { field: UnitIdsField; by: PlacedBy },
) => {
  const { members, column, table } = UNIT_KINDS[field]
  const isListed = field !== 'entityIds'
  const hasSay = field === 'departmentIds' || field === 'businessUnitIds'
  const before = new Map(planned.flatMap((each) => placesOf(each.before, field)).map((place) => [key(place), place]))
  const after = new Map(planned.flatMap((each) => placesOf(each.after, field)).map((place) => [key(place), place]))
  const gone = [...before].filter(([id]) => !after.has(id)).map(([, place]) => place)
  const set = [...after].filter(([id, place]) => before.get(id)?.approves !== place.approves).map(([, place]) => place)
  const asked = hasSay ? set.filter(({ approves }) => approves) : set
  const askedNoMore = hasSay
    ? [...before].filter(([id, place]) => place.approves && !after.get(id)?.approves).map(([, place]) => place)
    : gone
  return [
    ...(gone.length
      ? [
          db.sql(
            `DELETE FROM ${members} WHERE (company_id, ${column}, user_id) IN
               (SELECT ?1, value ->> 'unitId', value ->> 'userId' FROM json_each(?2))`,
            companyId,
            JSON.stringify(gone),
          ),
        ]
      : []),
    ...(set.length
      ? [
          db.sql(
            // No one is added to a unit that was deleted in the meantime.
            `INSERT INTO ${members} (company_id, ${column}, user_id${isListed ? ', name_key' : ''}${hasSay ? ', approves_requests' : ''})
             SELECT ?1, x.id, j.value ->> 'userId'${isListed ? `, ${nameKeyOf('?1', "j.value ->> 'userId'")}` : ''}${hasSay ? ", j.value ->> 'approves'" : ''}
               FROM json_each(?2) j JOIN ${table} x ON x.id = j.value ->> 'unitId' AND +x.company_id = ?1 WHERE true
             ON CONFLICT DO ${hasSay ? 'UPDATE SET approves_requests = excluded.approves_requests' : 'NOTHING'}`,
            companyId,
            JSON.stringify(set),
          ),
          ...(members === 'entity_members' || asked.length === 0
            ? []
            : [placedStatement(db, companyId, members, asked, by)]),
        ]
      : []),
    ...(members === 'entity_members' || askedNoMore.length === 0
      ? []
      : [
          removedStatement(
            db,
            companyId,
            askedNoMore.map(({ unitId }) => unitId),
            by,
          ),
        ]),
  ]
}

/** Moves members into and out of departments, business units, groups and entities. */
export const placeStatements = (
  db: Database,
  companyId: string,
  planned: Planned[],
  by: PlacedBy,
): D1PreparedStatement[] => UNIT_FIELDS.flatMap((field) => unitStatements(db, companyId, planned, { field, by }))

/**
 * Aborts the batch if the company would have no active admin, or none who may break the glass where it requires a login
 * method, also with other changes at the same time.
 */
export const guardAdminLeft = (db: Database, companyId: string): D1PreparedStatement[] => [
  db.sql(
    `INSERT INTO write_guard (ok) SELECT NULL WHERE NOT EXISTS (
       SELECT 1 FROM company_memberships INDEXED BY company_memberships_admins WHERE company_id = ? AND has_admin_access = 1 AND disabled_at IS NULL)`,
    companyId,
  ),
  guardBreakGlass(db, companyId),
]

/** ?1 company, ?2 member, ?3 their new manager: rows if the managers above that one lead back to the member. */
const MANAGER_LOOP = `WITH RECURSIVE above (user_id) AS (
  SELECT ?3 UNION
  SELECT m.manager_user_id FROM above a
    JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = a.user_id WHERE m.manager_user_id IS NOT NULL)`

export const managerLoopStatement = (db: Database, companyId: string, userId: string, managerId: string) =>
  db.sql(`${MANAGER_LOOP} SELECT 1 FROM above WHERE user_id = ?2 LIMIT 1`, companyId, userId, managerId)

export const guardNoManagerLoop = (db: Database, companyId: string, userId: string, managerId: string) =>
  db.sql(
    `${MANAGER_LOOP} INSERT INTO write_guard (ok) SELECT NULL FROM above WHERE user_id = ?2 LIMIT 1`,
    companyId,
    userId,
    managerId,
  )
