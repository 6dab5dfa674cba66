import { currencyProblem, type Exchange } from '../../shared/exchange.ts'
import { money } from '../../shared/money.ts'
import { dateFault, email, isCalendarDate } from '../../shared/values.ts'
import { asksForApprovers, departmentsIn } from './chosen-departments.ts'
import { address, duration, type FormDefinition, type FormStep, type Question, type QuestionType } from './form.ts'
import { filingSteps, inOrder, visibleQuestionIds, visibleQuestions } from './visibility.ts'

/** Validation of answers, with the messages of specification 2 §5. The web shows them, and the Worker enforces them. */

const REQUIRED = 'Required'
const DATE_FORMAT = 'Date must be in format yyyy-mm-dd'

export interface ValidationOptions {
  /** A draft can be incomplete: existing answers must have the right shape, and nothing is required. */
  draft?: boolean
  /** The steps to check, for example those of an ADDITIONAL_STEP task. Defaults to the steps for filing. */
  stepIds?: readonly string[]
  /** Earlier answers: an amount written while its currency was allowed and had a rate can stay. */
  before?: Readonly<Record<string, unknown>>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An answer without content. Blank text counts as none (a blank date means no value). */
export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : isBlank(value) ? [] : [value])

const missing = (question: Question, value: unknown): boolean => {
  if (isBlank(value)) return true
  if (question.type === 'ADDRESS')
    return (
      !isRecord(value) ||
      [value.address1, value.city, value.state, value.postalCode, value.country].some((part) => isBlank(part))
    )
  if (question.type === 'DURATION') return !isRecord(value) || !(value.years || value.months || value.days)
  return false
}

const text = (value: unknown): string | null => (typeof value === 'string' ? null : 'Must be text')
const date = (value: unknown): string | null =>
  typeof value === 'string' ? (isCalendarDate(value.trim()) ? null : dateFault(value.trim())) : DATE_FORMAT
const yesNo = (value: unknown): string | null => (typeof value === 'boolean' ? null : 'Must be Yes or No')
const amount = (value: unknown): string | null => {
  if (money.safeParse(value).success) return null
  return isRecord(value) && typeof value.value === 'number' && !Number.isSafeInteger(value.value)
    ? 'The amount is too large or has too many decimals'
    : 'Must be an amount with a currency'
}

/** What a request costs. Less than nothing would pass below every rule about its amount. */
const cost = (value: unknown): string | null =>
  amount(value) ?? (money.parse(value).value < 0 ? 'The amount can’t be less than 0' : null)

const isId = (value: unknown): boolean => typeof value === 'string' && value !== '' && value.length <= 64

const choice = (value: unknown, question: Question): string | null => {
  if (question.isMulti) {
    if (!Array.isArray(value) || !value.every(isId)) return 'Must be a list of choices'
  } else if (!isId(value)) return 'Must be one choice'
  // Without its own list, a question offers everything in the company.
  return question.options.length > 0 && !isOffered(value, question) ? NOT_OFFERED : null
}

const NOT_OFFERED = 'Choose one of the options'
const isOffered = (value: unknown, question: Question): boolean => {
  const options = new Set(question.options.map((option) => option.id))
  return asList(value).every((item) => options.has(isRecord(item) ? String(item.id) : String(item)))
}

/** A list even if one department is asked for, because each is stored beside its approver. */
const departments = (value: unknown, question: Question): string | null => {
  if (!asksForApprovers(question)) return choice(value, question)
  const chosen = departmentsIn(value)
  if (chosen.length < asList(value).length || !chosen.every(({ id }) => isId(id))) return 'Must be a list of choices'
  if (new Set(chosen.map(({ id }) => id)).size < chosen.length) return 'The same department is chosen twice'
  if (!question.isMulti && chosen.length > 1) return 'Must be one choice'
  return question.options.length > 0 && !isOffered(value, question) ? NOT_OFFERED : null
}

const customChoice = (value: unknown, question: Question): string | null => {
  const wrong = choice(value, question)
  if (wrong) return wrong
  return isOffered(value, question) ? null : NOT_OFFERED
}

