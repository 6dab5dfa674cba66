import type { Score, Scorecard } from '../../../../schema/requests/sourcing-events/review-endpoints.ts'
import type { StaffContext } from '../../../core/operation.ts'

export interface CardRow {
  userId: string
  name: string
  scores: string
  submittedAt: number | null
  version: number
}

export const cardsStatement = ({ db, actor }: Pick<StaffContext, 'db' | 'actor'>, eventId: string) =>
  db.sql(
    `SELECT s.user_id AS userId, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) AS name,
            s.scores, s.submitted_at AS submittedAt, s.version
       FROM sourcing_scorecards s CROSS JOIN users u ON u.id = s.user_id
      WHERE s.company_id = ? AND s.event_id = ? ORDER BY s.user_id`,
    actor.companyId,
    eventId,
  )

export const toCard = ({ userId, name, scores, submittedAt, version }: CardRow): Scorecard => ({
  reviewer: { id: userId, name },
  submittedAt: submittedAt === null ? null : new Date(submittedAt).toISOString(),
  scores: JSON.parse(scores) as Score[],
  version,
})
