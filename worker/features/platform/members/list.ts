import type { z } from 'zod'
import type { memberFilters } from '../../../../schema/platform/members/filters.ts'
import * as endpoints from '../../../../schema/platform/members/member-endpoints.ts'
import { ROLE_FLAGS } from '../../../../schema/platform/members/tables.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { ACCESS_FLAGS, type AccessFlag, roleChips } from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import { fileOperation, viewOperations } from '../../../core/list/operations.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import type { ListRows, Walk } from '../../../core/list/rows.ts'
import { byMonthOf, bySeveral } from '../../../core/list/totals.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { containsText } from '../../../core/text-search.ts'
import { rarestPart } from '../search/index.ts'
import { memberFile } from './csv.ts'
import { flagColumn, MEMBER_COLUMNS, type MemberRow, toMember } from './rows.ts'
import { type Bind, scopeCondition, scopeSet } from './scope.ts'

/** The list of members: where it is in order, and its filters. See worker/core/list/page.ts. */

type ListInput = z.output<typeof endpoints.memberList.query>
type Sort = (typeof endpoints.MEMBER_SORT_FIELDS)[number]
/** A lead's own people are one more filter. */
type Filter = keyof typeof memberFilters | 'scope'

const OWN = {
  from: 'company_memberships m',
  id: 'm.user_id',
  sorts: {
    name: { columns: ['m.name_key'], index: 'company_memberships_name' },
    email: { columns: ['m.email_key'], index: 'company_memberships_email' },
    createdAt: { columns: ['m.created_at'], index: 'company_memberships_created' },
    roles: { columns: ['m.role_key'], index: 'company_memberships_roles' },
    departments: { columns: ['m.department_key'], index: 'company_memberships_departments' },
  },
} as const

const byName = (from: string, of: string, index?: string) => ({
  ...{ from: `${from} ${of}`, id: `${of}.user_id` },
  sorts: { name: { columns: [`${of}.name_key`], ...(index && { index }) } },
})
const NAME_PARTS = byName('member_name_parts', 'n')

/** Units with an index of their members by name. */
const UNITS = [
  { table: 'group_members', column: 'group_id', isIn: 'inGroupId', isNotIn: 'notInGroupId' },
  {
    table: 'business_unit_members',
    column: 'business_unit_id',
    isIn: 'inBusinessUnitId',
    isNotIn: 'notInBusinessUnitId',
  },
  { table: 'department_members', column: 'department_id', isIn: 'inDepartmentId', isNotIn: 'notInDepartmentId' },
] as const

interface Narrowing {
  filter: Filter
  /** User ids as `id`. */
  set: string
  walk?: Walk<Sort>
}

/** Filters that few members pass. The first of them leads. */
const narrowings = (actor: StaffActor, input: ListInput, bind: Bind): Narrowing[] => {
  const { userIds } = input
  const scope = scopeSet(actor, bind)
  return [
    ...(userIds
      ? [
          {
            filter: 'userIds' as const,
            set: `SELECT DISTINCT value AS id FROM json_each(${bind(JSON.stringify(userIds))})`,
          },
        ]
      : []),
    ...UNITS.flatMap(({ table, column, isIn }) => {
      const unitId = input[isIn]
      if (!unitId) return []
      const place = bind(unitId)
      return {
        filter: isIn,
        set: `SELECT user_id AS id FROM ${table} WHERE company_id = ?1 AND ${column} = ${place}`,
        walk: { way: byName(table, 'x', `${table}_name`), where: [`x.${column} = ${place}`] },
      }
    }),
    ...(scope ? [{ filter: 'scope' as const, set: scope }] : []),
  ]
}

const FEW = 'few (id) AS MATERIALIZED'

export const memberRows: ListRows<ListInput, Filter, Sort> = {
  own: OWN,
  join: (id) => `company_memberships m ON m.company_id = ?1 AND m.user_id = ${id}`,
  usual: () => 'name',
  looks: 2,
  clauses: ({ reader: { actor }, input, by, bind }) => {
    const sets = narrowings(actor, input, bind)
    const [leading] = sets
    const isWalked = by === 'name' && leading?.walk
    const part = by === 'name' && !leading && input.name ? rarestPart(input.name) : null
    const among = (filter: Filter) =>
      sets.flatMap((each) => (each.filter === filter ? [`m.user_id IN (${each.set})`] : []))
    const outside = ({ table, column, isNotIn }: (typeof UNITS)[number]) =>
      input[isNotIn]
        ? `NOT EXISTS (SELECT 1 FROM ${table} e WHERE e.company_id = ?1 AND e.${column} = ${bind(input[isNotIn])} AND e.user_id = m.user_id)`
        : null
    const [notInGroupId, notInBusinessUnitId, notInDepartmentId] = UNITS.map(outside)
    const containing = (column: string, text: string | undefined) => (text ? containsText(column, bind(text)) : null)
    return {
      ...(leading && { serves: [leading.filter], areFew: true }),
      ...(leading && (isWalked || { tables: [`${FEW} (${leading.set})`] })),
      walks: isWalked
        ? [isWalked]
        : leading
          ? [{ set: 'SELECT id FROM few' }]
          : part
            ? [{ way: NAME_PARTS, where: [`n.part = ${bind(part)}`] }]
            : [],
      conditions: {
        ...{ userIds: among('userIds'), scope: among('scope'), inGroupId: among('inGroupId') },
        ...{ inBusinessUnitId: among('inBusinessUnitId'), inDepartmentId: among('inDepartmentId') },
        notInGroupId: notInGroupId ?? null,
        notInBusinessUnitId: notInBusinessUnitId ?? null,
        notInDepartmentId: notInDepartmentId ?? null,
        enabled: input.enabled === undefined ? null : `m.disabled_at IS ${input.enabled ? '' : 'NOT '}NULL`,
        name: containing('m.name_key', input.name),
        email: containing('m.email_key', input.email),
      },
      mostPass: ['enabled', 'notInGroupId', 'notInBusinessUnitId', 'notInDepartmentId'],
    }
  },
}

