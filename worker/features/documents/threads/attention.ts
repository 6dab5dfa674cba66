import { z } from 'zod'
import type { AttentionComment, ThreadTarget } from '../../../../schema/documents/threads/endpoints.ts'
import { id } from '../../../../schema/shared/values.ts'
import { query } from '../../../core/operation.ts'
import { ACCESS_SQL } from '../../requests/submissions/visibility.ts'
import { READABLE_DOCUMENT, readableParams } from '../documents/access.ts'
import { requireThread } from './read.ts'
import { threadHref } from './subjects.ts'

interface Row {
  id: string
  createdAt: number
  threadId: string
  body: string
  isMention: number
  userId: string
  firstName: string
  lastName: string
  email: string
  targetType: ThreadTarget
  targetId: string
  name: string
  answerId: string | null
}

const SHOWN = 50

/** People who can no longer see the object don't see its comments. */
const TAKES_PART = ACCESS_SQL.slice(ACCESS_SQL.indexOf('EXISTS'), ACCESS_SQL.indexOf(' AS takesPart')).replace(
  '?3',
  '?4',
)

/** Comments that mention the person, answer them, or are about something of theirs, until they answer. */
export const listAttentionComments = query({
  id: 'threads.needs-attention',
  access: 'staff.use',
  input: z.object({}),
  run: async ({ db, actor }): Promise<AttentionComment[]> => {
    const rows = await db.all<Row>(
      db.sql(
        `SELECT c.id, c.created_at AS createdAt, c.thread_id AS threadId, c.body, a.is_mention AS isMention,
                u.id AS userId, u.first_name AS firstName, u.last_name AS lastName, u.email,
                t.target_type AS targetType, t.target_id AS targetId,
                coalesce(s.title, v.name, sv.name, d.display_name) AS name,
                CASE t.part_type WHEN 'ANSWER' THEN t.part_id END AS answerId
           FROM comment_attention a
          CROSS JOIN comments c ON c.id = a.comment_id
          CROSS JOIN threads t ON t.id = a.thread_id
          CROSS JOIN users u ON u.id = c.created_by_user_id
           LEFT JOIN intake_submissions s ON t.target_type = 'INTAKE_SUBMISSION' AND s.id = t.target_id
                 AND s.company_id = ?1 AND s.deleted_at IS NULL
                 AND (?3 = 1 OR ?2 IN (s.requestor_user_id, s.created_by_user_id) OR ${TAKES_PART}
                      OR s.intake_category_id IN (SELECT value FROM json_each(?5)))
           LEFT JOIN vendors v ON t.target_type = 'VENDOR' AND v.id = t.target_id AND v.company_id = ?1
           LEFT JOIN services sv ON t.target_type = 'SERVICE' AND sv.id = t.target_id AND sv.company_id = ?1
           LEFT JOIN documents d ON t.target_type = 'DOCUMENT' AND d.id = t.target_id AND ${READABLE_DOCUMENT}
          WHERE a.company_id = ?1 AND a.user_id = ?2
            AND coalesce(s.id, v.id, sv.id, d.id) IS NOT NULL
          ORDER BY a.created_at DESC, a.comment_id DESC LIMIT ${SHOWN}`,
        ...readableParams(actor),
        JSON.stringify(actor.ownedCategoryIds),
      ),
    )
    return rows.map((row) => ({
      id: row.id,
      createdAt: new Date(row.createdAt).toISOString(),
      threadId: row.threadId,
      body: row.body,
      isMention: row.isMention === 1,
      user: { id: row.userId, firstName: row.firstName, lastName: row.lastName, email: row.email },
      company: { id: actor.company.id, name: actor.company.name },
      subject: {
        type: row.targetType,
        id: row.targetId,
        name: row.name,
        href: threadHref(row.targetType, row.targetId, row.threadId),
      },
      intakeSubmissionThread:
        row.targetType === 'INTAKE_SUBMISSION'
          ? {
              id: row.threadId,
              intakeSubmissionId: row.targetId,
              intakeSubmissionTitle: row.name,
              intakeSubmissionAnswerId: row.answerId,
            }
          : null,
    }))
  },
})

/** The URL of the screen with the thread. */
export const readThreadLink = query({
  id: 'threads.link',
  access: 'staff.use',
  input: z.object({ threadId: id }),
  run: async (context, { threadId }) => {
    const { subject } = await requireThread(context, threadId)
    return threadHref(subject.type, subject.id, threadId)
  },
})
