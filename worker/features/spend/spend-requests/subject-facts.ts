import { dayText } from '../../../../schema/shared/calendar.ts'
import { registerSubjectFacts } from '../../approvals/subject-facts/index.ts'
import { NAMES_COLUMN, namesOf, SUMMARY_COLUMNS } from './rows.ts'

const listOf = (json: unknown): string[] => JSON.parse(String(json)) as string[]

/** What emails and decisions outside the app say about spend requests. */
registerSubjectFacts({
  targetType: 'SPEND_REQUEST',
  columns: `${SUMMARY_COLUMNS}, s.company_minor AS companyAmount`,
  from: 'spend_requests s ON s.id = j.value',
  detailStatements: (db, companyId, id) => [
    db.sql(
      `SELECT s.description, s.vendor_id AS vendorId, s.category_ids AS categoryIds, s.department_ids AS departmentIds,
              s.business_unit_ids AS businessUnitIds, s.service_start AS serviceStart, s.service_end AS serviceEnd,
              ${NAMES_COLUMN}
         FROM spend_requests s WHERE s.id = ? AND s.company_id = ?`,
      id,
      companyId,
    ),
  ],
  details: (results) => {
    const row = results[0]?.[0]
    if (!row) return []
    const names = namesOf(String(row.names))
    const list = (of: 'spendCategories' | 'departments' | 'businessUnits', ids: unknown) =>
      names
        .list(of, listOf(ids))
        .map(({ name }) => name)
        .join(', ')
    const start = dayText(String(row.serviceStart))
    return [
      { label: 'Vendor', value: names.named('vendors', String(row.vendorId))?.name ?? 'A removed vendor' },
      { label: 'Purpose', value: String(row.description) },
      { label: 'Period', value: row.serviceEnd ? `${start} – ${dayText(String(row.serviceEnd))}` : `From ${start}` },
      { label: 'Categories', value: list('spendCategories', row.categoryIds) },
      { label: 'Departments', value: list('departments', row.departmentIds) },
      { label: 'Business units', value: list('businessUnits', row.businessUnitIds) },
    ]
  },
})
