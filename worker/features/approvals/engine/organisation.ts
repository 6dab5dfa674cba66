import type { ApproverMatrix } from '../../../../schema/approvals/approver-matrix/conditions.ts'
import type { MatrixRow } from '../../../../schema/approvals/approver-matrix/model.ts'
import { type NamedBy, REMOVALS } from '../../../../schema/approvals/approver-matrix/named-by.ts'
import type { DeadlineRule } from '../../../../schema/approvals/engine/deadline-rule.ts'
import type { Choice, NamedUsers, PersonRef, PlanOrganisation } from '../../../../schema/approvals/engine/facts.ts'
import type { BatchResults, Database } from '../../../core/database.ts'
import { changesSql } from '../../../core/hands.ts'
import { calendarOf, calendarSql } from '../../platform/business-hours/index.ts'

/** Whom planning can name: loaded in the round trip of the operation that plans, because each statement finds its own
 * ids. */

export interface OrganisationQuery {
  companyId: string
  /** SQL of the ids of the groups, people and matrices that the definitions name. ?1 is the company. */
  principals: string
  /** ?2 of that SQL. */
  of?: string
  /** Further such ids: those of a definition in progress, and those named by hand. */
  pinned?: readonly string[]
  /** Departments and business units whose approvers can be asked. Ids of anything else are ignored. */
  units: readonly string[]
  /** Members whose own departments and business units count too, with their managers. */
  requestors: readonly string[]
  /** Set if only `units` count, because nothing asks the approvers of the requesters' own. */
  onlyUnits?: true
  /** Further members to load. Ids of anything else are ignored. */
  people?: readonly string[]
}

/** A member's place in the organization. */
export interface Requestor extends PersonRef {
  managerUserId: string | null
  departmentIds: string[]
  businessUnitIds: string[]
}

export interface LoadedOrganisation {
  organisation: PlanOrganisation
  requestors: Map<string, Requestor>
}

type Row = Record<string, unknown>

// SQLite has no statistics here, and would otherwise scan all members of the company by primary key.
const DEPARTMENTS_OF = 'department_members INDEXED BY department_members_user'
const BUSINESS_UNITS_OF = 'business_unit_members INDEXED BY business_unit_members_user'

/** The columns for a member and their user, as `personIn` reads them. */
const personColumns = (member: string, user: string, prefix = ''): string =>
  `${user}.id AS ${prefix}id, ${user}.first_name || ' ' || ${user}.last_name AS ${prefix}name,
   ${member}.disabled_at IS NOT NULL AS ${prefix}disabled, ${member}.has_admin_access AS ${prefix}isAdmin,
   ${user}.timezone AS ${prefix}timezone, ${member}.disabled_by_user_id AS ${prefix}disabledBy,
   ${member}.disabled_at AS ${prefix}disabledAt, ${member}.enabled_by_user_id AS ${prefix}enabledBy,
   ${member}.enabled_at AS ${prefix}enabledAt`

/** The number of statements, and of their results. */
export const ORGANISATION_STATEMENTS = 6

/**
 * Cross joins and +company_id make SQLite find each row by its own key, so the rows read depend on the request, not on
 * the company.
 */
