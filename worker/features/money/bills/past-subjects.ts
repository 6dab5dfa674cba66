import { periodBounds } from '../../../../schema/approvals/backtest/replay.ts'
import type { Labels } from '../../../../schema/approvals/engine/facts.ts'
import { type BillContent, LABELS, mappedIds } from '../../../../schema/money/bills/content.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { namesOfRows, namesStatement } from '../../../core/object-names.ts'
import { readReferredNames } from '../../../core/referred-names.ts'
import { registerPastSubjects } from '../../approvals/rule-sets/index.ts'
import { factsOfBill } from './subject.ts'

/** Past bills, for testing rule sets on them. */

interface Row {
  id: string
  content: string
  erpVendorId: string
  invoiceNumber: string
  requestorUserId: string
  submittedAt: number
  exchange: string | null
  wasKnown: number
}

registerPastSubjects({
  kind: 'BILL',
  rules: 'BILL',
  newest: async ({ db, actor }, limit, period) => {
    const rows = await db.all<Row>(
      db.sql(
        `SELECT s.id, v.content, s.erp_vendor_id AS erpVendorId, s.invoice_number AS invoiceNumber,
                s.requestor_user_id AS requestorUserId, s.submitted_at AS submittedAt, s.plan -> '$.exchange' AS exchange,
                EXISTS (SELECT 1 FROM bills e INDEXED BY bills_erp_vendor
                         WHERE e.company_id = s.company_id AND e.erp_vendor_id = s.erp_vendor_id
                           AND e.deleted_at IS NULL AND e.status = 'APPROVED' AND e.completed_at < s.submitted_at
                           AND e.id <> s.id)
                OR EXISTS (SELECT 1 FROM spend_requests e WHERE e.company_id = s.company_id
                           AND e.vendor_id = s.vendor_id AND e.status = 'APPROVED' AND e.completed_at < s.submitted_at)
                OR EXISTS (SELECT 1 FROM intake_submissions e WHERE e.company_id = s.company_id
                           AND e.vendor_id = s.vendor_id AND e.status = 'APPROVED'
                           AND e.completed_at < s.submitted_at) AS wasKnown
           FROM bills s INDEXED BY bills_created
          CROSS JOIN bill_versions v ON v.bill_id = s.id AND v.version = 1
          WHERE s.company_id = ?1 AND s.deleted_at IS NULL AND s.created_at >= ?3 AND s.created_at < ?4
          ORDER BY s.created_at DESC, s.id DESC LIMIT ?2`,
        actor.companyId,
        limit,
        ...periodBounds(period),
      ),
    )
    const contents = rows.map(({ content }) => JSON.parse(content) as BillContent)
    const [names, mapped] = await Promise.all([
      readReferredNames(db, actor.companyId, {
        erpObjects: rows.map(({ erpVendorId }) => erpVendorId),
        people: rows.map(({ requestorUserId }) => requestorUserId),
      }),
      db.all<Record<string, unknown>>(
        namesStatement(db, actor.companyId, JSON.stringify([...new Set(contents.flatMap(mappedIds))])),
      ),
    ])
    const labels: Labels = { [LABELS.mapped]: Object.fromEntries(namesOfRows(mapped)) }
    return rows.map((row, index) => {
      const requestor = names.person(row.requestorUserId)
      const exchange = row.exchange ? (JSON.parse(row.exchange) as Exchange | null) : null
      const vendor = names.named('erpObjects', row.erpVendorId)?.name ?? 'A removed vendor'
      return {
        id: row.id,
        title: `${vendor} ${row.invoiceNumber}`,
        href: hrefOf('BILL', row.id),
        requestorUserId: row.requestorUserId,
        requestorName: requestor ? fullName(requestor) : 'A former member',
        submittedAt: row.submittedAt,
        known: factsOfBill(contents[index] as BillContent, { labels, loaded: { isKnownVendor: row.wasKnown === 1 } }),
        ...(exchange && { exchange }),
      }
    })
  },
})
