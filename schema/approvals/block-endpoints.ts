import { z } from 'zod'
import { auditRow } from '../audit/endpoints.ts'
import { documentView } from '../documents/endpoints.ts'
import { requestOutcome } from '../intake/filing-endpoints.ts'
import { chosenApprovers } from '../intake/routing-endpoints.ts'
import { endpoint } from '../shared/endpoint.ts'
import { id } from '../shared/values.ts'
import { WORK_STATUSES } from './model.ts'

/** Blocks ("level group statuses") by their own ids. */
const blockParams = z.object({ id })
const workStatus = z.enum(WORK_STATUSES)

export const setBlockStatus = endpoint({
  id: 'workflow-tasks.set-block-status',
  method: 'POST',
  path: '/api/level-group-statuses/{id}/block-status',
  summary: 'How the work on a block stands',
  params: blockParams,
  body: z.object({ blockStatus: workStatus }),
  response: requestOutcome,
})

export const setBlockAssignee = endpoint({
  id: 'workflow-tasks.set-assignee',
  method: 'POST',
  path: '/api/level-group-statuses/{id}/assignee',
  summary: 'Who works on a block; null for nobody',
  params: blockParams,
  body: z.object({ assigneeUserId: id.nullable() }),
  response: requestOutcome,
})

export const replaceBlockApprovers = endpoint({
  id: 'workflow-tasks.replace-approvers',
  method: 'POST',
  path: '/api/replace-lgs-approvers',
  summary: 'Other approvers for an open block',
  body: z.object({
    levelGroupStatusId: id,
    /** One group, where that is all. */
    groupId: id.optional(),
    ...chosenApprovers,
  }),
  response: requestOutcome,
})

const personRef = z.object({ userId: z.string(), name: z.string() })

export const blockHistory = z.object({
  /** Each stretch of time in a work status, oldest first; the last one is open while the block is. */
  blockStatuses: z.array(
    z.object({
      id: z.string(),
      createdAt: z.string(),
      user: personRef,
      blockStatus: workStatus,
      until: z.string().nullable(),
      /** Of closed stretches. */
      spentMs: z.number().int().nullable(),
    }),
  ),
  /** What was done to the block, newest first. */
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
