import type { Currency } from '../../../../schema/shared/money.ts'
import type { ServiceFields } from '../../../../schema/vendors/services/from-document.ts'
import type { ServiceFormValues } from './form-values.ts'
import { formOfAnswers } from './from-answers.ts'

/**
 * The form of a new service, filled in from a document.
 * @param currency the company's, for a period without an amount
 */
export const formOfDocument = ({ fields }: ServiceFields, currency: Currency): ServiceFormValues => {
  const { autorenews, autoRenewalDetail, noticeDays, paymentTerm, ...rest } = fields
  const { servicePeriods, ...values } = formOfAnswers(rest, currency)
  return {
    ...values,
    autorenews: autorenews ?? false,
    autoRenewalDetail: autoRenewalDetail ?? '',
    paymentTerm: paymentTerm ?? null,
    servicePeriods: servicePeriods.map((period) => ({ ...period, noticeDays: noticeDays ?? null })),
  }
}
