import { spendNeedsAttention } from '../../../../schema/spend/spend-requests/acting-endpoints.ts'
import type { SpendRequestRow } from '../../../../schema/spend/spend-requests/list.ts'
import { actingFor, isLimited, type StaffActor, withinDelegation } from '../../../core/actor.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { RECENTLY_COMPLETED_MS } from '../../approvals/engine/index.ts'
import { NAMES_COLUMN, namesOf, SPEND_COLUMNS, type SpendDbRow, toSpendRow } from './rows.ts'

/** What needs a person: what waits for them, what they watch, and what was decided in the last 14 days. */

/** Each view reads along one index of a person's participations. ?3 is the start of the recent period. */
const VIEWS = {
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
} as const

/** Members of compound statements that D1 allows. The rest of a person's delegators share the last part. */
const MOST_TERMS = 5

const statementOf = (view: keyof typeof VIEWS, people: number, actor: StaffActor): string => {
  const { index, where, since, order } = VIEWS[view]
  const terms = Math.min(people, MOST_TERMS)
  const reach = isLimited(actor) ? `AND ${withinDelegation('?5')}` : ''
  const who = (place: number): string =>
    place < terms - 1 || people <= MOST_TERMS
      ? `p.user_id = (?2 ->> ${place})`
      : `p.user_id IN (SELECT value FROM json_each(?2) WHERE key >= ${place})`
  const part = (place: number): string =>
    `SELECT * FROM (SELECT ${SPEND_COLUMNS}, ${NAMES_COLUMN}, ${since} AS since, p.actions, p.user_id AS userId
       FROM request_participants p INDEXED BY ${index} CROSS JOIN spend_requests s ON s.id = p.target_id
      WHERE p.company_id = ?1 AND ${who(place)} AND p.target_type = 'SPEND_REQUEST' AND ${where}
        AND s.archived_at IS NULL AND s.deleted_at IS NULL
        AND (p.user_id = ?5 OR ?5 NOT IN (s.requestor_user_id, s.created_by_user_id)) ${reach}
      ORDER BY since ${order} LIMIT ?4)`
  const parts = Array.from({ length: terms }, (_, place) => part(place))
  return `${parts.join('\nUNION ALL ')} ORDER BY since ${order} LIMIT ?4`
}

type Item = SpendRequestRow & { since: string; actions: string[] }

export const listAttention = query({
  id: 'spend-requests.needs-attention',
  access: 'spend-requests.read',
  input: inputOf(spendNeedsAttention),
  readsFirst: true,
  run: async ({ db, actor, clock }, { filter, first }): Promise<Item[]> => {
    const people = filter === 'approver' ? actingFor(actor) : [actor.userId]
    const rows = await db.all<SpendDbRow & { since: number; actions: string; names: string; userId: string }>(
      db.sql(
        statementOf(filter, people.length, actor),
        actor.companyId,
        JSON.stringify(people),
        clock.now() - RECENTLY_COMPLETED_MS,
        first,
        actor.userId,
      ),
    )
    const items = new Map<string, Item>()
    for (const row of rows) {
      const isOwn = row.userId === actor.userId
      // No one answers for a requester.
      const actions = (JSON.parse(row.actions) as { label: string; sentBack?: true }[]).flatMap(
        ({ label, sentBack }) => (sentBack && !isOwn ? [] : [label]),
      )
      if (actions.length === 0 && !isOwn) continue
      const known = items.get(row.id)
      if (known) known.actions = [...new Set([...known.actions, ...actions])]
      else
        items.set(row.id, { ...toSpendRow(row, namesOf(row.names)), since: new Date(row.since).toISOString(), actions })
    }
    return [...items.values()]
  },
})
