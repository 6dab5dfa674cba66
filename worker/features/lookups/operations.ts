import { type OptionKind, optionQuery } from '../../../schema/lookups/endpoints.ts'
import { query } from '../../core/operation.ts'
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

const SOURCES: Record<OptionKind, Source> = {
  vendor: { table: 'vendors', label: 't.name', where: 't.archived_at IS NULL' },
  member: {
    table: 'company_memberships',
    id: 't.user_id',
    label: "COALESCE(NULLIF(trim(u.first_name || ' ' || u.last_name), ''), u.email)",
    key: 't.name_key',
    join: 'CROSS JOIN users u ON u.id = t.user_id',
    where: 't.disabled_at IS NULL',
  },
  group: { table: 'groups', label: 't.name' },
  department: { table: 'departments', label: 't.name' },
  location: { table: 'locations', label: 't.name' },
  'spend-category': { table: 'spend_categories', label: 't.name' },
  'business-unit': { table: 'business_units', label: 't.name' },
  entity: { table: 'entities', label: 't.name' },
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (c) => `\\${c}`)

const optionsOf = (kind: OptionKind) => {
  const { table, label, id = 't.id', key = `lower(${label})`, join = '', where = '1' } = SOURCES[kind]
  const from = `SELECT ${label} AS label, ${id} AS value, ${key} AS sortKey
                  FROM ${table} t ${join} WHERE t.company_id = ?1`
  return query({
    id: `lookups.${kind}-select-options`,
    access: 'staff.use',
    input: optionQuery,
    run: async ({ db, actor }, { search, ids, cursor, first }) => {
      const rows = ids
        ? // Labels of values already chosen: also of those no longer offered.
          await db.all<OptionRow>(
            db.sql(`${from} AND ${id} IN (SELECT value FROM json_each(?2))`, actor.companyId, JSON.stringify(ids)),
          )
        : await db.all<OptionRow>(
            db.sql(
              `${from} AND ${where} AND (?2 IS NULL OR ${key} LIKE ?2 ESCAPE '\\')
                 AND (?3 IS NULL OR (${key}, ${id}) > (?3, ?4))
               ORDER BY ${key}, ${id} LIMIT ?5`,
              actor.companyId,
              search ? `%${escapeLike(search)}%` : null,
              ...(cursor ? decodeCursor(cursor, 2) : [null, null]),
              first + 1,
            ),
          )
      return toConnection(
        rows,
        ids ? rows.length : first,
        (row) => [row.sortKey, row.value],
        (row) => ({ label: row.label, value: row.value }),
      )
    },
  })
}

interface OptionRow {
  label: string
  value: string
  sortKey: string
}

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
} satisfies Record<OptionKind, unknown>
