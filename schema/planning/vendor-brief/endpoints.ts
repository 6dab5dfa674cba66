import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { money } from '../../shared/money.ts'
import { id, instant, shownDate } from '../../shared/values.ts'

/** What someone who opens a vendor wants to know first, from all areas. What the person may not see is null. */
const vendorBrief = z.object({
  /** Without payroll, in the company's currency. Null where no accounting system says it. */
  spend: z
    .object({
      /** The current month and the eleven before, oldest first, each with the same month a year before. */
      months: z.array(z.object({ month: z.string(), spent: money, yearBefore: money })),
      total: money,
      yearBefore: money,
    })
    .nullable(),
  nextRenewal: z.object({ serviceId: z.string(), serviceName: z.string(), endDate: shownDate }).nullable(),
  /** For people who work with payments. Counts are of the newest hundred. */
  money: z
    .object({
      billsToApprove: z.number().int(),
      paymentsToSend: z.number().int(),
      openChecks: z.number().int(),
      bankDetailsWait: z.boolean(),
      /** When others took the place of its bank details, in the last 90 days. */
      bankChangedAt: instant.nullable(),
    })
    .nullable(),
})
export type VendorBrief = z.infer<typeof vendorBrief>

export const getVendorBrief = endpoint({
  id: 'vendor-brief.get',
  method: 'GET',
  path: '/api/vendors/{vendorId}/brief',
  summary: 'What a vendor cost, when it renews next, and what waits',
  params: z.object({ vendorId: id }),
  response: vendorBrief,
})
