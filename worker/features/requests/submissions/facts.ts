import type { PlanFacts } from '../../../../schema/approvals/engine/facts.ts'
import {
  asksForApprovers,
  assigneesIn,
  chosenIds,
  departmentsIn,
} from '../../../../schema/requests/forms/chosen-departments.ts'
import type { Answers, FormDefinition, QuestionType } from '../../../../schema/requests/forms/form.ts'
import { allQuestions, dropHidden } from '../../../../schema/requests/forms/visibility.ts'
import type { IntakeCategory } from '../../../../schema/requests/submissions/endpoints.ts'
import { inCompanyCurrency } from '../../../../schema/shared/exchange.ts'
import type { Money } from '../../../../schema/shared/money.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { LOOKUP_TABLES } from './names.ts'

/** What answers say about a request: the facts for planning, and the request's own fields. */

export const PEOPLE: QuestionType[] = ['MEMBER_SELECT', 'REQUEST_OWNER_SELECT']

/** What answers can refer to besides people, and the tables. */
export const KINDS: Partial<Record<QuestionType, string>> = { ...LOOKUP_TABLES, DOCUMENTS: 'documents' }

/** Question types whose answers are ids of the company's objects. */
export const isReference = (type: QuestionType): boolean => type in KINDS || PEOPLE.includes(type)

interface Row {
  [column: string]: unknown
}

interface FactsInput {
  form: FormDefinition
  answers: Answers
  requestor: Row
  names: Map<string, string>
  organisation: PlanFacts['organisation']
  actor: StaffActor
  knownVendorIds: Set<string>
}

export const toFacts = ({
  form,
  answers,
  requestor,
  names,
  organisation,
  actor,
  knownVendorIds,
}: FactsInput): PlanFacts => {
  const visible = dropHidden(form, answers)
  const questions = allQuestions(form)
  const valuesOf = (type: QuestionType) =>
    questions.filter((q) => q.type === type).flatMap((q) => chosenIds(visible[q.id]))
  const own = (column: string) => JSON.parse(String(requestor[column] ?? '[]')) as string[]
  const amountQuestion = questions.find((q) => q.type === 'REQUEST_AMOUNT')
  const asked = (amountQuestion && (visible[amountQuestion.id] as Money | null | undefined)) ?? null
  const amount = asked && amountIn(form, asked)
  const vendorId = valuesOf('VENDOR_SELECT')[0] ?? null
  const departmentIds = valuesOf('DEPARTMENT_SELECT')
  const businessUnitIds = valuesOf('BUSINESS_UNIT_SELECT')
  const labels: PlanFacts['labels'] = {}
  for (const question of questions.filter((q) => isReference(q.type))) {
    const value = visible[question.id]
    const ids = [...chosenIds(value), ...assigneesIn(value)]
    labels[question.id] = Object.fromEntries(ids.map((key) => [key, names.get(key) ?? key]))
  }
  const requestorId = String(requestor.id)
  return {
    requestor: {
      userId: requestorId,
      name: String(requestor.name),
      managerUserId: (requestor.managerUserId as string | null) ?? null,
    },
    onBehalfSubmitter: requestorId === actor.userId ? null : { userId: actor.userId, name: actor.name },
    form,
    answers: visible,
    labels,
    amount,
    // Without a department, the requester's own applies.
    departmentIds: departmentIds.length ? departmentIds : own('departmentIds'),
    departmentApproverAssignees: Object.fromEntries(
      questions
        .filter(asksForApprovers)
        .flatMap((q) => departmentsIn(visible[q.id]))
        .flatMap(({ id, departmentApproverAssigneeUserId: userId }) => (userId ? [[id, userId]] : [])),
    ),
    businessUnitIds: businessUnitIds.length ? businessUnitIds : own('businessUnitIds'),
    entityIds: valuesOf('ENTITY_SELECT'),
    spendCategoryIds: valuesOf('SPEND_CATEGORY_SELECT'),
    vendorId,
    isNewVendor: vendorId !== null && !knownVendorIds.has(vendorId),
    organisation,
  }
}

/** In the company's currency, without the original amount. Null if its currency has no rate. */
export const amountIn = (form: FormDefinition, asked: Money): Money | null => {
  const amount = inCompanyCurrency(asked, form.exchange)
  return amount && { value: amount.value, currency: amount.currency }
}

export const asksForTitle = (form: FormDefinition): boolean =>
  allQuestions(form).some(({ type }) => type === 'REQUEST_TITLE')

export const defaultTitle = (category: Pick<IntakeCategory, 'name'>, requestorName: string): string =>
  `${category.name} – ${requestorName}`

/** The request's own fields, from the answers to their question types. */
export const contentOf = (
  form: FormDefinition,
  answers: Answers,
  category: Pick<IntakeCategory, 'name'>,
  requestorName: string,
  /** For a form that doesn't ask for a title. */
  givenTitle = '',
) => {
  const visible = dropHidden(form, answers)
  const questions = allQuestions(form)
  const first = (type: QuestionType) => {
    const question = questions.find((q) => q.type === type)
    return question ? visible[question.id] : undefined
  }
  const title = first('REQUEST_TITLE')
  const dueDate = first('DUE_DATE')
  return {
    title:
      (typeof title === 'string' ? title : '').trim().slice(0, 500) ||
      (asksForTitle(form) ? '' : givenTitle) ||
      defaultTitle(category, requestorName),
    amount: (first('REQUEST_AMOUNT') as Money | null | undefined) ?? null,
    vendorId: chosenIds(first('VENDOR_SELECT'))[0] ?? null,
    dueDate: typeof dueDate === 'string' && dueDate.trim() ? dueDate.trim() : null,
    answers: visible,
  }
}
