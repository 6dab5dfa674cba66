import type { Unit, UnitMember } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { dayIn, monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { referenceHolders } from '../../../core/references.ts'
import { containsText } from '../../../core/text-search.ts'
import type { StoredUnit, UnitKind, UnitMembers } from './kinds.ts'

/** Reading units of any kind. The operations decide who may. */

/** The first month, yyyy-mm, of the twelve that end with the current one (UTC). */
export const firstOfLast12Months = (now: number): string => shiftMonth(monthOf(dayIn(null, now)), -11)

const columns = ({ clock }: StaffContext, { members, countsSpend, auditTarget, fields }: UnitKind): string =>
  [
    't.id, t.name, t.version',
    members ? 't.member_count AS memberCount' : '0 AS memberCount',
    countsSpend
      ? `(SELECT COALESCE(SUM(s.amount_minor), 0) FROM unit_spend_months s
           WHERE s.company_id = t.company_id AND s.unit_kind = '${auditTarget}' AND s.unit_id = t.id
             AND s.month >= '${firstOfLast12Months(clock.now())}') AS l12m`
      : '0 AS l12m',
    ...Object.entries(fields).map(([name, { column }]) => `t.${column} AS ${name}`),
    ...referenceHolders().flatMap(({ lists }) => (lists?.of === auditTarget ? `${lists.sql} AS ${lists.field}` : [])),
  ].join(', ')

/** A page by name. Names are unique in a company, ignoring case, so the name alone is the key. */
export const listUnits = async <Row extends Unit>(
  context: StaffContext,
  kind: UnitKind<Row>,
  { search, cursor, first }: { search?: string | undefined; cursor?: string | undefined; first: number },
): Promise<Connection<Row>> => {
  const { db, actor } = context
  const rows = await db.all<StoredUnit & { sortKey: string }>(
    db.sql(
      `SELECT ${columns(context, kind)}, lower(t.name) AS sortKey FROM ${kind.table} t
        WHERE t.company_id = ?1 AND (?2 IS NULL OR ${containsText('t.name', '?2')}) AND lower(t.name) > ?3
        ORDER BY lower(t.name) LIMIT ?4`,
      actor.companyId,
      search || null,
      cursor ? (decodeCursor(cursor, 1)[0] ?? '') : '',
      first + 1,
    ),
  )
  return toConnection(
    rows,
    first,
    (row) => [row.sortKey],
    (row) => kind.toRow(row, context),
  )
}

/** Every unit of the kind by name, or one of them. */
export const unitsStatement = (
  context: StaffContext,
  kind: UnitKind,
  unitId?: string,
  more: string[] = [],
): D1PreparedStatement =>
  context.db.sql(
    `SELECT ${[columns(context, kind), ...more].join(', ')} FROM ${kind.table} t
      WHERE t.company_id = ?1 ${unitId === undefined ? '' : 'AND t.id = ?2'} ORDER BY lower(t.name)`,
    ...(unitId === undefined ? [context.actor.companyId] : [context.actor.companyId, unitId]),
  )

/** Every unit of the kind, by name, without its members. */
export const allUnits = async <Row extends Unit>(context: StaffContext, kind: UnitKind<Row>): Promise<Row[]> =>
  (await context.db.all<StoredUnit>(unitsStatement(context, kind))).map((row) => kind.toRow(row, context))

export type WithMembers<Row> = Row & { companyMemberships: UnitMember[] }

/** How many members the units of a list show in total. A list with more units than that shows one of each. */
const MEMBERS_IN_LISTS = 40

const MEMBER = `json_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email,
  'disabled', json(iif(cm.disabled_at IS NULL, 'false', 'true')), 'approvesRequests', json(iif(k.approves, 'true', 'false')))`

const MEMBER_JOINS = `CROSS JOIN company_memberships cm ON cm.company_id = ?1 AND cm.user_id = k.user_id
  CROSS JOIN users u ON u.id = cm.user_id`

const BY_NAME = 'ORDER BY lower(u.first_name), lower(u.last_name), u.id'

/** The first members of each unit `t` by name, as JSON, from the index with that order. */
const firstMembers = ({ table, unitColumn, approves }: UnitMembers, units: string): string =>
  `(SELECT json_group_array(json(x.member)) FROM (SELECT ${MEMBER} AS member FROM (
       SELECT m.user_id, ${approves} AS approves FROM ${table} m INDEXED BY ${table}_name
        WHERE m.company_id = ?1 AND m.${unitColumn} = t.id ORDER BY m.name_key, m.user_id
        LIMIT (SELECT max(1, ${MEMBERS_IN_LISTS} / max(1, COUNT(*))) FROM ${units} WHERE company_id = ?1)) k
      ${MEMBER_JOINS} ${BY_NAME}) x) AS companyMemberships`

const membersOf = ({ noun, members }: UnitKind): UnitMembers => {
  if (!members) throw new Error(`A ${noun} has no members`)
  return members
}

/** All units, each with its first members. `memberCount` has the total. */
export const allUnitsWithMembers = async <Row extends Unit>(
  context: StaffContext,
  kind: UnitKind<Row>,
): Promise<WithMembers<Row>[]> => {
  const statement = unitsStatement(context, kind, undefined, [firstMembers(membersOf(kind), kind.table)])
  const rows = await context.db.all<StoredUnit & { companyMemberships: string }>(statement)
  return rows.map(({ companyMemberships, ...row }) => ({
    ...kind.toRow(row, context),
    companyMemberships: JSON.parse(companyMemberships) as UnitMember[],
  }))
}

/** Three rows for each, and some for the unit. */
const MEMBERS_OF_PAGE = 80

/** A unit with a page of its members, because there can be very many. Throws NOT_FOUND, also for another company's. */
export const unitWithMembers = async <Row extends Unit>(
  context: StaffContext,
  kind: UnitKind<Row>,
  unitId: string,
  cursor: string | undefined,
): Promise<WithMembers<Row> & { membersCursor: string | null }> => {
  const { db, actor } = context
  const { table, unitColumn, approves } = membersOf(kind)
  const after = cursor ? decodeCursor(cursor, 2) : ['', '']
  const [units, members] = await db.batch([
    unitsStatement(context, kind, unitId),
    db.sql(
      `SELECT ${MEMBER} AS member, k.name_key AS nameKey, k.user_id AS userId FROM (
         SELECT m.user_id, m.name_key, ${approves} AS approves FROM ${table} m INDEXED BY ${table}_name
          WHERE m.company_id = ?1 AND m.${unitColumn} = ?2 AND (m.name_key, m.user_id) > (?3, ?4)
          ORDER BY m.name_key, m.user_id LIMIT ${MEMBERS_OF_PAGE + 1}) k
       ${MEMBER_JOINS} ORDER BY k.name_key, k.user_id`,
      ...[actor.companyId, unitId, ...after],
    ),
  ])
  const [row] = (units?.results ?? []) as unknown as StoredUnit[]
  if (!row) throw notFound(`The ${kind.noun}`)
  const { edges, pageInfo } = toConnection(
    members?.results ?? [],
    MEMBERS_OF_PAGE,
    ({ nameKey, userId }) => [String(nameKey), String(userId)],
    ({ member }) => JSON.parse(String(member)) as UnitMember,
  )
  return {
    ...kind.toRow(row, context),
    companyMemberships: edges.map(({ node }) => node),
    membersCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  }
}

type Named = { id: string } | { name: string }
/** REST identifies a unit by id, GraphQL sometimes by name. `found` was read by the caller, or the same change makes it. */
export type UnitKey = Named | { found: FoundUnit }

const keyedStatement = ({ db, actor }: StaffContext, kind: UnitKind, key: Named): D1PreparedStatement => {
  const [where, value] = 'id' in key ? ['id = ?2', key.id] : ['lower(name) = lower(?2)', key.name]
  const fields = Object.entries(kind.fields).map(([name, { column }]) => `, ${column} AS ${name}`)
  return db.sql(
    `SELECT id, name, version${fields.join('')} FROM ${kind.table} WHERE company_id = ?1 AND ${where}`,
    actor.companyId,
    value,
  )
}

export type FoundUnit = Unit & Record<string, unknown>

/** A unit with its fields as stored. Throws NOT_FOUND, also for a former name. */
export const requireUnit = async (context: StaffContext, kind: UnitKind, key: UnitKey): Promise<FoundUnit> => {
  if ('found' in key) return key.found
  const unit = await context.db.first<FoundUnit>(keyedStatement(context, kind, key))
  if (!unit) throw notFound(`The ${kind.noun}`)
  return unit
}
