import type { Answers, AnswerValue, FormDefinition, FormStep, Question } from '../../requests/forms/form.ts'
import { isBlank } from '../../requests/forms/validation.ts'
import { type CustomFormFields, FIELD_SECTIONS, type FieldSection } from '../settings/fields.ts'
import { fieldOfPeriod, stepsForVendor } from './steps.ts'

/**
 * What an approved vendor form changes: its answers become values of the vendor, of the service that it is about and of
 * the service's periods, for fields that say so. Pure.
 */

export const UPDATE_PLACES = ['VENDOR', 'SERVICE', 'PERIOD'] as const
export type UpdatePlace = (typeof UPDATE_PLACES)[number]

/** Why an answer changes nothing. */
export const SKIP_REASONS = [
  'LEFT_OUT',
  'CHANGED',
  'NOT_SHOWN',
  'INVALID',
  'FIELD_GONE',
  'TYPE_CHANGED',
  'VENDOR_GONE',
  'NO_SERVICE',
  'SERVICE_GONE',
  'NO_PERIOD',
  'PERIOD_GONE',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** "Data region: the company changed it after the vendor answered". */
export const SKIP_WORDS: Readonly<Record<SkipReason, (detail: string) => string>> = {
  LEFT_OUT: (name) => `left out by ${name}`,
  CHANGED: () => 'your company changed it in the meantime',
  NOT_SHOWN: () => 'not shown to the approver',
  INVALID: (message) => `not valid (${message})`,
  FIELD_GONE: () => 'the field was removed',
  TYPE_CHANGED: () => 'the field now has another type',
  VENDOR_GONE: () => 'the vendor was removed',
  NO_SERVICE: () => 'the form isn’t about a service',
  SERVICE_GONE: () => 'the service was removed or belongs to another vendor',
  NO_PERIOD: () => 'the service has no such period',
  PERIOD_GONE: () => 'the period was removed',
}

export interface Skip {
  reason: SkipReason
  /** Who left it out, or what is wrong with it. */
  detail: string
}

/** The values of all that a form can change. Null for what isn't there. */
export interface CurrentValues {
  vendor: Answers | null
  service: Answers | null
  /** By id. */
  periods: Readonly<Record<string, Answers>>
}

export interface UpdateSource {
  /** The form as it was sent. */
  form: FormDefinition
  answers: Answers
  /** The company's fields now, which say what forms do with them. */
  fields: CustomFormFields
  current: CurrentValues
  /** Whether it was sent about a service. */
  hasService: boolean
  /** The service's periods in the order in which the form asks about them. */
  periodIds: readonly string[]
  /** The values when the vendor answered. Null if they are unknown. */
  before: CurrentValues | null
}

export interface VendorUpdate {
  /** The id of the form's question. */
  key: string
  place: UpdatePlace
  /** Counted from 1. */
  period: number | null
  periodId: string | null
  fieldId: string
  /** The field now, and as it was asked. */
  question: Question
  asked: Question
  now: AnswerValue
  answer: AnswerValue
  /** Someone changed the value after the vendor answered. */
  isChangedSince: boolean
  skip: Skip | null
}

const canonical = (value: unknown): unknown => {
  if (isBlank(value)) return null
  // The order of choices and of files means nothing.
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(canonical(item))).sort()
  if (typeof value !== 'object') return value
  const entries = Object.entries(value as object).filter(([, part]) => !isBlank(part))
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, canonical(part)])
}

export const isSameValue = (a: unknown, b: unknown): boolean =>
  JSON.stringify(canonical(a)) === JSON.stringify(canonical(b))

const sectionOf = (step: FormStep, questionId: string): FieldSection | null => {
  const period = fieldOfPeriod(questionId)?.period
  if (period !== undefined) return step.id === `service-period-${period}` ? 'serviceItemFormFields' : null
  return FIELD_SECTIONS.slice(0, 2).find(({ id }) => id === step.id)?.key ?? null
}

interface Target {
  place: UpdatePlace
  period: number | null
  periodId: string | null
  values: Answers | null
  before: Answers | null
  missing: SkipReason | null
}

