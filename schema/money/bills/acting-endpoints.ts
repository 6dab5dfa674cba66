import { z } from 'zod'
import { chosenApprovers, isChosen, NO_ONE_CHOSEN, requestOutcome } from '../../approvals/engine/outcome.ts'
import { commentBody, commentDocuments } from '../../documents/threads/endpoints.ts'
import {
  decideIntakeSubmission,
  remindIntakeSubmission,
  undoIntakeDecision,
} from '../../requests/submissions/filing-endpoints.ts'
import { setIntakeArchived } from '../../requests/submissions/routing-endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { id, requiredText } from '../../shared/values.ts'
import { billParams } from './endpoints.ts'

/** What people do with a bill in progress. Bodies are those of requests. */

export const decideBill = endpoint({
  id: 'bills.decide',
  method: 'POST',
  path: '/api/payments/bills/{billId}/status',
  summary: 'Approve or reject a block of a bill',
  params: billParams,
  body: decideIntakeSubmission.body,
  response: requestOutcome,
})

export const undoBillDecision = endpoint({
  id: 'bills.undo-decision',
  method: 'POST',
  path: '/api/payments/bills/{billId}/undo-decision',
  summary: 'Undo a decision within ten seconds',
  params: billParams,
  body: undoIntakeDecision.body,
  response: requestOutcome,
})

export const remindBill = endpoint({
  id: 'bills.remind',
  method: 'POST',
  path: '/api/payments/bills/{billId}/remind',
  summary: 'Remind the approvers of a block',
  params: billParams,
  body: remindIntakeSubmission.body,
  response: requestOutcome,
})

export const restartBill = endpoint({
  id: 'bills.restart',
  method: 'POST',
  path: '/api/payments/bills/{billId}/restart',
  summary: 'Restart the approvals by the current rule sets',
  params: billParams,
  response: requestOutcome,
})

export const setBillArchived = endpoint({
  id: 'bills.set-archived',
  method: 'PUT',
  path: '/api/payments/bills/{billId}/archived',
  summary: 'Archive or unarchive a bill',
  params: billParams,
  body: setIntakeArchived.body,
  response: requestOutcome,
})

export const setBillWatchers = endpoint({
  id: 'bills.set-watchers',
  method: 'POST',
  path: '/api/payments/bills/{billId}/watchers',
  summary: 'Add watchers; with the previous list, people no longer on it are removed',
  params: billParams,
  body: z.object({
    watcherIds: z.array(id).max(100, 'At most 100 watchers'),
    seenWatcherIds: z.array(id).max(500).optional(),
  }),
  response: requestOutcome,
})

const identified = z.object({ id: z.string() })

export const updateBillDocuments = endpoint({
  id: 'bills.update-documents',
  method: 'POST',
  path: '/api/payments/bills/{billId}/documents/update',
  summary: 'Set the documents of a bill, besides its invoice',
  params: billParams,
  body: z.object({ documentIds: z.array(id).max(100, 'At most 100 documents') }),
  response: identified,
})

export const createBillThread = endpoint({
  id: 'bills.create-thread',
  method: 'POST',
  path: '/api/payments/bills/{billId}/threads',
  summary: 'Start a discussion about a bill',
  params: billParams,
  body: z.object({ commentBody, documentIds: commentDocuments }),
  response: identified,
})

export const watchBill = endpoint({
  id: 'bills.live',
  method: 'GET',
  path: '/api/payments/bills/{billId}/live',
  summary: 'Live changes of a bill (WebSocket)',
  params: billParams,
  response: z.null(),
  raw: 'websocket',
})

export const bypassBillLevel = endpoint({
  id: 'bills.bypass-level',
  method: 'POST',
  path: '/api/bill-level-group-statuses/{billLevelGroupStatusId}/bypass',
  summary: 'Bypass a block of a bill, with a reason',
  params: z.object({ billLevelGroupStatusId: id }),
  body: z.object({ approverNote: requiredText(5000) }),
  response: requestOutcome,
})

export const addBillApproval = endpoint({
  id: 'bills.add-approval',
  method: 'POST',
  path: '/api/payments/bills/{billId}/add-approval',
  summary: 'Add an approval to a bill in progress: groups or people who approve it too',
  params: billParams,
  body: z
    .object({
      label: requiredText(200).optional(),
      /** Defaults to the open level. */
      level: z.number().int().min(1).max(1000).optional(),
      ...chosenApprovers,
    })
    .refine(isChosen, NO_ONE_CHOSEN),
  response: requestOutcome,
})
