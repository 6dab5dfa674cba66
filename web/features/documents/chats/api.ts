import { useQuery } from '@tanstack/react-query'
import {
  askAssistant,
  type ChatMessage,
  createChatThread,
  listChatMessages,
  listChatThreads,
} from '../../../../schema/documents/chats/endpoints.ts'
import { call } from '../../../lib/rest.ts'

/** What is asked about: a document, or all requests. */
export type ChatAbout = { documentId: string } | 'REQUESTS'

const idOf = (about: ChatAbout): string | undefined => (about === 'REQUESTS' ? undefined : about.documentId)

export const chatKeys = {
  threads: (about: ChatAbout) => ['chats', idOf(about) ?? 'requests'] as const,
  messages: (threadId: string) => ['chats', 'messages', threadId] as const,
}

export const useChatThreads = (about: ChatAbout) =>
  useQuery({
    queryKey: chatKeys.threads(about),
    queryFn: ({ signal }) => call(listChatThreads, { query: { documentId: idOf(about) }, signal }),
  })

/** An answer takes a moment, so the conversation polls until it is there. */
const LOOK_AGAIN_MS = 1000

export const useChatMessages = (threadId: string | null) =>
  useQuery({
    queryKey: chatKeys.messages(threadId ?? ''),
    queryFn: async ({ signal }): Promise<ChatMessage[]> =>
      (await call(listChatMessages, { params: { threadId: threadId ?? '' }, signal })).messages,
    enabled: threadId !== null,
    refetchInterval: ({ state: { data } }) => (data?.at(-1)?.status === 'in_progress' ? LOOK_AGAIN_MS : false),
  })

export const startChat = async (about: ChatAbout, commandId: string): Promise<string> =>
  (await call(createChatThread, { body: { documentId: idOf(about) }, commandId })).threadId

export const ask = (threadId: string, content: string, commandId: string) =>
  call(askAssistant, { params: { threadId }, body: { content }, commandId })
