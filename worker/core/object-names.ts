import type { QuestionType } from '../../schema/requests/forms/form.ts'
import { companyNumber } from './audit.ts'
import type { Database } from './database.ts'

/** Question types that choose one of the company's named objects, and their tables. */
export const LOOKUP_TABLES: Partial<Record<QuestionType, string>> = {
  VENDOR_SELECT: 'vendors',
  DEPARTMENT_SELECT: 'departments',
  BUSINESS_UNIT_SELECT: 'business_units',
  LOCATION_SELECT: 'locations',
  ENTITY_SELECT: 'entities',
  SPEND_CATEGORY_SELECT: 'spend_categories',
  SERVICE_SELECT: 'services',
}

const found = (table: string) => `(SELECT name FROM ${table} WHERE id = ids.id AND +company_id = ?1)`
/** Current names of objects that aren't people or documents. */
export const OBJECTS = Object.values(LOOKUP_TABLES).map(found)
export const MEMBER = `(SELECT u.first_name || ' ' || u.last_name FROM company_memberships m JOIN users u ON u.id = m.user_id
   WHERE m.company_id = ?1 AND m.user_id = ids.id)`
const DOCUMENT = '(SELECT display_name FROM documents WHERE id = ids.id AND +company_id = ?1 AND deleted_at IS NULL)'

/** The name of a proposed vendor as long as it isn't a vendor. `p` is its row. */
export const PROPOSED_NAME = "CASE WHEN p.settled_at IS NULL THEN p.name || ' (proposed)' ELSE p.name END"
/** The name of the proposed vendor whose id is this SQL, for someone who may read what names it. */
export const proposedNameSql = (id: string): string =>
  `(SELECT ${PROPOSED_NAME} FROM proposed_vendors p WHERE p.id = ${id})`
/** The name of a vendor of the company, or of a proposed one. Both are SQL. */
export const vendorNameSql = (id: string, company: string): string =>
  `coalesce((SELECT v.name FROM vendors v WHERE v.id = ${id} AND +v.company_id = ${company}),
    (SELECT ${PROPOSED_NAME} FROM proposed_vendors p WHERE p.id = ${id} AND +p.company_id = ${company}))`
const PROPOSED = `(SELECT ${PROPOSED_NAME} FROM proposed_vendors p WHERE p.id = ids.id AND +p.company_id = ?1)`

/** Current names of an `ids.id`, for any object of the company. ?1 is the company. */
export const LOOKUPS: readonly string[] = [...OBJECTS, MEMBER, DOCUMENT, PROPOSED]

/** A deleted or merged object keeps its last name, taken from its history. */
export const FORMER = `(SELECT e.change_data ->> '$.before.name' FROM object_numbers o CROSS JOIN audit_entries e ON e.object = o.id
   WHERE substr(o.object_id, -8) = substr(ids.id, -8) AND o.object_id = ids.id AND o.company = ${companyNumber('?1')}
     AND (SELECT wn.word FROM word_numbers wn WHERE wn.id = o.kind)
         IN ('DEPARTMENT', 'BUSINESS_UNIT', 'LOCATION', 'ENTITY', 'SPEND_CATEGORY', 'SERVICE')
     AND (e.action LIKE '%.deleted' OR e.action LIKE '%.merged') ORDER BY e.id DESC LIMIT 1)`

/**
 * Each id is looked up by its key in one table after another. +company_id keeps SQLite from scanning the company's
 * rows.
 */
export const namesSql = (ids: string, lookups: readonly string[]) =>
  `WITH ids(id) AS MATERIALIZED (${ids}) SELECT id, COALESCE(${lookups.join(',\n ')}) AS name FROM ids`

const ARCHIVABLE = ['vendors', 'services']
/** SQL for whether `ids.id` is archived. */
export const IS_ARCHIVED = ARCHIVABLE.map(
  (table) => `EXISTS (SELECT 1 FROM ${table} t WHERE t.id = ids.id AND t.archived_at IS NOT NULL)`,
).join(' OR ')
const WITH_KIND = Object.values(LOOKUP_TABLES).map((table) => {
  const archived = ARCHIVABLE.includes(table) ? 'archived_at IS NOT NULL' : '0'
  return `(SELECT json_array('${table}', name, ${archived}) FROM ${table} WHERE id = ids.id AND +company_id = ?1)`
})
const NAMES_SQL = `WITH ids(id) AS MATERIALIZED (SELECT value FROM json_each(?2)),
  found(id, object) AS MATERIALIZED (SELECT id, COALESCE(${WITH_KIND.join(',\n ')}) FROM ids)
  SELECT id, object ->> 0 AS kind, object ->> 1 AS name, object ->> 2 AS isArchived FROM found`

/**
 * `id`, `kind` (its table), `name` and `isArchived` of the company's objects among `ids`. For people and other companies'
 * ids, all others are null.
 */
export const namesStatement = (db: Pick<Database, 'sql'>, companyId: string, ids: string): D1PreparedStatement =>
  db.sql(NAMES_SQL, companyId, ids)

export const namesOfRows = (rows: Record<string, unknown>[]): Map<string, string> =>
  new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[String(id), String(name)]])))
