import { dayText } from '../../../../schema/shared/calendar.ts'
import { orderContent, vendorOf } from '../../../../schema/spend/purchase-orders/content.ts'
import { registerSubjectFacts } from '../../approvals/subject-facts/index.ts'
import { orderDifferences } from './differences.ts'
import { CHANGE_SUMMARY } from './rows.ts'

/** What emails and decisions outside the app say about changes of orders: what would be different, and why. */
registerSubjectFacts({
  targetType: 'PURCHASE_ORDER',
  columns: `${CHANGE_SUMMARY}, s.company_minor AS companyAmount`,
  from: 'purchase_order_changes s ON s.id = j.value',
  detailStatements: (db, companyId, id) => [
    db.sql(
      `SELECT r.content, r.reason, v.content AS before FROM purchase_order_changes s
        CROSS JOIN purchase_order_change_runs r ON r.purchase_order_id = s.id AND r.run = s.run
         LEFT JOIN purchase_order_versions v ON v.purchase_order_id = s.id AND v.version = r.base_version
        WHERE s.id = ? AND s.company_id = ?`,
      id,
      companyId,
    ),
  ],
  details: (results) => {
    const row = results[0]?.[0]
    if (!row) return []
    const content = orderContent.parse(JSON.parse(String(row.content)))
    const before = row.before ? orderContent.parse(JSON.parse(String(row.before))) : content
    return [
      { label: 'Vendor', value: vendorOf(content) },
      { label: 'Order date', value: dayText(content.transactionDate) },
      { label: 'Reason', value: String(row.reason) },
      ...orderDifferences(before, content).map((change) => ({
        ...{ label: `${change.label} changes`, value: `${change.before} → ${change.after}` },
      })),
    ]
  },
})