export const organisationStatements = (
  db: Pick<Database, 'sql'>,
  { companyId, principals, of = '', pinned = [], units, requestors, onlyUnits, people = [] }: OrganisationQuery,
): D1PreparedStatement[] => {
  const named = JSON.stringify([...new Set(pinned)])
  const candidates = JSON.stringify([...new Set(units)])
  const requesters = JSON.stringify([...new Set(requestors)])
  return [
    // Members of the groups that the definitions name. Each row is read once.
    db.sql(
      `WITH asked(id, name, removedBy) AS MATERIALIZED (
         SELECT g.id, g.name, ${changesSql('?1', 'g.id')} FROM groups g
          WHERE +g.company_id = ?1 AND g.id IN (${principals} UNION SELECT value FROM json_each(?3)))
       SELECT a.id AS groupId, a.name AS groupName, a.removedBy, gm.user_id AS userId, gm.added_by_user_id AS addedBy,
              gm.added_at AS addedAt, ${personColumns('m', 'u')}
         FROM asked a LEFT JOIN group_members gm ON gm.company_id = ?1 AND gm.group_id = a.id
         LEFT JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = gm.user_id
         LEFT JOIN users u ON u.id = m.user_id`,
      companyId,
      of,
      named,
    ),
    // The matrices that the definitions use. A deleted one still serves the requests it started with.
    db.sql(
      `SELECT am.id, am.name, am.condition_columns AS conditionColumns, am.approver_columns AS approverColumns, am.rows,
              am.named_by AS namedBy
         FROM approver_matrices am
        WHERE +am.company_id = ?1 AND am.id IN (${principals} UNION SELECT value FROM json_each(?3))`,
      companyId,
      of,
      named,
    ),
    // Approvers of the departments and business units of the requests or of their requesters.
    db.sql(
      `WITH units(id) AS MATERIALIZED (
         SELECT value FROM json_each(?2)
         UNION SELECT m.department_id FROM json_each(?3) j
                CROSS JOIN department_members m INDEXED BY department_members_user ON m.company_id = ?1 AND m.user_id = j.value
         UNION SELECT m.business_unit_id FROM json_each(?3) j
                CROSS JOIN business_unit_members m INDEXED BY business_unit_members_user ON m.company_id = ?1 AND m.user_id = j.value),
       asked(kind, id, name, removedBy) AS MATERIALIZED (
         SELECT 'department', d.id, d.name, ${changesSql('?1', 'd.id')}
           FROM units CROSS JOIN departments d ON d.id = units.id AND +d.company_id = ?1
         UNION ALL
         SELECT 'businessUnit', b.id, b.name, ${changesSql('?1', 'b.id')}
           FROM units CROSS JOIN business_units b ON b.id = units.id AND +b.company_id = ?1),
       approvers(kind, unitId, unitName, removedBy, userId, addedBy, addedAt) AS (
         SELECT o.kind, o.id, o.name, o.removedBy, dm.user_id, dm.added_by_user_id, dm.added_at
           FROM asked o LEFT JOIN department_members dm
             ON dm.company_id = ?1 AND dm.department_id = o.id AND dm.approves_requests = 1
          WHERE o.kind = 'department'
         UNION ALL
         SELECT o.kind, o.id, o.name, o.removedBy, bm.user_id, bm.added_by_user_id, bm.added_at
           FROM asked o LEFT JOIN business_unit_members bm
             ON bm.company_id = ?1 AND bm.business_unit_id = o.id AND bm.approves_requests = 1
          WHERE o.kind = 'businessUnit')
       SELECT a.kind, a.unitId, a.unitName, a.removedBy, a.userId, a.addedBy, a.addedAt, ${personColumns('m', 'u')}
         FROM approvers a
         LEFT JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = a.userId
         LEFT JOIN users u ON u.id = m.user_id`,
      companyId,
      candidates,
      onlyUnits ? '[]' : requesters,
    ),
    // Everyone else whom planning may name: admins, people in the definitions and in the answers.
    db.sql(
      `WITH principals(id) AS MATERIALIZED (${principals} UNION SELECT value FROM json_each(?3)),
       wanted(id) AS MATERIALIZED (
         SELECT user_id FROM company_memberships INDEXED BY company_memberships_admins
          WHERE company_id = ?1 AND has_admin_access = 1 AND disabled_at IS NULL
         UNION SELECT id FROM principals
         UNION SELECT j.value FROM principals
                 CROSS JOIN approver_matrices am ON am.id = principals.id AND +am.company_id = ?1, json_each(am.user_ids) j
         UNION SELECT value FROM json_each(?4))
       SELECT ${personColumns('m', 'u')}
         FROM wanted CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = wanted.id
         JOIN users u ON u.id = m.user_id`,
      companyId,
      of,
      named,
      JSON.stringify([...new Set(people)]),
    ),
    // The requesters, each beside their manager.
    db.sql(
      `SELECT ${personColumns('m', 'u')}, m.manager_user_id AS managerUserId, m.manager_set_by_user_id AS managerSetBy,
              m.manager_set_at AS managerSetAt,
              (SELECT json_group_array(department_id) FROM ${DEPARTMENTS_OF}
                WHERE company_id = m.company_id AND user_id = m.user_id) AS departmentIds,
              (SELECT json_group_array(business_unit_id) FROM ${BUSINESS_UNITS_OF}
                WHERE company_id = m.company_id AND user_id = m.user_id) AS businessUnitIds,
              ${personColumns('mm', 'mu', 'manager_')}
         FROM json_each(?2) j
        CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = j.value
         JOIN users u ON u.id = m.user_id
         LEFT JOIN company_memberships mm ON mm.company_id = ?1 AND mm.user_id = m.manager_user_id
         LEFT JOIN users mu ON mu.id = mm.user_id`,
      companyId,
      requesters,
    ),
    db.sql(
      `SELECT hours, nudge_percent AS nudgePercent, escalates, ${calendarSql('d.company_id')} AS calendar
         FROM approval_deadlines d WHERE company_id = ? AND hours > 0`,
      companyId,
    ),
  ]
}

const choiceIn = (by: unknown, at: unknown): Choice => ({ userId: String(by), at: Number(at) })

/** Empty if no one did. */
const changesIn = (json: unknown): Choice[] =>
  json ? (JSON.parse(String(json)) as [string, number][]).map(([by, at]) => choiceIn(by, at)) : []

