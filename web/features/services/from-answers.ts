import type { ServiceFromAnswers } from '../../../schema/approvals/service-mappings.ts'
import type { Currency } from '../../../schema/shared/money.ts'
import { EMPTY, nextPeriod, type ServiceFormValues } from './form-values.ts'

/**
 * The form of a new service as a request's answers fill it in. Days and amounts make its first period.
 * @param currency of the company, for a period without an amount
 */
export const formOfAnswers = (service: ServiceFromAnswers, currency: Currency): ServiceFormValues => {
  const { startDate, endDate, reminderDate, totalCost, savings, documentIds: _, ...fields } = service
  const known = startDate ?? endDate ?? reminderDate ?? totalCost ?? savings
  const paid = totalCost?.currency ?? savings?.currency ?? currency
  return {
    ...EMPTY,
    ...fields,
    servicePeriods:
      known === undefined
        ? []
        : [
            {
              ...nextPeriod([], paid),
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
