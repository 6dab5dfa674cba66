import { type AttentionItem, needsAttention } from '../../../../schema/intake/endpoints.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { actingFor } from '../visibility.ts'
import { SUBMISSION_COLUMNS, SUBMISSION_JOINS, type SubmissionDbRow, toSubmissionRow } from './rows.ts'

interface AttentionRow extends SubmissionDbRow {
  since: number
  actions: string
  userId: string
  userName: string
}

type Filter = 'approver' | 'watcher' | 'recently-completed'

const RECENT_MS = 14 * 24 * 60 * 60 * 1000

/** Each view is a walk along one index of a person's participations. */
const VIEWS: Record<Filter, { where: string; since: string; order: 'ASC' | 'DESC' }> = {
  approver: { where: 'action_since IS NOT NULL', since: 'action_since', order: 'ASC' },
  watcher: { where: 'is_watcher = 1 AND completed_at IS NULL', since: 'created_at', order: 'DESC' },
  'recently-completed': { where: 'completed_at > ?3', since: 'completed_at', order: 'DESC' },
}

/**
 * What waits for the person, also as somebody's delegate; what they watch; and what was completed in the last 14
 * days (specification 2 §4).
 */
export const listAttention = query({
  id: 'intake.needs-attention',
  access: 'requests.use',
  input: inputOf(needsAttention),
  run: async ({ db, actor, clock }, { filter, first }): Promise<AttentionItem[]> => {
    const { where, since, order } = VIEWS[filter]
    const people = filter === 'approver' ? actingFor(actor) : [actor.userId]
    const rows = await db.all<AttentionRow>(
      db.sql(
        // As many as are shown are taken of each person, in order of their index; only these are looked at closer.
        `SELECT ${SUBMISSION_COLUMNS}, p.${since} AS since, p.actions, p.user_id AS userId,
                u.first_name || ' ' || u.last_name AS userName
           FROM json_each(?2) person
          CROSS JOIN request_participants p ON p.rowid IN (
                SELECT w.rowid
                  FROM (SELECT rowid, target_id, ${since} FROM request_participants
                         WHERE company_id = ?1 AND user_id = person.value AND target_type = 'INTAKE_SUBMISSION'
                           AND ${where}) w
                 CROSS JOIN intake_submissions t ON t.id = w.target_id
                 WHERE t.archived_at IS NULL AND t.deleted_at IS NULL AND ?3 > 0
                   AND (person.value = ?5 OR t.requestor_user_id <> ?5)
                 ORDER BY w.${since} ${order} LIMIT ?4)
          CROSS JOIN intake_submissions s ON s.id = p.target_id
          CROSS JOIN users u ON u.id = p.user_id ${SUBMISSION_JOINS}
          ORDER BY p.${since} ${order} LIMIT ?4`,
        actor.companyId,
        JSON.stringify(people),
        clock.now() - RECENT_MS,
        first,
        actor.userId,
      ),
    )
    return merged(rows, actor.userId, clock.now())
  },
})

type Action = AttentionItem['actions'][number]

/** One item a request: the person's own actions, then those they could take for others. */
const merged = (rows: AttentionRow[], userId: string, now: number): AttentionItem[] => {
  const items = new Map<string, AttentionItem>()
  for (const row of rows) {
    const onBehalfOf = row.userId === userId ? null : { id: row.userId, name: row.userName }
    const actions = (JSON.parse(row.actions) as Omit<Action, 'onBehalfOf'>[]).map((action) => ({
      ...action,
      onBehalfOf,
    }))
    const known = items.get(row.id)
    if (known) {
      const has = new Set(known.actions.map((action) => action.id))
      known.actions.push(...actions.filter((action) => !has.has(action.id)))
      continue
    }
    const { id, number, title, category, requestor, status, requestAmount } = toSubmissionRow(row, now)
    const since = new Date(row.since).toISOString()
    items.set(id, { id, number, title, category, requestor, status, requestAmount, since, actions })
  }
  return [...items.values()]
}
