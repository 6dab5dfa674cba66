import { z } from 'zod'
import { waits } from '../../platform/guarded/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { money } from '../../shared/money.ts'
import { asRead } from '../../shared/sent/unknown-names.ts'
import { id, instant, named, shownDate } from '../../shared/values.ts'
import { BILL_PAYMENT_STATUSES } from './bill-payment-states.ts'

/** Payments that are started together, and the limits that a company pays within. */

/** WAITING for a second person. */
export const RUN_STATUSES = ['WAITING', 'STARTED', 'REJECTED'] as const
export const MOST_IN_RUN = 500
/** At once, or each early enough to arrive when its bill is due. */
export const RUN_WHEN = ['NOW', 'DUE'] as const
export type RunWhen = (typeof RUN_WHEN)[number]
/** Unless the company says otherwise, a run of $10,000 or more needs a second person. */
export const RUN_LIMIT_MINOR = 1_000_000

const MOST_LIMIT = 1_000_000_000_000
const limit = z
  .number({ error: 'Enter an amount' })
  .int('Amounts are whole minor units')
  .min(0, 'Enter an amount of zero or more')
  .max(MOST_LIMIT, 'This amount is too large')
const payments = z
  .array(id)
  .min(1, 'Choose at least one payment')
  .max(MOST_IN_RUN, `At most ${MOST_IN_RUN} payments at once`)

const payWhen = z.enum(RUN_WHEN).default('NOW')
/** By the due date of bills, which may be missing, or by the day on which money leaves, if it leaves when they are due. */
const total = z.object({
  dueDate: shownDate.nullable(),
  leavesOn: z.string().nullable(),
  amount: money,
  count: z.number(),
})
export type RunTotal = z.infer<typeof total>

export const previewRun = endpoint({
  id: 'payments.preview-run',
  method: 'POST',
  path: '/api/payments/payment-runs/preview',
  summary: 'What starting payments together comes to, by currency and due date, and which of them can’t be started',
  body: asRead(z.object({ billPaymentIds: payments, payWhen }), ['paymentMethodId']),
  response: z.object({
    totals: z.array(total),
    amount: money,
    count: z.number(),
    needsSecondPerson: z.boolean(),
    faults: z.array(z.object({ billPaymentId: z.string(), name: z.string(), fault: z.string() })),
  }),
})
export type RunPreview = z.infer<typeof previewRun.response>

export const createRun = endpoint({
  id: 'payments.create-run',
  method: 'POST',
  path: '/api/payments/payment-runs',
  summary: 'Start payments together. At the company’s limit or above, they wait for a second person',
  body: z.object({ billPaymentIds: payments, paymentMethodId: id, payWhen }),
  response: z.object({ id: z.string(), status: z.enum(RUN_STATUSES) }),
})

const params = z.object({ paymentRunId: id })

export const decideRun = endpoint({
  id: 'payments.decide-run',
  method: 'POST',
  path: '/api/payments/payment-runs/{paymentRunId}/decide',
  summary: 'Confirm payments that someone else wants to start together, or reject them',
  params,
  body: z.object({ shouldConfirm: z.boolean() }),
  response: z.object({ id: z.string(), status: z.enum(RUN_STATUSES) }),
})

export const shownRun = z.object({
  id: z.string(),
  status: z.enum(RUN_STATUSES),
  amount: money,
  count: z.number(),
  createdBy: named,
  createdAt: instant,
  decidedBy: named.nullable(),
  decidedAt: instant.nullable(),
  payWhen: z.enum(RUN_WHEN),
  /** Null if the person can decide. */
  decisionFault: z.string().nullable(),
})

export const getRun = endpoint({
  id: 'payments.get-run',
  method: 'GET',
  path: '/api/payments/payment-runs/{paymentRunId}',
  summary: 'Payments that were started together, and how far they are',
  params,
  response: shownRun.extend({
    totals: z.array(total),
    /** Those that leave on a later day. */
    scheduledCount: z.number(),
    progress: z.array(z.object({ status: z.enum(BILL_PAYMENT_STATUSES), count: z.number(), amount: money })),
    skipped: z.array(z.object({ billPaymentId: z.string(), name: z.string(), fault: z.string() })),
  }),
})
export type PaymentRun = z.infer<typeof getRun.response>

export const listRuns = endpoint({
  id: 'payments.list-runs',
  method: 'GET',
  path: '/api/payments/payment-runs',
  summary: 'The newest payments that were started together, or wait for a second person',
  response: z.array(shownRun),
})

const limits = z.object({ runLimit: limit, freeBelow: limit })

export const getLimits = endpoint({
  id: 'payments.get-limits',
  method: 'GET',
  path: '/api/payments/limits',
  summary: 'From which amount a run needs a second person, and below which anyone may start a payment. In cents',
  response: limits,
})

export const setLimits = endpoint({
  id: 'payments.set-limits',
  method: 'PUT',
  path: '/api/payments/limits',
  summary: 'Set the limits that the company pays within. In cents',
  body: limits,
  response: limits.extend({ waits: waits.optional() }),
})
