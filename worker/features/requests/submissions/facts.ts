import type { Labels } from '../../../../schema/approvals/engine/facts.ts'
import type { IntakeCategory } from '../../../../schema/requests/endpoints.ts'
import { assigneesIn, chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { Answers, FormDefinition, QuestionType } from '../../../../schema/requests/forms/form.ts'
import { allQuestions, dropHidden } from '../../../../schema/requests/forms/visibility.ts'
import { inCompanyCurrency } from '../../../../schema/shared/exchange.ts'
import type { Money } from '../../../../schema/shared/money.ts'
import { LOOKUP_TABLES } from '../../../core/object-names.ts'

/** What answers say about a request: the objects they choose, and the request's own fields. */

export const PEOPLE: QuestionType[] = ['MEMBER_SELECT', 'REQUEST_OWNER_SELECT']

/** What answers can refer to besides people, and the tables. */
export const KINDS: Partial<Record<QuestionType, string>> = { ...LOOKUP_TABLES, DOCUMENTS: 'documents' }

/** Question types whose answers are ids of the company's objects. */
export const isReference = (type: QuestionType): boolean => type in KINDS || PEOPLE.includes(type)

/** Names of everything that the answers choose, by question. */
export const labelsIn = (form: FormDefinition, answers: Answers, names: ReadonlyMap<string, string>): Labels =>
  Object.fromEntries(
    allQuestions(form)
      .filter((question) => isReference(question.type))
      .map((question) => {
        const value = answers[question.id]
        const ids = [...chosenIds(value), ...assigneesIn(value)]
        return [question.id, Object.fromEntries(ids.map((key) => [key, names.get(key) ?? key]))]
      }),
  )

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
