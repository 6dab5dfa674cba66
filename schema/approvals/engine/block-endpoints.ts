import { z } from 'zod'
import { documentView } from '../../documents/documents/endpoints.ts'
import { auditRow } from '../../platform/audit/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant } from '../../shared/values.ts'
import { WORK_STATUSES } from './model.ts'
import { chosenApprovers, isChosen, NO_ONE_CHOSEN, requestOutcome } from './outcome.ts'

/** Blocks ("level group statuses") by their own ids. */
const blockParams = z.object({ id })
const workStatus = z.enum(WORK_STATUSES)

export const setBlockStatus = endpoint({
  id: 'workflow-tasks.set-block-status',
  method: 'POST',
  path: '/api/level-group-statuses/{id}/block-status',
  summary: 'Set the work status of a block',
  params: blockParams,
  body: z.object({ blockStatus: workStatus }),
  response: requestOutcome,
})

export const setBlockAssignee = endpoint({
  id: 'workflow-tasks.set-assignee',
  method: 'POST',
  path: '/api/level-group-statuses/{id}/assignee',
  summary: 'Assign a block; null for no one',
  params: blockParams,
  body: z.object({ assigneeUserId: id.nullable() }),
  response: requestOutcome,
})

export const replaceBlockApprovers = endpoint({
  id: 'workflow-tasks.replace-approvers',
  method: 'POST',
  path: '/api/replace-lgs-approvers',
  summary: 'Replace the approvers of an open block',
  body: z
    .object({
      levelGroupStatusId: id,
      /** Set to replace them with a single group. */
      groupId: id.optional(),
      ...chosenApprovers,
    })
    .refine((choice) => choice.groupId !== undefined || isChosen(choice), NO_ONE_CHOSEN),
  response: requestOutcome,
})

const personRef = z.object({ userId: z.string(), name: z.string() })

export const blockHistory = z.object({
  /** Each period in a work status, oldest first. The last one is open while the block is. */
  blockStatuses: z.array(
    z.object({
      id: z.string(),
      createdAt: instant,
      user: personRef,
      blockStatus: workStatus,
      until: z.string().nullable(),
      /** Set when the period has ended. */
      spentMs: z.number().int().nullable(),
      /** Business hours of the company so far, in the reader's time zone. */
      businessMs: z.number().int(),
    }),
  ),
  /** What happened to the block, newest first. */
  entries: z.array(auditRow),
})
export type BlockHistory = z.infer<typeof blockHistory>

export const getBlockHistory = endpoint({
  id: 'workflow-tasks.history',
  method: 'GET',
  path: '/api/level-group-statuses/{id}/history',
  summary: 'What happened to a block, with the time in each work status',
  params: blockParams,
  response: blockHistory,
})

export const listBlockDocuments = endpoint({
  id: 'workflow-tasks.list-documents',
  method: 'GET',
  path: '/api/level-group-statuses/{id}/documents',
  summary: 'The documents of a block',
  params: blockParams,
  response: z.array(documentView),
})

export const addBlockDocuments = endpoint({
  id: 'workflow-tasks.add-documents',
  method: 'POST',
  path: '/api/level-group-statuses/{id}/documents',
  summary: 'Add documents to a block',
  params: blockParams,
  body: z.object({ documentIds: z.array(id).min(1).max(100) }),
  response: z.object({ id: z.string() }),
})

export const retryBlock = endpoint({
  id: 'workflow-tasks.retry',
  method: 'POST',
  path: '/api/level-group-statuses/{id}/retry',
  summary: 'Retry an automatic task that failed',
  params: blockParams,
  response: requestOutcome,
})

export const webhookDelivery = z.object({
  url: z.string(),
  requestBody: z.string(),
  responseBody: z.string().nullable(),
  responseStatusCode: z.number().int().nullable(),
  error: z.string().nullable(),
  sentAt: instant,
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const completeWebhookTask = endpoint({
  id: 'workflow-tasks.webhook-complete',
  method: 'POST',
  path: '/api/webhook-tasks/{levelGroupStatusId}/complete',
  summary: 'Send a webhook manually, to another URL or with other fields; a successful response completes the task',
  params: z.object({ levelGroupStatusId: id }),
  body: z.object({
    url: z.string().trim().min(1, 'Required').max(2000),
    fields: z
      .array(z.object({ key: z.string().trim().min(1, 'Required').max(100), value: z.string().max(2000) }))
      .max(50),
  }),
  response: webhookDelivery,
})

export const listWebhookDeliveries = endpoint({
  id: 'workflow-tasks.webhook-deliveries',
  method: 'GET',
  path: '/api/webhook-tasks/{levelGroupStatusId}/deliveries',
  summary: 'The attempts to deliver a webhook, newest first',
  params: z.object({ levelGroupStatusId: id }),
  /** Pages go back in time, to attempts before this one. */
  query: z.object({ before: id.optional(), first: z.coerce.number().int().min(1).max(101).default(50) }),
  response: z.array(webhookDelivery.extend({ id: z.string() })),
})

const webhookSecretState = z.object({
  /** Null while the company still uses its first secret. */
  rotatedAt: instant.nullable(),
  /** Until then webhooks are also signed with the previous secret. */
  oldValidUntil: z.string().nullable(),
})
export type WebhookSecretState = z.infer<typeof webhookSecretState>

export const getWebhookSecret = endpoint({
  id: 'workflow-tasks.webhook-secret',
  method: 'GET',
  path: '/api/webhook-tasks/signing-secret',
  summary: 'When the company’s webhook signing secret was last rotated',
  response: webhookSecretState,
})

export const revealWebhookSecret = endpoint({
  id: 'workflow-tasks.reveal-webhook-secret',
  method: 'POST',
  path: '/api/webhook-tasks/signing-secret/reveal',
  summary: 'The company’s webhook signing secret; each view is recorded in the history',
  response: z.object({ secret: z.string() }),
})

export const rotateWebhookSecret = endpoint({
  id: 'workflow-tasks.rotate-webhook-secret',
  method: 'POST',
  path: '/api/webhook-tasks/signing-secret/rotate',
  summary: 'Rotate the company’s webhook signing secret; the previous one stays valid for a day',
  response: webhookSecretState,
})
