import type { ChatContent } from '../../../../schema/documents/chats/endpoints.ts'
import * as endpoints from '../../../../schema/documents/chats/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { countCalls } from '../../platform/session/index.ts'
import { requireSubject } from './subjects.ts'
import { type MessageRow, requireOwnThread, type ThreadRow, toMessage } from './threads.ts'

const HOUR_MS = 60 * 60 * 1000
const TITLE_CHARACTERS = 80

/** Throws LIMITED (429). */
const countQuestion = async (context: StaffContext): Promise<void> => {
  const { companyId, userId } = context.actor
  const [own = 0, all = 0] = await countCalls(context, HOUR_MS, [
    `chat:${companyId}:${userId}`,
    `chat-company:${companyId}`,
  ])
  const { person, company } = endpoints.QUESTIONS_AN_HOUR
  if (own <= person && all <= company) return
  const who = own > person ? `You have asked ${person} questions` : `Your company has asked ${company} questions`
  throw new AppError('LIMITED', `${who} this hour. Ask again later.`, { reason: 'RATE_LIMITED' })
}

const titleOf = (question: string): string => {
  const line = question.replaceAll(/\s+/g, ' ')
  return line.length <= TITLE_CHARACTERS ? line : `${line.slice(0, TITLE_CHARACTERS - 1).trimEnd()}…`
}

/** Throws CONFLICT while the last question waits for its answer, RULE_BROKEN if the conversation is full. */
const requireRoom = (messages: readonly MessageRow[]): void => {
  if (messages.at(-1)?.status === 'in_progress')
    throw new AppError('CONFLICT', 'Wait for the answer to your last question.', { reason: 'ANSWER_IN_PROGRESS' })
  if (messages.length >= 2 * endpoints.MOST_QUESTIONS)
    throw new AppError('RULE_BROKEN', 'This conversation is full. Start a new one.', { reason: 'CONVERSATION_FULL' })
}

const insertStatements = (context: StaffContext, thread: ThreadRow, rows: readonly MessageRow[]) => {
  const { db, actor } = context
  return rows.map(({ id, place, role, status, content, createdAt }) =>
    db.sql(
      `INSERT INTO chat_messages (id, company_id, thread_id, place, role, status, content, created_at, finished_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, iif(?6 = 'completed', ?8, NULL))`,
      ...[id, actor.companyId, thread.id, place, role, status, content, createdAt],
    ),
  )
}

export const askAssistant = command({
  id: 'threads.ask-assistant',
  access: 'chats.use',
  input: inputOf(endpoints.askAssistant),
  run: async (context, { threadId, content: question }) => {
    const { thread, messages } = await requireOwnThread(context, threadId)
    const { history } = await requireSubject(context, thread.kind, thread.targetId)
    requireRoom(messages)
    await countQuestion(context)
    const now = context.clock.now()
    const text: ChatContent[] = [{ type: 'text', text: { value: question, annotations: [] } }]
    const place = (messages.at(-1)?.place ?? 0) + 1
    const asked: MessageRow = {
      ...{ id: context.newId(), place, role: 'user', status: 'completed', createdAt: now },
      content: JSON.stringify(text),
    }
    const answer: MessageRow = {
      ...{ id: context.newId(), place: place + 1, role: 'assistant', status: 'in_progress', createdAt: now },
      content: '[]',
    }
    return commit(context, {
      subject: 'The conversation',
      statements: [
        ...insertStatements(context, thread, [asked, answer]),
        context.db.sql(
          "UPDATE chat_threads SET title = ? WHERE id = ? AND company_id = ? AND title = ''",
          ...[titleOf(question), thread.id, context.actor.companyId],
        ),
      ],
      outbox: [
        {
          topic: 'chat.answer',
          payload: { threadId, messageId: answer.id, timezone: context.actor.timezone },
        },
      ],
      // That something was asked, not what.
      audit: [
        {
          changeKey: `chat:${asked.id}`,
          action: history.action,
          targetType: history.targetType,
          targetId: thread.targetId || context.actor.companyId,
          message: history.message,
          changeData: null,
        },
      ],
      result: { messages: [asked, answer].map(toMessage) },
      onDuplicate: {
        'chat_messages.company_id, chat_messages.thread_id, chat_messages.place': () =>
          new AppError('CONFLICT', 'Wait for the answer to your last question.', { reason: 'ANSWER_IN_PROGRESS' }),
      },
    })
  },
})
