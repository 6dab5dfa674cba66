import type { Database } from '../../../core/database.ts'
import { MEMBER, namesSql, OBJECTS } from '../../../core/object-names.ts'

const FORM_NAMES_SQL = namesSql(
  `SELECT j.value FROM intake_categories c
     JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version, json_tree(f.definition) j
    WHERE c.id = ?2 AND c.company_id = ?1 AND j.type = 'text' AND j.path LIKE '%.conditionAnyOfs[%].values'`,
  [...OBJECTS, MEMBER],
)

/** Names of everything that conditions of a category's form refer to, in the same round trip as the form. */
export const formNamesStatement = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  categoryId: string,
): D1PreparedStatement => db.sql(FORM_NAMES_SQL, companyId, categoryId)
