import type { AnswerValue, Question } from '../../../../schema/requests/forms/form.ts'
import { getVendorIntakeAnswers, type VendorIntakeAnswer } from '../../../../schema/vendors/vendors/endpoints.ts'
import { mergedWalks } from '../../../core/looked-page.ts'
import { FORMER, LOOKUPS } from '../../../core/object-names.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { decodeCursor, encodeCursor } from '../../../core/paging.ts'
import { labelsOf, namedValue, readableRequest, readableRequestParams } from '../../requests/submissions/index.ts'
import { missingVendor } from './missing.ts'

/** How many of a vendor's requests one page reads. */
const PORTION = 20

/** Requests `s` in order. ?1 company, ?2 vendor, ?3 and ?4 the last request of the previous page, or null. */
const requestsOf = (from: string, where: string): string =>
  `SELECT s.created_at AS createdAt, s.number AS number FROM ${from}
    WHERE ${where} AND s.is_draft = 0 AND (?3 IS NULL OR (s.created_at, s.number) < (?3, ?4))`

/** Those that name the vendor, and those that people linked to it, which are few beside them; one more than a page. */
const WALKED = mergedWalks(
  [
    requestsOf(
      'intake_submissions s INDEXED BY intake_submissions_of_vendor',
      's.company_id = ?1 AND s.vendor_id = ?2',
    ),
    requestsOf(
      'intake_submission_vendors k CROSS JOIN intake_submissions s ON s.id = k.intake_submission_id',
      'k.company_id = ?1 AND k.vendor_id = ?2 AND s.vendor_id IS NOT ?2',
    ),
  ],
  { columns: ['createdAt', 'number'], directions: ['DESC', 'DESC'] },
  `${PORTION + 1}`,
)

/** Whether something was answered. */
const ANSWERED = `a.value NOT IN ('null', '""', '[]')`

const NAMES = `(SELECT json_group_object(ids.id, COALESCE(${[...LOOKUPS, FORMER].join(',\n ')}))
    FROM (SELECT DISTINCT j.value AS id FROM json_tree(n.newest, '$.value') j
           WHERE j.type = 'text' AND length(j.value) <= 64) ids)`

/**
 * The newest answer of each question. Whether it is shown on the vendor's page is what the category's form says today;
 * what was asked is what the form of the request said then. One row without an answer where nothing is answered.
 */
const ANSWERS_SQL = `WITH walked(list) AS MATERIALIZED (SELECT json_group_array(json_array(createdAt, number)) FROM (${WALKED})),
  seen(place, id, version, formVersion, categoryId) AS MATERIALIZED (
    SELECT w.key, s.id, s.version, s.form_version, s.intake_category_id
      FROM walked CROSS JOIN json_each(walked.list) w CROSS JOIN intake_submissions s ON s.company_id = ?1 AND s.number = w.value ->> 1
     WHERE w.key < ${PORTION} AND ${readableRequest(5)}),
  asked(categoryId, categoryName, ordinal, step, place, questionId) AS MATERIALIZED (
    SELECT c.id, c.name, c.ordinal, t.value ->> 'ordinal', q.value ->> 'ordinal', q.value ->> 'id'
      FROM (SELECT DISTINCT categoryId FROM seen) met
     CROSS JOIN intake_categories c ON c.id = met.categoryId
     CROSS JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
     CROSS JOIN json_each(f.definition, '$.steps') t CROSS JOIN json_each(t.value, '$.questions') q
     WHERE q.value ->> 'showOnVendorDetails' = 1 AND q.value ->> 'type' <> 'DISPLAY_ONLY'),
  answered(categoryId, categoryName, ordinal, step, place, questionId, newest) AS MATERIALIZED (
    SELECT q.*, (SELECT json_object('id', r.id, 'formVersion', r.formVersion, 'value', json(a.value), 'note', a.note)
                   FROM seen r CROSS JOIN intake_answers a
                     ON a.submission_id = r.id AND a.version = r.version AND a.question_id = q.questionId
                  WHERE r.categoryId = q.categoryId AND ${ANSWERED} ORDER BY r.place LIMIT 1)
      FROM asked q)
SELECT (SELECT list FROM walked) AS walked, n.questionId, n.categoryName, n.newest -> '$.value' AS value,
       n.newest ->> '$.note' AS note, ${NAMES} AS names,
       (SELECT q.value FROM intake_form_versions f CROSS JOIN json_each(f.definition, '$.steps') t
         CROSS JOIN json_each(t.value, '$.questions') q
         WHERE f.intake_category_id = n.categoryId AND f.version = n.newest ->> '$.formVersion'
           AND q.value ->> 'id' = n.questionId LIMIT 1) AS question,
       s.id, s.number, s.title, s.status, s.archived_at AS archivedAt, s.created_at AS createdAt, s.submitted_at AS submittedAt
  FROM (SELECT 1) one LEFT JOIN answered n ON n.newest IS NOT NULL
  LEFT JOIN intake_submissions s ON s.id = n.newest ->> '$.id'
 ORDER BY n.ordinal, n.categoryId, n.step, n.place`