const targetOf = (section: FieldSection, period: number | null, source: UpdateSource): Target => {
  const { current, before, hasService, periodIds } = source
  const of = (place: UpdatePlace, values: Answers | null, past: Answers | null | undefined, missing: SkipReason) => ({
    ...{ place, period, values, before: past ?? null, periodId: null },
    missing: values ? null : missing,
  })
  if (section === 'vendorFormFields') return of('VENDOR', current.vendor, before?.vendor, 'VENDOR_GONE')
  const gone = hasService ? 'SERVICE_GONE' : 'NO_SERVICE'
  if (section === 'serviceFormFields') return of('SERVICE', current.service, before?.service, gone)
  const periodId = periodIds[(period ?? 0) - 1] ?? null
  if (!current.service) return { ...of('PERIOD', null, null, gone), periodId }
  if (!periodId) return of('PERIOD', null, null, 'NO_PERIOD')
  const target = of('PERIOD', current.periods[periodId] ?? null, before?.periods[periodId], 'PERIOD_GONE')
  return { ...target, periodId }
}

/** What the form asked, and what the field is now. */
const isOtherType = (asked: Question, field: Question): boolean =>
  asked.type !== field.type || asked.isMulti !== field.isMulti

const updateOf = (step: FormStep, question: Question, source: UpdateSource): VendorUpdate[] => {
  const section = sectionOf(step, question.id)
  if (!section || question.type === 'DISPLAY_ONLY') return []
  const ofPeriod = fieldOfPeriod(question.id)
  const fieldId = ofPeriod?.fieldId ?? question.id
  const field = source.fields[section].find(({ id }) => id === fieldId)
  // A field that was removed had told the vendor's customer that it would be updated.
  if ((field ?? question).inVendorForms !== 'UPDATES') return []
  const answer = source.answers[question.id] ?? null
  if (isBlank(answer)) return []
  const { values, before, missing, ...target } = targetOf(section, ofPeriod?.period ?? null, source)
  const now = values?.[fieldId] ?? null
  if (values && isSameValue(now, answer)) return []
  const reason = field ? (missing ?? (isOtherType(question, field) ? 'TYPE_CHANGED' : null)) : 'FIELD_GONE'
  return [
    {
      ...{ key: question.id, fieldId, question: field ?? question, asked: question, now, answer, ...target },
      isChangedSince: before !== null && !isSameValue(before[fieldId], now),
      skip: reason && { reason, detail: '' },
    },
  ]
}

/**
 * The values that differ from the answers, in the order of the form. What the vendor left blank erases nothing.
 */
export const vendorUpdates = (source: UpdateSource): VendorUpdate[] =>
  stepsForVendor(source.form).flatMap((step) => step.questions.flatMap((question) => updateOf(step, question, source)))

export type LeftOut = Readonly<Record<string, { name: string }>>

/** Without those that someone who can change the vendor left out. */
export const withoutLeftOut = (updates: readonly VendorUpdate[], leftOut: LeftOut): VendorUpdate[] =>
  updates.map((update) => {
    const by = leftOut[update.key]
    return update.skip || !by ? update : { ...update, skip: { reason: 'LEFT_OUT', detail: by.name } }
  })

/** What an approver saw: the values at that time, by question, and the version of the answers. */
export interface ShownUpdates {
  version: number
  values: Readonly<Record<string, AnswerValue>>
}

/**
 * Only what was shown is changed: a value that differs from the one on the approver's screen stays. If no approver saw
 * the changes, one that someone changed after the vendor answered stays.
 */
export const asShown = (
  updates: readonly VendorUpdate[],
  shown: ShownUpdates | null,
  version: number,
): VendorUpdate[] => {
  const seen = shown?.version === version ? shown.values : null
  return updates.map((update) => {
    const refused = (reason: SkipReason): VendorUpdate => ({ ...update, skip: { reason, detail: '' } })
    if (update.skip) return update
    if (!seen) return update.isChangedSince ? refused('CHANGED') : update
    if (!Object.hasOwn(seen, update.key)) return refused('NOT_SHOWN')
    return isSameValue(seen[update.key], update.now) ? update : refused('CHANGED')
  })
}
