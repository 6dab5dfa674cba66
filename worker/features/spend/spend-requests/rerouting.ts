import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { vendorNameSql } from '../../../core/object-names.ts'
import { type FoundRow, type RunningRow, registerRunning } from '../../approvals/rerouting/index.ts'
import { planSeveralRunning } from './running.ts'
import { spendSubject, titleOf } from './subject.ts'

type Found = Omit<RunningRow, 'href' | 'title'> & { vendorName: string; description: string }
const known = (found: FoundRow) => found as unknown as Found

const COLUMNS = `s.id, coalesce(${vendorNameSql('s.vendor_id', '?1')}, 'A removed vendor') AS vendorName, s.description, s.created_at AS createdAt, s.submitted_at AS submittedAt,
  COALESCE(NULLIF(trim(u.first_name || ' ' || u.last_name), ''), u.email) AS requestorName`
const NAMED = 'CROSS JOIN users u ON u.id = s.requestor_user_id'

/** In progress or not, because no index has only those in progress. */
const SEEN_AT_ONCE = 40

/** Spend requests in progress, for moving them to a new version of their rules. */
registerRunning({
  targetType: spendSubject.targetType,
  newest: ({ db, actor }, { changed, before, first }) =>
    changed.kind === 'WORKFLOW'
      ? null
      : db.sql(
          `WITH seen AS MATERIALIZED (
             SELECT s.id, s.vendor_id, s.requestor_user_id, s.description, s.created_at, s.submitted_at,
                    s.status = 'PENDING' AND s.archived_at IS NULL AS isRunning
               FROM spend_requests s INDEXED BY spend_requests_created
              WHERE s.company_id = ?1 AND s.deleted_at IS NULL
                AND (?3 IS NULL OR (s.created_at, s.id) < (?3, ?4))
                AND EXISTS (
                  SELECT 1 FROM rule_sets r INDEXED BY rule_sets_order
                   WHERE r.company_id = ?1 AND r.subject = 'SPEND_REQUEST' AND r.deleted_at IS NULL
                     AND (r.id = ?2 OR EXISTS (SELECT 1 FROM json_each(r.principal_ids) j WHERE j.value = ?2)))
              ORDER BY s.created_at DESC, s.id DESC LIMIT ${SEEN_AT_ONCE})
           SELECT ${COLUMNS}, 0 AS isEnd
             FROM (SELECT * FROM seen WHERE isRunning ORDER BY created_at DESC, id DESC LIMIT ?5) s ${NAMED}
           UNION ALL
           SELECT * FROM (SELECT id, '', '', created_at, created_at, '', 1 FROM seen
                           ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${SEEN_AT_ONCE - 1})`,
          actor.companyId,
          changed.id,
          before?.createdAt ?? null,
          before?.id ?? null,
          first,
        ),
  named: ({ db, actor }, ids) =>
    db.sql(
      `SELECT ${COLUMNS} FROM json_each(?2) j CROSS JOIN spend_requests s ON s.id = j.value ${NAMED}
        WHERE +s.company_id = ?1 AND s.deleted_at IS NULL`,
      actor.companyId,
      JSON.stringify(ids),
    ),
  toRow: (found) => {
    const { id, vendorName, description, requestorName, createdAt, submittedAt } = known(found)
    return {
      ...{ id, requestorName, createdAt, submittedAt },
      title: titleOf(vendorName, description),
      href: hrefOf('SPEND_REQUEST', id),
    }
  },
  plans: (context, found) =>
    planSeveralRunning(
      context,
      found.map(({ id }) => String(id)),
    ),
})
