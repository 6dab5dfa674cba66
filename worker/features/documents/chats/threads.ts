import type { ChatKind, ChatMessage, ChatThread } from '../../../../schema/documents/chats/endpoints.ts'
import * as endpoints from '../../../../schema/documents/chats/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { notFound } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { requireSubject } from './subjects.ts'

export interface ThreadRow {
  id: string
  kind: ChatKind
  targetId: string
  title: string
  createdAt: number
}

export interface MessageRow {
  id: string
  place: number
  role: ChatMessage['role']
  status: ChatMessage['status']
  /** JSON. */
  content: string
  createdAt: number
}

const THREAD = 'id, kind, target_id AS targetId, title, created_at AS createdAt'
/** Those shown of one person and subject. */
const MOST_THREADS = 20

const kindOf = (documentId: string | undefined): ChatKind => (documentId ? 'DOCUMENT' : 'REQUEST_ANALYTICS')

const threadsStatement = ({ db, actor }: StaffContext, kind: ChatKind, targetId: string): D1PreparedStatement =>
  db.sql(
    `SELECT ${THREAD} FROM chat_threads WHERE company_id = ? AND user_id = ? AND kind = ? AND target_id = ?
      ORDER BY created_at DESC, id DESC LIMIT ${MOST_THREADS}`,
    actor.companyId,
    actor.userId,
    kind,
    targetId,
  )

const insertStatement = (context: StaffContext, id: string, kind: ChatKind, targetId: string): D1PreparedStatement =>
  context.db.sql(
    'INSERT INTO chat_threads (id, company_id, user_id, kind, target_id, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    context.actor.companyId,
    context.actor.userId,
    kind,
    targetId,
    context.clock.now(),
  )

/** The person's last conversation about it, or a new one with the statement that starts it. */
export const latestOrNewThread = async (
  context: StaffContext,
  kind: ChatKind,
  targetId: string,
): Promise<{ id: string; statements: D1PreparedStatement[] }> => {
  const latest = await context.db.first<ThreadRow>(threadsStatement(context, kind, targetId))
  if (latest) return { id: latest.id, statements: [] }
  const id = context.newId()
  return { id, statements: [insertStatement(context, id, kind, targetId)] }
}

export const messagesStatement = (db: StaffContext['db'], companyId: string, threadId: string): D1PreparedStatement =>
  db.sql(
    `SELECT id, place, role, status, content, created_at AS createdAt FROM chat_messages
      WHERE company_id = ? AND thread_id = ? ORDER BY place`,
    companyId,
    threadId,
  )

export const toMessage = ({ id, role, status, content, createdAt }: MessageRow): ChatMessage => ({
  id,
  role,
  status,
  content: JSON.parse(content),
  createdAt: new Date(createdAt).toISOString(),
})

/** The person's own thread with its messages. Throws NOT_FOUND for anyone else's. */
export const requireOwnThread = async ({ db, actor }: StaffContext, threadId: string) => {
  const [threads, messages] = await db.readBatch([
    db.sql(
      `SELECT ${THREAD} FROM chat_threads WHERE id = ? AND company_id = ? AND user_id = ?`,
      threadId,
      actor.companyId,
      actor.userId,
    ),
    messagesStatement(db, actor.companyId, threadId),
  ])
  const thread = threads?.results[0] as ThreadRow | undefined
  if (!thread) throw notFound('The conversation')
  return { thread, messages: (messages?.results ?? []) as unknown as MessageRow[] }
}

export const createChatThread = command({
  id: 'threads.create-chat-thread',
  access: 'chats.use',
  input: inputOf(endpoints.createChatThread),
  run: async (context, { documentId }) => {
    const kind = kindOf(documentId)
    await requireSubject(context, kind, documentId ?? '')
    const threadId = context.newId()
    return commit(context, {
      subject: 'The conversation',
      statements: [insertStatement(context, threadId, kind, documentId ?? '')],
      audit: [],
      result: { threadId },
    })
  },
})

export const listChatThreads = query({
  id: 'threads.chat-threads',
  access: 'chats.use',
  input: inputOf(endpoints.listChatThreads),
  readsFirst: true,
  run: async (context, { documentId }): Promise<ChatThread[]> => {
    const kind = kindOf(documentId)
    await requireSubject(context, kind, documentId ?? '')
    const rows = await context.db.all<ThreadRow>(threadsStatement(context, kind, documentId ?? ''))
    return rows.map(({ targetId, createdAt, ...row }) => ({
      ...row,
      documentId: targetId || null,
      createdAt: new Date(createdAt).toISOString(),
    }))
  },
})

export const listChatMessages = query({
  id: 'threads.chat-messages',
  access: 'chats.use',
  input: inputOf(endpoints.listChatMessages),
  readsFirst: true,
  run: async (context, { threadId }) => {
    const { thread, messages } = await requireOwnThread(context, threadId)
    await requireSubject(context, thread.kind, thread.targetId)
    return { messages: messages.map(toMessage) }
  },
})
