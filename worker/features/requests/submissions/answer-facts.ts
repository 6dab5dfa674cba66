import {
  type Fact,
  type Facts,
  type FactType,
  type Labels,
  namedFacts,
} from '../../../../schema/approvals/engine/facts.ts'
import { asksForApprovers, chosenIds, departmentsIn } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { Answers, FormDefinition, Question, QuestionType } from '../../../../schema/requests/forms/form.ts'
import { allQuestions } from '../../../../schema/requests/forms/visibility.ts'
import type { Money } from '../../../../schema/shared/money.ts'

/** Answers as facts: one for each question, and the common facts that the question types tell. */

const TYPES: Partial<Record<QuestionType, FactType>> = {
  MONEY: 'AMOUNT',
  REQUEST_AMOUNT: 'AMOUNT',
  NUMBER: 'NUMBER',
  YES_NO: 'YES_NO',
  NEEDS_REQUEST_SIGNER: 'YES_NO',
  DATE: 'DATE',
  DUE_DATE: 'DATE',
  START_DATE: 'DATE',
  END_DATE: 'DATE',
  TEXT: 'TEXT',
  EMAIL: 'TEXT',
  REQUEST_TITLE: 'TEXT',
}
const typeOf = (type: QuestionType): FactType => TYPES[type] ?? (type.endsWith('_SELECT') ? 'CHOICE' : 'OTHER')

/** Loaded names first, then the question's own options. Prepared on first use, because few questions need names. */
const namesOf = (question: Question, labels: Labels): Fact['nameOf'] => {
  let options: Map<string, string> | undefined
  return (id) => {
    const loaded = labels[question.id]?.[id]
    if (loaded) return loaded
    options ??= new Map(question.options.map((option) => [option.id, option.label]))
    return options.get(id)
  }
}

const answerFact = (question: Question, answers: Answers, labels: Labels): [string, Fact] => [
  question.id,
  {
    label: question.label,
    type: typeOf(question.type),
    value: answers[question.id],
    nameOf: namesOf(question, labels),
  },
]

/** The requester's own units, which count if the answers choose none. */
export interface OwnUnits {
  departmentIds: readonly string[]
  businessUnitIds: readonly string[]
}

/** What planning knows about a request besides its content. */
export interface RequestLoaded {
  /** The form to file with. Requests in progress keep theirs. */
  form: FormDefinition
  own: OwnUnits
  /** Vendors among the answers that the company doesn't have yet, or got only through this request. */
  newVendorIds: readonly string[]
}

interface Known {
  form: FormDefinition
  /** Answers to visible questions only. */
  answers: Answers
  labels: Labels
  loaded: Pick<RequestLoaded, 'own' | 'newVendorIds'> | undefined
}

const orOwn = (chosen: string[], own: readonly string[] = []): readonly string[] => (chosen.length > 0 ? chosen : own)

export const answerFacts = ({ form, answers, labels, loaded }: Known): Facts => {
  const questions = allQuestions(form)
  const valuesOf = (type: QuestionType): string[] =>
    questions.filter((q) => q.type === type).flatMap((q) => chosenIds(answers[q.id]))
  const dateOf = (type: QuestionType): string | null => {
    const values = questions.filter((q) => q.type === type).map((q) => answers[q.id])
    return values.find((value): value is string => typeof value === 'string' && value !== '') ?? null
  }
  const amountQuestion = questions.find(({ type }) => type === 'REQUEST_AMOUNT')
  const vendors = valuesOf('VENDOR_SELECT')
  const named = namedFacts(
    {
      amount: (amountQuestion && (answers[amountQuestion.id] as Money | null | undefined)) ?? null,
      vendor: vendors[0] ?? null,
      isNewVendor: vendors.length === 0 || !loaded ? null : vendors.some((id) => loaded.newVendorIds.includes(id)),
      startDate: dateOf('START_DATE'),
      endDate: dateOf('END_DATE'),
      dueDate: dateOf('DUE_DATE'),
      departments: orOwn(valuesOf('DEPARTMENT_SELECT'), loaded?.own.departmentIds),
      businessUnits: orOwn(valuesOf('BUSINESS_UNIT_SELECT'), loaded?.own.businessUnitIds),
      entities: valuesOf('ENTITY_SELECT'),
      categories: valuesOf('SPEND_CATEGORY_SELECT'),
    },
    { nameOf: (id) => Object.values(labels).find((names) => names[id])?.[id], repeats: true },
  )
  return new Map([...questions.map((question) => answerFact(question, answers, labels)), ...named])
}

/** By department id: the approvers that the answers choose. */
export const chosenApprovers = (form: FormDefinition, answers: Answers): Record<string, string> =>
  Object.fromEntries(
    allQuestions(form)
      .filter(asksForApprovers)
      .flatMap((q) => departmentsIn(answers[q.id]))
      .flatMap(({ id, departmentApproverAssigneeUserId: userId }) => (userId ? [[id, userId]] : [])),
  )
