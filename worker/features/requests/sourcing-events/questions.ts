import * as endpoints from '../../../../schema/requests/sourcing-events/endpoints.ts'
import { EVENT_LIMITS } from '../../../../schema/requests/sourcing-events/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound, staleVersion } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { requireStatus } from './access.ts'
import { partAudit, requireManagedEvent, whileEvent } from './load.ts'
import { biddersToTell, mailsTo } from './publish.ts'

/** Questions and answers, which all bidders get at the same time and without names. */

const QUESTION = 'The question'

/** Throws RULE_BROKEN after the deadline, when an answer would help no one. */
export const answerQuestion = command({
  id: 'sourcing-events.answer-question',
  access: 'sourcing.use',
  input: inputOf(endpoints.answerQuestion),
  run: async (context, { eventId, questionId, question: corrected, answer, version }) => {
    const event = requireStatus(await requireManagedEvent(context, eventId), 'OPEN')
    const { db, actor, clock } = context
    const row = await db.first<{ question: string; answer: string | null; version: number }>(
      db.sql(
        'SELECT question, answer, version FROM sourcing_questions WHERE id = ? AND company_id = ? AND event_id = ?',
        ...[questionId, event.companyId, event.id],
      ),
    )
    if (!row) throw notFound(QUESTION)
    if (version !== undefined && version !== row.version) throw staleVersion(QUESTION)
    const question = corrected ?? row.question
    const bidders = await biddersToTell(context, event)
    return commit(context, {
      subject: QUESTION,
      statements: [
        db.sql(
          `UPDATE sourcing_questions SET question = ?5, answer = ?6, answered_by_user_id = ?7, answered_at = ?8,
                  version = version + 1
            WHERE id = ?3 AND event_id = ?1 AND company_id = ?2 AND version = ?4 AND ${whileEvent("'OPEN'")}`,
          ...[event.id, event.companyId, questionId, row.version, question, answer, actor.userId, clock.now()],
        ),
        guardOneRow(db),
      ],
      audit: [
        partAudit(
          event.id,
          `question:${questionId}:v${row.version + 1}`,
          'question-answered',
          `${row.answer === null ? 'Answered a question about' : 'Changed an answer about'} ${event.title}`,
          { before: { question: row.question, answer: row.answer }, after: { question, answer } },
        ),
      ],
      outbox: mailsTo(bidders, 'ANSWERED', `${question}\n\n${answer}`),
      result: { id: questionId, version: row.version + 1 },
    })
  },
})

export const postNotice = command({
  id: 'sourcing-events.post-notice',
  access: 'sourcing.use',
  input: inputOf(endpoints.postNotice),
  run: async (context, { eventId, question, answer }) => {
    const event = requireStatus(await requireManagedEvent(context, eventId), 'OPEN')
    const { db, actor, clock, newId } = context
    const bidders = await biddersToTell(context, event)
    const id = newId()
    const now = clock.now()
    return commit(context, {
      subject: QUESTION,
      statements: [
        db.sql(
          `INSERT INTO sourcing_questions (event_id, company_id, id, question, answer, answered_by_user_id, answered_at, created_at)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7 WHERE ${whileEvent("'OPEN'")}
              AND (SELECT COUNT(*) FROM sourcing_questions q WHERE q.company_id = ?2 AND q.event_id = ?1) < ${EVENT_LIMITS.questions}`,
          ...[event.id, event.companyId, id, question, answer, actor.userId, now],
        ),
        guardOneRow(db),
      ],
      audit: [
        partAudit(event.id, `question:${id}:v1`, 'notice-published', `Published a clarification about ${event.title}`, {
          after: { question, answer },
        }),
      ],
      outbox: mailsTo(bidders, 'ANSWERED', `${question}\n\n${answer}`),
      result: { id },
    })
  },
})

/** Throws RULE_BROKEN if there are too many. */
export const requireRoomForQuestion = (count: number): void => {
  if (count >= EVENT_LIMITS.questions)
    throw new AppError('RULE_BROKEN', 'No more questions can be asked about this event.', { reason: 'TOO_MANY' })
}
