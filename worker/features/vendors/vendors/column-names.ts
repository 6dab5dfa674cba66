import type { FieldSection } from '../../../../schema/vendors/settings/fields.ts'
import { LOOKUP_TABLES, LOOKUPS } from '../../../core/object-names.ts'

/** Field types whose answers are ids. */
const POINTING = [...Object.keys(LOOKUP_TABLES), 'MEMBER_SELECT', 'DOCUMENTS']

/** A section of fields: its answers, as SQL for a row of the page, or for each entry of a JSON list, `each`. */
interface Shown {
  section: FieldSection
  answers: string
  each?: string
}

/**
 * SQL of `id` and `name` for everything that a list's custom columns refer to. ?1 is the company. The columns are read
 * first, and if none refers to anything, the page isn't.
 * @param held names that the page's rows contain
 * @param page selects what `answers` needs as `page`; its limit is multiplied by the given factor, 1 or 0
 */
export const columnNamesSql = (
  columns: 'vendorColumns' | 'serviceColumns',
  sections: readonly Shown[],
  held: readonly string[],
  page: (times: string) => string,
  tables = '',
): string => {
  const types = POINTING.map((type) => `'${type}'`).join(', ')
  const fields = sections.map(
    ({ section }) =>
      `SELECT '${section}' AS section, q.value ->> 'id' AS id FROM vendor_service_custom_columns c
         CROSS JOIN custom_form_fields f ON f.company_id = ?1 AND f.vendor_category_id = ''
         CROSS JOIN json_each(f.definition, '$.${section}') q
        WHERE c.company_id = ?1 AND q.value ->> 'type' IN (${types})
          AND instr(c.definition -> '$.${columns}', json_quote(q.value ->> 'id'))`,
  )
  const pointed = sections.map(
    ({ section, answers, each }) =>
      `SELECT t.atom FROM shown CROSS JOIN page ${each ? `CROSS JOIN json_each(${each}) each` : ''}
         CROSS JOIN json_tree(${answers}, '$."' || shown.id || '"') t
        WHERE shown.section = '${section}' AND t.type = 'text' AND length(t.atom) <= 64`,
  )
  return `WITH ${tables && `${tables}, `}shown (section, id) AS MATERIALIZED (${fields.join(' UNION ALL ')}),
    page (${held.join(', ')}) AS MATERIALIZED (${page('EXISTS (SELECT 1 FROM shown)')}),
    ids (id) AS MATERIALIZED (SELECT DISTINCT x.atom FROM (${pointed.join(' UNION ALL ')}) AS x)
    SELECT id, COALESCE(${LOOKUPS.join(', ')}) AS name FROM ids`
}