const namedUsers = (rows: Row[], idColumn: string, nameColumn: string): Record<string, NamedUsers> => {
  const units: Record<string, NamedUsers> = {}
  for (const row of rows) {
    const key = String(row[idColumn])
    const removedBy = units[key] ? [] : changesIn(row.removedBy)
    const unit: NamedUsers = units[key] ?? {
      name: String(row[nameColumn]),
      userIds: [],
      ...(removedBy.length > 0 && { removedBy }),
    }
    units[key] = unit
    if (!row.userId) continue
    unit.userIds.push(String(row.userId))
    if (row.addedBy) unit.addedBy = { ...unit.addedBy, [String(row.userId)]: choiceIn(row.addedBy, row.addedAt) }
  }
  return units
}

const approversOf = (rows: Row[], kind: string): Record<string, NamedUsers> =>
  namedUsers(
    rows.filter((row) => row.kind === kind),
    'unitId',
    'unitName',
  )

const toMatrix = (row: Row): ApproverMatrix => {
  const rows: MatrixRow[] = JSON.parse(String(row.rows))
  const named = new Map(Object.entries(JSON.parse(String(row.namedBy)) as NamedBy))
  const removedBy = Object.values(named.get(REMOVALS) ?? {}).map(([who, at]) => choiceIn(who, at))
  return {
    name: String(row.name),
    conditionColumns: JSON.parse(String(row.conditionColumns)),
    approverColumns: JSON.parse(String(row.approverColumns)),
    rows: rows.map((one) => {
      const by = Object.entries(named.get(one.id) ?? {}).map(([id, [who, at]]) => [id, choiceIn(who, at)])
      return by.length > 0 ? { ...one, namedBy: Object.fromEntries(by) } : one
    }),
    ...(removedBy.length > 0 && { removedBy }),
  }
}

const toDeadline = (row: Row): DeadlineRule => ({
  hours: Number(row.hours),
  nudgePercent: row.nudgePercent === null ? null : Number(row.nudgePercent),
  escalates: row.escalates === 1,
  ...(row.calendar !== null && { calendar: calendarOf(row.calendar) }),
})

/** Empty if there is no such member. */
const personIn = (row: Row, prefix = '') => {
  const of = (column: string) => row[`${prefix}${column}`]
  if (!of('id')) return []
  const timeZone = of('timezone') ? String(of('timezone')) : null
  const disabledBy = of('disabledBy') ? choiceIn(of('disabledBy'), of('disabledAt')) : null
  const enabledBy = of('enabledBy') ? choiceIn(of('enabledBy'), of('enabledAt')) : null
  const person = { id: String(of('id')), name: String(of('name')), disabled: of('disabled') === 1 }
  return [{ ...person, timeZone, disabledBy, enabledBy }]
}

/** @param results those of the statements, in their order */
export const organisationOf = (results: BatchResults): LoadedOrganisation => {
  const [groupRows = [], matrixRows = [], unitRows = [], peopleRows = [], requestorRows = [], deadlineRows = []] =
    results.map((result) => result.results)
  const [rule] = deadlineRows
  const ids = (row: Row, column: string) => JSON.parse(String(row[column] ?? '[]')) as string[]
  const people = [
    ...[...groupRows, ...peopleRows, ...unitRows, ...requestorRows].flatMap((row) => personIn(row)),
    ...requestorRows.flatMap((row) => personIn(row, 'manager_')),
  ]
  return {
    organisation: {
      people: Object.fromEntries(
        people.map(({ id, name, disabled, timeZone, disabledBy, enabledBy }) => [
          id,
          {
            name,
            disabled,
            // Only deadlines need the time zone.
            ...(rule && timeZone ? { timeZone } : {}),
            ...(disabledBy && { disabledBy }),
            ...(enabledBy && { enabledBy }),
          },
        ]),
      ),
      departmentApprovers: approversOf(unitRows, 'department'),
      businessUnitApprovers: approversOf(unitRows, 'businessUnit'),
      groups: namedUsers(groupRows, 'groupId', 'groupName'),
      managersSetBy: Object.fromEntries(
        requestorRows
          .filter((row) => row.managerSetBy)
          .map((row) => [String(row.id), choiceIn(row.managerSetBy, row.managerSetAt)]),
      ),
      admins: peopleRows.filter((row) => row.isAdmin === 1 && row.disabled !== 1).map((row) => String(row.id)),
      matrices: Object.fromEntries(matrixRows.map((row) => [String(row.id), toMatrix(row)])),
      ...(rule && { deadline: toDeadline(rule) }),
    },
    requestors: new Map(
      requestorRows.map((row) => [
        String(row.id),
        {
          userId: String(row.id),
          name: String(row.name),
          managerUserId: (row.managerUserId as string | null) ?? null,
          departmentIds: ids(row, 'departmentIds'),
          businessUnitIds: ids(row, 'businessUnitIds'),
        },
      ]),
    ),
  }
}
