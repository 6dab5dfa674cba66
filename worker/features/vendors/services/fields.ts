import { conversionsOf } from '../../../../schema/requests/forms/conversions.ts'
import {
  type Answers,
  type CustomFormInput,
  customFormAnswers,
  type FormDefinition,
  type FormStep,
  type Question,
} from '../../../../schema/requests/forms/form.ts'
import { keptAnswers } from '../../../../schema/requests/forms/kept-answers.ts'
import { unusedTypes } from '../../../../schema/requests/forms/unused-questions.ts'
import {
  allQuestions,
  dropHidden,
  questionNames,
  visibleQuestions,
} from '../../../../schema/requests/forms/visibility.ts'
import { type Exchange, ratesForAnswers, ratesUsed } from '../../../../schema/shared/exchange.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import * as endpoints from '../../../../schema/vendors/services/endpoints.ts'
import type { ServicePeriod } from '../../../../schema/vendors/services/period.ts'
import { datesText } from '../../../../schema/vendors/services/rules.ts'
import {
  type CustomFormFields,
  FIELD_SECTIONS,
  formOfFields,
  NO_FIELDS,
} from '../../../../schema/vendors/settings/fields.ts'
import { LOOKUPS } from '../../../core/object-names.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { ratesOfToday, ratesOfTodayStatement } from '../../platform/currency-rates/index.ts'
import { answersIn } from '../../requests/submissions/index.ts'
import { answerFaults, type Chosen, labelsOf, lookUpChosen, unknownFaults } from '../vendors/index.ts'
import { serviceOf, serviceStatement } from './rows.ts'

/**
 * Custom fields of services and of their periods (specification 2 §3). A field can depend on answers of the level
 * above: those of a service on its vendor's, those of a period on both.
 */

export interface ServiceForm {
  form: FormDefinition
  ofService: FormStep
  ofItem: FormStep
  vendorAnswers: Answers
}
/** With today's rates. */
export interface ServiceFormNow extends ServiceForm {
  now: Exchange
}

const stepOf = (form: FormDefinition, section: keyof CustomFormFields): FormStep => {
  const id = FIELD_SECTIONS.find(({ key }) => key === section)?.id
  const step = form.steps.find((each) => each.id === id)
  if (!step) throw new Error(`No section ${section}`)
  return step
}

/** @param vendor a subselect of the vendor's id, using ?2 */
const formStatement = ({ db, actor }: StaffContext, vendor: string, about: string): D1PreparedStatement =>
  db.sql(
    `SELECT (SELECT definition FROM custom_form_fields WHERE company_id = ?1 AND vendor_category_id = '') AS definition,
            (SELECT answers FROM vendors WHERE id = (${vendor}) AND +company_id = ?1) AS answers`,
    actor.companyId,
    about,
  )

const toForm = (row: Record<string, unknown> | undefined): ServiceForm => {
  const form = formOfFields(row?.definition ? (JSON.parse(String(row.definition)) as CustomFormFields) : NO_FIELDS)
  return {
    form,
    ofService: stepOf(form, 'serviceFormFields'),
    ofItem: stepOf(form, 'serviceItemFormFields'),
    vendorAnswers: row?.answers ? (JSON.parse(String(row.answers)) as Answers) : {},
  }
}

/** The fields of a service of this vendor. */
export const serviceFormStatement = (context: StaffContext, vendorId: string): D1PreparedStatement =>
  formStatement(context, 'SELECT ?2', vendorId)
export const serviceFormOfRows = ([row]: Record<string, unknown>[]): ServiceForm => toForm(row)

export const loadForm = async (context: StaffContext, vendorId: string): Promise<ServiceFormNow> => {
  const [fields, rates] = await context.db.batch([
    serviceFormStatement(context, vendorId),
    ratesOfTodayStatement(context),
  ])
  return { ...toForm(fields?.results[0]), now: ratesOfToday(context, rates?.results) }
}

/** Merges the sent answers into the previous ones. */
export const answersFrom = (before: Answers, sent: CustomFormInput | undefined): Answers =>
  sent ? { ...before, ...answersIn(customFormAnswers(sent)) } : before

/** The answers to the step's visible fields that have a value. */
const visibleOf = ({ form }: ServiceForm, step: FormStep, answers: Answers): Answers => {
  const own = new Set(step.questions.map((question) => question.id))
  return Object.fromEntries(
    Object.entries(dropHidden(form, answers)).filter(([id, value]) => own.has(id) && value !== null),
  )
}

interface Answered {
  answers: Answers
  answerRates: Exchange | null
  servicePeriods: { id: string; answers: Answers }[]
}

