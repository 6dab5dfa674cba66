import { useQuery } from '@tanstack/react-query'
import {
  deleteComment,
  listCommentLines,
  listThreads,
  type Thread,
  type ThreadTarget,
  updateComment,
} from '../../../../schema/documents/threads/endpoints.ts'
import { usersForMention } from '../../../../schema/platform/search/endpoints.ts'
import { nounOf } from '../../../../schema/shared/kinds.ts'
import { useEarlier } from '../../../lib/earlier.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'

/** What a discussion is about: an object, or a part of it. */
export interface Subject {
  kind: ThreadTarget
  id: string
  /** Key of the area that shows the object, so that its live changes refresh the threads. */
  queryKey: readonly unknown[]
  part: { type: 'ANSWER' | 'BLOCK'; id: string } | null
  /** Says who reads the comments. */
  hint: string
  start(draft: Draft, commandId: string): Promise<unknown>
}

/** An object that is discussed on its own page. */
export const subjectOfObject = (kind: ThreadTarget, id: string, start: Subject['start']): Subject => ({
  kind,
  id,
  queryKey: ['discussions', kind, id],
  part: null,
  hint: `Everyone who can see the ${nounOf(kind)} can read comments. Use @ to mention someone.`,
  start,
})

const keyOf = ({ queryKey }: Subject) => [...queryKey, 'threads']

/** The threads of the object, newest first, including those of its parts. */
export const useThreads = (subject: Subject) =>
  useEarlier({
    queryKey: keyOf(subject),
    fetch: (page, signal) =>
      call(listThreads, { query: { targetType: subject.kind, targetId: subject.id, ...page }, signal }),
  })

/** Earlier comments of a thread, newest first. */
export const useEarlierComments = (subject: Subject, { id: threadId, commentLines }: Thread, enabled: boolean) =>
  useEarlier({
    queryKey: [...keyOf(subject), threadId, commentLines[0]?.id],
    fetch: async (page, signal) =>
      (await call(listCommentLines, { params: { threadId }, query: page, signal })).reverse(),
    enabled,
    ...(commentLines[0] && { before: commentLines[0].id }),
  })

export interface Draft {
  body: string
  documentIds: string[]
}

interface Refusable {
  /** Shows what is wrong with the text beside it. Returns true if it did. */
  onError: (error: Error) => boolean
}

/** Comments can add documents, so everything of the object may be outdated. */
export const useStartThread = (subject: Subject, { onError }: Refusable) =>
  useCommand({
    run: (draft: Draft, { commandId }) => subject.start(draft, commandId),
    success: 'Comment added',
    invalidates: [subject.queryKey],
    onError,
  })

const createCommentLine = graphql(
  `mutation CreateCommentLine($threadId: ID!, $body: String!, $documentIds: [ID!]) {
     createCommentLine(threadId: $threadId, body: $body, documentIds: $documentIds) { id }
   }`,
)

export const useReply = (subject: Subject, threadId: string, { onError }: Refusable) =>
  useCommand({
    run: (draft: Draft, { commandId }) =>
      runGraphql(createCommentLine, { threadId, ...draft }, { commandId, quiet: true }),
    success: 'Comment added',
    invalidates: [subject.queryKey],
    onError,
  })

export const useEditComment = (subject: Subject, commentId: string, { onError }: Refusable) =>
  useCommand({
    run: (body: { body: string; version: number }, { commandId }) =>
      call(updateComment, { params: { commentId }, body, commandId }),
    success: 'Comment changed',
    invalidates: [keyOf(subject)],
    onError,
  })

export const useDeleteComment = (subject: Subject) =>
  useCommand({
    run: (commentId: string, { commandId }) => call(deleteComment, { params: { commentId }, commandId }),
    success: 'Comment deleted',
    invalidates: [keyOf(subject)],
  })

const resolveThread = graphql('mutation ResolveThread($threadId: ID!) { resolveThread(threadId: $threadId) { id } }')
const unresolveThread = graphql(
  'mutation UnresolveThread($threadId: ID!) { unresolveThread(threadId: $threadId) { id } }',
)

export const useResolve = (subject: Subject) =>
  useCommand({
    run: async ({ threadId, resolved }: { threadId: string; resolved: boolean }, { commandId }) => {
      if (resolved) await runGraphql(resolveThread, { threadId }, { commandId })
      else await runGraphql(unresolveThread, { threadId }, { commandId })
    },
    success: (_, { resolved }) => (resolved ? 'Discussion resolved' : 'Discussion reopened'),
    invalidates: [keyOf(subject)],
  })

export const useMentionable = (query: string, enabled: boolean) =>
  useQuery({
    queryKey: ['mentions', query],
    queryFn: ({ signal }) => call(usersForMention, { query: query ? { query } : {}, signal }),
    enabled,
    staleTime: 30_000,
  })
