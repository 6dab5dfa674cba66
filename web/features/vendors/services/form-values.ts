import type { Answers } from '../../../../schema/requests/forms/form.ts'
import { addDays, lastDayOfTerm } from '../../../../schema/shared/calendar.ts'
import { daysBetween } from '../../../../schema/shared/day-count.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { emptyOf, labelsOf, type StoredValues, valuesIn } from '../../../../schema/shared/record.ts'
import type { CreateServiceBody } from '../../../../schema/vendors/services/endpoints.ts'
import { serviceFields } from '../../../../schema/vendors/services/record.ts'
import { totalOf } from '../../../../schema/vendors/services/rules.ts'
import type { CustomFormFields } from '../../../../schema/vendors/settings/fields.ts'
import { mergeEdits } from '../../../lib/merge-edits.ts'
import type { Draft } from '../../../ui/endpoint-form.ts'
import type { Service, ServicePeriod } from './api.ts'

/** A period in the form: amounts in minor units of its currency, null if empty. */
export interface PeriodValues {
  id: string | undefined
  /** A key within the form, to tell periods apart as they are added and removed. */
  key: string
  startDate: string | null
  endDate: string | null
  /** It runs month to month: the end date is kept while it isn't asked for, and so is the total. */
  isOpen: boolean
  unitsPerMonth: number | null
  costPerUnit: number | null
  tax: number | null
  savings: number | null
  /** Null means computed. */
  totalServicePeriodCost: number | null
  currency: Currency
  note: string
  autoRenewDetail: string
  noticeDays: number | null
  /** yyyy-mm-dd, in order. */
  renewalReminders: string[]
  /** Answers to custom fields. */
  answers: Answers
}

export interface ServiceFormValues extends StoredValues<typeof serviceFields> {
  vendorId: string | null
  spendCategoryId: string | null
  businessUnitId: string | null
  departmentIds: string[]
  locationIds: string[]
  ownerIds: string[]
  servicePeriods: PeriodValues[]
  answers: Answers
}

export const EMPTY: ServiceFormValues = {
  ...emptyOf(serviceFields),
  vendorId: null,
  spendCategoryId: null,
  businessUnitId: null,
  departmentIds: [],
  locationIds: [],
  ownerIds: [],
  servicePeriods: [],
  answers: {},
}

/** A year from a day ends the day before. */
const yearFrom = (day: string): string => lastDayOfTerm(day, 12)

/** Another period: the year after the last one, with its units and prices, and a reminder as long before its end. */
export const nextPeriod = (periods: PeriodValues[], currency: Currency): PeriodValues => {
  const last = [...periods].sort((a, b) => ((a.endDate ?? '') < (b.endDate ?? '') ? 1 : -1))[0]
  const startDate = last?.endDate && !last.isOpen ? addDays(last.endDate, 1) : null
  const endDate = startDate && yearFrom(startDate)
  const later = last?.endDate && endDate ? daysBetween(last.endDate, endDate) : null
  return {
    id: undefined,
    key: crypto.randomUUID(),
    startDate,
    endDate,
    isOpen: false,
    unitsPerMonth: last?.unitsPerMonth ?? null,
    costPerUnit: last?.costPerUnit ?? null,
    tax: null,
    savings: null,
    totalServicePeriodCost: null,
    currency: last?.currency ?? currency,
    note: '',
    autoRenewDetail: '',
    noticeDays: last?.noticeDays ?? null,
    renewalReminders: later === null ? [] : (last?.renewalReminders ?? []).map((day) => addDays(day, later)),
    answers: last?.answers ?? {},
  }
}

const ofPeriod = (period: ServicePeriod): PeriodValues => {
  const { amortizedCost: _, cancelBy: __, ...rest } = period
  const isComputed = totalOf(period) === period.totalServicePeriodCost
  return {
    ...rest,
    key: period.id,
    isOpen: period.endDate === null,
    tax: period.tax || null,
    savings: period.savings || null,
    totalServicePeriodCost: isComputed ? null : period.totalServicePeriodCost,
  }
}

const idsOf = (units: { id: string }[]): string[] => units.map(({ id }) => id)

export const formValuesOf = (service: Service): ServiceFormValues => ({
  ...valuesIn(serviceFields, service),
  vendorId: service.vendor.id,
  spendCategoryId: service.spendCategory?.id ?? null,
  businessUnitId: service.businessUnit?.id ?? null,
  departmentIds: idsOf(service.departments),
  locationIds: idsOf(service.locations),
  ownerIds: idsOf(service.owners),
  servicePeriods: service.servicePeriods.map(ofPeriod),
  answers: service.answers,
})

/** The cost of a period by its units. Null while something is missing. */
export const computedTotal = (period: PeriodValues): number | null => {
  const { startDate, tax, savings } = period
  const endDate = period.isOpen ? null : period.endDate
  if (!startDate || (!period.isOpen && (!endDate || endDate < startDate))) return null
  return totalOf({ ...period, startDate, endDate, tax: tax ?? 0, savings: savings ?? 0 })
}

/** What was typed before a field was removed can't be seen or corrected, so it stays here. */
const sentAnswers = (answers: Answers, asked: readonly { id: string }[] | undefined) =>
  Object.entries(answers).flatMap(([questionId, value]) =>
    asked && !asked.some(({ id }) => id === questionId) ? [] : [{ questionId, value }],
  )

/** @param fields the custom fields on the page, once they are known */
export const bodyOf = (
  { servicePeriods, answers, ...rest }: ServiceFormValues,
  fields?: CustomFormFields | undefined,
): Draft<CreateServiceBody> => ({
  ...rest,
  customForm: sentAnswers(answers, fields?.serviceFormFields),
  servicePeriods: servicePeriods.map(
    ({ key: _, id, startDate, endDate, isOpen, tax, savings, answers: own, ...period }) => ({
      ...period,
      ...(isOpen && { totalServicePeriodCost: null }),
      ...(id && { id }),
      startDate: startDate ?? '',
      endDate: isOpen ? null : (endDate ?? ''),
      tax: tax ?? 0,
      savings: savings ?? 0,
      customForm: sentAnswers(own, fields?.serviceItemFormFields),
    }),
  ),
})

const LABELS: Record<keyof ServiceFormValues, string> = {
  ...labelsOf(serviceFields),
  vendorId: serviceFields.vendor.label,
  spendCategoryId: serviceFields.spendCategory.label,
  businessUnitId: serviceFields.businessUnit.label,
  departmentIds: serviceFields.departments.label,
  locationIds: serviceFields.locations.label,
  ownerIds: serviceFields.owners.label,
  servicePeriods: 'Service periods',
  answers: 'Custom fields',
}

export const merge = (base: ServiceFormValues, mine: ServiceFormValues, theirs: ServiceFormValues) =>
  mergeEdits(LABELS, base, mine, theirs)
