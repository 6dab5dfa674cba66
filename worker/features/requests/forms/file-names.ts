import type { ReferenceKind } from '../../../../schema/platform/configuration/values.ts'
import type { FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import type { QuestionType } from '../../../../schema/requests/forms/question-types.ts'
import { finder, keysOf } from './file-keys.ts'

/** What questions and options are called where a file refers to them. */

const REFERENCES: Partial<Record<QuestionType, ReferenceKind>> = {
  BUSINESS_UNIT_SELECT: 'businessUnit',
  DEPARTMENT_SELECT: 'department',
  ENTITY_SELECT: 'entity',
  LOCATION_SELECT: 'location',
  MEMBER_SELECT: 'person',
  REQUEST_OWNER_SELECT: 'person',
  SERVICE_SELECT: 'service',
  SPEND_CATEGORY_SELECT: 'spendCategory',
  VENDOR_SELECT: 'vendor',
}
/** What the values of a question are, if they are objects of the company. */
export const referenceOf = (type: QuestionType): ReferenceKind | undefined => REFERENCES[type]

type Option = Question['options'][number]
export const inOrder = <T extends { ordinal: number }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => a.ordinal - b.ordinal)

export const optionKeys = (options: readonly Option[]): (readonly [key: string, id: string])[] => {
  const byId = new Map(options.map((option) => [option.id, option]))
  const pathOf = (option: Option): string => {
    const parent = option.parentId === null ? undefined : byId.get(option.parentId)
    return parent ? `${pathOf(parent)} / ${option.label}` : option.label
  }
  return options.map((option) => [pathOf(option), option.id])
}

interface Placed {
  question: Question
  step: string
}

export const placed = (form: FormDefinition): Placed[] =>
  inOrder(form.steps).flatMap((step) => inOrder(step.questions).map((question) => ({ question, step: step.label })))

/** What the questions of a form are called, by id. */
export const questionKeys = (form: FormDefinition): Map<string, string> => {
  const all = placed(form)
  const keys = keysOf(all.map(({ question, step }) => ({ within: step, label: question.label })))
  return new Map(all.map(({ question }, i) => [question.id, keys[i] ?? question.label]))
}

export interface FormNames {
  form: FormDefinition
  keyOf(id: string): string
  questionOf(id: string): Question | undefined
  find(key: string): Question | undefined
}

export const namesOfForm = (form: FormDefinition): FormNames => {
  const keys = questionKeys(form)
  const questions = new Map(placed(form).map(({ question }) => [question.id, question]))
  const find = finder([...questions].map(([id, question]) => [keys.get(id) ?? '', question] as const))
  return { form, keyOf: (id) => keys.get(id) ?? '(deleted)', questionOf: (id) => questions.get(id), find }
}