const readPage = async (context: StaffContext, input: ListInput): Promise<Connection<endpoints.Member>> => {
  const page = pageOf(memberRows, context, input)
  const rows = await context.db.all<MemberRow>(context.db.sql(pageSql(page, MEMBER_COLUMNS), ...page.params))
  return toPage(page, rows, input.first, toMember)
}

/** The roles behind a sort key, in words. */
const rolesOf = (key: string): string[] =>
  roleChips(
    Object.fromEntries(
      ACCESS_FLAGS.map((flag) => [
        flag,
        key[ROLE_FLAGS.indexOf(flagColumn(flag) as (typeof ROLE_FLAGS)[number])] === '0',
      ]),
    ) as Record<AccessFlag, boolean>,
  )

/** Leads get only the people of their departments and business units. */
const reading = {
  list: endpoints.memberList,
  rows: memberRows,
  access: 'members.manage' as const,
  read: readPage,
  columns: () => memberFile,
  totals: {
    groups: {
      roles: { sql: 'm.role_key', keyOf: (key: string | number | null) => rolesOf(String(key)).join(', ') },
      departments: bySeveral("(SELECT json_group_array(j.value ->> 'id') FROM json_each(m.card, '$.departments') j)"),
      createdAt: byMonthOf('m.created_at'),
    },
  },
}
export const memberOperations = viewOperations(reading)
/** Specification 3 §7.1. */
export const memberFileOperation = fileOperation({ ...reading, file: endpoints.listMembersCsv })

/** One member, if the person manages them. */
export const managedMemberStatement = ({ db, actor }: StaffContext, memberId: string): D1PreparedStatement => {
  const params: unknown[] = [actor.companyId, memberId]
  const scope = scopeCondition(actor, (value) => `?${params.push(value)}`)
  return db.sql(
    `SELECT ${MEMBER_COLUMNS} FROM company_memberships m
      WHERE m.company_id = ?1 AND m.user_id = ?2 ${scope ? `AND ${scope}` : ''}`,
    ...params,
  )
}

/** One member whom the person manages. Throws NOT_FOUND, also for members of other departments and companies. */
export const requireMember = async (context: StaffContext, memberId: string) => {
  const row = await context.db.first<MemberRow>(managedMemberStatement(context, memberId))
  if (!row) throw notFound('The member')
  return toMember(row)
}

export const readMember = query({
  id: 'members.get',
  access: 'members.manage',
  input: inputOf(endpoints.getMember),
  run: (context, { memberId }) => requireMember(context, memberId),
})

const LEADS = '(m.has_department_access = 1 OR m.has_business_unit_access = 1)'

export const readStats = query({
  id: 'members.stats',
  access: 'members.manage',
  input: inputOf(endpoints.getMemberStats),
  run: async ({ db, actor }): Promise<endpoints.MemberStats> => {
    const params: unknown[] = [actor.companyId]
    const scope = scopeCondition(actor, (value) => `?${params.push(value)}`)
    const counts = await db.first<endpoints.MemberStats>(
      db.sql(
        scope
          ? // Leads: their own people are counted one by one.
            `SELECT COUNT(*) AS active, COALESCE(SUM(m.has_admin_access), 0) AS admins,
                COALESCE(SUM(m.has_super_viewer_access), 0) AS superViewers, COALESCE(SUM(${LEADS}), 0) AS leads,
                COALESCE(SUM(m.has_admin_access = 0 AND m.has_super_viewer_access = 0 AND NOT ${LEADS}), 0) AS members
           FROM company_memberships m
          WHERE m.company_id = ?1 AND m.disabled_at IS NULL AND ${scope}`
          : `SELECT active, admins, super_viewers AS superViewers, leads, members FROM member_counts WHERE company_id = ?1`,
        ...params,
      ),
    )
    return counts ?? { active: 0, admins: 0, superViewers: 0, leads: 0, members: 0 }
  },
})
