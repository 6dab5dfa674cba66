import { z } from 'zod'
import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { type FormDefinition, type Question, questionType } from '../../../../schema/requests/forms/form.ts'
import { lookupKindOf } from '../../../../schema/requests/forms/question-kinds.ts'
import { id, type Option } from '../../../../schema/shared/values.ts'
import { invalidField, notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { chosenAndFound, labelsOf } from '../../platform/lookups/index.ts'
import { requireCategory } from '../categories/index.ts'

export const readBareSteps = query({
  id: 'intake.get-bare-steps',
  access: 'requests.use',
  input: inputOf(endpoints.getBareIntakeSteps),
  run: async (context, { intakeCategoryId }) => {
    const { form } = await requireCategory(context, intakeCategoryId)
    return form.steps.map(({ questions, ...step }) => ({
      ...step,
      questions: questions.map(({ id: questionId, label, type, ordinal }) => ({
        id: questionId,
        label,
        type,
        ordinal,
      })),
    }))
  },
})

/**
 * Finds a question by its id alone. Forms store their questions as JSON, so the company's forms are searched. Throws
 * NOT_FOUND if no form of the company has it.
 */
const requireQuestion = async ({ db, actor }: StaffContext, questionId: string): Promise<Question> => {
  const rows = await db.all<{ definition: string }>(
    db.sql(
      `SELECT f.definition FROM intake_categories c
        CROSS JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
        WHERE c.company_id = ?1 AND c.deleted_at IS NULL AND instr(f.definition, ?2)
        ORDER BY c.ordinal LIMIT 5`,
      actor.companyId,
      `"id":"${questionId}"`,
    ),
  )
  const question = rows
    .flatMap((row) => (JSON.parse(row.definition) as FormDefinition).steps.flatMap((step) => step.questions))
    .find((candidate) => candidate.id === questionId)
  if (!question) throw notFound('The question')
  return question
}

const fits = (label: string, search: string | undefined): boolean =>
  !search || label.toLowerCase().includes(search.toLowerCase())

/** The first of the forms. A program reads them to name what it finds in answers. */
const MOST_FORMS = 50
const formsOf = ({ db, actor }: StaffContext): Promise<{ definition: string }[]> =>
  db.all<{ definition: string }>(
    db.sql(
      `SELECT f.definition FROM intake_categories c
        CROSS JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
        WHERE c.company_id = ?1 AND c.deleted_at IS NULL ORDER BY c.ordinal LIMIT ${MOST_FORMS}`,
      actor.companyId,
    ),
  )

const MOST_OPTIONS = 1000
const ownOptions = (forms: { definition: string }[], search: string | undefined) =>
  forms
    .flatMap(({ definition }) => (JSON.parse(definition) as FormDefinition).steps.flatMap((step) => step.questions))
    .filter(({ type }) => type === 'CUSTOM_SELECT')
    .flatMap(({ options }) => options)
    .filter((option) => fits(option.label, search))
    .slice(0, MOST_OPTIONS)
    .map(({ id: value, label, parentId }) => ({ value, label, parentId }))

export const readCustomSelectOptions = query({
  id: 'intake.custom-select-options',
  access: 'requests.use',
  input: inputOf(endpoints.listCustomSelectOptions),
  run: async (context, { intakeQuestionId, search }) => {
    if (intakeQuestionId === undefined) return ownOptions(await formsOf(context), search)
    const question = await requireQuestion(context, intakeQuestionId)
    if (question.type !== 'CUSTOM_SELECT') throw invalidField('intakeQuestionId', 'This question doesn’t have options')
    return question.options
      .filter((option) => fits(option.label, search))
      .map(({ id: value, label, parentId }) => ({ value, label, parentId }))
  },
})

const AT_MOST = 100
const optionsInput = z.object({
  intakeQuestionId: id,
  search: z.string().trim().max(200).optional(),
  /** Must match the question's type, if given. */
  type: questionType.optional(),
  /** Returns the labels of these regardless of the search, for values already chosen. */
  includeIds: z.array(id).max(AT_MOST).optional(),
})

/** @param former includes what can no longer be chosen, for finding requests that have it */
const readOptions = async (
  context: StaffContext,
  { intakeQuestionId, search, type, includeIds }: z.output<typeof optionsInput>,
  former: boolean,
): Promise<Option[]> => {
  const question = await requireQuestion(context, intakeQuestionId)
  if (type && type !== question.type) throw invalidField('type', 'The question has another type')
  const kind = lookupKindOf(question.type)
  const wanted = new Set(includeIds ?? [])
  if (question.type === 'CUSTOM_SELECT' || question.options.length > 0) {
    const own = question.options.map((option) => ({ label: option.label, value: option.id }))
    // For a lookup the list is the question's, with current names.
    const named = kind ? await labelsOf(context, kind, [...own.map((o) => o.value), ...wanted]) : own
    return named
      .filter((option) => wanted.has(option.value) || fits(option.label, search))
      .slice(0, Math.max(AT_MOST, wanted.size))
  }
  if (!kind) return []
  return chosenAndFound(context, kind, includeIds ?? [], { search, former, first: AT_MOST })
}

/** What can be chosen when filing a request (specification 2 §7). */
export const readOptionsForQuestion = query({
  id: 'intake.options-for-question',
  access: 'requests.use',
  input: optionsInput,
  readsFirst: true,
  run: (context, input) => readOptions(context, input, false),
})

/** What requests may have been filed with, including what was archived or disabled since. */
export const readSubmissionOptions = query({
  id: 'intake.submission-options-for-question',
  access: 'requests.use',
  input: optionsInput,
  readsFirst: true,
  run: (context, input) => readOptions(context, input, true),
})

/** The name of an id in an answer to a question of this type. Throws NOT_FOUND, also for other companies' ids. */
export const readLabel = query({
  id: 'intake.label-from-id',
  access: 'requests.use',
  input: z.object({ id, type: questionType }),
  readsFirst: true,
  run: async (context, { id: valueId, type }) => {
    const kind = lookupKindOf(type)
    const label =
      type === 'CUSTOM_SELECT'
        ? await optionLabel(context, valueId)
        : kind && (await labelsOf(context, kind, [valueId]))[0]?.label
    if (!label) throw notFound('The choice')
    return label
  },
})

const optionLabel = async ({ db, actor }: StaffContext, optionId: string): Promise<string | undefined> => {
  const row = await db.first<{ definition: string }>(
    db.sql(
      `SELECT f.definition FROM intake_categories c
        CROSS JOIN intake_form_versions f ON f.intake_category_id = c.id
        WHERE c.company_id = ?1 AND c.deleted_at IS NULL AND instr(f.definition, ?2)
        ORDER BY f.version DESC LIMIT 1`,
      actor.companyId,
      `"id":"${optionId}"`,
    ),
  )
  const form = row && (JSON.parse(row.definition) as FormDefinition)
  return form?.steps
    .flatMap((step) => step.questions.flatMap((question) => question.options))
    .find((option) => option.id === optionId)?.label
}
