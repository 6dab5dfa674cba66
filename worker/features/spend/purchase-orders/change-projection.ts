import type { ApprovalEvent } from '../../../../schema/approvals/engine/events.ts'
import type { ApprovalState } from '../../../../schema/approvals/engine/model.ts'
import { inCompanyCurrency } from '../../../../schema/shared/exchange.ts'
import type { OrderChange, OrderChangeStatus } from '../../../../schema/spend/purchase-orders/change.ts'
import { orderTotal, vendorOf } from '../../../../schema/spend/purchase-orders/content.ts'
import type { SubjectProjection } from '../../../objects/approval/subject.ts'

/** The projection's rows of an order's change. The `projected_sequence` of the first one guards the others. */

/** Nothing is fixed when it is proposed. */
export type ChangeSource = Record<never, never>

type ChangeState = ApprovalState<OrderChange, ChangeSource>
type Sql = Pick<D1Database, 'prepare'>

/** True if this projection has just written the row. Numbered parameters: ?1 id, ?2 sequence. */
export const IS_CURRENT = 'EXISTS (SELECT 1 FROM purchase_order_changes WHERE id = ?1 AND projected_sequence = ?2)'

/** Columns that stay as they are when nothing new is known. */
const KEPT_WHEN_NULL = new Set(['last_event', 'last_event_at'])

const columnsOf = ({ content, ...state }: ChangeState, last: { message: string; at: number } | null) => ({
  number: content.number,
  status: state.status,
  requestor_user_id: state.requestor.userId,
  created_by_user_id: state.createdBy.userId,
  vendor_name: vendorOf(content.order),
  total_minor: orderTotal(content.order).value,
  company_minor: inCompanyCurrency(orderTotal(content.order), state.pinned.exchange)?.value ?? null,
  currency: content.order.currency,
  version: state.version,
  run: state.run,
  plan: JSON.stringify({
    definitions: state.definitions,
    skipped: state.skipped,
    settings: state.settings,
    involvedIds: state.involved.map(({ userId }) => userId),
    exchange: state.pinned.exchange ?? null,
  }),
  archived_at: state.archivedAt,
  deleted_at: state.deletedAt,
  last_event: last?.message ?? null,
  last_event_at: last?.at ?? null,
  projected_sequence: state.sequence,
})

/** Writes the row unless a newer projection has. */
const rowStatement = (db: Sql, { state, last, now }: SubjectProjection<OrderChange, ChangeSource>) => {
  const columns = columnsOf(state, last)
  const names = Object.keys(columns)
  const at = (name: string): string => `(?6 ->> '$.${name}')`
  const inserted = names.map((name) => (name === 'last_event' ? `COALESCE(${at(name)}, '')` : at(name)))
  const updates = names.map((name) =>
    KEPT_WHEN_NULL.has(name)
      ? `${name} = COALESCE(${at(name)}, purchase_order_changes.${name})`
      : `${name} = ${at(name)}`,
  )
  return db
    .prepare(
      `INSERT INTO purchase_order_changes (id, company_id, created_at, updated_at, ${names.join(', ')})
       SELECT ?1, ?2, ?4, ?5, ${inserted.join(', ')} WHERE ?3 > 0
       ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, ${updates.join(', ')}
        WHERE purchase_order_changes.company_id = excluded.company_id
          AND purchase_order_changes.projected_sequence <= excluded.projected_sequence`,
    )
    .bind(...[state.targetId, state.companyId, state.sequence, state.createdAt, now], JSON.stringify(columns))
}

interface Run {
  run: number
  content: OrderChange | null
  by: string
  byId: string | null
  at: number
  status: OrderChangeStatus | null
  completedAt: number | null
}

const ENDS: Partial<Record<ApprovalEvent['type'], OrderChangeStatus>> = {
  'request.approved': 'APPROVED',
  'request.rejected': 'REJECTED',
  'request.withdrawn': 'WITHDRAWN',
}

/** What the events say of each run: every proposed change is one. */
export const runsIn = (state: ChangeState, events: readonly ApprovalEvent[]): Run[] => {
  const runs = new Map<number, Run>()
  let run = state.run - events.filter(({ type }) => type === 'request.restarted').length
  const note = (more: Partial<Run>): void => {
    const before = runs.get(run) ?? { run, content: null, by: '', byId: null, at: 0, status: null, completedAt: null }
    runs.set(run, { ...before, ...more })
  }
  for (const event of events) {
    const { at, actor } = event
    const by = { by: actor.name, byId: actor.userId, at }
    if (event.type === 'request.restarted') {
      // Whatever still waited then is no longer asked for.
      if (runs.get(run)?.status === 'PENDING') note({ status: 'REPLACED' })
      run = event.run
      note({ status: 'PENDING', ...(event.edit && { content: event.edit.content as unknown as OrderChange, ...by }) })
    } else if (event.type === 'request.submitted')
      note({ status: 'PENDING', content: event.content as unknown as OrderChange, ...by })
    else if (ENDS[event.type]) note({ status: ENDS[event.type] ?? null, completedAt: at })
  }
  run = state.run
  note({ status: state.status, completedAt: state.completedAt })
  return [...runs.values()]
}

const runStatements = (db: Sql, state: ChangeState, events: readonly ApprovalEvent[]): D1PreparedStatement[] => {
  const runs = runsIn(state, events)
  const rows = runs.flatMap(({ content, ...run }) => (content ? [{ ...run, content }] : []))
  const known = runs.map(({ run, status, completedAt }) => ({ run, status, completedAt }))
  const { targetId, sequence, companyId } = state
  return [
    ...(rows.length === 0
      ? []
      : [
          db
            .prepare(
              `INSERT INTO purchase_order_change_runs (purchase_order_id, run, company_id, base_version, content, reason,
                 changed_by_name, changed_by_user_id, changed_at, status)
               SELECT ?1, value ->> 'run', ?3, value ->> '$.content.baseVersion', value -> '$.content.order',
                      value ->> '$.content.reason', value ->> 'by', value ->> 'byId', value ->> 'at', 'PENDING'
                 FROM json_each(?4) WHERE ${IS_CURRENT}
               ON CONFLICT (purchase_order_id, run) DO UPDATE SET content = excluded.content, reason = excluded.reason`,
            )
            .bind(targetId, sequence, companyId, JSON.stringify(rows)),
        ]),
    db
      .prepare(
        `UPDATE purchase_order_change_runs SET status = j.value ->> 'status', completed_at = j.value ->> 'completedAt'
           FROM json_each(?3) j
          WHERE purchase_order_id = ?1 AND run = j.value ->> 'run' AND j.value ->> 'status' IS NOT NULL AND ${IS_CURRENT}`,
      )
      .bind(targetId, sequence, JSON.stringify(known)),
    db
      .prepare(
        `UPDATE purchase_order_change_runs SET status = 'REPLACED'
          WHERE purchase_order_id = ?1 AND run < ?3 AND status = 'PENDING' AND ${IS_CURRENT}`,
      )
      .bind(targetId, sequence, state.run),
  ]
}

/** All rows of a change. */
export const changeStatements = (
  db: Sql,
  projection: SubjectProjection<OrderChange, ChangeSource>,
): D1PreparedStatement[] => [rowStatement(db, projection), ...runStatements(db, projection.state, projection.events)]
