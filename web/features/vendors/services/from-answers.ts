import type { Answers } from '../../../../schema/requests/forms/form.ts'
import type { ServiceFromAnswers } from '../../../../schema/requests/workflows/service-mappings.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { EMPTY, nextPeriod, type ServiceFormValues } from './form-values.ts'

/**
 * The form of a new service, filled in from a request's answers. Dates and amounts make its first period.
 * @param currency the company's, for a period without an amount
 * @param custom answers to custom fields of the service and of its period
 */
export const formOfAnswers = (
  service: ServiceFromAnswers,
  currency: Currency,
  custom: { ofService: Answers; ofItem: Answers } = { ofService: {}, ofItem: {} },
): ServiceFormValues => {
  const { startDate, endDate, reminderDate, totalCost, savings, documentIds: _, ...fields } = service
  const known = startDate ?? endDate ?? reminderDate ?? totalCost ?? savings ?? Object.keys(custom.ofItem)[0]
  const paid = totalCost?.currency ?? savings?.currency ?? currency
  return {
    ...EMPTY,
    ...fields,
    answers: custom.ofService,
    servicePeriods:
      known === undefined
        ? []
        : [
            {
              ...nextPeriod([], paid),
              answers: custom.ofItem,
              startDate: startDate ?? null,
              endDate: endDate ?? null,
              renewalReminders: reminderDate ? [reminderDate] : [],
              totalServicePeriodCost: totalCost?.value ?? null,
              // One period can't have two currencies.
              savings: savings?.currency === paid ? savings.value : null,
            },
          ],
  }
}
