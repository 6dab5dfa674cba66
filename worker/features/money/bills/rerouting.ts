import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { type FoundRow, type RunningRow, registerRunning } from '../../approvals/rerouting/index.ts'
import { planSeveralRunning } from './running.ts'
import { billSubject } from './subject.ts'

type Found = Omit<RunningRow, 'href'>
const known = (found: FoundRow) => found as unknown as Found

const COLUMNS = `s.id, COALESCE(v.name, 'A removed vendor') || ' ' || s.invoice_number AS title,
  s.created_at AS createdAt, s.submitted_at AS submittedAt,
  COALESCE(NULLIF(trim(u.first_name || ' ' || u.last_name), ''), u.email) AS requestorName`
const NAMED = `LEFT JOIN erp_objects v ON v.id = s.erp_vendor_id AND +v.company_id = s.company_id
  CROSS JOIN users u ON u.id = s.requestor_user_id`

/** Bills in progress, for moving them to a new version of their rules. The index of their status has only those. */
registerRunning({
  targetType: billSubject.targetType,
  newest: ({ db, actor }, { changed, before, first }) =>
    changed.kind === 'WORKFLOW'
      ? null
      : db.sql(
          `SELECT ${COLUMNS}, 0 AS isEnd
             FROM (SELECT * FROM bills INDEXED BY bills_status
                    WHERE company_id = ?1 AND deleted_at IS NULL AND shown_status = 'PENDING'
                      AND (?3 IS NULL OR (created_at, id) < (?3, ?4)) AND archived_at IS NULL
                      AND EXISTS (
                        SELECT 1 FROM rule_sets r INDEXED BY rule_sets_order
                         WHERE r.company_id = ?1 AND r.subject = 'BILL' AND r.deleted_at IS NULL
                           AND (r.id = ?2 OR EXISTS (SELECT 1 FROM json_each(r.principal_ids) j WHERE j.value = ?2)))
                    ORDER BY created_at DESC, id DESC LIMIT ?5) s ${NAMED}`,
          actor.companyId,
          changed.id,
          before?.createdAt ?? null,
          before?.id ?? null,
          first,
        ),
  named: ({ db, actor }, ids) =>
    db.sql(
      `SELECT ${COLUMNS} FROM json_each(?2) j CROSS JOIN bills s ON s.id = j.value ${NAMED}
        WHERE +s.company_id = ?1 AND s.deleted_at IS NULL`,
      actor.companyId,
      JSON.stringify(ids),
    ),
  toRow: (found) => {
    const { id, title, requestorName, createdAt, submittedAt } = known(found)
    return { id, title, requestorName, createdAt, submittedAt, href: hrefOf('BILL', id) }
  },
  plans: (context, found) =>
    planSeveralRunning(
      context,
      found.map(({ id }) => String(id)),
    ),
})
