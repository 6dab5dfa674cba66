import type { z } from 'zod'
import * as endpoints from '../../../../schema/platform/members/member-endpoints.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import {
  LOOKED_COLUMNS,
  LOOKED_ID,
  type LookedRow,
  type Looking,
  lookedPage,
  lookedSql,
  lookingFrom,
} from '../../../core/looked-page.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { afterSql, orderSql, orderTerms } from '../../../core/order.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { containsText } from '../../../core/text-search.ts'
import { rarestPart } from '../search/index.ts'
import { MEMBER_COLUMNS, type MemberRow, toMember } from './rows.ts'
import { type Bind, scopeCondition, scopeSet } from './scope.ts'

type ListInput = z.output<typeof endpoints.memberListQuery>
type PageRow = MemberRow & LookedRow & { id: string; sortKey: string }

const SORT_COLUMNS = { name: 'm.name_key', email: 'm.email_key', createdAt: 'm.created_at' } as const

const namedSql = (of: string, name: string, bind: Bind): string => containsText(`${of}.name_key`, bind(name))

/** The members of a unit, as a set of user ids. */
const inUnit = (table: string, column: string, place: string): string =>
  `SELECT user_id FROM ${table} WHERE company_id = ?1 AND ${column} = ${place}`

interface NarrowingSet {
  /** User ids. */
  sql: string
  /** For a unit whose members are indexed by name: the table, and which members are meant. */
  unit?: { table: string; where: string }
}

interface Narrowed {
  /** Usually small, so the first of them leads. */
  sets: NarrowingSet[]
  where: string[]
}

const narrow = (actor: StaffActor, filters: endpoints.MemberFilters, bind: Bind): Narrowed => {
  const sets: NarrowingSet[] = []
  const where = ['m.company_id = ?1']
  if (filters.userIds)
    sets.push({ sql: `SELECT DISTINCT value FROM json_each(${bind(JSON.stringify(filters.userIds))})` })
  const unit = (table: string, column: string, isIn: string | undefined, isNotIn: string | undefined) => {
    if (isIn) {
      const place = bind(isIn)
      sets.push({
        sql: inUnit(table, column, place),
        unit: { table, where: `x.company_id = ?1 AND x.${column} = ${place}` },
      })
    }
    if (isNotIn)
      where.push(
        `NOT EXISTS (SELECT 1 FROM ${table} e WHERE e.company_id = ?1 AND e.${column} = ${bind(isNotIn)} AND e.user_id = m.user_id)`,
      )
  }
  unit('group_members', 'group_id', filters.inGroupId, filters.notInGroupId)
  unit('business_unit_members', 'business_unit_id', filters.inBusinessUnitId, filters.notInBusinessUnitId)
  unit('department_members', 'department_id', filters.inDepartmentId, filters.notInDepartmentId)
  const scope = scopeSet(actor, bind)
  if (scope) sets.push({ sql: scope })
  if (filters.enabled !== undefined) where.push(`m.disabled_at IS ${filters.enabled ? '' : 'NOT '}NULL`)
  if (filters.name) where.push(namedSql('m', filters.name, bind))
  if (filters.email) where.push(containsText('m.email_key', bind(filters.email)))
  return { sets, where }
}

export interface MemberPage {
  sql: string
  params: unknown[]
  /** How many members it looks at; it says so of each row. Undefined where it reads just its page. */
  looking?: Looking
}

const INDEXES = {
  name: 'company_memberships_name',
  email: 'company_memberships_email',
  createdAt: 'company_memberships_created',
} as const