/** All answers that conditions can use. Questions of different periods have the same ids. */
const comparedOf = (vendorAnswers: Answers, { answers, servicePeriods }: Omit<Answered, 'answerRates'>): Answers =>
  Object.fromEntries(
    [{ id: '', answers: vendorAnswers }, { id: ' ', answers }, ...servicePeriods].flatMap(({ id, answers: own }) =>
      Object.entries(own).map(([questionId, value]) => [`${id} ${questionId}`, value]),
    ),
  )

interface Sent {
  service: boolean
  /** By position. */
  periods: boolean[]
}

export interface CheckedAnswers<Values> {
  values: Values
  /** By `answers.<question id>` and `servicePeriods.<position>.answers.<question id>`. */
  faults: Record<string, string>
  /** What people call the question of one of them. */
  nameOf: (field: string) => string | undefined
  names: Map<string, string>
  form: ServiceForm
  /** For the history: the converted values of amounts. */
  conversions: string[]
}

/**
 * Answers without those of hidden fields. A sent answer must be complete. Missing ones stay unchanged.
 * @param before the service's previous answers, to keep choices deleted since
 * @param known what the answers may refer to, if it was looked up before
 */
export const checkAnswers = async <Values extends Answered>(
  context: StaffContext,
  { now, ...asked }: ServiceFormNow,
  given: Values,
  sent: Sent,
  before: Answered | null = null,
  known?: Chosen,
): Promise<CheckedAnswers<Values>> => {
  const { actor } = context
  const kept = (answers: Answers): Answers => keptAnswers(allQuestions(asked.form), answers, actor.company.currency)
  const values = {
    ...given,
    answers: kept(given.answers),
    servicePeriods: given.servicePeriods.map((period) => ({ ...period, answers: kept(period.answers) })),
  }
  const earlier = before ? comparedOf(asked.vendorAnswers, before) : {}
  const exchange = ratesForAnswers(before?.answerRates, now, earlier, comparedOf(asked.vendorAnswers, values))
  const form: ServiceForm = { ...asked, form: { ...asked.form, exchange, unused: unusedTypes(actor.policy.company) } }
  const above = { ...form.vendorAnswers, ...values.answers }
  const answers = sent.service ? visibleOf(form, form.ofService, above) : values.answers
  const ofPeriod = (own: Answers): Answers => ({ ...form.vendorAnswers, ...answers, ...own })
  const servicePeriods = values.servicePeriods.map((period, index) =>
    sent.periods[index] ? { ...period, answers: visibleOf(form, form.ofItem, ofPeriod(period.answers)) } : period,
  )
  // Questions of different periods have the same ids, so their answers are looked up together under temporary ids.
  const all = Object.fromEntries(
    [answers, ...servicePeriods.map((period) => period.answers)].flatMap((own, place) =>
      Object.entries(own).map(([id, value]) => [`${place} ${id}`, value]),
    ),
  )
  const chosen = known ?? (await lookUpChosen(context, all))
  const faults: Record<string, string> = {}
  const check = (step: FormStep, shown: Answers, stored: Answers, unknown: Record<string, string>, path: string) => {
    const all = { ...answerFaults(form.form, shown, stored, chosen, [step]), ...unknown }
    for (const [key, message] of Object.entries(all)) faults[`${path}${key}`] = message
  }
  const unknownOf = (step: FormStep, own: Answers = {}, had: Answers = {}) => unknownFaults({ steps: [step] }, own, had)
  const had = before?.answers ?? {}
  if (sent.service) check(form.ofService, ofPeriod({}), had, unknownOf(form.ofService, given.answers, had), '')
  for (const [index, { id, answers: own }] of servicePeriods.entries()) {
    const periods = before?.servicePeriods ?? []
    const stored = Object.assign({}, ...periods.map((each) => each.answers)) as Answers
    const ofOwn = periods.find((each) => each.id === id)?.answers ?? stored
    const unknown = unknownOf(form.ofItem, given.servicePeriods[index]?.answers, ofOwn)
    if (sent.periods[index]) check(form.ofItem, ofPeriod(own), stored, unknown, `servicePeriods.${index}.`)
  }
  const compared = { answers, servicePeriods }
  return {
    values: { ...values, ...compared, answerRates: ratesUsed(exchange, comparedOf(form.vendorAnswers, compared)) },
    faults,
    nameOf: questionNames(form.form),
    names: chosen.names,
    form,
    conversions: [
      ...new Set(
        [answers, ...servicePeriods.map((period) => period.answers)].flatMap((own) => conversionsOf(form.form, own)),
      ),
    ],
  }
}

