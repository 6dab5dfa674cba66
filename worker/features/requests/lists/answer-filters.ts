import type { QuestionType } from '../../../../schema/requests/forms/form.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { computed, typed } from '../../../core/record.ts'

/** Filtering requests by their answers: `[label, value, label, value, …]` (specification 2 §5). */

const DATE_TYPES: readonly QuestionType[] = ['DATE', 'DUE_DATE', 'START_DATE', 'END_DATE']
const quoted = (types: readonly string[]): string => types.map((type) => `'${type}'`).join(', ')

type Bind = (value: unknown) => string

interface Asked {
  label: string
  values: string[]
}

/** Values of a repeated label are alternatives. */
export const pairsOf = (filters: readonly string[]): Asked[] => {
  const asked = new Map<string, Asked>()
  for (let i = 0; i + 1 < filters.length; i += 2) {
    const [label = '', value = ''] = filters.slice(i, i + 2)
    const known = asked.get(label.toLowerCase())
    if (known) known.values.push(value)
    else asked.set(label.toLowerCase(), { label, values: [value] })
  }
  return [...asked.values()]
}

/** An id or a boolean, as it appears in an answer's JSON. */
const inJson = (value: string): string => (value === 'true' || value === 'false' ? value : JSON.stringify(value))

const DATE = String.raw`\d{4}-\d{2}-\d{2}`
const PERIOD = new RegExp(`^(${DATE})?(?:,(${DATE})?)?$`)

/** `from,to` dates, either of which may be missing, as they appear in an answer's JSON. Null for other values. */
const periodOf = (value: string): { from: string; to: string } | null => {
  const match = PERIOD.exec(value)
  if (!match || value === '' || value === ',') return null
  const [, from = '', to] = match
  const last = value.includes(',') ? to : from
  return { from: JSON.stringify(from), to: last ? JSON.stringify(last) : '"~"' }
}

/**
 * The questions that are meant, in the current forms, with the possible values of their answers. Options of a
 * question's own list are found by label or id. Question ids are unique only in their category, so an answer is matched
 * by category, question and value.
 * @returns the WITH table `asked`, and a condition on the request `s` for each label
 */
export const answerConditions = (
  filters: readonly string[],
  bind: Bind,
  categoryId: string | undefined,
): { table: string; where: string[] } => {
  const asked = pairsOf(filters)
  const wanted = asked.flatMap(({ label, values }, n) =>
    values.map((value) => ({
      n,
      label: label.toLowerCase(),
      value: value.toLowerCase(),
      id: value,
      json: inJson(value),
    })),
  )
  const list = bind(JSON.stringify(wanted))
  const table = `asked (n, category_id, question_id, place, is_date, answer, type) AS MATERIALIZED (
    SELECT w.value ->> 'n', c.id, q.value ->> 'id', c.id || ' ' || (q.value ->> 'id'),
           q.value ->> 'type' IN (${quoted(DATE_TYPES)}),
           c.id || ' ' || (q.value ->> 'id') || ' ' || CASE q.value ->> 'type'
             WHEN 'CUSTOM_SELECT' THEN '"' || (o.value ->> 'id') || '"' ELSE w.value ->> 'json' END,
           q.value ->> 'type'
      FROM intake_categories c
     CROSS JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
     CROSS JOIN json_each(f.definition, '$.steps') st
     CROSS JOIN json_each(st.value, '$.questions') q
     CROSS JOIN json_each(${list}) w ON w.value ->> 'label' = lower(q.value ->> 'label')
      LEFT JOIN json_each(q.value, '$.options') o
        ON q.value ->> 'type' = 'CUSTOM_SELECT'
       AND (lower(o.value ->> 'label') = w.value ->> 'value' OR o.value ->> 'id' = w.value ->> 'id')
     WHERE c.company_id = ?1 AND c.deleted_at IS NULL ${categoryId ? `AND c.id = ${bind(categoryId)}` : ''}
       AND lower(q.value ->> 'label') IN (SELECT value ->> 'label' FROM json_each(${list})))`
  const place = "s.intake_category_id || ' ' || x.question_id"
  const where = asked.map(({ values }, n) => {
    const of = (column: string) => `(SELECT ${column} FROM asked WHERE n = ${n})`
    const periods = values.flatMap((value) => periodOf(value) ?? [])
    const inPeriod = periods.map(({ from, to }) => `x.value BETWEEN ${bind(from)} AND ${bind(to)}`).join(' OR ')
    const dated = inPeriod
      ? ` OR (x.value LIKE '"____-__-__"' AND (${inPeriod})
           AND ${place} IN (SELECT place FROM asked WHERE n = ${n} AND is_date))`
      : ''
    const found = (question: string, answers: string): string => `FROM intake_answers x
      WHERE x.submission_id = s.id AND x.version = s.version AND x.question_id ${question}
        AND (CASE WHEN x.value LIKE '[%'
             THEN EXISTS (SELECT 1 FROM json_each(x.value) e WHERE ${place} || ' ' || json_quote(CASE e.type WHEN 'object' THEN e.value ->> 'id' ELSE e.value END) ${answers})
             ELSE ${place} || ' ' || x.value ${answers} END${dated})`
    // The questions of each category, so that a request is read only for those of its own.
    const ofCategories = `(SELECT json_group_object(own.category_id, json(own.ids)) FROM (
      SELECT category_id, json_group_array(DISTINCT question_id) AS ids FROM asked WHERE n = ${n} GROUP BY category_id) own)`
    const own = categoryId
      ? of('question_id')
      : `(SELECT value FROM json_each(${ofCategories} -> s.intake_category_id))`
    // Counted, because SQLite turns EXISTS into a join that would stop at the first of several questions.
    const any = `(SELECT COUNT(*) ${found(`IN ${own}`, `IN ${of('answer')}`)}) > 0`
    if (!categoryId) return any
    // Most forms have a label once and one answer is wanted, so no list has to be read for each request.
    const one = (column: string) => `= (SELECT ${column} FROM asked WHERE n = ${n} LIMIT 1)`
    return `(EXISTS (SELECT 1 ${found(one('question_id'), one('answer'))})
      OR ((SELECT COUNT(DISTINCT answer) > 1 FROM asked WHERE n = ${n}) AND ${any}))`
  })
  return { table, where }
}

const CALLED = typed`SELECT ${computed<{ label: string; options: string | null }>({
  label: "q.value ->> 'label'",
  options: "q.value -> 'options'",
})}
   FROM intake_categories c
  CROSS JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
  CROSS JOIN json_each(f.definition, '$.steps') st
  CROSS JOIN json_each(st.value, '$.questions') q
  WHERE c.company_id = ?1 AND c.deleted_at IS NULL AND c.id <> ?2
    AND lower(q.value ->> 'label') IN (SELECT value FROM json_each(?3))`

/** Questions of the current forms with one of these labels in small letters, but for those of one category. */
export const questionsCalled = (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  labels: readonly string[],
  exceptCategoryId: string,
) => db.all(db.sql(CALLED, actor.companyId, exceptCategoryId, JSON.stringify(labels)))
