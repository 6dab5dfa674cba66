import type { Kind } from '../../../schema/shared/kinds.ts'
import type { KindRows } from './rows.ts'

/** What of a kind waits for a member: objects under decision with an undecided step of theirs, now or at a later level. */
export interface KindWaiting {
  /** SQL condition that it is under decision. */
  pending: string
  /** SQL of its number as people write it. */
  number: string
}

interface Waiting {
  kind: Kind
  rows: KindRows
  waitingFor: KindWaiting
}

/** SQL from the participations `p` of a member in a kind's objects. ?1 is the company. */
export const openSql = ({ kind, rows, waitingFor }: Waiting, member: string): string =>
  `FROM request_participants p INDEXED BY request_participants_awaited CROSS JOIN ${rows.from} ON ${rows.id} = p.target_id
    WHERE p.company_id = ?1 AND p.user_id = ${member} AND p.is_awaited = 1 AND p.completed_at IS NULL
      AND p.target_type = '${kind}' AND ${rows.present ?? '1'} AND ${waitingFor.pending}`
