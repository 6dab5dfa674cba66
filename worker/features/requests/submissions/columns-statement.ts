import { FORMER, LOOKUPS } from '../../../core/object-names.ts'

/**
 * The custom columns of a category's request list. They are part of the list's statement, so that a page stays one
 * round trip. ?1 is the company.
 */

/** WITH tables: the columns whose question is in the form or whose task is in a workflow, each with its type. */
export const columnTables = (categoryId: string): string[] => [
  `custom_columns (ordinal, name, question_id, rule_id) AS MATERIALIZED (
    SELECT d.key, d.value ->> 'columnName', d.value ->> 'questionId', d.value ->> 'ruleId'
      FROM intake_categories c CROSS JOIN json_each(c.dashboard_columns) d
     WHERE c.id = ${categoryId} AND c.company_id = ?1 AND c.deleted_at IS NULL)`,
  `column_questions (id, type, options) AS MATERIALIZED (
    SELECT q.value ->> 'id', q.value ->> 'type', q.value -> 'options'
      FROM intake_categories c
     CROSS JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
     CROSS JOIN json_each(f.definition, '$.steps') st
     CROSS JOIN json_each(st.value, '$.questions') q
     WHERE c.id = ${categoryId} AND c.company_id = ?1 AND q.value ->> 'type' <> 'DISPLAY_ONLY'
       AND q.value ->> 'id' IN (SELECT question_id FROM custom_columns))`,
  `column_rules (id, type) AS MATERIALIZED (
    SELECT r.value ->> 'id', r.value ->> 'type'
      FROM intake_workflows wf
     CROSS JOIN json_each(wf.definition, '$.levels') l
     CROSS JOIN json_each(l.value, '$.rules') r
     WHERE EXISTS (SELECT 1 FROM custom_columns WHERE rule_id IS NOT NULL)
       AND wf.company_id = ?1 AND wf.intake_category_id = ${categoryId} AND wf.deleted_at IS NULL
       AND r.value ->> 'id' IN (SELECT rule_id FROM custom_columns))`,
]

/** ?2 is the category. */
export const COLUMNS_SQL = `WITH ${columnTables('?2').join(', ')}
  SELECT k.ordinal, k.name AS columnName, k.question_id AS questionId, k.rule_id AS ruleId,
         COALESCE((SELECT type FROM column_questions WHERE id = k.question_id),
                  (SELECT type FROM column_rules WHERE id = k.rule_id LIMIT 1)) AS type
    FROM custom_columns k ORDER BY k.ordinal`

const optionIn = (options: string): string =>
  `(SELECT o.value ->> 'label' FROM json_each(${options}) o WHERE o.value ->> 'id' = ids.id)`

/** An option that is no longer in the form has the label from when the request was filed. */
const FORMER_OPTION = `(SELECT o.value ->> 'label' FROM intake_form_versions f
   CROSS JOIN json_each(f.definition, '$.steps') st CROSS JOIN json_each(st.value, '$.questions') was
   CROSS JOIN json_each(was.value, '$.options') o
  WHERE f.intake_category_id = s.intake_category_id AND f.version = s.form_version
    AND was.value ->> 'id' = a.question_id AND o.value ->> 'id' = ids.id)`

const NAME = `CASE asks.type WHEN 'CUSTOM_SELECT' THEN COALESCE(${optionIn('asks.options')}, ${FORMER_OPTION})
  ELSE COALESCE(${[optionIn('asks.options'), ...LOOKUPS, FORMER].join(',\n ')}) END`

/** `questionAnswers` and `taskBlocks` of a request `s`, as JSON. Blocks are read only if a column is a task. */
export const columnAnswersSql = `(SELECT json_group_array(json_object('questionId', a.question_id, 'value', json(a.value),
     'names', CASE WHEN asks.type LIKE '%\\_SELECT%' ESCAPE '\\' OR asks.type = 'DOCUMENTS' THEN json((
       SELECT json_group_array(json_object('id', ids.id, 'name', ${NAME}))
         FROM (SELECT CASE type WHEN 'object' THEN value ->> 'id' ELSE value END AS id FROM json_each(a.value)
            WHERE type IN ('text', 'object')) ids)) END))
    FROM column_questions asks
   CROSS JOIN intake_answers a ON a.submission_id = s.id AND a.version = s.version AND a.question_id = asks.id) AS questionAnswers,
  CASE WHEN EXISTS (SELECT 1 FROM column_rules) THEN (SELECT json_group_array(json(l.block))
    FROM level_group_statuses l
   WHERE l.company_id = s.company_id AND l.target_type = 'INTAKE_SUBMISSION' AND l.target_id = s.id AND l.run = s.run
     AND l.rule_id IN (SELECT id FROM column_rules)) END AS taskBlocks`
