import * as endpoints from '../../../../schema/requests/sourcing-events/review-endpoints.ts'
import { missingScores, seesScores } from '../../../../schema/requests/sourcing-events/rules.ts'
import { sourcingEvents } from '../../../../schema/requests/sourcing-events/tables.ts'
import type { Criterion } from '../../../../schema/requests/sourcing-events/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, staleVersion } from '../../../core/errors.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { eventStatement, requireStatus, toAccess } from './access.ts'
import { requireOpened } from './bids.ts'
import { partAudit, whileEvent } from './load.ts'
import { peopleStatement, toPeople } from './read.ts'
import { type CardRow, cardsStatement, toCard } from './scorecards.ts'

/** Scorecards: each reviewer fills in their own before they see the others'. */

const CARD = 'Your scorecard'

export const readScores = query({
  id: 'sourcing-events.get-scores',
  access: 'sourcing.use',
  input: inputOf(endpoints.getScores),
  readsFirst: true,
  run: async (context, { eventId }): Promise<endpoints.Scores> => {
    const { db, actor } = context
    const [events, people, rows] = await db.batch([
      eventStatement(context, eventId, sourcingEvents),
      peopleStatement(context, eventId),
      cardsStatement(context, eventId),
    ])
    const event = await requireOpened(context, toAccess(events?.results[0], actor))
    const { reviewers } = toPeople(people?.results ?? [])
    const cards = ((rows?.results ?? []) as unknown as CardRow[])
      .map(toCard)
      .filter(({ reviewer }) => reviewers.some(({ id }) => id === reviewer.id))
    const own = cards.find(({ reviewer }) => reviewer.id === actor.userId)
    const empty = { reviewer: { id: actor.userId, name: actor.name }, submittedAt: null, scores: [], version: 0 }
    const sees = event.status === 'AWARDED' || seesScores(reviewers, actor.userId)
    return {
      mine: event.isReviewer ? (own ?? empty) : null,
      all: sees ? cards.filter(({ submittedAt }) => submittedAt !== null) : null,
      submitted: reviewers.filter(({ hasSubmitted }) => hasSubmitted).length,
      reviewers: reviewers.length,
    }
  },
})

/**
 * Throws FORBIDDEN for people who don't review, INVALID for points of unknown bids or criteria and, when submitting, for
 * missing ones, RULE_BROKEN before the deadline and once it is awarded, CONFLICT.
 */
export const saveScores = command({
  id: 'sourcing-events.save-scores',
  access: 'sourcing.use',
  input: inputOf(endpoints.saveScores),
  run: async (context, { eventId, scores, submit, version }) => {
    const { db, actor, clock } = context
    const [events, bidders, rows] = await db.batch([
      eventStatement(context, eventId, sourcingEvents),
      db.sql(
        "SELECT id FROM sourcing_bidders WHERE company_id = ? AND event_id = ? AND status = 'SUBMITTED' AND content IS NOT NULL",
        ...[actor.companyId, eventId],
      ),
      db.sql(
        `SELECT user_id AS userId, '' AS name, scores, submitted_at AS submittedAt, version FROM sourcing_scorecards
          WHERE company_id = ? AND event_id = ? AND user_id = ?`,
        ...[actor.companyId, eventId, actor.userId],
      ),
    ])
    const event = toAccess(events?.results[0], actor)
    if (!event.isReviewer) throw new AppError('FORBIDDEN', 'Only reviewers of this event score bids.')
    requireStatus(await requireOpened(context, event), 'OPENED')
    const row = rows?.results[0] as unknown as CardRow | undefined
    const card = row && toCard(row)
    const current = card?.version ?? 0
    if (version !== undefined && version !== current) throw staleVersion(CARD)
    const bidderIds = (bidders?.results ?? []).map(({ id }) => String(id))
    const criteria = JSON.parse(event.criteria) as Criterion[]
    const isKnown = ({ bidderId, criterionId }: endpoints.Score) =>
      bidderIds.includes(bidderId) && criteria.some(({ id }) => id === criterionId)
    if (!scores.every(isKnown))
      throw new AppError('INVALID', 'A score is for a bid or a criterion that this event doesn’t have.', {
        fields: { scores: 'A score is for a bid or a criterion that this event doesn’t have' },
      })
    const keys = scores.map(({ bidderId, criterionId }) => `${bidderId} ${criterionId}`)
    if (new Set(keys).size < keys.length)
      throw new AppError('INVALID', 'A bid has two scores for one criterion.', {
        fields: { scores: 'A bid has two scores for one criterion' },
      })
    // Once it is submitted it can't become incomplete.
    const isSubmitted = submit || card?.submittedAt != null
    if (isSubmitted) {
      const missing = missingScores(criteria, bidderIds, scores)
      if (missing.length > 0)
        throw new AppError('INVALID', 'Score every bid by every criterion before you submit.', {
          fields: Object.fromEntries(
            missing.map(({ bidderId, criterionId }) => [`${bidderId}.${criterionId}`, 'Required']),
          ),
        })
    }
    const now = clock.now()
    const submittedAt = isSubmitted ? (row?.submittedAt ?? now) : null
    const wasSubmitted = card?.submittedAt != null
    const sorted = [...scores].sort((a, b) => (a.bidderId + a.criterionId < b.bidderId + b.criterionId ? -1 : 1))
    const text = JSON.stringify(sorted)
    const result = {
      version: current + 1,
      submittedAt: submittedAt === null ? null : new Date(submittedAt).toISOString(),
    }
    return commit(context, {
      subject: CARD,
      statements: [
        db.sql(
          `INSERT INTO sourcing_scorecards (event_id, company_id, user_id, scores, submitted_at, version, updated_at)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE ${whileEvent("'OPENED'")}
           ON CONFLICT (company_id, event_id, user_id) DO UPDATE SET scores = ?4, submitted_at = ?5, version = ?6, updated_at = ?7
            WHERE version = ?6 - 1`,
          ...[event.id, event.companyId, actor.userId, text, submittedAt, current + 1, now],
        ),
        guardOneRow(db),
      ],
      audit: isSubmitted
        ? [
            partAudit(
              event.id,
              `scores:${actor.userId}:v${current + 1}`,
              wasSubmitted ? 'scores-changed' : 'scores-submitted',
              wasSubmitted
                ? `Changed a submitted scorecard for ${event.title}`
                : `Submitted a scorecard for ${event.title}`,
              wasSubmitted ? { before: { scores: card.scores }, after: { scores: sorted } } : null,
            ),
          ]
        : [],
      result,
    })
  },
})
