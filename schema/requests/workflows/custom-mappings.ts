import type { CreateServiceSettings } from '../../approvals/workflows/definition.ts'
import { chosenIds } from '../forms/chosen-departments.ts'
import type { Answers, AnswerValue, FormDefinition, Question, QuestionType } from '../forms/form.ts'
import { isBlank } from '../forms/validation.ts'

/** CREATE_SERVICE: which question fills in which custom field of a service and its period (specification 2 §3). */

/** Question types with the same kind of value. */
const KINDS: QuestionType[][] = [
  ['TEXT', 'REQUEST_TITLE', 'EMAIL'],
  ['DATE', 'START_DATE', 'END_DATE', 'DUE_DATE'],
  ['MONEY', 'REQUEST_AMOUNT'],
  ['MEMBER_SELECT', 'REQUEST_OWNER_SELECT'],
]
/** A field that validates its text takes answers only from questions with the same validation. */
const STRICT: QuestionType[] = ['EMAIL']

/** Whether an answer to the question fits the field. */
export const fitsCustomField = (field: Pick<Question, 'type'>, question: Pick<Question, 'type'>): boolean => {
  if (field.type === 'DISPLAY_ONLY') return false
  if (field.type === question.type) return true
  return !STRICT.includes(field.type) && KINDS.some((k) => k.includes(field.type) && k.includes(question.type))
}

const isChoice = ({ type }: Question): boolean => type.endsWith('_SELECT') || type === 'DOCUMENTS'

/**
 * The chosen options under the field's names. The question's own options match by label, and only options of the field
 * count.
 */
const choicesFor = (field: Question, question: Question, value: AnswerValue): string[] => {
  const ids = chosenIds(value)
  if (field.type === 'CUSTOM_SELECT') {
    const key = (label: string) => label.trim().toLowerCase()
    const labels = new Map(question.options.map(({ id, label }) => [id, key(label)]))
    return ids.flatMap((id) => field.options.find(({ label }) => key(label) === labels.get(id))?.id ?? [])
  }
  const offered = new Set(field.options.map(({ id }) => id))
  return offered.size === 0 ? ids : ids.filter((id) => offered.has(id))
}

const valueFor = (field: Question, question: Question, value: AnswerValue): AnswerValue => {
  if (!isChoice(field)) return typeof value === 'string' ? value.trim() : value
  const ids = choicesFor(field, question, value)
  return field.isMulti || field.type === 'DOCUMENTS' ? ids : (ids[0] ?? null)
}

/**
 * The values of custom fields that the answers provide.
 * @param answers visible answers, by question id
 * @param fields the company's current custom fields; mappings of other fields are ignored
 * @returns the values by field id, and the labels of fields whose question isn't in this request's form
 */
export const customFromAnswers = (
  { customMappings = {} }: CreateServiceSettings,
  answers: Readonly<Answers>,
  form: FormDefinition,
  fields: readonly Question[],
): { answers: Answers; gone: string[] } => {
  const questions = new Map(form.steps.flatMap((step) => step.questions).map((question) => [question.id, question]))
  const found: Answers = {}
  const gone: string[] = []
  for (const field of fields) {
    const questionId = customMappings[field.id]
    if (questionId === undefined) continue
    const question = questions.get(questionId)
    if (!question || !fitsCustomField(field, question)) {
      gone.push(field.label)
      continue
    }
    const value = valueFor(field, question, answers[questionId] ?? null)
    if (!isBlank(value)) found[field.id] = value
  }
  return { answers: found, gone }
}
