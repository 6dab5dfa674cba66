import { chosenIds } from '../../../schema/intake/chosen-departments.ts'
import type { Answers, FormDefinition, Question } from '../../../schema/intake/form.ts'
import { keptAnswers } from '../../../schema/intake/kept-answers.ts'
import { isAmount, validateAnswers } from '../../../schema/intake/validation.ts'
import { allQuestions, dropHidden, visibleQuestions } from '../../../schema/intake/visibility.ts'
import { currencyProblem } from '../../../schema/shared/exchange.ts'
import { money } from '../../../schema/shared/money.ts'
import { type CustomFormFields, NO_FIELDS } from '../../../schema/vendor-settings/fields.ts'
import type { Database } from '../../core/database.ts'
import { canonicalJson } from '../../core/hash.ts'
import type { StaffContext } from '../../core/operation.ts'
import { allowedCurrencies } from '../currency-rates/index.ts'
import { LOOKUP_TABLES, LOOKUPS } from '../intake/submissions/names.ts'

/** The form of vendors: the company's own fields, then those of each chosen category (specification 2 §3). */

export const OWN_STEP = { id: 'vendor-fields', label: 'Vendor fields' }

interface StoredFields {
  categoryId: string
  categoryName: string | null
  definition: string | null
}

/** The company's own fields and those of the categories ?2, a JSON list of ids. */
const FORM_SQL = `
SELECT '' AS categoryId, NULL AS categoryName,
       (SELECT f.definition FROM custom_form_fields f WHERE f.company_id = ?1 AND f.vendor_category_id = '') AS definition
 UNION ALL
SELECT c.id, c.name, (SELECT f.definition FROM custom_form_fields f WHERE f.company_id = ?1 AND f.vendor_category_id = c.id)
  FROM json_each(?2) j CROSS JOIN vendor_categories c ON c.id = j.value AND +c.company_id = ?1`

export const formStatement = (
  { db, actor }: { db: Pick<Database, 'sql'>; actor: { companyId: string } },
  categoryIds: readonly string[],
): D1PreparedStatement => db.sql(FORM_SQL, actor.companyId, JSON.stringify(categoryIds))

/** The form of a vendor ?2, and names of everything that its answers point at, without knowing them yet. */
export const formOfVendorStatements = (
  { db, actor }: { db: Pick<Database, 'sql'>; actor: { companyId: string } },
  vendorId: string,
): D1PreparedStatement[] => [
  db.sql(
    FORM_SQL.replace(
      'json_each(?2)',
      'json_each((SELECT category_ids FROM vendors WHERE id = ?2 AND company_id = ?1))',
    ),
    actor.companyId,
    vendorId,
  ),
  db.sql(
    `WITH ids(id) AS MATERIALIZED (
       SELECT DISTINCT t.atom FROM vendors v CROSS JOIN json_tree(v.answers) t
        WHERE v.id = ?2 AND v.company_id = ?1 AND t.type = 'text' AND length(t.atom) <= 64)
     SELECT id, COALESCE(${LOOKUPS.join(', ')}) AS name FROM ids`,
    actor.companyId,
    vendorId,
  ),
]

export interface VendorForm {
  form: FormDefinition
  /** Names of the categories that there are. */
  categories: Map<string, string>
}

export const formOfRows = (rows: Record<string, unknown>[]): VendorForm => {
  const stored = rows as unknown as StoredFields[]
  const fieldsOf = (definition: string | null): Question[] =>
    (definition ? (JSON.parse(definition) as CustomFormFields) : NO_FIELDS).vendorFormFields
  return {
    form: {
      steps: stored
        .toSorted((a, b) => (a.categoryName ?? '').localeCompare(b.categoryName ?? ''))
        .map(({ categoryId, categoryName, definition }, ordinal) => ({
          id: categoryId || OWN_STEP.id,
          label: categoryName ?? OWN_STEP.label,
          ordinal,
          isAdditionalStep: false,
          questions: fieldsOf(definition),
        })),
    },
    categories: new Map(
      stored.flatMap(({ categoryId, categoryName }) => (categoryName ? [[categoryId, categoryName]] : [])),
    ),
  }
}

/** Names of everything that answers point at; ids that are not the company's have none. */
export const answerNames = async ({ db, actor }: StaffContext, answers: Answers): Promise<Map<string, string>> => {
  const ids = [...new Set(Object.values(answers).flatMap((value) => chosenIds(value)))].filter((id) => id.length <= 64)
  if (ids.length === 0) return new Map()
  const rows = await db.all<{ id: string; name: string | null }>(
    db.sql(
      `WITH ids(id) AS MATERIALIZED (SELECT value FROM json_each(?2))
       SELECT id, COALESCE(${LOOKUPS.join(', ')}) AS name FROM ids`,
      actor.companyId,
      JSON.stringify(ids),
    ),
  )
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])))
}

const pointsAt = ({ type }: Question): boolean =>
  Object.hasOwn(LOOKUP_TABLES, type) || type === 'MEMBER_SELECT' || type === 'DOCUMENTS'

export interface CheckedAnswers {
  answers: Answers
  /** Messages by the place of a field: `answers.<question id>`. */
  faults: Record<string, string>
  names: Map<string, string>
}

/**
 * Answers without those of hidden fields (specification 2 §5), and what is wrong with them.
 * @param before those that are stored: what was chosen earlier may stay though it is gone since
 */
export const checkAnswers = async (
  context: StaffContext,
  { form }: VendorForm,
  given: Answers,
  before: Answers = {},
): Promise<CheckedAnswers> => {
  const { actor } = context
  const answers = dropHidden(form, keptAnswers(allQuestions(form), given, actor.company.currency))
  const names = await answerNames(context, answers)
  return { answers, faults: answerFaults(actor, form, answers, before, names), names }
}

/**
 * What is wrong with visible answers, by `answers.<question id>`.
 * @param steps those to look at; all without it
 */
export const answerFaults = (
  actor: StaffContext['actor'],
  form: FormDefinition,
  answers: Answers,
  before: Answers,
  names: ReadonlyMap<string, string>,
  steps: FormDefinition['steps'] = form.steps,
): Record<string, string> => {
  const faults: Record<string, string> = {}
  const stepIds = steps.map((step) => step.id)
  for (const [questionId, message] of Object.entries(validateAnswers(form, answers, { stepIds }))) {
    faults[`answers.${questionId}`] = message
  }
  for (const question of visibleQuestions(form, answers, steps)) {
    const value = answers[question.id]
    // What was written while other currencies were on may stay.
    if (
      isAmount(question) &&
      money.safeParse(value).success &&
      canonicalJson(value) !== canonicalJson(before[question.id])
    ) {
      const problem = currencyProblem(money.parse(value), allowedCurrencies(actor), true)
      if (problem) faults[`answers.${question.id}`] ??= problem
    }
    if (!pointsAt(question)) continue
    const known = new Set(chosenIds(before[question.id]))
    const gone = chosenIds(answers[question.id]).some((id) => !names.has(id) && !known.has(id))
    if (gone) faults[`answers.${question.id}`] ??= 'This choice is no longer available. Choose another one.'
  }
  return faults
}

/** What an answer chose, by name. */
export const labelsOf = (question: Question, value: Answers[string], names: ReadonlyMap<string, string>): string[] => {
  if (question.type === 'CUSTOM_SELECT') {
    const options = new Map(question.options.map(({ id, label }) => [id, label]))
    return chosenIds(value).map((id) => options.get(id) ?? 'Removed')
  }
  return pointsAt(question) ? chosenIds(value).map((id) => names.get(id) ?? 'Removed') : []
}
