import { type AttentionItem, needsAttention } from '../../../../schema/requests/endpoints.ts'
import { actingFor, type StaffActor } from '../../../core/actor.ts'
import { mergedWalks } from '../../../core/merged-walks.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { RECENTLY_COMPLETED_MS } from '../../approvals/engine/index.ts'
import { SUBMISSION_ROW, type SubmissionDbRow, toSubmissionRow } from './rows.ts'
import { mayActFor } from './visibility.ts'

interface AttentionRow extends SubmissionDbRow {
  since: number
  actions: string
  userId: string
  /** Actions of other people. */
  userName: string | null
}

type Filter = 'approver' | 'watcher' | 'recently-completed'

interface View {
  index: string
  where: string
  since: string
  order: 'ASC' | 'DESC'
}

/** Each view reads along one index of a person's participations. ?3 is the start of the recent period. */
const VIEWS: Record<Filter, View> = {
  approver: {
    index: 'request_participants_action',
    where: 'p.action_since IS NOT NULL AND ?3 > 0',
    since: 'p.action_since',
    order: 'ASC',
  },
  watcher: {
    index: 'request_participants_watched',
    where: 'p.is_watcher = 1 AND p.completed_at IS NULL AND ?3 > 0',
    since: 'p.created_at',
    order: 'DESC',
  },
  'recently-completed': {
    index: 'request_participants_completed',
    where: 'p.is_recent = 1 AND p.completed_at > ?3',
    since: 'p.completed_at',
    order: 'DESC',
  },
}

/**
 * Each person's read returns its rows in order, so SQLite merges them and stops at the end of the page. A delegate's
 * page then costs as much as one's own. ?1 the company, ?2 the people, ?4 the limit, ?5 the current person.
 */
const attentionSql = ({ index, where, since, order }: View, people: number, actor: StaffActor): string => {
  const walk = (person: number): string =>
    `SELECT ${SUBMISSION_ROW}, ${since} AS since, p.actions, p.user_id AS userId
       FROM request_participants p INDEXED BY ${index} CROSS JOIN intake_submissions s ON s.id = p.target_id
      WHERE p.company_id = ?1 AND p.user_id = ?2 ->> ${person} AND p.target_type = 'INTAKE_SUBMISSION' AND ${where}
        AND s.archived_at IS NULL AND s.deleted_at IS NULL
        AND ${mayActFor('?5', actor)}`
  const inOrder = `ORDER BY since ${order} LIMIT ?4`
  const walks = Array.from({ length: people }, (_, person) => walk(person))
  return `SELECT w.*, u.first_name || ' ' || u.last_name AS userName
    FROM (${mergedWalks(walks, inOrder)}) w LEFT JOIN users u ON u.id = w.userId AND u.id <> ?5 ORDER BY w.since ${order}`
}

/**
 * What is waiting for the person, also as a delegate; what they watch; and what was completed in the last 14 days
 * (specification 2 §4).
 */
export const listAttention = query({
  id: 'intake.needs-attention',
  access: 'requests.use',
  input: inputOf(needsAttention),
  readsFirst: true,
  run: async ({ db, actor, clock }, { filter, first }): Promise<AttentionItem[]> => {
    const people = filter === 'approver' ? actingFor(actor) : [actor.userId]
    const rows = await db.all<AttentionRow>(
      db.sql(
        attentionSql(VIEWS[filter], people.length, actor),
        actor.companyId,
        JSON.stringify(people),
        clock.now() - RECENTLY_COMPLETED_MS,
        first,
        actor.userId,
      ),
    )
    return merged(rows, actor.userId, clock.now())
  },
})

type Action = AttentionItem['actions'][number]
type StoredAction = Omit<Action, 'onBehalfOf' | 'since'> & { since?: number }

/** One item for each request: the person's own actions, then those they can take for others. */
const merged = (rows: AttentionRow[], userId: string, now: number): AttentionItem[] => {
  const items = new Map<string, AttentionItem>()
  for (const row of rows) {
    const onBehalfOf = row.userId === userId ? null : { id: row.userId, name: row.userName ?? '' }
    // No one answers for a requester.
    const own = (JSON.parse(row.actions) as StoredAction[]).filter(({ sentBack }) => !sentBack || !onBehalfOf)
    if (own.length === 0 && onBehalfOf) continue
    const actions = own.map((action) => ({
      ...action,
      onBehalfOf,
      since: action.since === undefined ? null : new Date(action.since).toISOString(),
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
