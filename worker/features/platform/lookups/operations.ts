import type { z } from 'zod'
import {
  departmentApproverOptions,
  type OptionKind,
  optionQuery,
} from '../../../../schema/platform/lookups/endpoints.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { Option } from '../../../../schema/shared/values.ts'
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
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { containsText } from '../../../core/text-search.ts'
import { keptPart } from '../search/index.ts'

interface Source {
  table: string
  /** SQL of the label. `t` is the table. */
  label: string
  id?: string
  /** The prepared column to sort and search by, if the table has one. */
  key?: string
  /** The index that a search must use. */
  index?: string
  /** What the rows of the index have. */
  indexed?: string
  /** The table of name parts, so that a search reads only people who have them. See the migrations. */
  parts?: NameParts
  join?: string
  where?: string
}

const NAME_OR_EMAIL = "COALESCE(NULLIF(trim(u.first_name || ' ' || u.last_name), ''), u.email)"

interface NameParts {
  table: string
  /** The column with the id of the named object. */
  id: string
  where: string
  index?: string
}

const VENDOR_PARTS = { table: 'object_name_parts', id: 'n.target_id', where: "n.company_id = ?1 AND n.kind = 'VENDOR'" }
const SERVICE_PARTS = {
  table: 'service_name_parts',
  id: 'n.service_id',
  where: 'n.company_id = ?1 AND n.is_own = 1',
  index: 'service_name_parts_name',
}

/** The members who approve a department's requests. The condition selects the department. */
const DEPARTMENT_APPROVERS = 'department-approver'
type SourceKind = OptionKind | typeof DEPARTMENT_APPROVERS | 'vendor-category'

const SOURCES: Record<SourceKind, Source> = {
  vendor: { table: 'vendors', label: 't.name', where: 't.archived_at IS NULL', parts: VENDOR_PARTS },
  member: {
    table: 'company_memberships',
    id: 't.user_id',
    label: NAME_OR_EMAIL,
    key: 't.name_key',
    join: 'CROSS JOIN users u ON u.id = t.user_id',
    where: 't.disabled_at IS NULL',
    parts: { table: 'member_name_parts', id: 'n.user_id', where: 'n.company_id = ?1' },
  },
  [DEPARTMENT_APPROVERS]: {
    table: 'department_members',
    id: 't.user_id',
    label: NAME_OR_EMAIL,
    // The department's own index has its approvers by name.
    key: 't.name_key',
    index: 'department_members_approvers',
    indexed: 't.approves_requests = 1',
    join: `CROSS JOIN company_memberships m ON m.company_id = t.company_id AND m.user_id = t.user_id
           CROSS JOIN users u ON u.id = t.user_id`,
    where: 't.approves_requests = 1 AND m.disabled_at IS NULL',
  },
  group: { table: 'groups', label: 't.name' },
  department: { table: 'departments', label: 't.name' },
  location: { table: 'locations', label: 't.name' },
  'spend-category': { table: 'spend_categories', label: 't.name' },
  'business-unit': { table: 'business_units', label: 't.name' },
  entity: { table: 'entities', label: 't.name' },
  service: { table: 'services', label: 't.name', where: 't.archived_at IS NULL', parts: SERVICE_PARTS },
  'request-category': {
    table: 'intake_categories',
    label: 't.name',
    index: 'intake_categories_name',
    indexed: 't.deleted_at IS NULL',
    where: 't.deleted_at IS NULL',
  },
  'vendor-category': { table: 'vendor_categories', label: 't.name' },
}

interface OptionRow {
  label: string
  value: string
  sortKey: string
}

/** Rows of chosen values, including those no longer offered. Each is found by its key, which +company_id enforces. */
const chosenStatement = ({ db, actor }: StaffContext, kind: SourceKind, ids: string[]): D1PreparedStatement => {
  const { table, label, id = 't.id', key = `lower(${label})`, join = '' } = SOURCES[kind]
  const company = id === 't.id' ? '+t.company_id' : 't.company_id'
  return db.sql(
    `SELECT ${label} AS label, ${id} AS value, ${key} AS sortKey FROM (SELECT DISTINCT value FROM json_each(?2)) chosen
      CROSS JOIN ${table} t ON ${id} = chosen.value AND ${company} = ?1 ${join}`,
    actor.companyId,
    JSON.stringify(ids),
  )
}