/** Answers in words for the history, by the labels of their fields. */
export const readableAnswers = (
  questions: readonly Question[],
  answers: Answers,
  names: ReadonlyMap<string, string>,
): Record<string, unknown> =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const value = answers[question.id]
      if (value === undefined || value === null) return []
      const labels = labelsOf(question, value, names)
      return [[question.label, labels.length > 0 ? labels : value] as const]
    }),
  )

/** Each single value of an answer, in lower case, for filtering lists. */
export const scalarsOf = (value: unknown): string[] => {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap(scalarsOf)
  if (typeof value === 'object') return Object.values(value).flatMap(scalarsOf)
  // SQLite writes true this way, and the filter compares with it.
  if (typeof value === 'boolean') return [value ? '1' : '0']
  return [String(value).toLowerCase().slice(0, 200)]
}

const TEXTS = "t.type = 'text' AND length(t.atom) <= 64"

/** Names of what the answers of services `page (id)` refer to. ?1 is the company. */
export const answerNamesSql = `ids (id) AS MATERIALIZED (
    SELECT DISTINCT n.atom FROM (
    SELECT t.atom FROM page CROSS JOIN services s ON s.id = page.id CROSS JOIN json_tree(s.answers) t WHERE ${TEXTS}
     UNION ALL SELECT t.atom FROM page CROSS JOIN service_periods p ON p.company_id = ?1 AND p.service_id = page.id
     CROSS JOIN json_tree(p.answers) t WHERE ${TEXTS}) n)
  SELECT id, COALESCE(${LOOKUPS.join(', ')}) AS name FROM ids`

export const namesOfRows = (rows: Record<string, unknown>[] = []): Map<string, string> =>
  new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[String(id), String(name)] as const])))

/** Fields hidden by conditions are left out. Throws NOT_FOUND. */
export const readCustomFields = query({
  id: 'services.custom-fields',
  access: 'services.use',
  input: inputOf(endpoints.getServiceCustomFields),
  run: async (context, { serviceId }) => {
    const { db, actor } = context
    const [found, fields, named, rates] = await db.batch([
      serviceStatement(context, serviceId),
      formStatement(context, 'SELECT vendor_id FROM services WHERE id = ?2 AND +company_id = ?1', serviceId),
      db.sql(
        `WITH page (id) AS MATERIALIZED (SELECT id FROM services WHERE id = ?2 AND +company_id = ?1), ${answerNamesSql}`,
        actor.companyId,
        serviceId,
      ),
      ratesOfTodayStatement(context),
    ])
    const service = serviceOf(context, found?.results)
    const { form: asked, ofService, ofItem, vendorAnswers } = toForm(fields?.results[0])
    const form = {
      ...asked,
      exchange: ratesForAnswers(service.answerRates, ratesOfToday(context, rates?.results), {}, {}),
    }
    const names = namesOfRows(named?.results)
    const above = { ...vendorAnswers, ...service.answers }
    const step = (of: FormStep, label: string, own: Answers, servicePeriodId: string | null) => ({
      stepId: servicePeriodId ?? of.id,
      stepLabel: label,
      servicePeriodId,
      fields: visibleQuestions(form, { ...above, ...own }, [of]).map((question) => {
        const value = own[question.id] ?? null
        return { ...question, value, labels: labelsOf(question, value, names) }
      }),
    })
    return {
      steps: [
        step(ofService, ofService.label, service.answers, null),
        ...service.servicePeriods.map((period) => step(ofItem, datesText(period), period.answers, period.id)),
      ],
    }
  },
})

/** "2026-01-01 to 2026-12-31: $3,000.00 (25 units a month at $10.00, tax $0.00, savings $0.00), a note". */
export const periodText = (period: ServicePeriod): string => {
  const { unitsPerMonth, costPerUnit, currency } = period
  const amount = (value: number) => formatMoney({ value, currency })
  const units =
    unitsPerMonth !== null && costPerUnit !== null ? [`${unitsPerMonth} units a month at ${amount(costPerUnit)}`] : []
  const parts = [...units, `tax ${amount(period.tax)}`, `savings ${amount(period.savings)}`].join(', ')
  const cost =
    period.totalServicePeriodCost === null
      ? `${amount(period.amortizedCost)} a month`
      : amount(period.totalServicePeriodCost)
  const text = `${datesText(period)}: ${cost} (${parts})`
  const notice = period.cancelBy && `${period.noticeDays} days of notice, to cancel by ${period.cancelBy}`
  const reminders = period.renewalReminders.length > 0 && `reminders on ${period.renewalReminders.join(', ')}`
  return [text, notice, reminders, period.note, period.autoRenewDetail].filter(Boolean).join(', ')
}
