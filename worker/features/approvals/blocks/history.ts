import { getBlockHistory } from '../../../../schema/approvals/engine/block-endpoints.ts'
import { isBlock } from '../../../../schema/approvals/engine/block-ids.ts'
import { businessTime } from '../../../../schema/approvals/engine/business-time.ts'
import { knownZone } from '../../../../schema/shared/calendar.ts'
import { objectNumber } from '../../../core/audit.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { AUDIT_COLUMNS, AUDIT_JOINS, type AuditDbRow, toAuditRow } from '../../platform/audit/index.ts'
import { calendarOf, calendarSql } from '../../platform/business-hours/index.ts'
import { requireReadableBlock } from './block.ts'

const SHOWN = 200
const CALENDAR = `SELECT ${calendarSql('?1')} AS calendar`

/** The history of a block, and how long it was in each work status. */
export const readBlockHistory = query({
  id: 'workflow-tasks.history',
  access: 'approvals.take-part',
  input: inputOf(getBlockHistory),
  run: async (context, { id }) => {
    const { db, actor, clock } = context
    const { block, results } = await requireReadableBlock(context, id, [
      db.sql(
        `SELECT ${AUDIT_COLUMNS}
           FROM level_group_statuses b
          CROSS JOIN audit_log a ON a.object = ${objectNumber('b.company_id', 'b.target_type', 'b.target_id')}
            ${AUDIT_JOINS}
          WHERE ${isBlock('?1', 'b')} AND b.company_id = ?2
            AND (a.full_data ->> '$.blockId' = ?1
                 OR EXISTS (SELECT 1 FROM json_each(a.full_data, '$.blocks') j WHERE j.value ->> 'id' = ?1))
          ORDER BY a.id DESC LIMIT ${SHOWN}`,
        id,
        actor.companyId,
      ),
      db.sql(CALENDAR, actor.companyId),
    ])
    const calendar = calendarOf(results[1]?.[0]?.calendar)
    const zone = knownZone(actor.timezone)
    const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
    return {
      blockStatuses: block.workStatusHistory.map((span, index) => ({
        id: `${id}-${index}`,
        createdAt: new Date(span.at).toISOString(),
        user: { userId: span.userId, name: span.name },
        blockStatus: span.status,
        until: iso(span.until),
        spentMs: span.spentMs,
        businessMs: businessTime(span.at, span.until ?? clock.now(), zone, calendar),
      })),
      entries: ((results[0] ?? []) as unknown as AuditDbRow[]).map(toAuditRow),
    }
  },
})
