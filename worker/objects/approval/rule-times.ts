import type { ApprovalEvent } from '../../../schema/approvals/engine/events.ts'
import { MOST_TIMES, timeTaken } from '../../../schema/approvals/engine/usual-time.ts'
import type { ApprovalSubject, Projection } from './subject.ts'

/** The blocks that an event decides, or no longer decides. */
const decidedBy = (event: ApprovalEvent): string[] => {
  switch (event.type) {
    case 'block.approved':
    case 'block.rejected':
    case 'decision.revoked':
      return [event.blockId]
    case 'decision.undone':
      return event.blocks.map(({ id }) => id)
    case 'request.edited':
    case 'request.rerouted':
    case 'answers.added':
      return event.reopenedIds ?? []
    default:
      return []
  }
}

/** Keeps how long each rule's newest decisions took. A block counts once, however often its events are projected. */
export const ruleTimeStatements = (
  db: D1Database,
  { state, events, isRebuild }: Projection,
  { isCurrent }: ApprovalSubject,
): D1PreparedStatement[] => {
  const ids = new Set(events.flatMap(decidedBy))
  const concerned = state.blocks.filter(({ id, ruleId }) => ruleId !== null && (isRebuild || ids.has(id)))
  const times = concerned.map((block) => ({ ruleId: block.ruleId, time: [block.id, timeTaken(state, block)] }))
  const rows = [...Map.groupBy(times, ({ ruleId }) => ruleId)].map(([ruleId, found]) => ({
    ruleId,
    times: JSON.stringify(found.map(({ time }) => time)),
  }))
  if (rows.length === 0) return []
  return [
    db
      .prepare(
        `INSERT INTO approval_rule_times (company_id, rule_id, times)
         SELECT ?3, value ->> 'ruleId', value ->> 'times' FROM json_each(?4) WHERE ${isCurrent}
         ON CONFLICT (company_id, rule_id) DO UPDATE SET times = (
           SELECT json_group_array(json(entry)) FROM (
             SELECT value AS entry FROM json_each(excluded.times) WHERE value ->> 1 IS NOT NULL
             UNION ALL
             SELECT value FROM json_each(approval_rule_times.times)
              WHERE value ->> 0 NOT IN (SELECT value ->> 0 FROM json_each(excluded.times)) AND value ->> 1 IS NOT NULL
             LIMIT ${MOST_TIMES}))`,
      )
      .bind(state.targetId, state.sequence, state.companyId, JSON.stringify(rows)),
  ]
}
