import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant, person, requiredText } from '../../shared/values.ts'

/** What a thread can be about. More come with their areas. */
export const THREAD_TARGETS = [
  'INTAKE_SUBMISSION',
  'VENDOR',
  'SERVICE',
  'DOCUMENT',
  'SPEND_REQUEST',
  'BILL',
  'TRANSACTION',
  'PURCHASE_ORDER',
] as const
export const threadTarget = z.enum(THREAD_TARGETS)
export type ThreadTarget = (typeof THREAD_TARGETS)[number]
export const THREAD_PARTS = ['ANSWER', 'BLOCK'] as const

export const MOST_COMMENT_CHARACTERS = 10_000
export const MOST_COMMENT_FILES = 20
export const commentBody = requiredText(MOST_COMMENT_CHARACTERS)
export const commentDocuments = z.array(id).max(MOST_COMMENT_FILES).default([])

export const commentLine = z.object({
  id: z.string(),
  /** Empty once deleted. */
  body: z.string(),
  createdAt: instant,
  updatedAt: instant,
  deletedAt: instant.nullable(),
  version: z.number().int(),
  createdByUser: person,
  /** Who wrote it on the author's behalf. */
  impersonator: z.object({ id: z.string(), name: z.string() }).nullable(),
  documents: z.array(z.object({ id: z.string(), displayName: z.string() })),
  canEdit: z.boolean(),
  canDelete: z.boolean(),
})
export type CommentLine = z.infer<typeof commentLine>

export const thread = z.object({
  id: z.string(),
  createdAt: instant,
  resolvedAt: instant.nullable(),
  resolvedByUser: person.nullable(),
  /** Whether the vendor who fills in the form reads it too. */
  isShared: z.boolean(),
  /** The answer or block it is about, or null for the whole object. `label` is the question's or the block's. */
  part: z.object({ type: z.enum(THREAD_PARTS), id: z.string(), label: z.string() }).nullable(),
  /** The newest of them, oldest first. */
  commentLines: z.array(commentLine),
  hasEarlierComments: z.boolean(),
})
export type Thread = z.infer<typeof thread>

/** Pages go back in time: what came before the given thread or comment. */
export const earlierPage = z.object({
  before: id.optional(),
  first: z.coerce.number().int().min(1).max(101).default(50),
})
/** Comments included with each thread. */
export const COMMENTS_OF_THREAD = 50

export const listThreads = endpoint({
  id: 'threads.list',
  method: 'GET',
  path: '/api/threads',
  summary: 'The threads about an object, newest first',
  query: z.object({ targetType: threadTarget, targetId: id, ...earlierPage.shape }),
  response: z.array(thread),
})

export const listCommentLines = endpoint({
  id: 'threads.comment-lines',
  method: 'GET',
  path: '/api/threads/{threadId}/comment-lines',
  summary: 'The newest comments of a thread, or those before one of them, oldest first',
  params: z.object({ threadId: id }),
  query: earlierPage,
  response: z.array(commentLine),
})

export const updateComment = endpoint({
  id: 'threads.update-comment',
  method: 'PUT',
  path: '/api/comments/{commentId}',
  summary: 'Change your comment',
  params: z.object({ commentId: id }),
  /** `version` is the one that was read. Without it the newest counts. */
  body: z.object({ body: commentBody, version: z.number().int().optional() }),
  response: z.object({ id: z.string(), version: z.number().int() }),
})

export const deleteComment = endpoint({
  id: 'threads.delete-comment',
  method: 'DELETE',
  path: '/api/comments/{commentId}',
  summary: 'Delete your comment; admins can delete any',
  params: z.object({ commentId: id }),
  response: z.null(),
})

/** A comment waiting for the person. */
export const attentionComment = z.object({
  id: z.string(),
  createdAt: instant,
  threadId: z.string(),
  body: z.string(),
  isMention: z.boolean(),
  user: person,
  company: z.object({ id: z.string(), name: z.string() }),
  /** What the thread is about, and the screen that shows it. */
  subject: z.object({ type: threadTarget, id: z.string(), name: z.string(), href: z.string() }),
  /** For threads about requests. */
  intakeSubmissionThread: z
    .object({
      id: z.string(),
      intakeSubmissionId: z.string(),
      intakeSubmissionTitle: z.string(),
      intakeSubmissionAnswerId: z.string().nullable(),
    })
    .nullable(),
})
export type AttentionComment = z.infer<typeof attentionComment>
