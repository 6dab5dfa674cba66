import { z } from 'zod'
import { requestOutcome } from '../../approvals/engine/outcome.ts'
import { commentBody, commentDocuments } from '../../documents/threads/endpoints.ts'
import {
  decideIntakeSubmission,
  remindIntakeSubmission,
  undoIntakeDecision,
} from '../../requests/submissions/filing-endpoints.ts'
import { bypassIntakeSubmission, setIntakeArchived } from '../../requests/submissions/routing-endpoints.ts'
import { needsAttention } from '../../requests/submissions/row-endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { id } from '../../shared/values.ts'
import { lineCuts } from './content.ts'
import { spendParams } from './endpoints.ts'
import { spendRequestRow } from './list.ts'

/** What people do with a spend request in progress. Bodies are those of requests. */

/** Where the specification names the parameter. */
const ofSpendRequest = z.object({ spendRequestId: id })

export const decideSpendRequest = endpoint({
  id: 'spend-requests.decide',
  method: 'POST',
  path: '/api/spend-requests/{id}/status',
  summary: 'Approve or reject a block of a spend request',
  params: spendParams,
  body: decideIntakeSubmission.body,
  response: requestOutcome,
})

export const undoSpendDecision = endpoint({
  id: 'spend-requests.undo-decision',
  method: 'POST',
  path: '/api/spend-requests/{id}/undo-decision',
  summary: 'Undo a decision within ten seconds',
  params: spendParams,
  body: undoIntakeDecision.body,
  response: requestOutcome,
})

export const cutSpendRequest = endpoint({
  id: 'spend-requests.cut',
  method: 'POST',
  path: '/api/spend-requests/{id}/cut-lines',
  summary: 'Reduce the amounts of lines, or reject lines, as an approver, with a reason',
  params: spendParams,
  body: lineCuts.extend({
    levelGroupStatusId: id,
    /** The version that was on the screen. Another one gets a 409 ANSWERS_CHANGED. The current one, if missing. */
    seenVersion: z.number().int().min(1).optional(),
  }),
  response: requestOutcome,
})

export const remindSpendRequest = endpoint({
  id: 'spend-requests.remind',
  method: 'POST',
  path: '/api/spend-requests/{id}/remind',
  summary: 'Remind the approvers of a block',
  params: spendParams,
  body: remindIntakeSubmission.body,
  response: requestOutcome,
})

export const bypassSpendRequest = endpoint({
  id: 'spend-requests.bypass',
  method: 'POST',
  path: '/api/spend-requests/{id}/bypass',
  summary: 'Bypass a block, with a reason',
  params: spendParams,
  body: bypassIntakeSubmission.body,
  response: requestOutcome,
})

export const restartSpendRequest = endpoint({
  id: 'spend-requests.restart',
  method: 'POST',
  path: '/api/spend-requests/{id}/restart',
  summary: 'Restart the approvals by the current rule sets',
  params: spendParams,
  response: requestOutcome,
})

export const setSpendArchived = endpoint({
  id: 'spend-requests.set-archived',
  method: 'PUT',
  path: '/api/spend-requests/{id}/archived',
  summary: 'Archive or unarchive a spend request',
  params: spendParams,
  body: setIntakeArchived.body,
  response: requestOutcome,
})

export const deleteSpendRequest = endpoint({
  id: 'spend-requests.delete',
  method: 'DELETE',
  path: '/api/spend-requests/{id}',
  summary: 'Delete a spend request',
  params: spendParams,
  response: z.null(),
})

export const setSpendWatchers = endpoint({
  id: 'spend-requests.set-watchers',
  method: 'POST',
  path: '/api/spend-requests/{id}/watchers',
  summary: 'Add watchers; with the previous list, people no longer on it are removed',
  params: spendParams,
  body: z.object({
    watcherIds: z.array(id).max(100, 'At most 100 watchers'),
    seenWatcherIds: z.array(id).max(500).optional(),
  }),
  response: requestOutcome,
})

const documentIds = z.array(id).min(1, 'Choose at least one document').max(100, 'At most 100 documents')
const identified = z.object({ id: z.string() })

export const addSpendDocuments = endpoint({
  id: 'spend-requests.add-documents',
  method: 'POST',
  path: '/api/spend-requests/{spendRequestId}/documents',
  summary: 'Attach documents to a spend request',
  params: ofSpendRequest,
  body: z.object({ documentIds }),
  response: identified,
})

export const removeSpendDocuments = endpoint({
  id: 'spend-requests.remove-documents',
  method: 'POST',
  path: '/api/spend-requests/{spendRequestId}/remove-documents',
  summary: 'Detach documents from a spend request',
  params: ofSpendRequest,
  body: z.object({ documentIds }),
  response: identified,
})

const serviceIds = z.array(id).max(100, 'At most 100 services')

export const changeSpendServices = endpoint({
  id: 'spend-requests.change-services',
  method: 'POST',
  path: '/api/spend-requests/{spendRequestId}/services',
  summary: 'Link services that a spend request pays for, and unlink others',
  params: ofSpendRequest,
  body: z.object({ serviceIdsToAdd: serviceIds.default([]), serviceIdsToRemove: serviceIds.default([]) }),
  response: identified,
})

/** The same from the service's side. */
export const changeSpendOfService = endpoint({
  id: 'spend-requests.change-on-service',
  method: 'POST',
  path: '/api/services/{serviceId}/spend-requests',
  summary: 'Link spend requests that pay for a service, and unlink others',
  params: z.object({ serviceId: id }),
  body: z.object({
    spendRequestIdsToAdd: z.array(id).max(100, 'At most 100 spend requests').default([]),
    spendRequestIdsToRemove: z.array(id).max(100, 'At most 100 spend requests').default([]),
  }),
  response: identified,
})

export const setVendorSigner = endpoint({
  id: 'spend-requests.set-vendor-signer',
  method: 'POST',
  path: '/api/spend-requests/{spendRequestId}/vendor-signer',
  summary: 'Set who signs for the vendor of a spend request that needs a signature',
  params: ofSpendRequest,
  /** Null for no one. */
  body: z.object({ vendorId: id, signerId: id.nullish().transform((value) => value ?? null) }),
  response: identified,
})

export const createSpendThread = endpoint({
  id: 'spend-requests.create-thread',
  method: 'POST',
  path: '/api/spend-requests/{spendRequestId}/threads',
  summary: 'Start a discussion about a spend request',
  params: ofSpendRequest,
  body: z.object({ commentBody, documentIds: commentDocuments }),
  response: identified,
})

export const spendNeedsAttention = endpoint({
  id: 'spend-requests.needs-attention',
  method: 'GET',
  path: '/api/spend-requests/needs-attention',
  summary: 'Spend requests waiting for the person, watched by them, or recently completed',
  query: needsAttention.query,
  response: z.array(spendRequestRow.extend({ since: z.string(), actions: z.array(z.string()) })),
})

export const watchSpendRequest = endpoint({
  id: 'spend-requests.live',
  method: 'GET',
  path: '/api/spend-requests/{id}/live',
  summary: 'Live changes of a spend request (WebSocket)',
  params: spendParams,
  response: z.null(),
  raw: 'websocket',
})
