import { z } from 'zod'
import type { AttentionComment, ThreadTarget } from '../../../../schema/documents/threads/endpoints.ts'
import { hrefOf, type Kind } from '../../../../schema/shared/kinds.ts'
import { id } from '../../../../schema/shared/values.ts'
import { readerParams } from '../../../core/kinds/rows.ts'
import { query } from '../../../core/operation.ts'
import { requireThread } from './read.ts'
import { AUTHOR_COLUMNS } from './rows.ts'
import { readableObjects } from './subjects.ts'

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

/** The screen with a thread. */
const threadHref = (kind: Kind, objectId: string, threadId: string): string =>
  `${hrefOf(kind, objectId, 'threads')}?thread=${threadId}`

/** Comments that mention the person, answer them, or are about something of theirs, until they answer. */
export const listAttentionComments = query({
  id: 'threads.needs-attention',
  access: 'staff.use',
  input: z.object({}),
  run: async ({ db, actor }): Promise<AttentionComment[]> => {
    // People who can no longer see the object don't see its comments.
    const objects = readableObjects()
    const rows = await db.all<Row>(
      db.sql(
        `SELECT c.id, c.created_at AS createdAt, c.thread_id AS threadId, c.body, a.is_mention AS isMention,
                ${AUTHOR_COLUMNS},
                t.target_type AS targetType, t.target_id AS targetId,
                ${objects.name} AS name,
                CASE t.part_type WHEN 'ANSWER' THEN t.part_id END AS answerId
           FROM comment_attention a
          CROSS JOIN comments c ON c.id = a.comment_id
          CROSS JOIN threads t ON t.id = a.thread_id
           LEFT JOIN users u ON u.id = c.created_by_user_id
          ${objects.joins}
          WHERE a.company_id = ?1 AND a.user_id = ?2
            AND ${objects.found} IS NOT NULL
          ORDER BY a.created_at DESC, a.comment_id DESC LIMIT ${SHOWN}`,
        ...readerParams(actor),
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
    return threadHref(subject.kind, subject.id, threadId)
  },
})
