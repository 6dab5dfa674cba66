import type { Database } from '../../../core/database.ts'
import { namedInAnswers, replacedIn } from '../../../core/kinds/named-in-answers.ts'
import { requestsNaming } from '../../../core/naming-requests.ts'
import { SERVICE_ANSWERS } from '../services/index.ts'
import { indexBackStatements, indexStatements } from './indexed-answers.ts'
import type { Move } from './move.ts'

/** Answers, drafts and saved filters with a vendor's id in their text: rewritten, recorded and restored. */

interface TextPlace {
  table: string
  /** Its name in the record of the merge, if that has other rows of the table too. */
  place?: string
  column: string
  key: string[]
  /** Rows of company ?1 whose text may contain the id ?3 of a vendor. */
  rows: string
  /** A query string contains ids without quotation marks. */
  isJson: boolean
  /** Further assignments for a row. */
  set?: string
}

const OF_VENDORS = namedInAnswers({ table: 'vendor_answer_values', owner: 'vendor_id' }, '?1', '?3')

const TEXTS: TextPlace[] = [
  {
    table: 'intake_answers',
    column: 'value',
    key: ['submission_id', 'version', 'question_id'],
    rows: `(SELECT ?1 AS company_id, a.submission_id, a.version, a.question_id, a.value
      FROM ${requestsNaming('?1', '?3')} k CROSS JOIN intake_answers a ON a.submission_id = k.id)`,
    isJson: true,
  },
  {
    table: 'vendors',
    column: 'answers',
    key: ['id'],
    rows: `(SELECT v.company_id, v.id, v.answers FROM (${OF_VENDORS}) n CROSS JOIN vendors v ON v.id = n.vendor_id)`,
    isJson: true,
  },
  ...SERVICE_ANSWERS.map((of) => ({ ...of, key: ['id'], isJson: true })),
  {
    table: 'custom_form_fields',
    column: 'definition',
    key: ['company_id', 'vendor_category_id'],
    rows: 'custom_form_fields',
    isJson: true,
  },
  { table: 'saved_request_filters', column: 'query_string', key: ['id'], rows: 'saved_request_filters', isJson: false },
]

const keyJson = (columns: string[], of: string): string =>
  `json_array(${columns.map((column) => of + column).join(', ')})`

/** A text with ?3 replaced by ?4. A list that then has it twice keeps it once. */
const replacedSql = ({ column, isJson }: TextPlace): string =>
  isJson
    ? `CASE WHEN json_type(t.${column}) = 'array' AND NOT EXISTS (SELECT 1 FROM json_each(t.${column}) j WHERE j.type <> 'text')
        THEN (SELECT json_group_array(x.id) FROM (SELECT CASE j.value WHEN ?3 THEN ?4 ELSE j.value END AS id, min(j.key) AS place
                FROM json_each(t.${column}) j GROUP BY 1 ORDER BY place) x)
        ELSE ${replacedIn(`t.${column}`, '?3', '?4')} END`
    : `replace(t.${column}, ?3, ?4)`

const namesIt = ({ column, isJson }: TextPlace): string =>
  isJson ? `instr(t.${column}, '"' || ?3 || '"')` : `instr(t.${column}, ?3)`

const placeOf = ({ table, place = table }: TextPlace): string => place

const joined = (place: TextPlace): string => {
  const { table, key } = place
  return [
    'm.company_id = ?1 AND m.merge_id = ?2',
    `m.place = '${placeOf(place)}'`,
    ...key.map((column, index) => `${table}.${column} = m.row_key ->> '$[${index}]'`),
  ].join(' AND ')
}

