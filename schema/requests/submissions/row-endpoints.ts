import { z } from 'zod'
import { ruleType } from '../../approvals/workflows/rule-types.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { money } from '../../shared/money.ts'
import { instant, requestStatus, shownDate } from '../../shared/values.ts'

/** Requests as lists show them, and what needs attention. Home reads them, so nothing heavy belongs here. */

export const nameRef = z.object({ id: z.string(), name: z.string() })

export const waitingFor = z.object({
  label: z.string(),
  since: z.string(),
  people: z.array(nameRef),
})

export const intakeSubmissionRow = z.object({
  id: z.string(),
  number: z.number().int(),
  title: z.string(),
  category: nameRef,
  requestor: nameRef,
  status: requestStatus,
  isDraft: z.boolean(),
  archived: z.boolean(),
  /** 0 to 100. */
  progress: z.number().int(),
  waitingFor: z.array(waitingFor),
  approvedBy: z.array(nameRef),
  rejectedBy: z.array(nameRef),
  requestAmount: money.nullable(),
  vendor: nameRef.nullable(),
  dueDate: shownDate.nullable(),
  createdAt: instant,
  submittedAt: instant.nullable(),
  approvedOrRejectedAt: instant.nullable(),
  currentLevelSince: z.string().nullable(),
  /** How long the open level has been waiting, in milliseconds. Null if none is open. */
  currentLevelPendingDuration: z.number().int().nullable(),
  lastAuditLogMessage: z.string(),
  lastAuditLogAt: instant.nullable(),
  /** The sender on a public form. Null for requests of members. */
  contactEmail: z.string().nullable(),
})
export type IntakeSubmissionRow = z.infer<typeof intakeSubmissionRow>

export const attentionItem = z.object({
  id: z.string(),
  number: z.number().int(),
  title: z.string(),
  category: nameRef,
  requestor: nameRef,
  status: requestStatus,
  requestAmount: money.nullable(),
  /** When it started waiting for this person, or when it was completed. */
  since: z.string(),
  actions: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      ruleType,
      onBehalfOf: nameRef.nullable(),
      /** When this one started waiting. Null if that was before each stored its own. */
      since: z.string().nullable(),
      /** Set if an approver sent the person’s request back. */
      sentBack: z.literal(true).optional(),
    }),
  ),
})
export type AttentionItem = z.infer<typeof attentionItem>

export const needsAttention = endpoint({
  id: 'intake.needs-attention',
  method: 'GET',
  path: '/api/intake-submissions/needs-attention',
  summary: 'Requests waiting for the person, watched by them, or recently completed',
  query: z.object({
    filter: z.enum(['approver', 'watcher', 'recently-completed']).default('approver'),
    first: z.coerce.number().int().min(1).max(50).default(20),
  }),
  response: z.array(attentionItem),
})
