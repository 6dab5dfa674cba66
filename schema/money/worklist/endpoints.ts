import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { money } from '../../shared/money.ts'
import { instant } from '../../shared/values.ts'

/** What waits for someone who works with payments, in the order in which a bill goes. */
export const LANES = ['ENTER', 'MATCH', 'APPROVE', 'PAY', 'STUCK'] as const
export type Lane = (typeof LANES)[number]

/** As many are counted in each. */
export const MOST_IN_LANE = 25

const lane = z.object({
  count: z.number().int(),
  /** Since when the oldest waits. Null if nothing does. */
  oldest: instant.nullable(),
})

export const getWorklist = endpoint({
  id: 'payments.worklist',
  method: 'GET',
  path: '/api/payments/worklist',
  summary: 'How much waits to be entered, matched, approved and paid, or is stuck, and since when',
  response: z.object({
    lanes: z.object({ ENTER: lane, MATCH: lane, APPROVE: lane, PAY: lane, STUCK: lane }),
    /** Bills without a purchase order whose vendor has an open one. */
    toMatch: z.array(
      z.object({
        id: z.string(),
        vendorName: z.string(),
        invoiceNumber: z.string(),
        total: money,
        createdAt: instant,
      }),
    ),
  }),
})
export type Worklist = z.infer<typeof getWorklist.response>
export type BillToMatch = Worklist['toMatch'][number]
