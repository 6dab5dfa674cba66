import { DIMENSIONS } from '../../../../schema/planning/transactions/filters.ts'
import type { SystemContext } from '../../../core/operation.ts'

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
const IN_MONTH = `company_id = ?1 AND is_tracked IN (0, 1) AND type IN ('expense', 'revenue') AND is_payroll IN (0, 1)
   AND date BETWEEN ?2 || '-01' AND ?2 || '-31'`

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
 WHERE company_id = ?1 AND is_tracked = 1 AND type = 'expense' AND is_payroll = 0 AND date BETWEEN ?2 || '-01' AND ?2 || '-31'
   AND ${column} IS NOT NULL AND company_minor IS NOT NULL
 GROUP BY ${column}`

/** What people see: tracked lines by everything that they belong to, payroll apart. */
const GROUPED = ['account_type', ...Object.values(DIMENSIONS).map(({ column }) => column), 'is_payroll']
const OF_GROUPS = `
INSERT INTO transaction_groups (company_id, month, type, ${GROUPED.join(', ')}, amount_minor, lines, unrated)
SELECT ?1, ?2, type, ${GROUPED.join(', ')}, coalesce(SUM(company_minor), 0), COUNT(*), SUM(company_minor IS NULL)
  FROM transactions INDEXED BY transactions_date
 WHERE company_id = ?1 AND is_tracked = 1 AND type IN ('expense', 'revenue') AND is_payroll IN (0, 1)
   AND date BETWEEN ?2 || '-01' AND ?2 || '-31'
 GROUP BY type, ${GROUPED.join(', ')}`

/** The same by each of them. Blank: lines that have none. */
const SUMMED: Record<string, string> = {
  all: "''",
  ...Object.fromEntries(Object.entries(DIMENSIONS).map(([name, { column }]) => [name, column])),
  accountType: 'account_type',
}
const OF_SUMS = `
INSERT INTO transaction_sums (company_id, month, type, dimension, value, is_payroll, amount_minor, lines, unrated)
SELECT ?1, ?2, g.type, d.value, coalesce(CASE d.value ${Object.entries(SUMMED)
  .map(([name, column]) => `WHEN '${name}' THEN ${column}`)
  .join(' ')} END, ''), g.is_payroll, SUM(g.amount_minor), SUM(g.lines), SUM(g.unrated)
  FROM transaction_groups g INDEXED BY transaction_groups_month
 CROSS JOIN json_each('${JSON.stringify(Object.keys(SUMMED))}') d
 WHERE g.company_id = ?1 AND g.month = ?2 GROUP BY 3, 4, 5, 6`

/** Replaces the sums of a month. */
export const monthStatements = (
  { db }: Pick<SystemContext, 'db'>,
  companyId: string,
  month: string,
): D1PreparedStatement[] => [
  db.sql('DELETE FROM erp_object_months WHERE company_id = ? AND month = ?', companyId, month),
  db.sql(OF_OBJECTS, companyId, month),
  db.sql('DELETE FROM unit_spend_months WHERE company_id = ? AND month = ?', companyId, month),
  db.sql(ofUnits('DEPARTMENT', 'department_id'), companyId, month),
  db.sql(ofUnits('BUSINESS_UNIT', 'business_unit_id'), companyId, month),
  db.sql('DELETE FROM transaction_groups WHERE company_id = ? AND month = ?', companyId, month),
  db.sql(OF_GROUPS, companyId, month),
  db.sql(
    `DELETE FROM transaction_sums WHERE company_id = ? AND type IN ('expense', 'revenue')
        AND dimension IN (SELECT value FROM json_each('${JSON.stringify(Object.keys(SUMMED))}')) AND month = ?`,
    companyId,
    month,
  ),
  db.sql(OF_SUMS, companyId, month),
]
