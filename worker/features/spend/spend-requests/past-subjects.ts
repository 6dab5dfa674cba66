import { periodBounds } from '../../../../schema/approvals/backtest/replay.ts'
import type { Labels } from '../../../../schema/approvals/engine/facts.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { idsOf, LABELS, type SpendContent } from '../../../../schema/spend/spend-requests/content.ts'
import { readReferredNames } from '../../../core/referred-names.ts'
import { registerPastSubjects } from '../../approvals/rule-sets/index.ts'
import { factsOfSpend, titleOf } from './subject.ts'

/** Past spend requests, for testing rule sets on them. */

interface Row {
  id: string
  content: string
  vendorId: string
  description: string
  requestorUserId: string
  submittedAt: number
  exchange: string | null
  wasKnown: number
}

registerPastSubjects({
  kind: 'SPEND_REQUEST',
  rules: 'SPEND_REQUEST',
  newest: async ({ db, actor }, limit, period) => {
    const rows = await db.all<Row>(
      db.sql(
        `SELECT s.id, v.content, s.vendor_id AS vendorId, s.description, s.requestor_user_id AS requestorUserId,
                s.submitted_at AS submittedAt, s.plan -> '$.exchange' AS exchange,
                EXISTS (SELECT 1 FROM spend_requests e WHERE e.company_id = s.company_id AND e.vendor_id = s.vendor_id
                           AND e.status = 'APPROVED' AND e.completed_at < s.submitted_at AND e.id <> s.id)
                OR EXISTS (SELECT 1 FROM intake_submissions e WHERE e.company_id = s.company_id
                           AND e.vendor_id = s.vendor_id AND e.status = 'APPROVED'
                           AND e.completed_at < s.submitted_at) AS wasKnown
           FROM spend_requests s INDEXED BY spend_requests_created
          CROSS JOIN spend_request_versions v ON v.spend_request_id = s.id AND v.version = 1
          WHERE s.company_id = ?1 AND s.deleted_at IS NULL AND s.created_at >= ?3 AND s.created_at < ?4
          ORDER BY s.created_at DESC, s.id DESC LIMIT ?2`,
        actor.companyId,
        limit,
        ...periodBounds(period),
      ),
    )
    const contents = rows.map(({ content }) => JSON.parse(content) as SpendContent)
    const lines = contents.flatMap((content) => content.lines)
    const of = {
      vendors: rows.map(({ vendorId }) => vendorId),
      spendCategories: idsOf(lines, 'categoryId'),
      departments: idsOf(lines, 'departmentId'),
      businessUnits: idsOf(lines, 'businessUnitId'),
      entities: idsOf(lines, 'entityId'),
    }
    const names = await readReferredNames(db, actor.companyId, {
      ...of,
      people: rows.map(({ requestorUserId }) => requestorUserId),
    })
    const named = (list: keyof typeof of): Record<string, string> =>
      Object.fromEntries(names.list(list, [...new Set(of[list])]).map(({ id, name }) => [id, name]))
    const labels: Labels = {
      [LABELS.vendors]: named('vendors'),
      [LABELS.categories]: named('spendCategories'),
      [LABELS.departments]: named('departments'),
      [LABELS.businessUnits]: named('businessUnits'),
      [LABELS.entities]: named('entities'),
    }
    return rows.map((row, index) => {
      const requestor = names.person(row.requestorUserId)
      const exchange = row.exchange ? (JSON.parse(row.exchange) as Exchange | null) : null
      return {
        id: row.id,
        title: titleOf(names.named('vendors', row.vendorId)?.name ?? 'A removed vendor', row.description),
        href: hrefOf('SPEND_REQUEST', row.id),
        requestorUserId: row.requestorUserId,
        requestorName: requestor ? fullName(requestor) : 'A former member',
        submittedAt: row.submittedAt,
        known: factsOfSpend(contents[index] as SpendContent, { labels, loaded: { isKnownVendor: row.wasKnown === 1 } }),
        ...(exchange && { exchange }),
      }
    })
  },
})