export const rewriteStatements = (move: Move): D1PreparedStatement[] => [
  ...TEXTS.flatMap((place) => {
    const { db, companyId, mergeId, fromId, intoId } = move
    const { table, column, key, rows, set = '' } = place
    return [
      db.sql(
        `INSERT INTO vendor_merge_moves (company_id, merge_id, place, row_key, before, after)
         SELECT ?1, ?2, '${placeOf(place)}', ${keyJson(key, 't.')}, t.${column}, ${replacedSql(place)} FROM ${rows} t
          WHERE t.company_id = ?1 AND ${namesIt(place)}`,
        companyId,
        mergeId,
        fromId,
        intoId,
      ),
      db.sql(
        `UPDATE ${table} SET ${column} = m.after${set} FROM vendor_merge_moves m WHERE ${joined(place)}`,
        companyId,
        mergeId,
      ),
    ]
  }),
  ...indexStatements(move),
  // No answer has it any more. Those that undoing restores are found again.
  move.db.sql('DELETE FROM answer_vendors WHERE company_id = ? AND vendor_id = ?', move.companyId, move.fromId),
]

/** Only what is still as the merge wrote it. */
export const restoreStatements = (move: Move): D1PreparedStatement[] => [
  ...TEXTS.map((place) =>
    move.db.sql(
      `UPDATE ${place.table} SET ${place.column} = m.before${place.set ?? ''} FROM vendor_merge_moves m
        WHERE ${joined(place)} AND ${place.table}.${place.column} = m.after`,
      move.companyId,
      move.mergeId,
    ),
  ),
  ...indexBackStatements(move),
]

/** `replaceReference` rewrites workflows, forms and drafts. This records them before and after. */
export const recordDefinitions = ({ db, companyId, mergeId, fromId }: Move) => {
  const record = (place: string, before: string, after: string, from: string) =>
    db.sql(
      `INSERT INTO vendor_merge_moves (company_id, merge_id, place, row_key, before, after)
       SELECT ?1, ?2, '${place}', json_array(t.id), ${before}, ${after} FROM ${from}`,
      companyId,
      mergeId,
      `"${fromId}"`,
    )
  return {
    first: [
      record(
        'intake_workflows',
        "json_object('name', t.label, 'definition', t.definition, 'principals', t.principal_ids)",
        't.version + 1',
        'intake_workflows t WHERE t.company_id = ?1 AND t.deleted_at IS NULL AND instr(t.definition, ?3)',
      ),
      record(
        'intake_categories',
        "json_object('name', t.name, 'definition', f.definition)",
        't.form_version + 1',
        `intake_categories t JOIN intake_form_versions f ON f.intake_category_id = t.id AND f.version = t.form_version
          WHERE t.company_id = ?1 AND t.deleted_at IS NULL AND instr(f.definition, ?3)`,
      ),
      record(
        'drafts',
        't.draft_answers',
        'NULL',
        'intake_submissions t WHERE t.company_id = ?1 AND t.is_draft = 1 AND t.deleted_at IS NULL AND instr(t.draft_answers, ?3)',
      ),
    ],
    last: [
      db.sql(
        `UPDATE vendor_merge_moves SET after = (SELECT s.draft_answers FROM intake_submissions s WHERE s.id = row_key ->> '$[0]')
          WHERE company_id = ?1 AND merge_id = ?2 AND place = 'drafts'`,
        companyId,
        mergeId,
      ),
    ],
  }
}

interface Definition {
  place: 'intake_workflows' | 'intake_categories'
  id: string
  name: string
  before: string
  version: number
  /** The current version. A different one means that it changed since. */
  current: number | null
}

export const readDefinitions = (db: Database, companyId: string, mergeId: string): Promise<Definition[]> =>
  db.all<Definition>(
    db.sql(
      `SELECT m.place, m.row_key ->> '$[0]' AS id, m.before ->> 'name' AS name, m.before, CAST(m.after AS INTEGER) AS version,
              CASE m.place
                WHEN 'intake_workflows' THEN (SELECT w.version FROM intake_workflows w
                  WHERE w.id = m.row_key ->> '$[0]' AND w.company_id = ?1 AND w.deleted_at IS NULL)
                ELSE (SELECT c.form_version FROM intake_categories c
                  WHERE c.id = m.row_key ->> '$[0]' AND c.company_id = ?1 AND c.deleted_at IS NULL) END AS current
         FROM vendor_merge_moves m
        WHERE m.company_id = ?1 AND m.merge_id = ?2 AND m.place IN ('intake_workflows', 'intake_categories')`,
      companyId,
      mergeId,
    ),
  )

