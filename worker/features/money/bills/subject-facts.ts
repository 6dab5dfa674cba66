import { dayText } from '../../../../schema/shared/calendar.ts'
import { registerSubjectFacts } from '../../approvals/subject-facts/index.ts'
import { SUMMARY_COLUMNS } from './rows.ts'

const dayOf = (day: unknown): string => (day ? dayText(String(day)) : '')

/** What emails and decisions outside the app say about bills. */
registerSubjectFacts({
  targetType: 'BILL',
  columns: `${SUMMARY_COLUMNS}, s.company_minor AS companyAmount`,
  from: 'bills s ON s.id = j.value',
  detailStatements: (db, companyId, id) => [
    db.sql(
      `SELECT s.description, s.invoice_number AS invoiceNumber, s.invoice_date AS invoiceDate, s.due_date AS dueDate,
              s.is_credit AS isCredit, o.name AS vendor
         FROM bills s LEFT JOIN erp_objects o ON o.id = s.erp_vendor_id AND +o.company_id = s.company_id
        WHERE s.id = ? AND s.company_id = ?`,
      id,
      companyId,
    ),
  ],
  details: (results) => {
    const row = results[0]?.[0]
    if (!row) return []
    return [
      { label: 'Vendor', value: String(row.vendor ?? 'A removed vendor') },
      { label: 'Purpose', value: String(row.description) },
      { label: row.isCredit ? 'Credit note' : 'Invoice', value: String(row.invoiceNumber) },
      { label: 'Invoice date', value: dayOf(row.invoiceDate) },
      { label: 'Due', value: dayOf(row.dueDate) },
    ]
  },
})
