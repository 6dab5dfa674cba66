import { z } from 'zod'
import { billPaymentFilters } from '../../../../schema/money/payments/bill-payment-endpoints.ts'
import { addressSchema } from '../../../../schema/shared/list-filters.ts'

/** What the addresses of payments' pages say. Apart from the pages, because routes read it before they load a page. */

export const paymentsSettingsSearch = z.object({
  move: z.enum(['LOAD', 'WITHDRAWAL']).optional().catch(undefined),
  dialog: z.enum(['bank', 'history']).optional().catch(undefined),
})

export const onboardingSearch = z.object({
  dialog: z.literal('bank').optional().catch(undefined),
  /** Back from the provider's form: submitted or left, or by a link that expired. */
  returned: z.coerce.string().optional().catch(undefined),
  expired: z.coerce.string().optional().catch(undefined),
})

/** The state of the list of payments in the address. */
export const billPaymentSearch = addressSchema(billPaymentFilters)

/** The payment run that is open beside the list. */
export const runSearch = z.object({ run: z.string().max(60).optional().catch(undefined) })
