import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import { conversionsOf } from '../../../../schema/requests/forms/conversions.ts'
import type { Answers, FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import { keptAnswers } from '../../../../schema/requests/forms/kept-answers.ts'
import { unknownAnswers } from '../../../../schema/requests/forms/unknown-answers.ts'
import { isUnused, notUsed, unusedTypes } from '../../../../schema/requests/forms/unused-questions.ts'
import { validateAnswers } from '../../../../schema/requests/forms/validation.ts'
import { allQuestions, dropHidden, visibleQuestions } from '../../../../schema/requests/forms/visibility.ts'
import { type Exchange, ratesForAnswers, ratesUsed } from '../../../../schema/shared/exchange.ts'
import { type CustomFormFields, NO_FIELDS } from '../../../../schema/vendors/settings/fields.ts'
import type { Database } from '../../../core/database.ts'
import { archivedWords } from '../../../core/kinds/archived.ts'
import { IS_ARCHIVED, LOOKUP_TABLES, LOOKUPS } from '../../../core/object-names.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { readableDocument, readableParams } from '../../documents/documents/index.ts'
import { wrongTypes } from '../../requests/submissions/index.ts'

/** The vendor form: the company's custom fields, then those of each chosen category (specification 2 §3). */

export const OWN_STEP = { id: 'vendor-fields', label: 'Vendor fields' }

interface StoredFields {
  categoryId: string
  categoryName: string | null
  definition: string | null
}

/** The company's custom fields and those of the categories ?2, a JSON list of ids. */
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

/** The form of a vendor ?2, and names of everything its answers refer to, in the same round trip. */
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
     SELECT id, COALESCE(${LOOKUPS.join(', ')}) AS name,
              ${IS_ARCHIVED} AS isArchived FROM ids`,
    actor.companyId,
    vendorId,
  ),
]

export interface VendorForm {
  form: FormDefinition
  /** Names of the existing categories. */
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

/** Names of what answers refer to. */
export interface Chosen {
  /** Ids of other companies have none. */
  names: Map<string, string>
  /** The types of the documents that the person can attach: those they can read. */
  documentTypes: Map<string, string[]>
  /** Vendors, services and documents that are archived. */
  archived: ReadonlySet<string>
}

/** SQL of a column of ids. Its parameters are counted from `at` on, and ?1 is the company. */
export interface IdsSql {
  sql: (at: number) => string
  params: unknown[]
}
const listedIds = (ids: readonly string[]): IdsSql => ({
  sql: (at) => `SELECT value FROM json_each(?${at})`,
  params: [JSON.stringify(ids)],
})

/** What `chosenOfRows` reads. */
export const chosenStatements = ({ db, actor }: StaffContext, { sql, params }: IdsSql): D1PreparedStatement[] => {
  const ofActor = readableParams(actor)
  return [
    db.sql(
      `WITH ids(id) AS MATERIALIZED (${sql(2)}) SELECT id, COALESCE(${LOOKUPS.join(', ')}) AS name FROM ids`,
      actor.companyId,
      ...params,
    ),
    db.sql(
      `WITH ids(id) AS MATERIALIZED (${sql(ofActor.length + 1)})
       SELECT d.id, d.types, d.archived_at IS NOT NULL AS isArchived FROM ids CROSS JOIN documents d ON d.id = ids.id WHERE ${readableDocument()}`,
      ...ofActor,
      ...params,
    ),
  ]
}

export const chosenOfRows = ([named, documents]: (D1Result<Record<string, unknown>> | undefined)[]): Chosen => ({
  names: new Map(
    (named?.results ?? []).flatMap(({ id, name }) => (name === null ? [] : [[String(id), String(name)] as const])),
  ),
  documentTypes: new Map(
    (documents?.results ?? []).map(({ id, types }) => [String(id), JSON.parse(String(types)) as string[]]),
  ),
  archived: new Set(
    [...(named?.results ?? []), ...(documents?.results ?? [])].flatMap(({ id, isArchived }) =>
      isArchived === 1 ? [String(id)] : [],
    ),
  ),
})

export const idsChosen = (answers: Answers): string[] =>
  [...new Set(Object.values(answers).flatMap((value) => chosenIds(value)))].filter((id) => id.length <= 64)

export const lookUpChosen = async (context: StaffContext, answers: Answers): Promise<Chosen> => {
  const ids = idsChosen(answers)
  if (ids.length === 0) return { names: new Map(), documentTypes: new Map(), archived: new Set() }
  return chosenOfRows(await context.db.batch(chosenStatements(context, listedIds(ids))))
}

const pointsAt = ({ type }: Question): boolean =>
  Object.hasOwn(LOOKUP_TABLES, type) || type === 'MEMBER_SELECT' || type === 'DOCUMENTS'

export interface CheckedAnswers {
  answers: Answers
  /** Messages by field: `answers.<question id>`. */
  faults: Record<string, string>
  names: Map<string, string>
  /** The rates for their amounts from now on. Null if all are in the company's currency. */
  rates: Exchange | null
  /** For the history: the converted values of amounts. */
  conversions: string[]
}

/** Stored answers, with the rates for their amounts. */
export interface StoredAnswers {
  answers: Answers
  answerRates: Exchange | null
}
const NO_ANSWERS: StoredAnswers = { answers: {}, answerRates: null }

/**
 * Answers without those of hidden fields (specification 2 §5), and what is wrong with them.
 * @param now today's rates
 * @param before the stored answers; earlier choices may stay even if deleted since
 * @param known what the answers may refer to, if it was looked up before
 */
export const checkAnswers = async (
  context: StaffContext,
  { form: empty }: VendorForm,
  given: Answers,
  now: Exchange,
  before: StoredAnswers = NO_ANSWERS,
  known?: Chosen,
): Promise<CheckedAnswers> => {
  const { actor } = context
  const kept = keptAnswers(allQuestions(empty), given, actor.company.currency)
  const exchange = ratesForAnswers(before.answerRates, now, before.answers, kept)
  const form = { ...empty, exchange, unused: unusedTypes(actor.policy.company) }
  const answers = dropHidden(form, kept)
  const chosen = known ?? (await lookUpChosen(context, answers))
  return {
    answers,
    faults: { ...answerFaults(form, answers, before.answers, chosen), ...unknownFaults(form, given, before.answers) },
    names: chosen.names,
    rates: ratesUsed(exchange, answers),
    conversions: conversionsOf(form, answers),
  }
}

/** Answers that the form has no question or option for, by `answers.<question id>`. */
export const unknownFaults = (
  form: Pick<FormDefinition, 'steps'>,
  given: Answers,
  before: Answers,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unknownAnswers(form, given, before)).map(([id, message]) => [`answers.${id}`, message]),
  )

/**
 * What is wrong with visible answers, by `answers.<question id>`.
 * @param steps the steps to check, all by default
 */
export const answerFaults = (
  form: FormDefinition,
  answers: Answers,
  before: Answers,
  { names, documentTypes, archived }: Chosen,
  steps: FormDefinition['steps'] = form.steps,
): Record<string, string> => {
  const faults: Record<string, string> = {}
  const stepIds = steps.map((step) => step.id)
  const questions = visibleQuestions(form, answers, steps)
  for (const [questionId, message] of Object.entries(validateAnswers(form, answers, { stepIds, before }))) {
    faults[`answers.${questionId}`] = message
  }
  for (const question of questions) {
    const field = `answers.${question.id}`
    const value = answers[question.id]
    if (!pointsAt(question)) continue
    const known = new Set(chosenIds(before[question.id]))
    const isThere = (id: string) => (question.type === 'DOCUMENTS' ? documentTypes.has(id) : names.has(id))
    const gone = chosenIds(value).some((id) => !isThere(id) && !known.has(id))
    if (gone) faults[field] ??= 'This choice is no longer available. Choose another one.'
    if (isUnused(form, question) && chosenIds(value).some((id) => !known.has(id)))
      faults[field] ??= notUsed(question.type)
    const old = chosenIds(value).find((id) => archived.has(id) && !known.has(id))
    if (old) faults[field] ??= archivedWords(names.get(old) ?? 'It')
  }
  for (const [questionId, message] of Object.entries(wrongTypes({ documentTypes }, questions, answers, before))) {
    faults[`answers.${questionId}`] ??= message
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
