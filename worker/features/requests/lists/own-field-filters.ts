import type { Params } from '../../../core/params.ts'
import { pairsOf } from './answer-filters.ts'

/** Filters on the company's own fields of vendors, services and periods: `[label, value, label, value, …]`. */

const DAY = String.raw`(?:\d{4}-\d{2}-\d{2})?`
const PERIOD = new RegExp(`^(${DAY})(?:,(${DAY}))?$`)

/** `from,to` dates, either of which may be missing. */
const periodOf = (value: string): { from: string; to: string } | null => {
  const match = value === ',' ? null : PERIOD.exec(value)
  if (!match || value === '') return null
  const [, from = '', to = from] = match
  return { from, to: to || '9999' }
}

/** The range of matching answers to question `q` for the filter `w`, so that the index returns just these. */
const bound = (end: 'from' | 'to'): string =>
  `CASE q.value ->> 'type'
     WHEN 'YES_NO' THEN CASE w.value ->> 'value' WHEN 'true' THEN '1' WHEN 'false' THEN '0' END
     WHEN 'DATE' THEN w.value ->> '${end}'
     WHEN 'START_DATE' THEN w.value ->> '${end}'
     WHEN 'END_DATE' THEN w.value ->> '${end}'
     ELSE lower(coalesce(o.value ->> 'id', w.value ->> 'value')) END`

/** The table of a section's answers, and the column that says whose they are. */
export interface AnswersOf {
  section: string
  table: string
  column: string
}

/**
 * Selects, for each label, the `id`s with such answers, whether the field is for all vendors or a category. Options of
 * a question's own list are found by label, dates by their range, everything else by id or value.
 */
export const answersSo = (
  { section, table, column }: AnswersOf,
  filters: readonly string[],
  bind: Params['bind'],
): string[] =>
  pairsOf(filters).map(({ label, values }) => {
    const asked = bind(JSON.stringify(values.map((value) => ({ value: value.toLowerCase(), ...periodOf(value) }))))
    return `SELECT DISTINCT a.${column} AS id FROM custom_form_fields f
       CROSS JOIN json_each(f.definition, '$.${section}') q
       CROSS JOIN json_each(${asked}) w
        LEFT JOIN json_each(q.value, '$.options') o
          ON q.value ->> 'type' = 'CUSTOM_SELECT' AND lower(o.value ->> 'label') = w.value ->> 'value'
       CROSS JOIN ${table} a ON a.company_id = ?1 AND a.question_id = q.value ->> 'id'
         AND a.value BETWEEN ${bound('from')} AND ${bound('to')}
       WHERE f.company_id = ?1 AND lower(q.value ->> 'label') = lower(${bind(label)})`
  })

/**
 * A WITH table of the filters on a section of fields, for checking one object after another: for each label, by its
 * number `n`, the matching fields and the range of their answers.
 */
export const askedFields = (
  name: string,
  filters: readonly string[],
  bind: Params['bind'],
  section: string,
): string => {
  const asked = pairsOf(filters).flatMap(({ label, values }, n) =>
    values.map((value) => ({ n, label: label.toLowerCase(), value: value.toLowerCase(), ...periodOf(value) })),
  )
  return `${name} (n, question_id, low, high) AS MATERIALIZED (
    SELECT w.value ->> 'n', q.value ->> 'id', ${bound('from')}, ${bound('to')} FROM custom_form_fields f
     CROSS JOIN json_each(f.definition, '$.${section}') q
     CROSS JOIN json_each(${bind(JSON.stringify(asked))}) w ON w.value ->> 'label' = lower(q.value ->> 'label')
      LEFT JOIN json_each(q.value, '$.options') o
        ON q.value ->> 'type' = 'CUSTOM_SELECT' AND lower(o.value ->> 'label') = w.value ->> 'value'
     WHERE f.company_id = ?1)`
}
