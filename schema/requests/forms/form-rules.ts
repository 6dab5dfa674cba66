import { valueProblem } from './condition-sources.ts'
import type { FormDefinition, Question, QuestionType } from './form.ts'
import { findConditionCycle } from './visibility.ts'

/** Question types that a form can have only once, because they fill in the request's own fields. */
const ONCE: QuestionType[] = ['REQUEST_TITLE', 'REQUEST_AMOUNT', 'DUE_DATE', 'NEEDS_REQUEST_SIGNER']

/** The kind of condition that can read a question of this type, or null. */
export const conditionKindOf = (type: QuestionType): 'anyOf' | 'numeric' | 'boolean' | null => {
  if (type === 'YES_NO' || type === 'NEEDS_REQUEST_SIGNER') return 'boolean'
  if (type === 'NUMBER' || type === 'MONEY' || type === 'REQUEST_AMOUNT') return 'numeric'
  if (type.endsWith('_SELECT') || type === 'TEXT' || type === 'EMAIL') return 'anyOf'
  return null
}

/**
 * What a stranger can be asked in a sourcing form: nothing with the company's own people, places or vendors as choices.
 * Later steps of tasks are filled in by members and can ask anything.
 */
const PUBLIC_TYPES: readonly QuestionType[] = [
  'ADDRESS',
  'CUSTOM_SELECT',
  'DATE',
  'DISPLAY_ONLY',
  'DOCUMENTS',
  'DUE_DATE',
  'DURATION',
  'EMAIL',
  'END_DATE',
  'MONEY',
  'NUMBER',
  'REQUEST_AMOUNT',
  'REQUEST_TITLE',
  'START_DATE',
  'TEXT',
  'YES_NO',
]
export const isPublicType = (type: QuestionType): boolean => PUBLIC_TYPES.includes(type)

/** What must be fixed before a form can be saved, by question or step. */
export const checkForm = (form: FormDefinition): { id: string; message: string }[] => {
  const problems: { id: string; message: string }[] = []
  const questions = form.steps.flatMap((step) => step.questions)
  const byId = new Map(questions.map((question) => [question.id, question]))
  for (const id of repeated([...form.steps.map((step) => step.id), ...questions.map((question) => question.id)])) {
    problems.push({ id, message: 'The same id is used twice' })
  }
  for (const type of ONCE) {
    for (const extra of questions.filter((question) => question.type === type).slice(1)) {
      problems.push({ id: extra.id, message: `A form has at most one ${typeLabel(type)}` })
    }
  }
  const [first] = form.steps
  if (first && questions.length > 0 && form.steps.every((step) => step.isAdditionalStep)) {
    problems.push({ id: first.id, message: 'At least one step must be filled in when a request is filed' })
  }
  for (const question of questions) {
    const message = problemOf(question, byId)
    if (message) problems.push({ id: question.id, message })
  }
  const cycle = findConditionCycle(form)
  if (cycle?.[0]) {
    const names = cycle.map((id) => byId.get(id)?.label ?? id).join(' → ')
    problems.push({ id: cycle[0], message: `These questions depend on each other: ${names}` })
  }
  return problems
}

/** The same for a sourcing form, which people without a login fill in. */
export const checkPublicForm = (form: FormDefinition): { id: string; message: string }[] => [
  ...checkForm(form),
  ...form.steps
    .filter((step) => !step.isAdditionalStep)
    .flatMap((step) => step.questions)
    .filter((question) => !isPublicType(question.type))
    .map((question) => ({
      id: question.id,
      message: `A public form cannot ask for “${typeLabel(question.type)}”: its options are visible to members only`,
    })),
]

const repeated = (ids: string[]): string[] => [...new Set(ids.filter((id, i) => ids.indexOf(id) !== i))]

const problemOf = (question: Question, byId: Map<string, Question>): string | null => {
  if (question.type === 'CUSTOM_SELECT' && question.options.length === 0) return 'Add at least one option'
  const tree = treeProblem(question)
  if (tree) return tree
  if (question.requireDepartmentApproverAssigneeSelection && question.type !== 'DEPARTMENT_SELECT')
    return 'Only a department question can require approvers'
  const labels = question.options.map((option) => `${option.parentId ?? ''}/${option.label.toLowerCase()}`)
  if (question.type === 'CUSTOM_SELECT' && new Set(labels).size < labels.length)
    return 'Two options have the same label'
  const conditions = [
    ...question.conditionAnyOfs.map((c) => ({ of: c.valuesQuestionId, kind: 'anyOf' })),
    ...question.conditionNumerics.map((c) => ({ of: c.valuesQuestionId, kind: 'numeric' })),
    ...question.conditionBooleans.map((c) => ({ of: c.valuesQuestionId, kind: 'boolean' })),
  ]
  for (const { of, kind } of conditions) {
    const source = byId.get(of)
    if (!source) return 'A condition uses a question that isn’t in the form'
    if (of === question.id) return 'A question cannot depend on itself'
    if (conditionKindOf(source.type) !== kind) return `A condition does not fit "${source.label}"`
  }
  return valueProblem(question, byId)
}

/** Options can be nested below others of the same question, but never below themselves. */
const treeProblem = ({ options }: Question): string | null => {
  const parents = new Map(options.map((option) => [option.id, option.parentId]))
  if (parents.size < options.length) return 'Two options have the same id'
  for (const option of options) {
    const above = new Set([option.id])
    for (let parent = option.parentId; parent !== null; parent = parents.get(parent) ?? null) {
      if (!parents.has(parent)) return 'An option is nested under another question’s option'
      if (above.has(parent)) return 'Two options are nested under each other'
      above.add(parent)
    }
  }
  return null
}

const TYPE_LABELS: Record<QuestionType, string> = {
  ADDRESS: 'Address',
  BUSINESS_UNIT_SELECT: 'Business unit',
  CUSTOM_SELECT: 'Choice from a list',
  DATE: 'Date',
  DEPARTMENT_SELECT: 'Department',
  DISPLAY_ONLY: 'Text to read',
  DOCUMENTS: 'Documents',
  DUE_DATE: 'Due date',
  DURATION: 'Duration',
  EMAIL: 'Email',
  END_DATE: 'End date',
  ENTITY_SELECT: 'Entity',
  LOCATION_SELECT: 'Location',
  MEMBER_SELECT: 'Member',
  MONEY: 'Money',
  NEEDS_REQUEST_SIGNER: 'Needs a signer',
  NUMBER: 'Number',
  REQUEST_AMOUNT: 'Request amount',
  REQUEST_OWNER_SELECT: 'Request owner',
  REQUEST_TITLE: 'Request title',
  SERVICE_SELECT: 'Service',
  SPEND_CATEGORY_SELECT: 'Spend category',
  START_DATE: 'Start date',
  TEXT: 'Text',
  VENDOR_SELECT: 'Vendor',
  YES_NO: 'Yes or no',
}
export const typeLabel = (type: QuestionType): string => TYPE_LABELS[type]
