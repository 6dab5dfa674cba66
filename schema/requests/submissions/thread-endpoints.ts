import { z } from 'zod'
import { commentBody, commentDocuments, earlierPage, thread } from '../../documents/threads/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { id, questionId } from '../../shared/values.ts'

/** Conversations about a request, its answers and its steps. */

const idResponse = z.object({ id: z.string() })

export const listIntakeThreads = endpoint({
  id: 'intake.get-threads',
  method: 'GET',
  path: '/api/intake-submission/{id}/threads',
  summary: 'The threads of a request, its answers and blocks, newest first',
  params: z.object({ id }),
  query: earlierPage,
  response: z.array(
    thread.extend({
      /** What it is about, by the specification's names. An answer is identified by its question. */
      intakeSubmissionThread: z.object({
        id: z.string(),
        intakeSubmissionId: z.string(),
        intakeSubmissionAnswerId: z.string().nullable(),
      }),
    }),
  ),
})

export const createIntakeThread = endpoint({
  id: 'intake.create-thread',
  method: 'POST',
  path: '/api/intake-submission/{id}/threads',
  summary: 'Start a thread about a request or one of its answers',
  params: z.object({ id }),
  body: z.object({
    commentBody,
    documentIds: commentDocuments,
    /** The question of the answer. */
    intakeSubmissionAnswerId: questionId.optional(),
    /** For a form that a vendor fills in: the vendor reads the thread and can answer. */
    shareWithVendor: z.boolean().optional(),
  }),
  response: idResponse,
})

export const listBlockThreads = endpoint({
  id: 'workflow-tasks.list-threads',
  method: 'GET',
  path: '/api/level-group-statuses/{id}/threads',
  summary: 'The threads of a block, newest first',
  params: z.object({ id }),
  query: earlierPage,
  response: z.array(thread),
})

export const createBlockThread = endpoint({
  id: 'workflow-tasks.create-thread',
  method: 'POST',
  path: '/api/level-group-statuses/{id}/threads',
  summary: 'Start a thread about a block',
  params: z.object({ id }),
  body: z.object({ commentBody, documentIds: commentDocuments }),
  response: idResponse,
})
