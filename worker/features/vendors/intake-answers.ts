import type { AnswerValue, Question } from '../../../schema/intake/form.ts'
import { getVendorIntakeAnswers, type VendorIntakeAnswer } from '../../../schema/vendors/endpoints.ts'
import { inputOf, query } from '../../core/operation.ts'
import { decodeCursor, encodeCursor } from '../../core/paging.ts'
import { FORMER, LOOKUPS, namesOfRows } from '../intake/submissions/names.ts'
import { labelsOf, namedValue } from '../intake/submissions/read.ts'
import { readableRequest, readableRequestParams } from '../intake/visibility.ts'
import { missingVendor } from '../vendor-merges/survivor.ts'

/** How many of a vendor's requests one page reads. */
const PORTION = 100

/** Requests `s` in order. ?1 company, ?2 vendor, ?3 and ?4 the last request of the previous page, or null. */
const inOrder = (from: string, where: string): string =>
  `SELECT * FROM (SELECT s.id, s.created_at AS createdAt FROM ${from}
    WHERE ${where} AND s.is_draft = 0 AND (?3 IS NULL OR (s.created_at, s.id) < (?3, ?4))
    ORDER BY s.created_at DESC, s.id DESC LIMIT ${PORTION + 1})`

/** Requests that name the vendor, and the few that people linked to it. */
const WALKED = `walked(id, createdAt) AS MATERIALIZED (
  ${inOrder('intake_submissions s INDEXED BY intake_submissions_of_vendor', 's.company_id = ?1 AND s.vendor_id = ?2')}
  UNION
  ${inOrder(
    'intake_submission_vendors k CROSS JOIN intake_submissions s ON s.id = k.intake_submission_id',
    'k.company_id = ?1 AND k.vendor_id = ?2 AND s.vendor_id IS NOT ?2',
  )}
  ORDER BY createdAt DESC, id DESC LIMIT ${PORTION + 1})`

/**
 * The newest answer to each question. The category's current form decides whether the vendor's page shows it. The
 * request's own form has the question as it was asked.
 */
const NEWEST = `${WALKED},
  seen(id, version, formVersion, categoryId, createdAt) AS MATERIALIZED (
    SELECT s.id, s.version, s.form_version, s.intake_category_id, s.created_at
      FROM (SELECT id FROM walked ORDER BY createdAt DESC, id DESC LIMIT ${PORTION}) w
     CROSS JOIN intake_submissions s ON s.id = w.id WHERE ${readableRequest(5)}),
  asked(categoryId, categoryName, ordinal, step, place, questionId) AS MATERIALIZED (
    SELECT c.id, c.name, c.ordinal, t.value ->> 'ordinal', q.value ->> 'ordinal', q.value ->> 'id'
      FROM (SELECT DISTINCT categoryId FROM seen) x
     CROSS JOIN intake_categories c ON c.id = x.categoryId
     CROSS JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
     CROSS JOIN json_each(f.definition, '$.steps') t CROSS JOIN json_each(t.value, '$.questions') q
     WHERE q.value ->> 'showOnVendorDetails' = 1 AND q.value ->> 'type' <> 'DISPLAY_ONLY'),
  newest(categoryId, categoryName, ordinal, step, place, questionId, requestId, formVersion, value, note, age)
    AS MATERIALIZED (
    SELECT * FROM (
      SELECT q.*, r.id, r.formVersion, a.value, a.note,
             row_number() OVER (PARTITION BY q.questionId ORDER BY r.createdAt DESC, r.id DESC) AS age
        FROM seen r CROSS JOIN asked q ON q.categoryId = r.categoryId
       CROSS JOIN intake_answers a
          ON a.submission_id = r.id AND a.version = r.version AND a.question_id = q.questionId
       WHERE a.value NOT IN ('null', '""', '[]'))
     WHERE age = 1)`

const ANSWERS_SQL = `WITH ${NEWEST}
SELECT n.questionId, n.categoryName, n.value, n.note, q.value AS question, s.id, s.number, s.title, s.status,
       s.archived_at AS archivedAt, s.created_at AS createdAt, s.submitted_at AS submittedAt
  FROM newest n CROSS JOIN intake_submissions s ON s.id = n.requestId
 CROSS JOIN intake_form_versions f ON f.intake_category_id = n.categoryId AND f.version = n.formVersion
 CROSS JOIN json_each(f.definition, '$.steps') t CROSS JOIN json_each(t.value, '$.questions') q
 WHERE q.value ->> 'id' = n.questionId
 ORDER BY n.ordinal, n.categoryId, n.step, n.place`

/** The last request that was read, if the portion is full, and the one after it. */
const LAST_SQL = `WITH ${WALKED}
SELECT id, createdAt FROM walked ORDER BY createdAt DESC, id DESC LIMIT 2 OFFSET ${PORTION - 1}`

const NAMES_SQL = `WITH ${NEWEST},
  ids(id) AS MATERIALIZED (
    SELECT DISTINCT j.value FROM newest n CROSS JOIN json_tree(n.value) j
     WHERE j.type = 'text' AND length(j.value) <= 64)
SELECT id, COALESCE(${[...LOOKUPS, FORMER].join(',\n ')}) AS name FROM ids`

interface AnswerRow extends Pick<VendorIntakeAnswer, 'questionId' | 'categoryName' | 'note'> {
  value: string
  question: string
  id: string
  number: number
  title: string
  status: VendorIntakeAnswer['request']['status']
  archivedAt: number | null
  createdAt: number
  submittedAt: number
}

const toAnswer = (row: AnswerRow, names: ReadonlyMap<string, string>): VendorIntakeAnswer => {
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
    const params = [...walk, ...readableRequestParams(actor)]
    const [vendors, ends, found, named] = await db.batch([
      db.sql('SELECT 1 FROM vendors WHERE company_id = ? AND id = ?', actor.companyId, vendorId),
      db.sql(LAST_SQL, ...walk),
      db.sql(ANSWERS_SQL, ...params),
      db.sql(NAMES_SQL, ...params),
    ])
    if (!vendors?.results[0]) throw await missingVendor(context, vendorId)
    const names = namesOfRows(named?.results ?? [])
    const cursorOf = ({ createdAt, id }: Pick<AnswerRow, 'createdAt' | 'id'>) => encodeCursor([createdAt, id])
    const edges = ((found?.results ?? []) as unknown as AnswerRow[]).map((row) => ({
      cursor: cursorOf(row),
      node: toAnswer(row, names),
    }))
    const [last, next] = (ends?.results ?? []) as unknown as Pick<AnswerRow, 'createdAt' | 'id'>[]
    return {
      edges,
      pageInfo: {
        hasNextPage: next !== undefined,
        startCursor: edges[0]?.cursor ?? null,
        endCursor: last ? cursorOf(last) : (edges.at(-1)?.cursor ?? null),
      },
    }
  },
})