const SHAPES: Record<QuestionType, (value: unknown, question: Question) => string | null> = {
  ADDRESS: (value) => (address.safeParse(value).success ? null : 'Must be an address'),
  BUSINESS_UNIT_SELECT: choice,
  CUSTOM_SELECT: customChoice,
  DATE: date,
  DEPARTMENT_SELECT: departments,
  DISPLAY_ONLY: () => null,
  DOCUMENTS: (value) => (Array.isArray(value) && value.every(isId) ? null : 'Must be a list of documents'),
  DUE_DATE: date,
  DURATION: (value) =>
    duration.safeParse(value).success ? null : 'Must be a duration in whole years, months and days',
  EMAIL: (value) => (email.safeParse(value).success ? null : 'Invalid email'),
  END_DATE: date,
  ENTITY_SELECT: choice,
  LOCATION_SELECT: choice,
  MEMBER_SELECT: choice,
  MONEY: amount,
  NEEDS_REQUEST_SIGNER: () => null,
  NUMBER: (value) => (typeof value === 'number' && Number.isFinite(value) ? null : 'Must be a number'),
  REQUEST_AMOUNT: cost,
  REQUEST_OWNER_SELECT: choice,
  REQUEST_TITLE: text,
  SERVICE_SELECT: choice,
  SPEND_CATEGORY_SELECT: choice,
  START_DATE: date,
  TEXT: text,
  VENDOR_SELECT: choice,
  YES_NO: yesNo,
}

export const isAmount = ({ type }: Pick<Question, 'type'>): boolean => type === 'MONEY' || type === 'REQUEST_AMOUNT'

const stays = (question: Question, value: unknown, before: unknown): boolean => {
  const [is, was] = [money.safeParse(value), money.safeParse(before)]
  if (!isAmount(question) || !is.success || !was.success) return false
  return is.data.value === was.data.value && is.data.currency === was.data.currency
}

/** The message for one answer, or null if it is valid. The caller checks visibility. */
export const validateAnswer = (
  question: Question,
  value: unknown,
  draft = false,
  exchange?: Exchange,
): string | null => {
  if (question.type === 'DISPLAY_ONLY' || question.type === 'NEEDS_REQUEST_SIGNER') return null
  if (!isBlank(value)) {
    const wrong = SHAPES[question.type](value, question)
    if (wrong) return wrong
    const problem = isAmount(question) ? currencyProblem(money.parse(value), exchange, draft) : null
    if (problem) return problem
  }
  if (draft) return null
  if (question.isRequired && missing(question, value)) return REQUIRED
  if (asksForApprovers(question))
    return departmentsIn(value).every(({ departmentApproverAssigneeUserId: chosen }) => !isBlank(chosen))
      ? null
      : 'Choose an approver for every department'
  return null
}

const dayOf = (answers: Readonly<Record<string, unknown>>, { id }: Question): string | null => {
  const value = answers[id]
  return typeof value === 'string' && date(value) === null ? value.trim() : null
}

const ofType = ({ questions }: FormStep, type: QuestionType): Question[] =>
  inOrder(questions).filter((question) => question.type === type)

/**
 * The starts that an end of a step must not come before. As many starts as ends in one step are pairs, in their order.
 * Otherwise every end is compared with each start of its step, or of the whole form if the step has none.
 */
const startsOf = (form: FormDefinition, step: FormStep, end: Question): Question[] => {
  const [starts, ends] = [ofType(step, 'START_DATE'), ofType(step, 'END_DATE')]
  if (starts.length === 0) return form.steps.flatMap((other) => ofType(other, 'START_DATE'))
  return starts.length === ends.length ? starts.filter((_, i) => ends[i] === end) : starts
}

/** Ends before the start. Nothing lasts so long. */
const endsTooEarly = (
  form: FormDefinition,
  answers: Readonly<Record<string, unknown>>,
  steps: FormDefinition['steps'],
): Record<string, string> => {
  const shown = visibleQuestionIds(form, answers)
  const messages: Record<string, string> = {}
  for (const step of steps)
    for (const end of ofType(step, 'END_DATE').filter(({ id }) => shown.has(id))) {
      const day = dayOf(answers, end)
      const starts = startsOf(form, step, end).flatMap((start) =>
        shown.has(start.id) ? (dayOf(answers, start) ?? []) : [],
      )
      if (day && starts.some((start) => day < start)) messages[end.id] = 'The end is before the start'
    }
  return messages
}

/**
 * Messages by question id. Empty if the answers can be submitted. Questions hidden by conditions are skipped. The
 * caller drops answers to questions outside the form (`dropHidden`).
 */
export const validateAnswers = (
  form: FormDefinition,
  answers: Readonly<Record<string, unknown>>,
  options: ValidationOptions = {},
): Record<string, string> => {
  const steps = options.stepIds ? form.steps.filter((s) => options.stepIds?.includes(s.id)) : filingSteps(form)
  const messages = endsTooEarly(form, answers, steps)
  for (const question of visibleQuestions(form, answers, steps)) {
    const value = answers[question.id]
    const exchange = stays(question, value, options.before?.[question.id]) ? undefined : form.exchange
    const message = validateAnswer(question, value, options.draft, exchange)
    if (message) messages[question.id] = message
  }
  return messages
}
