import { z } from 'zod'
import { answerValue, customFormInput, question } from '../../requests/forms/form.ts'
import { columnAnswer } from '../../requests/lists/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { exchange } from '../../shared/exchange.ts'
import { listEndpoints } from '../../shared/list.ts'
import { currency } from '../../shared/money.ts'
import { inputShape, listShape } from '../../shared/record.ts'
import { calendarDate, id, named, requiredDate, limitedText as text } from '../../shared/values.ts'
import { serviceFilters } from './filters.ts'
import { servicePeriod } from './period.ts'
import { serviceFields } from './record.ts'
import { costFault, periodFaults } from './rules.ts'

/** Services that a company buys from its vendors, with their periods (specification 2 §3 and §7). */

export const SERVICE_SORT_FIELDS = ['vendor', 'name', 'endDate'] as const

export const service = z.object({
  id: z.string(),
  ...listShape(serviceFields),
  /** By start. */
  servicePeriods: z.array(servicePeriod),
  /** Answers to custom fields of services. */
  answers: z.record(z.string(), answerValue),
  /** The exchange rates for their conditions. Null in lists, and if everything is in the company's currency. */
  answerRates: exchange.nullable(),
  canEdit: z.boolean(),
  version: z.number().int(),
})
export type Service = z.infer<typeof service>

/** With everything that belongs to it. */
export const serviceDetails = service.extend({
  /** Newest first, a hundred at most. The list of documents has them all. */
  relatedDocuments: z.array(named),
})

/** The largest amount with which the sums of a whole company's periods are still exact. */
const amount = z.number().int('Amounts are whole minor units').min(0, 'May not be negative').max(100_000_000_000_000)

const MAX_NOTICE_DAYS = 1000
export const MAX_REMINDERS = 12

const enteredPeriod = z
  .object({
    startDate: requiredDate,
    /** Null for a service that runs month to month: its amounts are then those of one month. */
    endDate: requiredDate.nullable(),
    unitsPerMonth: z.number().min(0, 'May not be negative').max(1_000_000_000).nullish(),
    costPerUnit: amount.nullish(),
    tax: amount.default(0),
    savings: amount.default(0),
    /** Defaults to units × cost × months + tax − savings. A period without an end has none. */
    totalServicePeriodCost: amount.nullish(),
    /** Defaults to the period's previous currency, or the company's. */
    currency: currency.optional(),
    note: text(2000).default(''),
    autoRenewDetail: text(2000).default(''),
    noticeDays: z
      .number()
      .int('A whole number of days')
      .min(0, 'May not be negative')
      .max(MAX_NOTICE_DAYS, `At most ${MAX_NOTICE_DAYS} days`)
      .nullish(),
    renewalReminders: z.array(calendarDate).max(MAX_REMINDERS, `At most ${MAX_REMINDERS} reminders`).default([]),
    /** Answers to custom fields of service items. If missing, they stay. */
    customForm: customFormInput.optional(),
  })
  .strict()

const costed: z.core.CheckFn<z.output<typeof enteredPeriod>> = ({ value, issues }) => {
  const message = costFault(value)
  if (message) issues.push({ code: 'custom', input: value, path: ['totalServicePeriodCost'], message })
}
const newPeriod = enteredPeriod.check(costed)
export const servicePeriodInput = enteredPeriod.extend({ id: id.optional() }).check(costed)
export type ServicePeriodInput = z.input<typeof servicePeriodInput>

const servicePeriodsInput = z
  .array(servicePeriodInput)
  .max(60, 'At most 60 periods')
  .superRefine((periods, context) => {
    for (const { index, field, message } of periodFaults(periods)) {
      context.addIssue({ code: 'custom', path: [index, field], message })
    }
  })

const ids = z.array(id).max(50, 'At most 50')
const fields = {
  ...inputShape(serviceFields),
  vendorId: id,
  spendCategoryId: id.nullable(),
  businessUnitId: id.nullable(),
  departmentIds: ids,
  locationIds: ids,
  ownerIds: ids,
  servicePeriods: servicePeriodsInput,
  /** Answers to custom fields, checked when they are sent. If missing, they stay. */
  customForm: customFormInput,
}