/** By a part of a name or an address, among all members: along those that have a part of the name, or all in order. */
const lookedFor = (input: ListInput, by: keyof typeof INDEXES, where: string[], params: unknown[]): MemberPage => {
  const bind: Bind = (value) => `?${params.push(value)}`
  const direction = input.orderBy?.dir[0] ?? 'ASC'
  const part = by === 'name' && input.name ? rarestPart(input.name) : null
  const column = SORT_COLUMNS[by]
  const [key, id] = part ? ['n.name_key', 'n.user_id'] : [column, 'm.user_id']
  const walked = part ? ['n.company_id = ?1', `n.part = ${bind(part)}`] : ['m.company_id = ?1']
  const looking = lookingFrom(input, 2, 2)
  if (looking.after) {
    const terms = [key, id].map((of) => ({ column: of, direction }))
    walked.push(afterSql(terms, looking.after.map(bind)))
  }
  const from = part ? 'member_name_parts n' : `company_memberships m INDEXED BY ${INDEXES[by]}`
  const joined = (of: string) => `LEFT JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = ${of}`
  const looked = lookedSql({
    walks: [`SELECT ${key} AS k, ${id} AS id FROM ${from} WHERE ${walked.join(' AND ')}`],
    order: { columns: ['k', 'id'], directions: [direction, direction] },
    match: where,
    joins: joined('w.id'),
    most: bind(looking.most),
  })
  const sql = `SELECT ${LOOKED_COLUMNS}, ${MEMBER_COLUMNS} FROM (${looked}) seen
      LEFT JOIN json_each(seen.found) j ON j.key < ${bind(input.first + 1)} ${joined(LOOKED_ID)}`
  return { sql, params, looking }
}

/** One page, in the order of an index, or from the smallest set of the filters. ?1 is the company. */
export const listStatement = (actor: StaffActor, input: ListInput): MemberPage => {
  const params: unknown[] = [actor.companyId]
  const bind: Bind = (value) => `?${params.push(value)}`
  const { sets, where } = narrow(actor, input, bind)
  const [leading, ...others] = sets
  const fields = input.orderBy?.by ?? []
  if (!leading && fields.length <= 1 && (input.name || input.email)) {
    return lookedFor(input, fields[0] ?? 'name', where, params)
  }
  where.push(...others.map((set) => `m.user_id IN (${set.sql})`))
  const asked = input.orderBy?.by.length ? input.orderBy : { by: ['name' as const], dir: input.orderBy?.dir ?? [] }
  const by = asked.by[0]
  // A unit's own index has the names of its members, so a page of them is read in order, however many there are.
  const walked = by === 'name' ? leading?.unit : undefined
  // Reads only people with the rarest part of the name, however many match.
  const part = by === 'name' && !leading && input.name ? rarestPart(input.name) : null
  const [key, id] = walked
    ? ['x.name_key', 'x.user_id']
    : part
      ? ['n.name_key', 'n.user_id']
      : [SORT_COLUMNS.name, 'm.user_id']
  const sorted = orderTerms(asked, 'ASC', (field) => [field === 'name' ? key : SORT_COLUMNS[field]])
  const terms = [...sorted, { column: id, direction: sorted[0]?.direction ?? 'ASC' }]
  if (input.cursor) where.push(afterSql(terms, decodeCursor(input.cursor, terms.length).map(bind)))
  const few = leading && !walked ? `WITH few (user_id) AS MATERIALIZED (${leading.sql}) ` : ''
  const membership = (of: string) =>
    `CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = ${of}.user_id`
  let from = 'company_memberships m'
  if (walked) {
    from = `${walked.table} x INDEXED BY ${walked.table}_name ${membership('x')}`
    where.push(walked.where)
  } else if (leading) from = `few ${membership('few')}`
  else if (part && input.name) {
    from = `member_name_parts n ${membership('n')}`
    where.push('n.company_id = ?1', `n.part = ${bind(part)}`, namedSql('n', input.name, bind))
  }
  const sql = `${few}SELECT json_array(${terms.map(({ column }) => column).join(', ')}) AS sortKey, ${MEMBER_COLUMNS} FROM ${from}
     WHERE ${where.join(' AND ')} ${orderSql(terms)} LIMIT ${bind(input.first + 1)}`
  return { sql, params }
}

export const listPage = async <Node>(
  { db, actor }: StaffContext,
  input: ListInput,
  nodeOf: (row: PageRow) => Node,
): Promise<Connection<Node>> => {
  const { sql, params, looking } = listStatement(actor, input)
  const rows = await db.all<PageRow>(db.sql(sql, ...params))
  if (looking) return lookedPage(rows, { first: input.first, ...looking }, nodeOf)
  return toConnection(rows, input.first, ({ sortKey }) => JSON.parse(sortKey) as (string | number | null)[], nodeOf)
}

/** Leads get only the people of their departments and business units. */
export const listMembers = query({
  id: 'members.list',
  access: 'members.manage',
  input: inputOf(endpoints.listMembers),
  readsFirst: true,
  run: (context, input) => listPage(context, input, toMember),
})

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
