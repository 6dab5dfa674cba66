import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { money } from '../../shared/money.ts'
import { named } from '../../shared/values.ts'
import { BILL_PAYMENT_STATUSES } from './bill-payment-states.ts'
import { vendorPaymentInformation } from './details-endpoints.ts'
import { shownRun } from './run-endpoints.ts'

export const getAttention = endpoint({
  id: 'payments.attention',
  method: 'GET',
  path: '/api/payments/attention',
  summary: 'Bank details and payment runs that wait for someone, and failed or returned payments',
  response: z.object({
    /** Why no one, or not enough people, can confirm bank details. */
    approversFault: z.string().nullable(),
    paymentInformation: z.array(vendorPaymentInformation),
    runs: z.array(shownRun),
    payments: z.array(
      z.object({
        id: z.string(),
        status: z.enum(BILL_PAYMENT_STATUSES),
        amount: money,
        invoiceNumber: z.string(),
        erpVendor: named,
        vendorId: z.string().nullable(),
        /** In words. */
        reason: z.string().nullable(),
      }),
    ),
  }),
})
export type PaymentsAttention = z.infer<typeof getAttention.response>