/** Restores workflows and forms, each as a new version, unless they changed since. */
export const restoreDefinitions = (
  { db, companyId, mergeId }: Move,
  definitions: Definition[],
  by: { userId: string; now: number; why: string },
) => {
  const restored = definitions.filter(({ version, current }) => version === current)
  const of = (place: Definition['place']) =>
    JSON.stringify(
      restored
        .filter((one) => one.place === place)
        .map(({ id, version, before }) => {
          const { definition, principals = null } = JSON.parse(before) as { definition: string; principals?: string }
          return { id, version, definition, principals }
        }),
    )
  const count = (place: Definition['place']) => restored.filter((one) => one.place === place).length
  const versions = (table: string, idColumn: string, json: string) =>
    db.sql(
      `INSERT INTO ${table} (${idColumn}, version, company_id, definition, created_by_user_id, created_at)
       SELECT value ->> 'id', value ->> 'version' + 1, ?2, value ->> 'definition', ?3, ?4 FROM json_each(?1)`,
      json,
      companyId,
      by.userId,
      by.now,
    )
  const guard = (rows: number) => db.sql('INSERT INTO write_guard (ok) SELECT NULL WHERE changes() <> ?', rows)
  const [workflows, forms] = [of('intake_workflows'), of('intake_categories')]
  return {
    kept: definitions.filter((one) => !restored.includes(one)),
    statements: [
      ...(count('intake_workflows')
        ? [
            db.sql(
              `UPDATE intake_workflows SET version = intake_workflows.version + 1, updated_at = ?3,
                      definition = w.value ->> 'definition', principal_ids = w.value ->> 'principals'
                 FROM json_each(?2) w
                WHERE intake_workflows.id = w.value ->> 'id' AND +intake_workflows.company_id = ?1
                  AND intake_workflows.version = w.value ->> 'version'`,
              companyId,
              workflows,
              by.now,
            ),
            guard(count('intake_workflows')),
            versions('intake_workflow_versions', 'intake_workflow_id', workflows),
          ]
        : []),
      ...(count('intake_categories')
        ? [
            db.sql(
              `UPDATE intake_categories SET version = intake_categories.version + 1, form_version = form_version + 1
                 FROM json_each(?2) f
                WHERE intake_categories.id = f.value ->> 'id' AND +intake_categories.company_id = ?1
                  AND intake_categories.form_version = f.value ->> 'version'`,
              companyId,
              forms,
            ),
            guard(count('intake_categories')),
            versions('intake_form_versions', 'intake_category_id', forms),
          ]
        : []),
      db.sql(
        `UPDATE intake_submissions SET draft_answers = m.before FROM vendor_merge_moves m
          WHERE m.company_id = ?1 AND m.merge_id = ?2 AND m.place = 'drafts' AND intake_submissions.id = m.row_key ->> '$[0]'
            AND intake_submissions.is_draft = 1 AND intake_submissions.draft_answers = m.after`,
        companyId,
        mergeId,
      ),
    ],
    audit: restored.map(({ place, id, name, version }) => ({
      changeKey: `${place === 'intake_workflows' ? 'intake-workflow' : 'intake-form'}:${id}:v${version + 1}`,
      action: place === 'intake_workflows' ? 'intake-workflow.saved' : 'intake-form.saved',
      targetType: place === 'intake_workflows' ? ('INTAKE_WORKFLOW' as const) : ('INTAKE_CATEGORY' as const),
      targetId: id,
      message:
        place === 'intake_workflows'
          ? `Version ${version + 1} of the workflow ${name}: ${by.why}`
          : `Version ${version + 1} of the form: ${by.why}`,
      changeData: null,
    })),
  }
}
