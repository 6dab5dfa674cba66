import type { ServiceFromAnswers } from '../../../schema/approvals/service-mappings.ts'
import type { Answers } from '../../../schema/intake/form.ts'
import type { Currency } from '../../../schema/shared/money.ts'
import { EMPTY, nextPeriod, type ServiceFormValues } from './form-values.ts'

/**
 * The form of a new service as a request's answers fill it in. Days and amounts make its first period.
 * @param currency of the company, for a period without an amount
 * @param custom answers to the company's own fields of the service, and of its period
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
              // Two currencies cannot stand in one period.
              savings: savings?.currency === paid ? savings.value : null,
            },
          ],
  }
}
