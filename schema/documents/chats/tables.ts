import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Someone's conversation with the assistant. It belongs to that person alone. */
export const chatThreads = sqliteTable(
  'chat_threads',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    kind: text('kind', { enum: ['DOCUMENT', 'REQUEST_ANALYTICS'] }).notNull(),
    /** The document. Empty if it is about all requests. */
    targetId: text('target_id').notNull(),
    /** The first question, shortened. Empty until one is asked. */
    title: text('title').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('chat_threads_owner').on(t.companyId, t.userId, t.kind, t.targetId, t.createdAt, t.id)],
)

export const chatMessages = sqliteTable(
  'chat_messages',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    threadId: text('thread_id').notNull(),
    /** Its place in the conversation, from 1. A question and its answer follow each other. */
    place: integer('place').notNull(),
    role: text('role', { enum: ['user', 'assistant'] }).notNull(),
    status: text('status', { enum: ['in_progress', 'incomplete', 'completed'] }).notNull(),
    /** JSON list of parts. */
    content: text('content').notNull(),
    createdAt: integer('created_at').notNull(),
    finishedAt: integer('finished_at'),
  },
  (t) => [uniqueIndex('chat_messages_place').on(t.companyId, t.threadId, t.place)],
)
