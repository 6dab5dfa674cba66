import type { ChatContent } from '../../../../schema/documents/chats/endpoints.ts'
import { loadMember } from '../../../core/actor.ts'
import { AppError } from '../../../core/errors.ts'
import type { StaffContext, SystemContext } from '../../../core/operation.ts'
import type { Effect, OutboxContext, OutboxHandler } from '../../../core/outbox-registry.ts'
import { requireSubject } from './subjects.ts'
import { type MessageRow, messagesStatement, type ThreadRow } from './threads.ts'

/** Answering is a job, because a provider takes time and fails. It reads as the person who asked, with their rights now. */

/** What the assistant is told of the conversation. */
const MOST_EARLIER = 5

const refusal = (text: string): ChatContent[] => [{ type: 'refusal', refusal: text }]

export const textOf = (content: readonly ChatContent[]): string =>
  content
    .map((part) => (part.type === 'text' ? part.text.value : part.type === 'refusal' ? part.refusal : ''))
    .join(' ')
    .trim()

const parsed = ({ content }: MessageRow): string => textOf(JSON.parse(content) as ChatContent[])

/** The conversation before the answer: pairs of questions and answers, and the open question. */
const conversationOf = (messages: readonly MessageRow[], answer: MessageRow) => {
  const before = messages.filter(({ place }) => place < answer.place)
  const question = before.at(-1)
  const earlier = before.slice(0, -1).flatMap((message, i, all) => {
    const next = all[i + 1]
    return message.role === 'user' && next?.role === 'assistant' && next.status === 'completed'
      ? [{ question: parsed(message), answer: parsed(next) }]
      : []
  })
  return { question: question ? parsed(question) : '', earlier: earlier.slice(-MOST_EARLIER) }
}

const finishStatement = (
  { db, clock }: OutboxContext,
  { companyId, payload }: Effect<'chat.answer'>,
  status: 'completed' | 'incomplete',
  content: ChatContent[],
): D1PreparedStatement =>
  db.sql(
    `UPDATE chat_messages SET status = ?, content = ?, finished_at = ?
      WHERE id = ? AND company_id = ? AND status = 'in_progress'`,
    ...[status, JSON.stringify(content), clock.now(), payload.messageId, companyId],
  )

const asPerson = async (
  { system: _, ...context }: SystemContext,
  companyId: string,
  userId: string,
  timezone: string | null,
): Promise<StaffContext | null> => {
  const actor = await loadMember(context.env, context.db, companyId, userId, context.clock.now())
  return actor && { ...context, actor: { ...actor, timezone } }
}

const answerOne = async (context: SystemContext, effect: Effect<'chat.answer'>): Promise<void> => {
  const { companyId, payload } = effect
  const { db } = context
  const [threads, messages] = await db.batch([
    db.sql(
      `SELECT id, kind, target_id AS targetId, user_id AS userId FROM chat_threads WHERE id = ? AND company_id = ?`,
      payload.threadId,
      companyId,
    ),
    messagesStatement(db, companyId, payload.threadId),
  ])
  const thread = threads?.results[0] as (ThreadRow & { userId: string }) | undefined
  const rows = (messages?.results ?? []) as unknown as MessageRow[]
  const open = rows.find(({ id }) => id === payload.messageId)
  if (!thread || open?.status !== 'in_progress') return
  const finish = (status: 'completed' | 'incomplete', content: ChatContent[]) =>
    db.batch([finishStatement(context, effect, status, content)])
  const person = await asPerson(context, companyId, thread.userId, payload.timezone)
  if (!person) {
    await finish('incomplete', [])
    return
  }
  try {
    const subject = await requireSubject(person, thread.kind, thread.targetId)
    const content = await subject.answer(person, { targetId: thread.targetId, ...conversationOf(rows, open) })
    await finish('completed', content)
  } catch (error) {
    const isLost = error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')
    if (!isLost) throw error
    await finish('completed', refusal('You no longer have access to what you asked about.'))
  }
}

export const answerQuestionsJob: OutboxHandler<'chat.answer', SystemContext> = async (context) => (effect) =>
  answerOne(context, effect)

/** The provider never answered. The person can ask again. */
export const markUnanswered = async (context: OutboxContext, effect: Effect<'chat.answer'>): Promise<void> => {
  await context.db.batch([finishStatement(context, effect, 'incomplete', [])])
}
