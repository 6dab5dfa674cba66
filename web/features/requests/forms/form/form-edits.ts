import type { FormDefinition, FormStep, Question, QuestionType } from '../../../../../schema/requests/forms/form.ts'
import { typeLabel } from '../../../../../schema/requests/forms/form-rules.ts'
import { type ConditionSet, NO_CONDITIONS, questionsRead } from '../../../../../schema/shared/conditions.ts'
import { insertAt, moveToSlot } from '../../../../ui/reorder/moves.ts'

/** Every change of the form builder, from form to form. Ids are passed in, and ordinals always follow the order. */

/** The server orders by ordinal. The builder keeps the arrays themselves in order. */
export const inOrder = (form: FormDefinition): FormDefinition => ({
  steps: [...form.steps]
    .sort((a, b) => a.ordinal - b.ordinal)
    .map((step) => ({ ...step, questions: [...step.questions].sort((a, b) => a.ordinal - b.ordinal) })),
})

export const numbered = (form: FormDefinition): FormDefinition => ({
  steps: form.steps.map((step, i) => ({
    ...step,
    ordinal: i,
    questions: step.questions.map((question, j) => ({
      ...question,
      ordinal: j,
      options: question.options.map((option, k) => ({ ...option, ordinal: k })),
    })),
  })),
})

const mapSteps = (form: FormDefinition, change: (step: FormStep) => FormStep): FormDefinition =>
  numbered({ steps: form.steps.map(change) })

const mapQuestions = (form: FormDefinition, change: (question: Question) => Question): FormDefinition =>
  mapSteps(form, (step) => ({ ...step, questions: step.questions.map(change) }))

export const findQuestion = (
  form: FormDefinition,
  id: string,
): { question: Question; step: FormStep; index: number } | null => {
  for (const step of form.steps) {
    const index = step.questions.findIndex((question) => question.id === id)
    const question = step.questions[index]
    if (question) return { question, step, index }
  }
  return null
}

// ---- Steps

export const addStep = (form: FormDefinition, id: string, label: string): FormDefinition =>
  numbered({ steps: [...form.steps, { id, label, ordinal: 0, isAdditionalStep: false, questions: [] }] })

export const renameStep = (form: FormDefinition, id: string, label: string): FormDefinition =>
  mapSteps(form, (step) => (step.id === id ? { ...step, label } : step))

export const moveStep = (form: FormDefinition, id: string, slot: number): FormDefinition =>
  numbered({
    steps: moveToSlot(
      form.steps,
      form.steps.findIndex((step) => step.id === id),
      slot,
    ),
  })

export const removeStep = (form: FormDefinition, id: string): FormDefinition => {
  const gone = form.steps.find((step) => step.id === id)?.questions.map((question) => question.id) ?? []
  return withoutConditionsOn({ steps: form.steps.filter((step) => step.id !== id) }, gone)
}

// ---- Questions

/** The usual label for the type, so that most questions need no further settings. */
const REQUIRED_FROM_START: QuestionType[] = ['REQUEST_TITLE', 'REQUEST_AMOUNT']

export const newQuestion = (type: QuestionType, id: string): Question => ({
  id,
  type,
  label: typeLabel(type),
  description: '',
  isRequired: REQUIRED_FROM_START.includes(type),
  isMulti: false,
  showOnVendorDetails: false,
  documentTypes: [],
  ordinal: 0,
  options: [],
  requireDepartmentApproverAssigneeSelection: false,
  ...NO_CONDITIONS,
})

export const addQuestion = (form: FormDefinition, stepId: string, question: Question, slot?: number): FormDefinition =>
  mapSteps(form, (step) =>
    step.id === stepId
      ? { ...step, questions: insertAt(step.questions, slot ?? step.questions.length, question) }
      : step,
  )

export const updateQuestion = (form: FormDefinition, id: string, patch: Partial<Question>): FormDefinition =>
  mapQuestions(form, (question) => (question.id === id ? { ...question, ...patch, id } : question))

/** A copy right below, with new ids. Its conditions are the same. */
export const duplicateQuestion = (
  form: FormDefinition,
  id: string,
  copyId: string,
  newId: () => string,
): FormDefinition => {
  const found = findQuestion(form, id)
  if (!found) return form
  // Options of a lookup are the company's departments, vendors, etc.
  const own = found.question.type === 'CUSTOM_SELECT'
  const ids = new Map(found.question.options.map((option) => [option.id, own ? newId() : option.id]))
  const copy: Question = {
    ...found.question,
    id: copyId,
    label: `${found.question.label} (copy)`.slice(0, 500),
    options: found.question.options.map((option) => ({
      ...option,
      id: ids.get(option.id) ?? newId(),
      parentId: option.parentId === null ? null : (ids.get(option.parentId) ?? null),
    })),
  }
  return addQuestion(form, found.step.id, copy, found.index + 1)
}

export const moveQuestion = (form: FormDefinition, id: string, toStepId: string, slot: number): FormDefinition => {
  const found = findQuestion(form, id)
  if (!found || !form.steps.some((step) => step.id === toStepId)) return form
  if (found.step.id === toStepId) {
    return mapSteps(form, (step) =>
      step.id === toStepId ? { ...step, questions: moveToSlot(step.questions, found.index, slot) } : step,
    )
  }
  const without = {
    steps: form.steps.map((step) => ({ ...step, questions: step.questions.filter((q) => q.id !== id) })),
  }
  return addQuestion(without, toStepId, found.question, slot)
}

