import type { z } from 'zod'
import { departmentApproverOptions, type OptionKind, optionQuery } from '../../../schema/lookups/endpoints.ts'
import type { Connection } from '../../../schema/shared/paging.ts'
import type { Option } from '../../../schema/shared/values.ts'
import { inputOf, query, type StaffContext } from '../../core/operation.ts'
import { decodeCursor, toConnection } from '../../core/paging.ts'

interface Source {
  table: string
  /** SQL of the label; `t` is the table. */
  label: string
  id?: string
  /** What it is sorted and searched by, where the table keeps it ready. */
  key?: string
  join?: string
  where?: string
}

const NAME_OR_EMAIL = "COALESCE(NULLIF(trim(u.first_name || ' ' || u.last_name), ''), u.email)"

/** The members of a department who approve its requests; which department, the condition says. */
const DEPARTMENT_APPROVERS = 'department-approver'
type SourceKind = OptionKind | typeof DEPARTMENT_APPROVERS | 'vendor-category'

const SOURCES: Record<SourceKind, Source> = {
  vendor: { table: 'vendors', label: 't.name', where: 't.archived_at IS NULL' },
  member: {
    table: 'company_memberships',
    id: 't.user_id',
    label: NAME_OR_EMAIL,
    key: 't.name_key',
    join: 'CROSS JOIN users u ON u.id = t.user_id',
    where: 't.disabled_at IS NULL',
  },
  [DEPARTMENT_APPROVERS]: {
    table: 'department_members',
    id: 't.user_id',
    label: NAME_OR_EMAIL,
    key: 'm.name_key',
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
  service: { table: 'services', label: 't.name', where: 't.archived_at IS NULL' },
  'vendor-category': { table: 'vendor_categories', label: 't.name' },
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (c) => `\\${c}`)

interface OptionRow {
  label: string
  value: string
  sortKey: string
}

const columnsOf = (kind: SourceKind) => {
  const { table, label, id = 't.id', key = `lower(${label})`, join = '', where = '1' } = SOURCES[kind]
  return {
    id,
    key,
    where,
    from: `SELECT ${label} AS label, ${id} AS value, ${key} AS sortKey
             FROM ${table} t ${join} WHERE t.company_id = ?1`,
  }
}

/** Rows of chosen values: also of those no longer offered. */
const rowsOf = ({ db, actor }: StaffContext, kind: SourceKind, ids: string[]): Promise<OptionRow[]> => {
  const { from, id } = columnsOf(kind)
  return db.all<OptionRow>(
    db.sql(`${from} AND ${id} IN (SELECT value FROM json_each(?2))`, actor.companyId, JSON.stringify(ids)),
  )
}

interface Search {
  search?: string | undefined
  cursor?: string | undefined
  /** Also those that are no longer offered. */
  former?: boolean
  departmentId?: string
  first: number
}

const searchRows = (
  { db, actor }: StaffContext,
  kind: SourceKind,
  { search, cursor, former, first, departmentId }: Search,
) => {
  const { from, id, key, where } = columnsOf(kind)
  return db.all<OptionRow>(
    db.sql(
      `${from} AND ${former ? '1' : where} AND (?2 IS NULL OR ${key} LIKE ?2 ESCAPE '\\')
         AND (?3 IS NULL OR (${key}, ${id}) > (?3, ?4)) ${departmentId ? 'AND t.department_id = ?6' : ''}
       ORDER BY ${key}, ${id} LIMIT ?5`,
      actor.companyId,
      search ? `%${escapeLike(search)}%` : null,
      ...(cursor ? decodeCursor(cursor, 2) : [null, null]),
      first,
      ...(departmentId ? [departmentId] : []),
    ),
  )
}

const toOption = ({ label, value }: OptionRow): Option => ({ label, value })

/** What the company's objects with these ids are called; other companies' ids are left out. */
export const labelsOf = async (context: StaffContext, kind: OptionKind, ids: string[]): Promise<Option[]> =>
  (await rowsOf(context, kind, ids)).map(toOption)

/** The first options by name whose label has the text. */
export const searchOptions = async (context: StaffContext, kind: OptionKind, search: Search): Promise<Option[]> =>
  (await searchRows(context, kind, search)).map(toOption)

export const vendorCategorySource = 'vendor-category'

/** A page of the options of a kind, or what the chosen `ids` are called. */
export const optionsPage = async (
  context: StaffContext,
  kind: SourceKind,
  { search, ids, cursor, first }: z.output<typeof optionQuery>,
): Promise<Connection<Option>> => {
  const rows = ids
    ? await rowsOf(context, kind, ids)
    : await searchRows(context, kind, { search, cursor, first: first + 1 })
  return toConnection(rows, ids ? rows.length : first, (row) => [row.sortKey, row.value], toOption)
}

const optionsOf = (kind: OptionKind) =>
  query({
    id: `lookups.${kind}-select-options`,
    access: 'staff.use',
    input: optionQuery,
    run: (context, input) => optionsPage(context, kind, input),
  })

/** Who was chosen already is named by `ids` though they approve no longer; another company's department has nobody. */
export const departmentApprovers = query({
  id: departmentApproverOptions.id,
  access: 'staff.use',
  input: inputOf(departmentApproverOptions),
  run: async (context, { departmentId, search, ids, cursor, first }) => {
    const rows = ids
      ? await rowsOf(context, 'member', ids)
      : await searchRows(context, DEPARTMENT_APPROVERS, { search, cursor, departmentId, first: first + 1 })
    return toConnection(rows, ids ? rows.length : first, (row) => [row.sortKey, row.value], toOption)
  },
})

/** The options of each select, searched by a part of the label and paged by name. */
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
} satisfies Record<OptionKind, unknown>