/** Chosen values that aren't of the kind's own table: `label`, `value` and `sortKey` of those among these ids. */
type MoreChosen = (context: StaffContext, ids: string[]) => D1PreparedStatement | null
const moreChosen = new Map<SourceKind, MoreChosen>()
export const registerMoreChosen = (kind: OptionKind, more: MoreChosen): void => {
  moreChosen.set(kind, more)
}

const rowsOf = async (context: StaffContext, kind: SourceKind, ids: string[]): Promise<OptionRow[]> => {
  const own = chosenStatement(context, kind, ids)
  const more = moreChosen.get(kind)?.(context, ids)
  if (!more) return context.db.all<OptionRow>(own)
  return (await context.db.batch([own, more])).flatMap(({ results }) => results as unknown as OptionRow[])
}

interface Search {
  search?: string | undefined
  cursor?: string | undefined
  /** Includes values that are no longer offered. */
  former?: boolean
  departmentId?: string
  first: number
}

/** Ordered by name. A search reads along the rows that have its rarest part. */
const searchStatement = (
  { db, actor }: StaffContext,
  kind: SourceKind,
  { search, cursor, former, first, departmentId }: Search,
): D1PreparedStatement => {
  const { table, label, id = 't.id', key = `lower(${label})`, index, parts, join = '', where = '1' } = SOURCES[kind]
  const params: unknown[] = [actor.companyId]
  const bind = (value: unknown): string => `?${params.push(value)}`
  const part = keptPart(search)
  const along = part && parts
  const [walkedKey, walkedId] = along ? ['n.name_key', parts.id] : [key, id]
  const conditions = [former ? '1' : where]
  if (along) conditions.push(parts.where, `n.part = ${bind(part)}`)
  if (search) conditions.push(containsText(walkedKey, bind(search)))
  if (cursor) conditions.push(`(${walkedKey}, ${walkedId}) > (${decodeCursor(cursor, 2).map(bind).join(', ')})`)
  if (departmentId) conditions.push(`t.department_id = ${bind(departmentId)}`)
  const company = along && id === 't.id' ? '+t.company_id' : 't.company_id'
  const from = along
    ? `${parts.table} n ${parts.index ? `INDEXED BY ${parts.index}` : ''} CROSS JOIN ${table} t ON ${id} = ${parts.id}`
    : `${table} t${index && !former ? ` INDEXED BY ${index}` : ''}`
  return db.sql(
    `SELECT ${label} AS label, ${id} AS value, ${key} AS sortKey FROM ${from} ${join}
      WHERE ${company} = ?1 AND ${conditions.join(' AND ')}
      ORDER BY ${walkedKey}, ${walkedId} LIMIT ${bind(first)}`,
    ...params,
  )
}

const searchRows = (context: StaffContext, kind: SourceKind, search: Search): Promise<OptionRow[]> =>
  context.db.all<OptionRow>(searchStatement(context, kind, search))

/** A page of what is found, out of so many that are looked at; without a word a page of all. */
const searchPage = async (context: StaffContext, kind: SourceKind, search: Search): Promise<Connection<Option>> => {
  const { first } = search
  if (!search.search) {
    const rows = await searchRows(context, kind, { ...search, first: first + 1 })
    return toConnection(rows, first, (row) => [row.sortKey, row.value], toOption)
  }
  const looking = lookingFrom(search, 2, 2)
  const rows = await context.db.all<OptionRow & LookedRow>(lookedStatement(context, kind, search, looking))
  return lookedPage(rows, { first, ...looking }, toOption)
}