export const createServiceBody = z.object(fields).partial().required({ name: true, vendorId: true })
export type CreateServiceBody = z.input<typeof createServiceBody>
export const createServiceFromTaskBody = createServiceBody.extend({
  /** The open CREATE_SERVICE block. */
  levelGroupStatusId: id,
  /** Attached to the service, where everyone who reads services can read them. */
  documentIds: ids.optional(),
})
/** Missing fields stay, and a list replaces the previous one. Without a version the last write wins. */
export const updateServiceBody = z
  .object(fields)
  .partial()
  .extend({
    version: z.number().int().min(1).optional(),
    /** All of its documents. Others are detached. */
    documentIds: ids.optional(),
  })
export type UpdateServiceBody = z.input<typeof updateServiceBody>

const serviceParams = z.object({ serviceId: id })
const identified = z.object({ id: z.string() })
export const listedService = service.extend({
  /** One for each custom column, in order. For periods, the current one's. */
  customColumns: z.array(columnAnswer.omit({ ruleId: true })),
})
export type ListedService = z.infer<typeof listedService>

export const serviceList = listEndpoints({
  name: 'services',
  path: '/api/services',
  noun: 'service',
  nouns: 'services',
  summary: 'Services with their periods, by vendor',
  filters: serviceFilters,
  amounts: 'Period cost',
  sorts: SERVICE_SORT_FIELDS,
  groups: ['vendor'],
  node: listedService,
})
export type ServiceListQuery = z.output<typeof serviceList.query>
export type SavedServiceFilters = z.output<typeof serviceList.saved>

/** A part of a service's form: its own fields, or those of one of its periods. */
export const serviceFormStep = z.object({
  stepId: z.string(),
  stepLabel: z.string(),
  servicePeriodId: z.string().nullable(),
  fields: z.array(
    question.extend({
      value: answerValue,
      /** Names of what was chosen. */
      labels: z.array(z.string()),
    }),
  ),
})
export type ServiceFormStep = z.infer<typeof serviceFormStep>

export const getServiceCustomFields = endpoint({
  id: 'services.custom-fields',
  method: 'GET',
  path: '/api/services/{serviceId}/custom-fields',
  summary: 'Custom fields of a service and its periods, with their values',
  params: serviceParams,
  response: z.object({ steps: z.array(serviceFormStep) }),
})

export const createService = endpoint({
  id: 'services.create',
  method: 'POST',
  path: '/api/services',
  summary: 'Add a vendor’s service, with its periods',
  /** `documentIds`: attached to the service, where everyone who reads services can read them. */
  body: createServiceBody.extend({ documentIds: ids.optional() }),
  response: identified,
})

export const createServiceFromTask = endpoint({
  id: 'services.create-from-task',
  method: 'POST',
  path: '/api/services/create-service',
  summary: 'Complete the task of a request that asks for a service, by creating it',
  body: createServiceFromTaskBody,
  response: identified,
})

export const getService = endpoint({
  id: 'services.get',
  method: 'GET',
  path: '/api/services/{serviceId}',
  summary: 'A service with its periods and documents',
  params: serviceParams,
  response: serviceDetails,
})

export const updateService = endpoint({
  id: 'services.update',
  method: 'PUT',
  path: '/api/services/{serviceId}',
  summary: 'Change a service; given periods replace the current ones',
  params: serviceParams,
  body: updateServiceBody,
  response: z.object({ id: z.string(), version: z.number().int() }),
})

export const deleteService = endpoint({
  id: 'services.delete',
  method: 'DELETE',
  path: '/api/services/{id}',
  summary: 'Delete a service with its periods',
  params: z.object({ id }),
  response: identified,
})

export const archiveServices = endpoint({
  id: 'services.archive',
  method: 'POST',
  path: '/api/services/archive',
  summary: 'Archive or unarchive services',
  body: z.object({ serviceIds: z.array(id).min(1, 'Choose at least one service').max(100), archived: z.boolean() }),
  response: z.object({ ids: z.array(z.string()) }),
})

export const addServiceItem = endpoint({
  id: 'services.add-service-item',
  method: 'POST',
  path: '/api/services/{serviceId}/add-service-item',
  summary: 'Add a period to a service',
  params: serviceParams,
  body: newPeriod,
  response: identified,
})
