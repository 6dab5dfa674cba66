import { asksForApprovers } from '../../requests/forms/chosen-departments.ts'
import type { FormDefinition, FormStep, Question } from '../../requests/forms/form.ts'
import { isPublicType } from '../../requests/forms/form-rules.ts'
import { NO_CONDITIONS, questionsRead } from '../../shared/conditions.ts'
import { type CustomFormFields, FIELD_SECTIONS } from '../settings/fields.ts'

/**
 * The form that a vendor fills in (specification 2 §3): the company's own fields of vendors, services and service
 * periods, then the steps of the category's form. Pure.
 */

/** The most periods that a vendor can be asked for. */
const MOST_PERIODS = 12
/** How many periods a vendor can add to those of the service. */
const MORE_PERIODS = 3

export const periodPrefix = (period: number): string => `service-period-${period}::`

/** The period, counted from 1, and the field that a question of such a step asks for. Null for other questions. */
export const fieldOfPeriod = (questionId: string): { period: number; fieldId: string } | null => {
  const match = /^service-period-(\d{1,3})::(.+)$/.exec(questionId)
  return match ? { period: Number(match[1]), fieldId: match[2] ?? '' } : null
}

const MORE = 'more'
/** With the prefix it is still an id. */
const LONGEST_FIELD = 64 - periodPrefix(99).length

/** Vendors never see the company's people, departments and the like, only those that a question lists. */
const isAskable = (question: Question): boolean =>
  isPublicType(question.type) || (question.options.length > 0 && !asksForApprovers(question))
const isWanted = ({ inVendorForms }: Question): boolean => inVendorForms !== 'NOT_ASKED'
const askable = (fields: readonly Question[]): Question[] =>
  fields.filter((field) => isAskable(field) && isWanted(field))

/** Without conditions on fields that aren't asked, which no vendor could meet. */
const asked = (questions: Question[], known: ReadonlySet<string>): Question[] =>
  questions.filter((question) => questionsRead(question).every((id) => known.has(id)))

const moreQuestion = (period: number): Question => ({
  ...NO_CONDITIONS,
  id: `${periodPrefix(period)}${MORE}`,
  type: 'YES_NO',
  label: 'Is there another service period?',
  description: '',
  isRequired: false,
  isMulti: false,
  showOnVendorDetails: false,
  documentTypes: [],
  ordinal: 10_000,
  options: [],
  requireDepartmentApproverAssigneeSelection: false,
})

const prefixed = (question: Question, period: number, items: ReadonlySet<string>, isAdded: boolean): Question => {
  const of = (id: string) => (items.has(id) ? `${periodPrefix(period)}${id}` : id)
  const renamed = {
    ...question,
    id: of(question.id),
    conditionAnyOfs: question.conditionAnyOfs.map((c) => ({ ...c, valuesQuestionId: of(c.valuesQuestionId) })),
    conditionNumerics: question.conditionNumerics.map((c) => ({ ...c, valuesQuestionId: of(c.valuesQuestionId) })),
    conditionBooleans: question.conditionBooleans.map((c) => ({ ...c, valuesQuestionId: of(c.valuesQuestionId) })),
  }
  if (!isAdded) return renamed
  const only = { valuesQuestionId: `${periodPrefix(period - 1)}${MORE}`, value: true }
  // Alternatives can't be combined with the condition that there is such a period, which counts more.
  const isChain = renamed.chainOperator === 'OR' && questionsRead(renamed).length > 1
  return isChain
    ? { ...renamed, ...NO_CONDITIONS, isRequired: false, conditionBooleans: [only] }
    : { ...renamed, chainOperator: 'AND', conditionBooleans: [...renamed.conditionBooleans, only] }
}

/** @param periods of the service that it is about. At least one is asked for */
const periodSteps = (fields: readonly Question[], known: ReadonlySet<string>, periods: number): FormStep[] => {
  const items = new Set(fields.map(({ id }) => id))
  const short = fields.filter(({ id }) => id.length <= LONGEST_FIELD)
  const questions = asked(short, new Set([...known, ...items]))
  if (questions.length === 0) return []
  const first = Math.min(Math.max(1, periods), MOST_PERIODS)
  const all = Math.min(first + MORE_PERIODS, MOST_PERIODS)
  return Array.from({ length: all }, (_, at): FormStep => {
    const period = at + 1
    const own = questions.map((question) => prefixed(question, period, items, period > first))
    const more = moreQuestion(period)
    const isLast = period === all || period < first
    const offer = period > first ? prefixed(more, period, new Set(), true) : more
    return {
      id: `service-period-${period}`,
      label: 'Service item fields',
      ordinal: 0,
      isAdditionalStep: false,
      questions: isLast ? own : [...own, offer],
    }
  })
}

/**
 * The form of a category of type VENDOR. Steps without questions are left out.
 * @param own the steps of the category's form, which come last
 */
export const composedForm = (fields: CustomFormFields, periods: number, own: readonly FormStep[]): FormDefinition => {
  const known = new Set<string>()
  const sections = FIELD_SECTIONS.slice(0, 2).map(({ key, id, label }): FormStep => {
    const questions = askable(fields[key])
    const possible = new Set([...known, ...questions.map((question) => question.id)])
    const kept = asked(questions, possible)
    for (const question of kept) known.add(question.id)
    return { id, label, ordinal: 0, isAdditionalStep: false, questions: kept }
  })
  const items = periodSteps(askable(fields.serviceItemFormFields), known, periods)
  const steps = [...sections, ...items].filter(({ questions }) => questions.length > 0)
  return {
    steps: [...steps, ...own.toSorted((a, b) => a.ordinal - b.ordinal)].map((step, ordinal) => ({
      ...step,
      ordinal,
      questions: [...step.questions]
        .sort((a, b) => a.ordinal - b.ordinal)
        .map((question, at) => ({ ...question, ordinal: at })),
    })),
  }
}

/** What a vendor is asked: not what tasks ask members later. */
export const stepsForVendor = ({ steps }: FormDefinition): FormStep[] =>
  steps.filter((step) => !step.isAdditionalStep && step.questions.length > 0)

/** The first question that no vendor could answer, because its choices are the company's own. */
export const unanswerable = (form: FormDefinition): Question | undefined =>
  stepsForVendor(form)
    .flatMap(({ questions }) => questions)
    .find((question) => !isAskable(question))
