import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, requiredText } from '../../shared/values.ts'
import { requestOutcome } from './outcome.ts'

/** Sending back and withdrawing, for everything that is approved. */

/** What is approved: its kind, such as INTAKE_SUBMISSION or SPEND_REQUEST, and its id. */
const ofSubject = z.object({ targetType: z.string().min(1).max(64), id })
const ofBlock = z.object({ id })
const message = z.string().trim().max(5000).optional()

export const withdrawSubject = endpoint({
  id: 'approvals.withdraw',
  method: 'POST',
  path: '/api/approvals/{targetType}/{id}/withdraw',
  summary: 'Withdraw what is not decided yet; its requester can submit it again',
  params: ofSubject,
  body: z.object({ message }),
  response: requestOutcome,
})

export const sendBackBlock = endpoint({
  id: 'approvals.send-back',
  method: 'POST',
  path: '/api/level-group-statuses/{id}/send-back',
  summary: 'Ask the requester to change something, instead of deciding on a block',
  params: ofBlock,
  body: z.object({ message: requiredText(5000) }),
  response: requestOutcome,
})

export const takeBackSendBack = endpoint({
  id: 'approvals.take-back-send-back',
  method: 'POST',
  path: '/api/level-group-statuses/{id}/take-back',
  summary: 'Stop asking the requester for changes',
  params: ofBlock,
  response: requestOutcome,
})

export const answerSendBack = endpoint({
  id: 'approvals.answer-send-back',
  method: 'POST',
  path: '/api/approvals/{targetType}/{id}/answer-send-back',
  summary: 'Answer that nothing changes, when an approver asked for changes',
  params: ofSubject,
  body: z.object({ message }),
  response: requestOutcome,
})
