import type { ApproverMatrix } from '../../../../schema/approvals/approver-matrix/conditions.ts'
import type { NamedUsers, PersonRef, PlanOrganisation } from '../../../../schema/approvals/engine/facts.ts'
import type { BatchResults, Database } from '../../../core/database.ts'

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
  /** Departments and business units whose approvers can be asked. Other ids do no harm. */
  units: readonly string[]
  /** Members whose own departments and business units count too, with their managers. */
  requestors: readonly string[]
  /** Further members to load. */
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

/** The number of statements, and of their results. */
export const ORGANISATION_STATEMENTS = 5

/**
 * Cross joins and +company_id make SQLite find each row by its own key, so the rows read depend on the request, not on
 * the company.
 */
export const organisationStatements = (
  db: Pick<Database, 'sql'>,
  { companyId, principals, of = '', pinned = [], units, requestors, people = [] }: OrganisationQuery,
): D1PreparedStatement[] => {
  const named = JSON.stringify([...new Set(pinned)])
  const candidates = JSON.stringify([...new Set(units)])
  const requesters = JSON.stringify([...new Set(requestors)])
  return [
    // Members of the groups that the definitions name.
    db.sql(
      `SELECT g.id AS groupId, g.name AS groupName, gm.user_id AS userId
         FROM groups g LEFT JOIN group_members gm ON gm.company_id = g.company_id AND gm.group_id = g.id
        WHERE +g.company_id = ?1 AND g.id IN (${principals} UNION SELECT value FROM json_each(?3))`,
      companyId,
      of,
      named,
    ),
    // The matrices that the definitions use. A deleted one still serves the requests it started with.
    db.sql(
      `SELECT am.id, am.name, am.condition_columns AS conditionColumns, am.approver_columns AS approverColumns, am.rows
         FROM approver_matrices am
        WHERE +am.company_id = ?1 AND am.id IN (${principals} UNION SELECT value FROM json_each(?3))`,
      companyId,
      of,
      named,
    ),
    // Approvers of the departments and business units of the request or of its requester.
    db.sql(
      `SELECT 'department' AS kind, d.id AS unitId, d.name AS unitName, dm.user_id AS userId
         FROM departments d
         LEFT JOIN department_members dm
           ON dm.company_id = d.company_id AND dm.department_id = d.id AND dm.approves_requests = 1
        WHERE +d.company_id = ?1 AND d.id IN (
          SELECT value FROM json_each(?2) UNION
          SELECT department_id FROM ${DEPARTMENTS_OF}
           WHERE company_id = ?1 AND user_id IN (SELECT value FROM json_each(?3)))
       UNION ALL
       SELECT 'businessUnit', b.id, b.name, bm.user_id
         FROM business_units b
         LEFT JOIN business_unit_members bm
           ON bm.company_id = b.company_id AND bm.business_unit_id = b.id AND bm.approves_requests = 1
        WHERE +b.company_id = ?1 AND b.id IN (
          SELECT value FROM json_each(?2) UNION
          SELECT business_unit_id FROM ${BUSINESS_UNITS_OF}
           WHERE company_id = ?1 AND user_id IN (SELECT value FROM json_each(?3)))`,
      companyId,
      candidates,
      requesters,
    ),
    // Everyone whom planning may name: admins, the manager, approvers, group members, people in the definitions. The
    // inner union is there because D1 allows five parts of one at most.
    db.sql(
      `WITH principals(id) AS MATERIALIZED (${principals} UNION SELECT value FROM json_each(?3)),
       deciders(id) AS MATERIALIZED (
         SELECT user_id FROM company_memberships INDEXED BY company_memberships_admins
          WHERE company_id = ?1 AND has_admin_access = 1 AND disabled_at IS NULL
         UNION SELECT id FROM principals
         UNION SELECT gm.user_id FROM principals
                 CROSS JOIN group_members gm ON gm.company_id = ?1 AND gm.group_id = principals.id
         UNION SELECT j.value FROM principals
                 CROSS JOIN approver_matrices am ON am.id = principals.id AND +am.company_id = ?1, json_each(am.user_ids) j),
       units(id) AS MATERIALIZED (
         SELECT value FROM json_each(?4)
         UNION SELECT department_id FROM ${DEPARTMENTS_OF}
                WHERE company_id = ?1 AND user_id IN (SELECT value FROM json_each(?5))
         UNION SELECT business_unit_id FROM ${BUSINESS_UNITS_OF}
                WHERE company_id = ?1 AND user_id IN (SELECT value FROM json_each(?5))),
       wanted(id) AS MATERIALIZED (
         SELECT id FROM deciders
         UNION SELECT id FROM units
         UNION SELECT dm.user_id FROM units CROSS JOIN department_members dm
                   ON dm.company_id = ?1 AND dm.department_id = units.id AND dm.approves_requests = 1
         UNION SELECT bm.user_id FROM units CROSS JOIN business_unit_members bm
                   ON bm.company_id = ?1 AND bm.business_unit_id = units.id AND bm.approves_requests = 1
         UNION SELECT value FROM (SELECT value FROM json_each(?5) UNION SELECT value FROM json_each(?6) UNION
                 SELECT manager_user_id FROM company_memberships
                  WHERE company_id = ?1 AND user_id IN (SELECT value FROM json_each(?5))))
       SELECT m.user_id AS id, u.first_name || ' ' || u.last_name AS name, m.disabled_at IS NOT NULL AS disabled,
              m.has_admin_access AS isAdmin
         FROM wanted CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = wanted.id
         JOIN users u ON u.id = m.user_id`,
      companyId,
      of,
      named,
      candidates,
      requesters,
      JSON.stringify([...new Set(people)]),
    ),
    db.sql(
      `SELECT u.id, u.first_name || ' ' || u.last_name AS name, m.manager_user_id AS managerUserId,
              (SELECT json_group_array(department_id) FROM ${DEPARTMENTS_OF}
                WHERE company_id = m.company_id AND user_id = m.user_id) AS departmentIds,
              (SELECT json_group_array(business_unit_id) FROM ${BUSINESS_UNITS_OF}
                WHERE company_id = m.company_id AND user_id = m.user_id) AS businessUnitIds
         FROM json_each(?2) j
        CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = j.value
         JOIN users u ON u.id = m.user_id`,
      companyId,
      requesters,
    ),
  ]
}

