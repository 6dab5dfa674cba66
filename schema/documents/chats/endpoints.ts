import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant, requiredText } from '../../shared/values.ts'

/**
 * Conversations with the assistant (specification 3 §3 and §7.4). The messages have the shape of OpenAI's assistants,
 * which the specification names.
 */

export const CHAT_KINDS = ['DOCUMENT', 'REQUEST_ANALYTICS'] as const
export const chatKind = z.enum(CHAT_KINDS)
export type ChatKind = z.infer<typeof chatKind>

export const LONGEST_QUESTION = 1000
/** After this many, another conversation has to be started. */
export const MOST_QUESTIONS = 50
/** Questions that one person, and everyone in a company, can ask in an hour. */
export const QUESTIONS_AN_HOUR = { person: 40, company: 400 } as const

/** A place in the document that an answer relies on, word for word. */
const citation = z.object({
  type: z.literal('file_citation'),
  /** The mark in the text: "[1]". */
  text: z.string(),
  start_index: z.number().int(),
  end_index: z.number().int(),
  file_citation: z.object({
    /** The document's id. */
    file_id: z.string(),
    quote: z.string(),
    /** From 1. */
    page: z.number().int(),
  }),
})
export type Citation = z.infer<typeof citation>

export const chatContent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.object({ value: z.string(), annotations: z.array(citation) }) }),
  z.object({ type: z.literal('image_file'), image_file: z.object({ file_id: z.string() }) }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
  /** What the assistant can't answer, and why. */
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
])
export type ChatContent = z.infer<typeof chatContent>

export const chatMessage = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  /** in_progress: being answered. incomplete: it couldn't be answered, and can be asked again. */
  status: z.enum(['in_progress', 'incomplete', 'completed']),
  content: z.array(chatContent),
  createdAt: instant,
})
export type ChatMessage = z.infer<typeof chatMessage>

export const chatThread = z.object({
  id: z.string(),
  kind: chatKind,
  documentId: z.string().nullable(),
  /** The first question, shortened. Empty until one is asked. */
  title: z.string(),
  createdAt: instant,
})
export type ChatThread = z.infer<typeof chatThread>

export const createChatThread = endpoint({
  id: 'threads.create-chat-thread',
  method: 'POST',
  path: '/api/chat-threads',
  summary: 'Start a conversation with the assistant, about a document or about the company’s requests',
  /** Without a document it is about requests. */
  body: z.object({ documentId: id.optional() }),
  response: z.object({ threadId: z.string() }),
})

export const listChatThreads = endpoint({
  id: 'threads.chat-threads',
  method: 'GET',
  path: '/api/chat-threads',
  summary: 'Your last conversations with the assistant about a document, or about requests, newest first',
  query: z.object({ documentId: id.optional() }),
  response: z.array(chatThread),
})

export const listChatMessages = endpoint({
  id: 'threads.chat-messages',
  method: 'GET',
  path: '/api/chat-interface/threads/{threadId}/messages',
  summary: 'The messages of your conversation, oldest first',
  params: z.object({ threadId: id }),
  response: z.object({ messages: z.array(chatMessage) }),
})

export const askAssistant = endpoint({
  id: 'threads.ask-assistant',
  method: 'POST',
  path: '/api/chat-interface/threads/{threadId}/messages',
  summary: 'Ask a question; the answer is in progress until its status is completed or incomplete',
  params: z.object({ threadId: id }),
  body: z.object({ content: requiredText(LONGEST_QUESTION) }),
  /** The question, and the answer in progress. */
  response: z.object({ messages: z.array(chatMessage) }),
})