const lookedStatement = (
  { db, actor }: StaffContext,
  kind: SourceKind,
  { search = '', first, departmentId }: Search,
  { after, most }: Looking,
): D1PreparedStatement => {
  const { table, label, id = 't.id', key = `lower(${label})`, parts, join = '', where = '1' } = SOURCES[kind]
  const { index, indexed } = SOURCES[kind]
  const params: unknown[] = [actor.companyId]
  const bind = (value: unknown): string => `?${params.push(value)}`
  const ofDepartment = departmentId ? [`t.department_id = ${bind(departmentId)}`] : []
  const part = keptPart(search)
  const along = part && parts
  const [walkedKey, walkedId] = along ? ['n.name_key', parts.id] : [key, id]
  const walked = along ? [parts.where, `n.part = ${bind(part)}`] : ['t.company_id = ?1', ...ofDepartment]
  if (!along && indexed) walked.push(indexed)
  if (after) walked.push(`(${walkedKey}, ${walkedId}) > (${after.map(bind).join(', ')})`)
  const by = along ? parts.index : index
  const from = `${along ? `${parts.table} n` : `${table} t`} ${by ? `INDEXED BY ${by}` : ''}`
  const joined = (of: string): string =>
    `LEFT JOIN ${table} t ON ${[`${id} = ${of}`, `${id === 't.id' ? '+' : ''}t.company_id = ?1`, ...ofDepartment].join(' AND ')}
      ${join.replaceAll('CROSS JOIN', 'LEFT JOIN')}`
  const looked = lookedSql({
    walks: [`SELECT ${walkedKey} AS k, ${walkedId} AS id FROM ${from} WHERE ${walked.join(' AND ')}`],
    order: { columns: ['k', 'id'], directions: ['ASC', 'ASC'] },
    match: [where, containsText('w.k', bind(search))],
    joins: joined('w.id'),
    most: bind(most),
  })
  return db.sql(
    `SELECT ${LOOKED_COLUMNS}, ${id} AS id, ${label} AS label, ${id} AS value FROM (${looked}) seen
      LEFT JOIN json_each(seen.found) j ON j.key < ${bind(first + 1)} ${joined(LOOKED_ID)}`,
    ...params,
  )
}

const toOption = ({ label, value }: OptionRow): Option => ({ label, value })

/** Names of the company's objects with these ids. Other companies' ids are left out. */
export const labelsOf = async (context: StaffContext, kind: OptionKind, ids: string[]): Promise<Option[]> =>
  (await rowsOf(context, kind, ids)).map(toOption)

/** The chosen ones, then the first by name whose label contains the text, each once, in one round trip. */
export const chosenAndFound = async (
  context: StaffContext,
  kind: OptionKind,
  ids: string[],
  search: Search,
): Promise<Option[]> => {
  const results = await context.db.batch([chosenStatement(context, kind, ids), searchStatement(context, kind, search)])
  const options = results.flatMap((result) => (result.results as unknown as OptionRow[]).map(toOption))
  return [...new Map(options.map((option) => [option.value, option])).values()]
}

export const vendorCategorySource = 'vendor-category'

/** A page of options of one kind, or the names of the chosen `ids`. */
export const optionsPage = async (
  context: StaffContext,
  kind: SourceKind,
  { search, ids, cursor, first }: z.output<typeof optionQuery>,
): Promise<Connection<Option>> => {
  if (!ids) return searchPage(context, kind, { search, cursor, first })
  return chosenPage(await rowsOf(context, kind, ids))
}

const chosenPage = (rows: OptionRow[]): Connection<Option> =>
  toConnection(rows, rows.length, (row) => [row.sortKey, row.value], toOption)

const optionsOf = (kind: OptionKind) =>
  query({
    id: `lookups.${kind}-select-options`,
    access: 'staff.use',
    readsFirst: true,
    untilFound: true,
    input: optionQuery,
    run: (context, input) => optionsPage(context, kind, input),
  })

/** People already chosen are named by `ids` even if they no longer approve. Another company's department has no one. */
export const departmentApprovers = query({
  id: departmentApproverOptions.id,
  access: 'staff.use',
  readsFirst: true,
  untilFound: true,
  input: inputOf(departmentApproverOptions),
  run: async (context, { departmentId, search, ids, cursor, first }) => {
    if (!ids) return searchPage(context, DEPARTMENT_APPROVERS, { search, cursor, departmentId, first })
    return chosenPage(await rowsOf(context, 'member', ids))
  },
})

/** The options of each select, searched by part of the label and paged by name. */
export const optionQueries = {
  vendor: optionsOf('vendor'),
  member: optionsOf('member'),
  group: optionsOf('group'),
  department: optionsOf('department'),
  location: optionsOf('location'),
  'spend-category': optionsOf('spend-category'),
  'business-unit': optionsOf('business-unit'),
  entity: optionsOf('entity'),
  service: optionsOf('service'),
  'request-category': optionsOf('request-category'),
} satisfies Record<OptionKind, unknown>
