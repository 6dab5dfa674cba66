import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { email, id, instant, limitedText, named, requiredText } from '../../shared/values.ts'
import { formDefinition } from '../forms/form.ts'
import { bidderStatus, criterion, EVENT_LIMITS, eventStatus } from './values.ts'

/** Sourcing events of the company: creating, inviting, publishing, and answering bidders' questions. */

export const eventParams = z.object({ eventId: id })
const bidderParams = eventParams.extend({ bidderId: id })
const version = z.number().int().min(1).optional()
export const savedEvent = z.object({ id: z.string(), version: z.number().int() })

/** An instant with its zone, such as 2026-12-01T17:00:00Z. */
const instantInput = z.string().superRefine((text, context) => {
  if (text === '') context.addIssue('Required')
  else if (
    !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text) ||
    Number.isNaN(Date.parse(text))
  )
    context.addIssue('Enter a date and time')
})

const people = (most: number, words: string) => z.array(id).max(most, `At most ${most} ${words}`)

export const eventInput = z.object({
  title: requiredText(200),
  description: limitedText(10_000),
  /** A public form of the company, or null: then bidders give a price and a lead time only. */
  intakeCategoryId: id.nullable(),
  deadline: instantInput,
  criteria: z.array(criterion).max(EVENT_LIMITS.criteria, `At most ${EVENT_LIMITS.criteria} criteria`),
  reviewerIds: people(EVENT_LIMITS.reviewers, 'reviewers'),
  /** Who can manage it besides admins. The person who creates it is one of them. */
  ownerIds: people(EVENT_LIMITS.owners, 'owners'),
})

export const createEvent = endpoint({
  id: 'sourcing-events.create',
  method: 'POST',
  path: '/api/sourcing-events',
  summary: 'Create a draft of a sourcing event',
  body: eventInput.partial({
    description: true,
    intakeCategoryId: true,
    criteria: true,
    reviewerIds: true,
    ownerIds: true,
  }),
  response: savedEvent,
})

const bidder = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  vendor: named.nullable(),
  status: bidderStatus,
  invitedAt: instant.nullable(),
  viewedAt: instant.nullable(),
  submittedAt: instant.nullable(),
})
export type Bidder = z.infer<typeof bidder>

export const sharedQuestion = z.object({
  id: z.string(),
  question: z.string(),
  answer: z.string().nullable(),
  askedAt: instant,
  answeredAt: instant.nullable(),
})

const reviewer = named.extend({ hasSubmitted: z.boolean() })

export const sourcingEvent = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  status: eventStatus,
  deadline: z.string(),
  category: named.nullable(),
  /** What bidders are asked. Empty while it is a draft. */
  form: formDefinition,
  criteria: z.array(criterion),
  owners: z.array(named),
  reviewers: z.array(reviewer),
  bidders: z.array(bidder),
  /** With who asked, which the other bidders don't see. */
  questions: z.array(sharedQuestion.extend({ bidder: named.nullable(), version: z.number().int() })),
  publishedAt: instant.nullable(),
  openedAt: instant.nullable(),
  closedReason: z.string().nullable(),
  award: z
    .object({
      bidderId: z.string(),
      bidderName: z.string(),
      reason: z.string(),
      requestId: z.string().nullable(),
      awardedBy: z.string(),
      awardedAt: instant,
    })
    .nullable(),
  canManage: z.boolean(),
  isReviewer: z.boolean(),
  version: z.number().int(),
  createdAt: instant,
})
export type SourcingEvent = z.output<typeof sourcingEvent>

export const getEvent = endpoint({
  id: 'sourcing-events.get',
  method: 'GET',
  path: '/api/sourcing-events/{eventId}',
  summary: 'A sourcing event with its bidders and their questions. What they bid is another call',
  params: eventParams,
  response: sourcingEvent,
})

