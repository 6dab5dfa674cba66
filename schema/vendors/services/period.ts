import { z } from 'zod'
import { answerValue } from '../../requests/forms/form.ts'
import { currency } from '../../shared/money.ts'
import { shownDate } from '../../shared/values.ts'

/** A period of a service, as answers and other wings read it. */
export const servicePeriod = z.object({
  id: z.string(),
  startDate: shownDate,
  /** Null for a service that runs month to month. */
  endDate: shownDate.nullable(),
  unitsPerMonth: z.number().nullable(),
  /** Amounts in whole minor units of the currency. */
  costPerUnit: z.number().int().nullable(),
  tax: z.number().int(),
  savings: z.number().int(),
  /** Null without an end. */
  totalServicePeriodCost: z.number().int().nullable(),
  /** For one month. */
  amortizedCost: z.number().int(),
  currency,
  note: z.string(),
  autoRenewDetail: z.string(),
  /** It must be canceled at least this many days before the end. */
  noticeDays: z.number().int().nullable(),
  /** The last day to cancel, yyyy-mm-dd. Null without a notice period or without an end. */
  cancelBy: z.string().nullable(),
  /** Days on which people are reminded that it ends, in order. */
  renewalReminders: z.array(z.string()),
  /** Answers to custom fields of service items. */
  answers: z.record(z.string(), answerValue),
})
export type ServicePeriod = z.infer<typeof servicePeriod>
