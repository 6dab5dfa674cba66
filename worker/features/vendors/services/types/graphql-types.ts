import { PAYMENT_FREQUENCIES } from '../../../../../schema/vendors/services/values.ts'
import { builder } from '../../../../transport/graphql/builder.ts'

/** What GraphQL answers about services, also beside plans. */

export const paymentFrequencyType = builder.enumType('PaymentFrequency', { values: PAYMENT_FREQUENCIES })
