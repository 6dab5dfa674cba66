import { chosenIds } from '../intake/chosen-departments.ts'
import type { Answers, AnswerValue, FormDefinition, Question, QuestionType } from '../intake/form.ts'
import { isBlank } from '../intake/validation.ts'
import type { CreateServiceSettings } from './definition.ts'

/** CREATE_SERVICE: which question feeds which of the company's own fields of a service and its period (specification 2 §3). */

/** Types that hold the same kind of value. */
const KINDS: QuestionType[][] = [
  ['TEXT', 'REQUEST_TITLE', 'EMAIL'],
  ['DATE', 'START_DATE', 'END_DATE', 'DUE_DATE'],
  ['MONEY', 'REQUEST_AMOUNT'],
  ['MEMBER_SELECT', 'REQUEST_OWNER_SELECT'],
]
/** A field that checks its text is filled by its like only. */
const STRICT: QuestionType[] = ['EMAIL']

/** Whether an answer to the question can be a field's value. */
export const fitsCustomField = (field: Pick<Question, 'type'>, question: Pick<Question, 'type'>): boolean => {
  if (field.type === 'DISPLAY_ONLY') return false
  if (field.type === question.type) return true
  return !STRICT.includes(field.type) && KINDS.some((k) => k.includes(field.type) && k.includes(question.type))
}

const isChoice = ({ type }: Question): boolean => type.endsWith('_SELECT') || type === 'DOCUMENTS'

/** What was chosen, as the field names it: own options go by their labels, and only what the field offers is taken. */
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
 * What the answers say of the company's own fields.
 * @param answers visible ones, by question id
 * @param fields the company's own fields of today; mappings of others count for nothing
 * @returns the fields' answers by their ids, and the labels of those whose question the form of this request does not have
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
