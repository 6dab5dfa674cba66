import type { QuestionType } from '../../../../schema/intake/form.ts'
import type { Database } from '../../../core/database.ts'

/** Question types that choose one of the company's named objects, and where these are. */
export const LOOKUP_TABLES: Partial<Record<QuestionType, string>> = {
  VENDOR_SELECT: 'vendors',
  DEPARTMENT_SELECT: 'departments',
  BUSINESS_UNIT_SELECT: 'business_units',
  LOCATION_SELECT: 'locations',
  ENTITY_SELECT: 'entities',
  SPEND_CATEGORY_SELECT: 'spend_categories',
}

const select = (table: string) =>
  `SELECT id, name FROM ${table} WHERE company_id = ?1 AND id IN (SELECT value FROM json_each(?2))`

const TABLES = Object.values(LOOKUP_TABLES)
/** D1 takes at most five terms in a compound SELECT. */
const NAMES_SQL = [TABLES.slice(0, 4), TABLES.slice(4)].map((tables) => tables.map(select).join(' UNION ALL '))

/** Statements for the `id` and `name` of the company's objects among `ids`; other companies' ids find nothing. */
export const nameStatements = (db: Database, companyId: string, ids: string): D1PreparedStatement[] =>
  NAMES_SQL.map((sql) => db.sql(sql, companyId, ids))

export const memberNames = (db: Database, companyId: string, ids: string): D1PreparedStatement =>
  db.sql(
    `SELECT u.id, u.first_name || ' ' || u.last_name AS name FROM company_memberships m JOIN users u ON u.id = m.user_id
      WHERE m.company_id = ?1 AND m.user_id IN (SELECT value FROM json_each(?2))`,
    companyId,
    ids,
  )

export const documentNames = (db: Database, companyId: string, ids: string): D1PreparedStatement =>
  db.sql(
    `SELECT id, display_name AS name FROM documents
      WHERE company_id = ?1 AND deleted_at IS NULL AND id IN (SELECT value FROM json_each(?2))`,
    companyId,
    ids,
  )
