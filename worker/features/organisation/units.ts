import type { UnitMember } from '../../../schema/organisation/endpoints.ts'
import type { Connection } from '../../../schema/shared/paging.ts'
import type { StaffActor } from '../../core/actor.ts'
import type { AuditTarget } from '../../core/audit.ts'
import { notFound } from '../../core/errors.ts'
import type { BaseContext } from '../../core/operation.ts'
import { decodeCursor, toConnection } from '../../core/paging.ts'

/**
 * What groups and departments have in common: a name of their own in the company, whatever the case, and members.
 * Only settings managers read and change them here; everybody chooses from them through the lookups.
 */
export interface UnitKind {
  noun: 'group' | 'department'
  table: 'groups' | 'departments'
  membersTable: 'group_members' | 'department_members'
  unitColumn: 'group_id' | 'department_id'
  /** SQL of whether a member `m` approves the unit's requests. */
  approves: string
  nameIndex: string
  auditTarget: AuditTarget
}

export const GROUP: UnitKind = {
  noun: 'group',
  table: 'groups',
  membersTable: 'group_members',
  unitColumn: 'group_id',
  approves: '0',
  nameIndex: 'groups_name',
  auditTarget: 'GROUP',
}

export const DEPARTMENT: UnitKind = {
  noun: 'department',
  table: 'departments',
  membersTable: 'department_members',
  unitColumn: 'department_id',
  approves: 'm.approves_requests',
  nameIndex: 'departments_name',
  auditTarget: 'DEPARTMENT',
}

export type StaffContext = BaseContext & { actor: StaffActor }

export interface Unit {
  id: string
  name: string
  version: number
}
export type UnitRow = Unit & { memberCount: number }
export type UnitWithMembers = UnitRow & { companyMemberships: UnitMember[] }

const columns = ({ membersTable, unitColumn }: UnitKind) =>
  `t.id, t.name, t.version, (SELECT COUNT(*) FROM ${membersTable} m
      WHERE m.company_id = t.company_id AND m.${unitColumn} = t.id) AS memberCount`

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (c) => `\\${c}`)

/** A page by name. Names are unique in a company, whatever the case: the name alone is the key. */
export const listUnits = async (
  { db, actor }: StaffContext,
  kind: UnitKind,
  { search, cursor, first }: { search?: string | undefined; cursor?: string | undefined; first: number },
): Promise<Connection<UnitRow>> => {
  const rows = await db.all<UnitRow & { sortKey: string }>(
    db.sql(
      `SELECT ${columns(kind)}, lower(t.name) AS sortKey FROM ${kind.table} t
        WHERE t.company_id = ?1 AND (?2 IS NULL OR t.name LIKE ?2 ESCAPE '\\') AND lower(t.name) > ?3
        ORDER BY lower(t.name) LIMIT ?4`,
      actor.companyId,
      search ? `%${escapeLike(search)}%` : null,
      cursor ? (decodeCursor(cursor, 1)[0] ?? '') : '',
      first + 1,
    ),
  )
  return toConnection(
    rows,
    first,
    (row) => [row.sortKey],
    ({ sortKey: _, ...row }) => row,
  )
}

const MEMBER_COLUMNS = 'u.id, u.first_name AS firstName, u.last_name AS lastName, u.email'

interface MemberRow extends Omit<UnitMember, 'disabled' | 'approvesRequests'> {
  unitId: string
  disabledAt: number | null
  approvesRequests: number
}

/** Units with their members: all of the company, or the one with the id. Two statements, one round trip. */
const readUnits = async ({ db, actor }: StaffContext, kind: UnitKind, unitId?: string): Promise<UnitWithMembers[]> => {
  const one = unitId === undefined ? '' : 'AND t.id = ?2'
  const params = unitId === undefined ? [actor.companyId] : [actor.companyId, unitId]
  const [units, memberships] = await db.batch([
    db.sql(
      `SELECT ${columns(kind)} FROM ${kind.table} t WHERE t.company_id = ?1 ${one} ORDER BY lower(t.name)`,
      ...params,
    ),
    db.sql(
      `SELECT m.${kind.unitColumn} AS unitId, ${MEMBER_COLUMNS}, cm.disabled_at AS disabledAt,
              ${kind.approves} AS approvesRequests
         FROM ${kind.membersTable} m
         JOIN company_memberships cm ON cm.company_id = m.company_id AND cm.user_id = m.user_id
         JOIN users u ON u.id = m.user_id
        WHERE m.company_id = ?1 ${one.replace('t.id', `m.${kind.unitColumn}`)}
        ORDER BY lower(u.first_name), lower(u.last_name), u.id`,
      ...params,
    ),
  ])
  const byUnit = Map.groupBy((memberships?.results ?? []) as unknown as MemberRow[], (row) => row.unitId)
  return ((units?.results ?? []) as unknown as UnitRow[]).map((unit) => ({
    ...unit,
    companyMemberships: (byUnit.get(unit.id) ?? []).map(({ unitId: _, disabledAt, approvesRequests, ...person }) => ({
      ...person,
      disabled: disabledAt !== null,
      approvesRequests: approvesRequests === 1,
    })),
  }))
}

export const allUnits = (context: StaffContext, kind: UnitKind): Promise<UnitWithMembers[]> => readUnits(context, kind)

/** Errors: NOT_FOUND for another company's, too. */
export const unitWithMembers = async (
  context: StaffContext,
  kind: UnitKind,
  unitId: string,
): Promise<UnitWithMembers> => {
  const [unit] = await readUnits(context, kind, unitId)
  if (!unit) throw notFound(`The ${kind.noun}`)
  return unit
}

/** REST names a unit by id, GraphQL by name. */
export type UnitKey = { id: string } | { name: string }

/** Errors: NOT_FOUND, also for a name that the unit no longer has. */
export const requireUnit = async ({ db, actor }: StaffContext, kind: UnitKind, key: UnitKey): Promise<Unit> => {
  const [where, value] = 'id' in key ? ['id = ?2', key.id] : ['lower(name) = lower(?2)', key.name]
  const unit = await db.first<Unit>(
    db.sql(`SELECT id, name, version FROM ${kind.table} WHERE company_id = ?1 AND ${where}`, actor.companyId, value),
  )
  if (!unit) throw notFound(`The ${kind.noun}`)
  return unit
}
