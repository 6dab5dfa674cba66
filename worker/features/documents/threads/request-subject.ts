import type { Block } from '../../../../schema/approvals/engine/model.ts'
import { mentionsOf } from '../../../../schema/documents/threads/mentions.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { utcDayOf } from '../../../../schema/shared/day-count.ts'
import { invalidField } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { NotificationRecipient } from '../../../core/outbox.ts'
import type { SubmissionAccess } from '../../requests/submissions/visibility.ts'

/** Threads about a request: who can read them, and who is notified of a comment. */

export interface Part {
  type: 'ANSWER' | 'BLOCK'
  id: string
}

interface Reader {
  id: string
  name: string
  isWatcher: number
  hasCommented: number
}

/**
 * Those of the people ?3, the request's watchers and the commenters in thread ?4 who are active members and can see the
 * request.
 */
const READERS = `
WITH asked(id) AS MATERIALIZED (
  SELECT value FROM json_each(?3)
  UNION SELECT user_id FROM request_participants
         WHERE company_id = ?1 AND target_type = 'INTAKE_SUBMISSION' AND target_id = ?2 AND is_watcher = 1
  UNION SELECT created_by_user_id FROM comments WHERE company_id = ?1 AND thread_id = ?4 AND deleted_at IS NULL)
SELECT u.id, COALESCE(NULLIF(trim(u.first_name || ' ' || u.last_name), ''), u.email) AS name,
       COALESCE(p.is_watcher, 0) AS isWatcher,
       EXISTS (SELECT 1 FROM comments c WHERE c.company_id = ?1 AND c.thread_id = ?4 AND c.deleted_at IS NULL
                  AND c.created_by_user_id = u.id) AS hasCommented
  FROM asked CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = asked.id
 CROSS JOIN users u ON u.id = m.user_id
 CROSS JOIN intake_submissions s ON s.id = ?2 AND s.company_id = ?1
  LEFT JOIN request_participants p ON p.company_id = ?1 AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = ?2
        AND p.user_id = m.user_id
 WHERE m.disabled_at IS NULL AND (
   p.user_id IS NOT NULL OR m.has_admin_access = 1 OR m.has_super_viewer_access = 1
   OR u.id IN (s.requestor_user_id, s.created_by_user_id)
   OR EXISTS (SELECT 1 FROM intake_category_owners o
               WHERE o.company_id = ?1 AND o.intake_category_id = s.intake_category_id AND o.user_id = m.user_id)
   OR EXISTS (SELECT 1 FROM delegate_approvers d
               CROSS JOIN request_participants q ON q.company_id = ?1 AND q.target_type = 'INTAKE_SUBMISSION'
                 AND q.target_id = ?2 AND q.user_id = d.user_id
               WHERE d.company_id = ?1 AND d.delegate_user_id = m.user_id
                 AND (d.starts_on IS NULL OR d.starts_on <= ?5) AND (d.ends_on IS NULL OR d.ends_on >= ?5)))`

export interface Told {
  recipients: NotificationRecipient[]
  /** Who the comment waits for until they answer. */
  waitsFor: { userId: string; isMention: boolean }[]
}

interface Comment {
  request: SubmissionAccess
  threadId: string
  body: string
  /** Set for a thread about a block. */
  block: Block | null
  /** People that an earlier wording already mentioned aren't notified again. */
  before?: string
  field: string
}

/**
 * Who is notified of a comment. Throws INVALID for the field if a mentioned person can't see the request, because they
 * would be notified of something they can't read.
 */
export const whoHears = async (context: StaffContext, comment: Comment): Promise<Told> => {
  const { db, actor, clock } = context
  const { request, block, field } = comment
  const known = new Set(mentionsOf(comment.before ?? '').map(({ userId }) => userId))
  const mentions = mentionsOf(comment.body)
  const filers = [request.requestorUserId, request.createdByUserId]
  const ofBlock = block ? [...block.approvers, ...(block.assignee ? [block.assignee] : [])].map((p) => p.userId) : []
  const readers = await db.all<Reader>(
    db.sql(
      READERS,
      actor.companyId,
      request.id,
      JSON.stringify([...mentions.map(({ userId }) => userId), ...filers, ...ofBlock]),
      comment.threadId,
      utcDayOf(clock.now()),
    ),
  )
  const readable = new Set(readers.map(({ id }) => id))
  const blind = mentions.find(({ userId }) => !readable.has(userId))
  if (blind)
    throw invalidField(field, `${blind.name} can’t see this request. Add them as a watcher before you mention them.`)
  const fresh = mentions.filter(({ userId }) => !known.has(userId) && userId !== actor.userId)
  const told: NotificationRecipient[] = fresh.map(({ userId }) => ({
    userId,
    kind: 'MENTIONED',
    role: 'APPROVER',
    isOwn: true,
  }))
  if (comment.before !== undefined)
    return { recipients: told, waitsFor: fresh.map(({ userId }) => ({ userId, isMention: true })) }
  const hear = (userIds: readonly string[], role: NotificationRecipient['role'] & string) => {
    for (const userId of userIds)
      if (readable.has(userId) && userId !== actor.userId && userId !== actor.impersonator?.userId)
        told.push({ userId, kind: 'COMMENTED', role, isOwn: true, ...(block && { blockLabel: block.label }) })
  }
  const talking = readers.filter(({ hasCommented }) => hasCommented === 1).map(({ id }) => id)
  hear(talking, 'APPROVER')
  hear(ofBlock, 'APPROVER')
  hear(filers, 'REQUESTER')
  hear(
    readers.filter(({ isWatcher }) => isWatcher === 1).map(({ id }) => id),
    'WATCHER',
  )
  const mentioned = new Set(fresh.map(({ userId }) => userId))
  const waiting = new Set(
    [...mentioned, ...talking, ...ofBlock, request.requestorUserId].filter((id) => readable.has(id)),
  )
  waiting.delete(actor.userId)
  return {
    recipients: told,
    waitsFor: [...waiting].map((userId) => ({ userId, isMention: mentioned.has(userId) })),
  }
}

/** Labels of the questions and blocks that a request's threads are about. */
export const labelStatements = ({ db, actor }: StaffContext, requestId: string): D1PreparedStatement[] => [
  db.sql(
    `SELECT f.definition FROM intake_submissions s
       JOIN intake_form_versions f ON f.intake_category_id = s.intake_category_id AND f.version = s.form_version
      WHERE s.id = ? AND s.company_id = ?`,
    requestId,
    actor.companyId,
  ),
  db.sql(
    `SELECT id, label FROM level_group_statuses WHERE company_id = ? AND target_type = 'INTAKE_SUBMISSION' AND target_id = ?`,
    actor.companyId,
    requestId,
  ),
]

type Rows = Record<string, unknown>[]

export const toLabels = (forms: Rows = [], blocks: Rows = []): ((part: Part) => string) => {
  const form = forms[0] ? (JSON.parse(String(forms[0].definition)) as FormDefinition) : { steps: [] }
  const labels = new Map<string, string>([
    ...form.steps
      .flatMap((step) => step.questions)
      .map((question): [string, string] => [`ANSWER ${question.id}`, question.label]),
    ...blocks.map((block): [string, string] => [`BLOCK ${block.id}`, String(block.label)]),
  ])
  return ({ type, id }) => labels.get(`${type} ${id}`) ?? (type === 'ANSWER' ? 'A removed question' : 'A removed step')
}
