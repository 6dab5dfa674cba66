import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
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
import type { Person } from '../../../../schema/shared/values.ts'
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
  /** Further keys that a new, answered, resolved or reopened discussion makes outdated, such as lists with counts. */
  alsoOutdated?: readonly (readonly unknown[])[]
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

const createCommentLine = graphql(
  `mutation CreateCommentLine($threadId: ID!, $body: String!, $documentIds: [ID!]) {
     createCommentLine(threadId: $threadId, body: $body, documentIds: $documentIds) { id }
   }`,
)

/** Where discussions are read and written: the company's own, unless a page says otherwise. */
export interface Conversation {
  /** Who else reads discussions that are shared. Null if discussions can't be shared, or everyone here is outside. */
  outsiders: string | null
  /** Whether the person can add documents and resolve discussions. */
  isInside: boolean
  /** For people outside: how they add files and where files open. Without it they can't. */
  files?: {
    send: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<string>
    href: (documentId: string) => string
  }
  list: (
    subject: Subject,
    page: { before: string | undefined; first: number },
    signal: AbortSignal,
  ) => Promise<Thread[]>
  reply: (threadId: string, draft: Draft, commandId: string) => Promise<unknown>
  update: (commentId: string, body: { body: string; version: number }, commandId: string) => Promise<unknown>
  remove: (commentId: string, commandId: string) => Promise<unknown>
  mentionable: (query: string, signal: AbortSignal) => Promise<Person[]>
}

export const OWN_CONVERSATION: Conversation = {
  outsiders: null,
  isInside: true,
  list: (subject, page, signal) =>
    call(listThreads, { query: { targetType: subject.kind, targetId: subject.id, ...page }, signal }),
  reply: (threadId, { body, documentIds }, commandId) =>
    runGraphql(createCommentLine, { threadId, body, documentIds }, { commandId, quiet: true }),
  update: (commentId, body, commandId) => call(updateComment, { params: { commentId }, body, commandId }),
  remove: (commentId, commandId) => call(deleteComment, { params: { commentId }, commandId }),
  mentionable: (query, signal) => call(usersForMention, { query: query ? { query } : {}, signal }),
}

const Context = createContext(OWN_CONVERSATION)
export const ConversationProvider = Context.Provider
export const useConversation = (): Conversation => useContext(Context)

/** The threads of the object, newest first, including those of its parts. */
export const useThreads = (subject: Subject) => {
  const { list } = useConversation()
  return useEarlier({ queryKey: keyOf(subject), fetch: (page, signal) => list(subject, page, signal) })
}

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
  /** Whether people outside the company read the discussion that it starts. */
  isShared?: boolean
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
    invalidates: [subject.queryKey, ...(subject.alsoOutdated ?? [])],
    onError,
  })

export const useReply = (subject: Subject, threadId: string, { onError }: Refusable) => {
  const { reply } = useConversation()
  return useCommand({
    run: (draft: Draft, { commandId }) => reply(threadId, draft, commandId),
    success: 'Comment added',
    invalidates: [subject.queryKey, ...(subject.alsoOutdated ?? [])],
    onError,
  })
}

export const useEditComment = (subject: Subject, commentId: string, { onError }: Refusable) => {
  const { update } = useConversation()
  return useCommand({
    run: (body: { body: string; version: number }, { commandId }) => update(commentId, body, commandId),
    success: 'Comment changed',
    invalidates: [keyOf(subject)],
    onError,
  })
}

export const useDeleteComment = (subject: Subject) => {
  const { remove } = useConversation()
  return useCommand({
    run: (commentId: string, { commandId }) => remove(commentId, commandId),
    success: 'Comment deleted',
    invalidates: [keyOf(subject)],
  })
}

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
    invalidates: [keyOf(subject), ...(subject.alsoOutdated ?? [])],
  })

export const useMentionable = (query: string, enabled: boolean) => {
  const { mentionable } = useConversation()
  return useQuery({
    queryKey: ['mentions', query],
    queryFn: ({ signal }) => mentionable(query, signal),
    enabled,
    staleTime: 30_000,
  })
}
