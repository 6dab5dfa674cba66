import { z } from 'zod'
import { commentBody, commentDocuments } from '../../documents/threads/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { id, questionId, requiredText } from '../../shared/values.ts'
import { vendorThread } from './portal-endpoints.ts'

/** What someone without an account does with the link of a form, besides filling it in. */

const linkParams = z.object({ token: z.string().min(20).max(200) })
/** Who writes. Without it, the address that the form was sent to. */
const name = requiredText(120).optional()

export const listLinkThreads = endpoint({
  id: 'vendor-forms.link-threads',
  method: 'GET',
  path: '/public-api/vendor-forms/{token}/threads',
  summary: 'The threads of the form that a link opens, of those that are shared, newest first',
  params: linkParams,
  response: z.array(vendorThread),
})

export const createLinkThread = endpoint({
  id: 'vendor-forms.create-link-thread',
  method: 'POST',
  path: '/public-api/vendor-forms/{token}/threads',
  summary: 'Start a thread about the form that a link opens, which the company reads',
  params: linkParams,
  body: z.object({ commentBody, documentIds: commentDocuments, intakeSubmissionAnswerId: questionId.optional(), name }),
  response: z.object({ id: z.string() }),
})

export const replyByLink = endpoint({
  id: 'vendor-forms.reply-by-link',
  method: 'POST',
  path: '/public-api/vendor-forms/{token}/threads/{threadId}/reply',
  summary: 'Answer in a thread of the form that a link opens',
  params: linkParams.extend({ threadId: id }),
  body: z.object({ body: commentBody, documentIds: commentDocuments, name }),
  response: z.object({ id: z.string() }),
})

export const askForAccount = endpoint({
  id: 'vendor-portal.account-by-form',
  method: 'POST',
  path: '/public-api/vendor-forms/{token}/account',
  summary: 'Email an invitation to the vendor portal to the address that a form was sent to',
  params: linkParams,
  response: z.object({ email: z.string() }),
})
