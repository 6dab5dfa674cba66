import type { Block } from '../../../../schema/approvals/engine/model.ts'
import { plainText } from '../../../../schema/documents/threads/mentions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { announce } from '../../requests/submissions/request-documents.ts'
import { whoHearsOfObject } from './object-readers.ts'
import { type Told, whoHears } from './request-subject.ts'
import type { Subject } from './subjects.ts'

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
  /** Set for a thread about a block of a request. */
  block: Block | null
  before?: string
  field: 'commentBody' | 'body'
}

/** Who is notified of a comment. Throws INVALID for the field if a mentioned person can't see the object. */
export const hearers = (context: StaffContext, { subject, block, ...comment }: Said): Promise<Told> =>
  subject.type === 'INTAKE_SUBMISSION'
    ? whoHears(context, { request: subject.request, block, ...comment })
    : whoHearsOfObject(context, { subject, ...comment })

/** The emails of a comment. */
export const notifyRows = (
  actor: StaffActor,
  { subject, threadId, body }: Pick<Said, 'subject' | 'threadId' | 'body'>,
  { recipients }: Told,
) => {
  if (recipients.length === 0) return []
  const { type: targetType, id: targetId } = subject
  const news = { targetId, actorName: actor.name, recipients, note: plainText(body) }
  if (targetType === 'INTAKE_SUBMISSION') {
    const payload = { ...news, targetType, sequence: 0, tab: 'comments' as const }
    return [{ topic: 'request.notify' as const, payload }]
  }
  return [{ topic: 'thread.notify' as const, payload: { ...news, targetType, threadId } }]
}

/** Viewers of the request see the change at once. */
export const announceSubject = (context: StaffContext, { type, id }: Subject): void => {
  if (type === 'INTAKE_SUBMISSION') announce(context, id)
}

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