const namedUsers = (rows: Row[], idColumn: string, nameColumn: string): Record<string, NamedUsers> => {
  const units: Record<string, NamedUsers> = {}
  for (const row of rows) {
    const key = String(row[idColumn])
    units[key] ??= { name: String(row[nameColumn]), userIds: [] }
    if (row.userId) units[key].userIds.push(String(row.userId))
  }
  return units
}

const approversOf = (rows: Row[], kind: string): Record<string, NamedUsers> =>
  namedUsers(
    rows.filter((row) => row.kind === kind),
    'unitId',
    'unitName',
  )

const toMatrix = (row: Row): ApproverMatrix => ({
  name: String(row.name),
  conditionColumns: JSON.parse(String(row.conditionColumns)),
  approverColumns: JSON.parse(String(row.approverColumns)),
  rows: JSON.parse(String(row.rows)),
})

/** @param results those of the statements, in their order */
export const organisationOf = (results: BatchResults): LoadedOrganisation => {
  const [groupRows = [], matrixRows = [], unitRows = [], peopleRows = [], requestorRows = []] = results.map(
    (result) => result.results,
  )
  const ids = (row: Row, column: string) => JSON.parse(String(row[column] ?? '[]')) as string[]
  return {
    organisation: {
      people: Object.fromEntries(
        peopleRows.map((row) => [String(row.id), { name: String(row.name), disabled: row.disabled === 1 }]),
      ),
      departmentApprovers: approversOf(unitRows, 'department'),
      businessUnitApprovers: approversOf(unitRows, 'businessUnit'),
      groups: namedUsers(groupRows, 'groupId', 'groupName'),
      admins: peopleRows.filter((row) => row.isAdmin === 1 && row.disabled !== 1).map((row) => String(row.id)),
      matrices: Object.fromEntries(matrixRows.map((row) => [String(row.id), toMatrix(row)])),
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