export const updateEvent = endpoint({
  id: 'sourcing-events.update',
  method: 'PATCH',
  path: '/api/sourcing-events/{eventId}',
  summary: 'Change an event. Once published: only its owners and reviewers',
  params: eventParams,
  body: eventInput.partial().extend({ version }),
  response: savedEvent,
})

export const deleteEvent = endpoint({
  id: 'sourcing-events.delete',
  method: 'DELETE',
  path: '/api/sourcing-events/{eventId}',
  summary: 'Delete a draft',
  params: eventParams,
  response: z.null(),
})

export const publishEvent = endpoint({
  id: 'sourcing-events.publish',
  method: 'POST',
  path: '/api/sourcing-events/{eventId}/publish',
  summary: 'Open an event for bids: its form is fixed, and every bidder gets a personal link',
  params: eventParams,
  body: z.object({ version }),
  response: savedEvent,
})

export const postponeEvent = endpoint({
  id: 'sourcing-events.postpone',
  method: 'POST',
  path: '/api/sourcing-events/{eventId}/deadline',
  summary: 'Move the deadline later, which all bidders are told. It never moves to an earlier time',
  params: eventParams,
  body: z.object({ deadline: instantInput, reason: requiredText(1000), version }),
  response: savedEvent,
})

export const cancelEvent = endpoint({
  id: 'sourcing-events.cancel',
  method: 'POST',
  path: '/api/sourcing-events/{eventId}/cancel',
  summary: 'Cancel an event, which all bidders are told. Bids that are still sealed are never opened',
  params: eventParams,
  body: z.object({ reason: requiredText(1000), version }),
  response: savedEvent,
})

export const addBidder = endpoint({
  id: 'sourcing-events.add-bidder',
  method: 'POST',
  path: '/api/sourcing-events/{eventId}/bidders',
  summary: 'Invite a bidder. Once the event is published they get their link at once',
  params: eventParams,
  body: z.object({ name: requiredText(200), email, vendorId: id.nullish() }),
  response: z.object({ id: z.string() }),
})

export const removeBidder = endpoint({
  id: 'sourcing-events.remove-bidder',
  method: 'DELETE',
  path: '/api/sourcing-events/{eventId}/bidders/{bidderId}',
  summary: 'Remove a bidder from a draft, or revoke their link. A bid of theirs then no longer counts',
  params: bidderParams,
  response: z.null(),
})

export const sendLink = endpoint({
  id: 'sourcing-events.send-link',
  method: 'POST',
  path: '/api/sourcing-events/{eventId}/bidders/{bidderId}/link',
  summary: 'Email a bidder a new link. The one before stops working',
  params: bidderParams,
  response: z.object({ id: z.string() }),
})

export const linkVendor = endpoint({
  id: 'sourcing-events.link-vendor',
  method: 'PUT',
  path: '/api/sourcing-events/{eventId}/bidders/{bidderId}/vendor',
  summary: 'Say which vendor of the company a bidder is',
  params: bidderParams,
  body: z.object({ vendorId: id.nullable() }),
  response: z.object({ id: z.string() }),
})

export const answerQuestion = endpoint({
  id: 'sourcing-events.answer-question',
  method: 'PUT',
  path: '/api/sourcing-events/{eventId}/questions/{questionId}',
  summary: 'Answer a question. All bidders get the question and the answer, but not who asked',
  params: eventParams.extend({ questionId: id }),
  body: z.object({
    /** Corrects the question as the others read it, for example to remove a name. */
    question: requiredText(2000).optional(),
    answer: requiredText(5000),
    version,
  }),
  response: z.object({ id: z.string(), version: z.number().int() }),
})

export const postNotice = endpoint({
  id: 'sourcing-events.post-notice',
  method: 'POST',
  path: '/api/sourcing-events/{eventId}/questions',
  summary: 'Publish a clarification without a question, which all bidders get',
  params: eventParams,
  body: z.object({ question: requiredText(2000), answer: requiredText(5000) }),
  response: z.object({ id: z.string() }),
})
