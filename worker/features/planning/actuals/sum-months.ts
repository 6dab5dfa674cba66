import type { SystemContext } from '../../../core/operation.ts'
import { firstOfLast12Months } from '../../platform/organisation/index.ts'

/** Sums of transactions by month: of each object of the accounting system, and of the company's units. */

/** The columns that name objects. Each line counts once for each of them. */
const OBJECTS = [
  'account_object_id',
  'vendor_object_id',
  'department_object_id',
  'location_object_id',
  'classification_object_id',
  'entity_object_id',
]
/** Dates are compared as text, and no day comes after the 31st. */
const IN_MONTH =
  "company_id = ?1 AND is_tracked IN (0, 1) AND type IN ('expense', 'revenue') AND date BETWEEN ?2 || '-01' AND ?2 || '-31'"

const OF_OBJECTS = `
INSERT INTO erp_object_months (company_id, object_id, month, amount_minor)
WITH lines AS MATERIALIZED (SELECT ${OBJECTS.join(', ')}, company_minor FROM transactions INDEXED BY transactions_date
                             WHERE ${IN_MONTH} AND company_minor IS NOT NULL)
SELECT ?1, object_id, ?2, SUM(company_minor)
  FROM (SELECT CASE n.value ${OBJECTS.map((column, at) => `WHEN ${at} THEN ${column}`).join(' ')} END AS object_id,
               company_minor
          FROM lines CROSS JOIN json_each('[${OBJECTS.map((_, at) => at)}]') n)
 WHERE object_id IS NOT NULL GROUP BY object_id`

/**
 * Spend of units, without payroll: everyone who sees a department sees its total, and may not see what someone earns.
 */
const ofUnits = (kind: string, column: string): string => `
INSERT INTO unit_spend_months (company_id, unit_kind, unit_id, month, amount_minor)
SELECT ?1, '${kind}', ${column}, ?2, SUM(company_minor) FROM transactions INDEXED BY transactions_date
 WHERE company_id = ?1 AND is_tracked = 1 AND type = 'expense' AND date BETWEEN ?2 || '-01' AND ?2 || '-31'
   AND ${column} IS NOT NULL AND company_minor IS NOT NULL AND NOT is_payroll
 GROUP BY ${column}`

/** Replaces the sums of a month. */
export const monthStatements = ({ db }: SystemContext, companyId: string, month: string): D1PreparedStatement[] => [
  db.sql('DELETE FROM erp_object_months WHERE company_id = ? AND month = ?', companyId, month),
  db.sql(OF_OBJECTS, companyId, month),
  db.sql('DELETE FROM unit_spend_months WHERE company_id = ? AND month = ?', companyId, month),
  db.sql(ofUnits('DEPARTMENT', 'department_id'), companyId, month),
  db.sql(ofUnits('BUSINESS_UNIT', 'business_unit_id'), companyId, month),
]

/** What the mapping's pages show and sort by. */
export const last12Statement = ({ db, clock }: SystemContext, companyId: string): D1PreparedStatement =>
  db.sql(
    `WITH sums AS (
       SELECT o.id, coalesce((SELECT SUM(m.amount_minor) FROM erp_object_months m INDEXED BY erp_object_months_object
                               WHERE m.company_id = ?1 AND m.object_id = o.id AND m.month >= ?2), 0) AS minor
         FROM erp_objects o INDEXED BY erp_objects_mapped WHERE o.company_id = ?1 AND o.mapped_kind IS NOT NULL)
     UPDATE erp_objects SET last12_minor = sums.minor FROM sums
      WHERE erp_objects.id = sums.id AND erp_objects.last12_minor <> sums.minor`,
    companyId,
    firstOfLast12Months(clock.now()),
  )
