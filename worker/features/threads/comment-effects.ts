import { plainText } from '../../../schema/threads/mentions.ts'
import type { StaffActor } from '../../core/actor.ts'
import type { BaseContext } from '../../core/operation.ts'
import type { Told } from './request-subject.ts'

type StaffContext = BaseContext & { actor: StaffActor }

/** What follows from a comment. */

const EXCERPT = 200

/** The beginning of a comment, as the history tells of it. */
export const excerpt = (body: string): string => {
  const text = plainText(body).replaceAll(/\s+/g, ' ')
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text
}

/** The mails of a comment. */
export const notifyRows = (actor: StaffActor, requestId: string, body: string, { recipients }: Told) =>
  recipients.length === 0
    ? []
    : [
        {
          topic: 'request.notify' as const,
          payload: {
            targetType: 'INTAKE_SUBMISSION' as const,
            targetId: requestId,
            sequence: 0,
            actorName: actor.name,
            recipients,
            note: plainText(body),
            tab: 'comments' as const,
          },
        },
      ]

/** For whom the comment waits. */
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
