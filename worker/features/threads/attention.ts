import { z } from 'zod'
import { can } from '../../../schema/shared/permissions.ts'
import { id } from '../../../schema/shared/values.ts'
import type { AttentionComment } from '../../../schema/threads/endpoints.ts'
import { query } from '../../core/operation.ts'
import { ACCESS_SQL, actingFor } from '../intake/visibility.ts'
import { requireThread } from './read.ts'

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
  requestId: string
  title: string
  answerId: string | null
}

const SHOWN = 50

/** Who has meanwhile lost sight of the request is not shown its comments. */
const TAKES_PART = ACCESS_SQL.slice(ACCESS_SQL.indexOf('EXISTS'), ACCESS_SQL.indexOf(' AS takesPart'))

/** Comments that mention the person, answer them, or are about what they filed or approve, until they answer. */
export const listAttentionComments = query({
  id: 'threads.needs-attention',
  access: 'staff.use',
  input: z.object({}),
  run: async ({ db, actor }): Promise<AttentionComment[]> => {
    const rows = await db.all<Row>(
      db.sql(
        `SELECT c.id, c.created_at AS createdAt, c.thread_id AS threadId, c.body, a.is_mention AS isMention,
                u.id AS userId, u.first_name AS firstName, u.last_name AS lastName, u.email,
                s.id AS requestId, s.title, CASE t.part_type WHEN 'ANSWER' THEN t.part_id END AS answerId
           FROM comment_attention a
          CROSS JOIN comments c ON c.id = a.comment_id
          CROSS JOIN threads t ON t.id = a.thread_id
          CROSS JOIN users u ON u.id = c.created_by_user_id
          CROSS JOIN intake_submissions s ON s.id = t.target_id AND s.company_id = a.company_id
          WHERE a.company_id = ?1 AND a.user_id = ?2 AND s.deleted_at IS NULL
            AND (?4 = 1 OR ?2 IN (s.requestor_user_id, s.created_by_user_id) OR ${TAKES_PART}
                 OR s.intake_category_id IN (SELECT value FROM json_each(?5)))
          ORDER BY a.created_at DESC, a.comment_id DESC LIMIT ${SHOWN}`,
        actor.companyId,
        actor.userId,
        JSON.stringify(actingFor(actor)),
        can(actor.policy, 'requests.see-all') ? 1 : 0,
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
      intakeSubmissionThread: {
        id: row.threadId,
        intakeSubmissionId: row.requestId,
        intakeSubmissionTitle: row.title,
        intakeSubmissionAnswerId: row.answerId,
      },
    }))
  },
})

/** The address of the screen that holds the thread. */
export const readThreadLink = query({
  id: 'threads.link',
  access: 'staff.use',
  input: z.object({ threadId: id }),
  run: async (context, { threadId }) => {
    const { request } = await requireThread(context, threadId)
    return `/intake-request/${request.id}/comments`
  },
})