/** One position up or down, across steps. Null at either end of the form. */
export const nudgeQuestion = (form: FormDefinition, id: string, by: -1 | 1): FormDefinition | null => {
  const found = findQuestion(form, id)
  if (!found) return null
  const { step, index } = found
  if (by < 0 && index > 0) return moveQuestion(form, id, step.id, index - 1)
  if (by > 0 && index < step.questions.length - 1) return moveQuestion(form, id, step.id, index + 2)
  const neighbour = form.steps[form.steps.indexOf(step) + by]
  return neighbour ? moveQuestion(form, id, neighbour.id, by < 0 ? neighbour.questions.length : 0) : null
}

export const removeQuestion = (form: FormDefinition, id: string): FormDefinition =>
  withoutConditionsOn(
    { steps: form.steps.map((step) => ({ ...step, questions: step.questions.filter((q) => q.id !== id) })) },
    [id],
  )

/** Other questions whose visibility depends on one in `ids`. */
export const readersOf = (form: FormDefinition, ids: readonly string[]): Question[] =>
  form.steps
    .flatMap((step) => step.questions)
    .filter((question) => !ids.includes(question.id) && questionsRead(question).some((id) => ids.includes(id)))

export const conditionsWithout = <T extends ConditionSet>(set: T, ids: readonly string[]): T => ({
  ...set,
  conditionAnyOfs: set.conditionAnyOfs.filter((c) => !ids.includes(c.valuesQuestionId)),
  conditionNumerics: set.conditionNumerics.filter((c) => !ids.includes(c.valuesQuestionId)),
  conditionBooleans: set.conditionBooleans.filter((c) => !ids.includes(c.valuesQuestionId)),
})

const withoutConditionsOn = (form: FormDefinition, ids: readonly string[]): FormDefinition =>
  mapQuestions(form, (question) => conditionsWithout(question, ids))

// ---- Options

type Option = Question['options'][number]

/** Lines of pasted text as options, without blank lines and existing labels. */
export const optionsFromText = (text: string, existing: readonly Option[], newId: () => string): Option[] => {
  const seen = new Set(existing.map((option) => option.label.trim().toLowerCase()))
  return text
    .split(/\r?\n/)
    .map((line) => line.trim().slice(0, 200))
    .filter((label) => {
      const key = label.toLowerCase()
      if (label === '' || seen.has(key)) return false
      seen.add(key)
      return true
    })
    .map((label) => ({ id: newId(), label, parentId: null, ordinal: 0 }))
}

/** How deep an option is nested. A circle, which the rules refuse, counts as zero. */
export const optionDepth = (options: readonly Option[], id: string): number => {
  const parents = new Map(options.map((option) => [option.id, option.parentId]))
  let depth = 0
  for (let parent = parents.get(id) ?? null; parent && depth < options.length; parent = parents.get(parent) ?? null) {
    if (parents.has(parent)) depth += 1
  }
  return depth
}

/** Options followed by their nested ones, siblings in their original order. */
export const inTreeOrder = (options: readonly Option[]): Option[] => {
  const known = new Set(options.map((option) => option.id))
  const below = (parentId: string | null): Option[] =>
    options
      .filter((option) => (option.parentId && known.has(option.parentId) ? option.parentId : null) === parentId)
      .flatMap((option) => [option, ...below(option.id)])
  const ordered = below(null)
  return ordered.length === options.length ? ordered : [...options]
}

/** Nests an option below the previous one of the same depth. Null if there is none. */
export const indentOption = (options: readonly Option[], id: string): Option[] | null => {
  const option = options.find((candidate) => candidate.id === id)
  const brothers = options.filter((candidate) => candidate.parentId === option?.parentId)
  const before = brothers[brothers.findIndex((candidate) => candidate.id === id) - 1]
  if (!option || !before) return null
  return inTreeOrder(options.map((known) => (known.id === id ? { ...known, parentId: before.id } : known)))
}

/** Moves an option out of its parent, right after it. Null at the top level. */
export const outdentOption = (options: readonly Option[], id: string): Option[] | null => {
  const option = options.find((candidate) => candidate.id === id)
  const parent = options.find((candidate) => candidate.id === option?.parentId)
  if (!option || !parent) return null
  const without = options.filter((known) => known.id !== id)
  const place = without.indexOf(parent) + 1
  return inTreeOrder([...without.slice(0, place), { ...option, parentId: parent.parentId }, ...without.slice(place)])
}

export const setAdditional = (form: FormDefinition, id: string, isAdditionalStep: boolean): FormDefinition =>
  mapSteps(form, (step) => (step.id === id ? { ...step, isAdditionalStep } : step))

/** Conditions that used the option lose it. One left without a value is shown as a problem. */
export const removeOption = (form: FormDefinition, questionId: string, optionId: string): FormDefinition =>
  mapQuestions(form, (question) => ({
    ...question,
    options:
      question.id === questionId
        ? question.options
            .filter((option) => option.id !== optionId)
            .map((option) => (option.parentId === optionId ? { ...option, parentId: null } : option))
        : question.options,
    conditionAnyOfs: question.conditionAnyOfs.map((condition) =>
      condition.valuesQuestionId === questionId
        ? { ...condition, values: condition.values.filter((value) => value !== optionId) }
        : condition,
    ),
  }))
