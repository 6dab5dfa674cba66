import { plainText } from '../../../../schema/documents/threads/mentions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { Change } from '../../../core/commit.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { Told } from './hearers.ts'
import { type Subject, threadsOf } from './subjects.ts'

/** The effects of a comment. */

const EXCERPT = 200

/** The beginning of a comment, for the history. */
export const excerpt = (body: string): string => {
  const text = plainText(body).replaceAll(/\s+/g, ' ')
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text
}

interface Said {
  subject: Subject
  threadId: string
  body: string
}

/** The emails of a comment. */
export const notifyRows = (
  actor: StaffActor,
  { subject, threadId, body }: Said,
  { recipients }: Told,
): NonNullable<Change<unknown>['outbox']> => {
  if (recipients.length === 0) return []
  const news = { targetId: subject.id, threadId, actorName: actor.name, recipients, note: plainText(body) }
  const own = threadsOf(subject.kind).threads.notify?.(subject, news)
  return [own ?? { topic: 'thread.notify', payload: { ...news, targetType: subject.kind } }]
}

/** What people outside are told of a comment in a thread that is shared with them. */
export const outsideRows = (
  actor: Pick<StaffActor, 'name' | 'userId'>,
  { subject, threadId, body }: Said,
): NonNullable<Change<unknown>['outbox']> =>
  threadsOf(subject.kind).threads.tellOutside?.(subject, {
    ...{ threadId, actorName: actor.name, byUserId: actor.userId, note: plainText(body) },
  }) ?? []

/** Viewers of the object see the change at once. */
export const announceSubject = (context: StaffContext, { kind, id }: Subject): void =>
  threadsOf(kind).threads.announce?.(context, id)

/** Who the comment waits for. */
export const attentionStatement = (
  { db, actor, clock }: StaffContext,
  threadId: string,
  commentId: string,
  { waitsFor }: Told,
): D1PreparedStatement =>
  db.sql(
    `INSERT OR IGNORE INTO comment_attention (company_id, user_id, comment_id, thread_id, created_at, is_mention)
     SELECT ?1, value ->> 'userId', ?2, ?3, ?4, value ->> 'isMention' FROM json_each(?5)`,
    actor.companyId,
    commentId,
    threadId,
    clock.now(),
    JSON.stringify(waitsFor.map((one) => ({ ...one, isMention: one.isMention ? 1 : 0 }))),
  )
