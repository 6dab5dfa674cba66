import { mentionsOf } from '../../../../schema/documents/threads/mentions.ts'
import type { NotificationRole } from '../../../../schema/platform/notifications/levels.ts'
import { nounOf } from '../../../../schema/shared/kinds.ts'
import { invalidField } from '../../../core/errors.ts'
import type { KindThreads, PartInvolved } from '../../../core/kinds/threads.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { NotificationRecipient } from '../../../core/outbox.ts'
import { type Subject, threadsOf } from './subjects.ts'

/** Who is notified of a comment, and who it waits for. */

export interface Told {
  recipients: NotificationRecipient[]
  /** Who the comment waits for until they answer. */
  waitsFor: { userId: string; isMention: boolean }[]
}

/** One way in which someone who can read the object is involved. Mentioned people have no role. */
interface Reader {
  id: string
  role: NotificationRole | null
  waits: number
}

/**
 * Those of the people ?3 (rows of id, role, waits, place), the commenters in thread ?4 and the people involved in the
 * object who are active members and can read it.
 */
const readersSql = ({ involved, readers }: KindThreads): string => `
WITH asked(id, role, waits, place) AS MATERIALIZED (
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?3)
  UNION ALL SELECT DISTINCT created_by_user_id, 'APPROVER', 1, 1 FROM comments
             WHERE company_id = ?1 AND thread_id = ?4 AND deleted_at IS NULL
  UNION ALL ${involved})
SELECT m.user_id AS id, asked.role, asked.waits
  FROM asked CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = asked.id
 WHERE m.disabled_at IS NULL AND ?5 <> ''${readers ? ` AND (${readers})` : ''} ORDER BY asked.place`

interface Comment {
  subject: Subject
  threadId: string
  body: string
  /** The part that the thread is about, if someone in particular is responsible for it. */
  part: PartInvolved | null
  /** People that an earlier wording already mentioned aren't notified again. */
  before?: string
  field: string
}

/**
 * Mentioned people, and unless a comment is only changed also commenters and people involved. Throws INVALID for the
 * field if a mentioned person can't read the object, because they would be notified of something they can't see.
 */
export const hearers = async (context: StaffContext, comment: Comment): Promise<Told> => {
  const { db, actor, clock } = context
  const { subject, part, field } = comment
  const { kind, threads } = threadsOf(subject.kind)
  const mentions = mentionsOf(comment.body)
  const readers = await db.all<Reader>(
    db.sql(
      readersSql(threads),
      actor.companyId,
      subject.id,
      JSON.stringify([
        ...mentions.map(({ userId }) => [userId, null, 0, 0]),
        ...(part?.userIds ?? []).map((userId) => [userId, 'APPROVER', 1, 2]),
      ]),
      comment.threadId,
      clock.now(),
    ),
  )
  const readable = new Set(readers.map(({ id }) => id))
  const blind = mentions.find(({ userId }) => !readable.has(userId))
  if (blind) {
    throw invalidField(field, threads.blind?.(blind.name) ?? `${blind.name} may not see this ${nounOf(kind)}.`)
  }
  const known = new Set(mentionsOf(comment.before ?? '').map(({ userId }) => userId))
  const fresh = mentions.filter(({ userId }) => !known.has(userId) && userId !== actor.userId)
  const mentioned = new Set(fresh.map(({ userId }) => userId))
  const others = comment.before === undefined ? readers : []
  const waiting = new Set([...mentioned, ...others.filter(({ waits }) => waits === 1).map(({ id }) => id)])
  waiting.delete(actor.userId)
  return {
    recipients: [
      ...fresh.map(({ userId }) => ({ userId, kind: 'MENTIONED', role: 'APPROVER', isOwn: true }) as const),
      ...others.flatMap(({ id: userId, role }): NotificationRecipient[] =>
        role && userId !== actor.userId && userId !== actor.impersonator?.userId
          ? [{ userId, kind: 'COMMENTED', role, isOwn: true, ...(part && { blockLabel: part.label }) }]
          : [],
      ),
    ],
    waitsFor: [...waiting].map((userId) => ({ userId, isMention: mentioned.has(userId) })),
  }
}
