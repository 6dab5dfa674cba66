import { type BillRow, billsNeedAttention } from '../../../../schema/money/bills/list.ts'
import { actingFor, isLimited, withinDelegation } from '../../../core/actor.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { type BillDbRow, billColumns, NAMES_COLUMN, namesOf, toBillRow } from './rows.ts'

/** Bills that wait for a person, and for those whose delegate they are. */

/** Members of compound statements that D1 allows. The rest of a person's delegators share the last part. */
const MOST_TERMS = 5

const statementOf = (people: number, isReachLimited: boolean): string => {
  const terms = Math.min(people, MOST_TERMS)
  const reach = isReachLimited ? `AND ${withinDelegation('?4')}` : ''
  const who = (place: number): string =>
    place < terms - 1 || people <= MOST_TERMS
      ? `p.user_id = (?2 ->> ${place})`
      : `p.user_id IN (SELECT value FROM json_each(?2) WHERE key >= ${place})`
  const part = (place: number): string =>
    `SELECT * FROM (SELECT ${billColumns()}, ${NAMES_COLUMN}, p.action_since AS since, p.actions, p.user_id AS userId
       FROM request_participants p INDEXED BY request_participants_action CROSS JOIN bills s ON s.id = p.target_id
      WHERE p.company_id = ?1 AND ${who(place)} AND p.target_type = 'BILL' AND p.action_since IS NOT NULL
        AND s.archived_at IS NULL AND s.deleted_at IS NULL
        AND (p.user_id = ?4 OR ?4 NOT IN (s.requestor_user_id, s.created_by_user_id)) ${reach}
      ORDER BY since LIMIT ?3)`
  const parts = Array.from({ length: terms }, (_, place) => part(place))
  return `${parts.join('\nUNION ALL ')} ORDER BY since LIMIT ?3`
}

type Item = BillRow & { since: string; actions: string[]; isDelegate: boolean }

export const listAttention = query({
  id: 'bills.needs-attention',
  access: 'bills.read',
  input: inputOf(billsNeedAttention),
  readsFirst: true,
  run: async ({ db, actor }, { first }): Promise<Item[]> => {
    const people = actingFor(actor)
    const rows = await db.all<BillDbRow & { since: number; actions: string; names: string; userId: string }>(
      db.sql(
        statementOf(people.length, isLimited(actor)),
        ...[actor.companyId, JSON.stringify(people), first, actor.userId],
      ),
    )
    const items = new Map<string, Item>()
    for (const row of rows) {
      const isOwn = row.userId === actor.userId
      // No one answers for the one who entered it.
      const actions = (JSON.parse(row.actions) as { label: string; sentBack?: true }[]).flatMap(
        ({ label, sentBack }) => (sentBack && !isOwn ? [] : [label]),
      )
      if (actions.length === 0 && !isOwn) continue
      const known = items.get(row.id)
      if (known) {
        known.actions = [...new Set([...known.actions, ...actions])]
        known.isDelegate &&= !isOwn
      } else
        items.set(row.id, {
          ...toBillRow(row, namesOf(row.names), actor.company.currency),
          ...{ since: new Date(row.since).toISOString(), actions, isDelegate: !isOwn },
        })
    }
    return [...items.values()]
  },
})
