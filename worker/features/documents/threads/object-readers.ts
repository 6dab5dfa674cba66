import { mentionsOf } from '../../../../schema/documents/threads/mentions.ts'
import { utcDayOf } from '../../../../schema/shared/day-count.ts'
import { invalidField } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { NotificationRecipient } from '../../../core/outbox.ts'
import type { Told } from './request-subject.ts'
import { SUBJECT_WORD, type Subject } from './subjects.ts'

type Discussed = Exclude<Subject, { type: 'INTAKE_SUBMISSION' }>

/** Threads about vendors, services and documents: who can read them, and who is notified of a comment. */

interface Reader {
  id: string
  hasCommented: number
  isOwner: number
}

/** The owners of the object. ?2 is its id. Everyone can read vendors and services. */
const OWNERS: Record<Discussed['type'], string> = {
  VENDOR: "SELECT target_id FROM vendor_links WHERE company_id = ?1 AND vendor_id = ?2 AND kind = 'OWNER'",
  SERVICE: "SELECT target_id FROM service_links WHERE company_id = ?1 AND service_id = ?2 AND kind = 'OWNER'",
  DOCUMENT: 'SELECT uploaded_by_user_id FROM documents WHERE id = ?2 AND company_id = ?1',
}

/** Like `READABLE_DOCUMENT` for the caller, but for the member `m`. ?5 is the day. */
const READS_DOCUMENT = `
 AND (m.has_admin_access = 1 OR m.has_super_viewer_access = 1 OR EXISTS (
   SELECT 1 FROM documents d WHERE d.id = ?2 AND d.company_id = ?1
      AND (d.open_count > 0 OR d.uploaded_by_user_id = m.user_id))
  OR EXISTS (
   SELECT 1 FROM document_links l
     JOIN request_participants p ON p.company_id = l.company_id AND p.target_type = l.target_type
      AND p.target_id = l.target_id
    WHERE l.company_id = ?1 AND l.document_id = ?2 AND (p.user_id = m.user_id OR EXISTS (
      SELECT 1 FROM delegate_approvers g WHERE g.company_id = ?1 AND g.user_id = p.user_id
         AND g.delegate_user_id = m.user_id
         AND (g.starts_on IS NULL OR g.starts_on <= ?5) AND (g.ends_on IS NULL OR g.ends_on >= ?5))))
  OR EXISTS (
   SELECT 1 FROM document_links l JOIN intake_submissions s ON s.id = l.target_id AND s.is_draft = 0
     JOIN intake_category_owners o ON o.company_id = s.company_id AND o.intake_category_id = s.intake_category_id
    WHERE l.company_id = ?1 AND l.document_id = ?2 AND l.target_type = 'INTAKE_SUBMISSION' AND o.user_id = m.user_id))`

/** Those of the people ?3, the owners and the commenters in thread ?4 who can read it. */
const readersSql = (type: Discussed['type']): string => `
WITH owners(id) AS MATERIALIZED (${OWNERS[type]}),
     talking(id) AS MATERIALIZED (
       SELECT DISTINCT created_by_user_id FROM comments
        WHERE company_id = ?1 AND thread_id = ?4 AND deleted_at IS NULL),
     asked(id) AS MATERIALIZED (
       SELECT value FROM json_each(?3) UNION SELECT id FROM owners UNION SELECT id FROM talking)
SELECT m.user_id AS id, m.user_id IN (SELECT id FROM talking) AS hasCommented,
       m.user_id IN (SELECT id FROM owners) AS isOwner
  FROM asked CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = asked.id
 WHERE m.disabled_at IS NULL AND ?5 <> ''${type === 'DOCUMENT' ? READS_DOCUMENT : ''}`

interface Comment {
  subject: Discussed
  threadId: string
  body: string
  /** People that an earlier wording already mentioned aren't notified again. */
  before?: string
  field: string
}

/**
 * Who is notified of a comment: mentioned people, commenters and the object's owners. Throws INVALID for the field if a
 * mentioned person can't see the object.
 */
export const whoHearsOfObject = async (context: StaffContext, comment: Comment): Promise<Told> => {
  const { db, actor, clock } = context
  const { subject, before, field } = comment
  const mentions = mentionsOf(comment.body)
  const readers = await db.all<Reader>(
    db.sql(
      readersSql(subject.type),
      actor.companyId,
      subject.id,
      JSON.stringify(mentions.map(({ userId }) => userId)),
      comment.threadId,
      utcDayOf(clock.now()),
    ),
  )
  const readable = new Set(readers.map(({ id }) => id))
  const blind = mentions.find(({ userId }) => !readable.has(userId))
  if (blind) throw invalidField(field, `${blind.name} may not see this ${SUBJECT_WORD[subject.type]}.`)
  const known = new Set(mentionsOf(before ?? '').map(({ userId }) => userId))
  const fresh = mentions.filter(({ userId }) => !known.has(userId) && userId !== actor.userId)
  const told: NotificationRecipient[] = fresh.map(({ userId }) => ({
    userId,
    kind: 'MENTIONED',
    role: 'APPROVER',
    isOwn: true,
  }))
  const mentioned = new Set(fresh.map(({ userId }) => userId))
  const others =
    before === undefined ? readers.filter(({ hasCommented, isOwner }) => hasCommented === 1 || isOwner === 1) : []
  for (const { id, hasCommented } of others) {
    if (id === actor.userId || id === actor.impersonator?.userId) continue
    told.push({ userId: id, kind: 'COMMENTED', role: hasCommented === 1 ? 'APPROVER' : 'REQUESTER', isOwn: true })
  }
  const waiting = new Set([...mentioned, ...others.map(({ id }) => id)])
  waiting.delete(actor.userId)
  return {
    recipients: told,
    waitsFor: [...waiting].map((userId) => ({ userId, isMention: mentioned.has(userId) })),
  }
}