interface AnswerRow extends Pick<VendorIntakeAnswer, 'questionId' | 'categoryName' | 'note'> {
  /** JSON: the requests that were looked through, and one more. */
  walked: string
  names: string
  value: string
  /** Null where nothing is answered. */
  question: string | null
  id: string
  number: number
  title: string
  status: VendorIntakeAnswer['request']['status']
  archivedAt: number | null
  createdAt: number
  submittedAt: number
}

const toAnswer = (row: AnswerRow & { question: string }): VendorIntakeAnswer => {
  const known = Object.entries(JSON.parse(row.names) as Record<string, string | null>)
  const names = new Map(known.flatMap(([id, name]) => (name === null ? [] : [[id, name] as const])))
  const question = JSON.parse(row.question) as Question
  const value = JSON.parse(row.value) as AnswerValue
  return {
    questionId: row.questionId,
    type: question.type,
    label: question.label,
    value: namedValue(question, value, names),
    labels: labelsOf(question, value, names),
    note: row.note,
    categoryName: row.categoryName,
    request: {
      ...{ id: row.id, number: row.number, title: row.title, status: row.status, archived: row.archivedAt !== null },
      submittedAt: new Date(row.submittedAt).toISOString(),
    },
  }
}

/** One round trip. Throws NOT_FOUND for another company's vendor. For a merged one it names the remaining one. */
export const readIntakeAnswers = query({
  id: 'vendors.intake-answers',
  access: 'requests.use',
  input: inputOf(getVendorIntakeAnswers),
  run: async (context, { vendorId, cursor }) => {
    const { db, actor } = context
    const after = cursor ? decodeCursor(cursor, 2) : [null, null]
    const walk = [actor.companyId, vendorId, ...after]
    const [vendors, found] = await db.batch([
      db.sql('SELECT 1 FROM vendors WHERE company_id = ? AND id = ?', actor.companyId, vendorId),
      db.sql(ANSWERS_SQL, ...walk, ...readableRequestParams(actor)),
    ])
    if (!vendors?.results[0]) throw await missingVendor(context, vendorId)
    const rows = (found?.results ?? []) as unknown as AnswerRow[]
    const edges = rows
      .filter((row): row is AnswerRow & { question: string } => row.question !== null)
      .map((row) => ({ cursor: encodeCursor([row.createdAt, row.number]), node: toAnswer(row) }))
    const walked = JSON.parse(rows[0]?.walked ?? '[]') as [number, number][]
    const last = walked[PORTION - 1]
    return {
      edges,
      pageInfo: {
        hasNextPage: walked.length > PORTION,
        startCursor: edges[0]?.cursor ?? null,
        endCursor: last ? encodeCursor(last) : (edges.at(-1)?.cursor ?? null),
      },
    }
  },
})
