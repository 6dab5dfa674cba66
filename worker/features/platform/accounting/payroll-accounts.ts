/**
 * What is payroll, as SQL for areas that keep amounts without an account. ?1 is the company. Accounts count that the
 * system has deleted, because their lines stay.
 */

const ACCOUNTS = 'FROM erp_objects y INDEXED BY erp_objects_payroll WHERE y.company_id = ?1 AND y.is_payroll'

/** The condition that payroll accounts book to a category. */
export const isPayrollCategory = (category: string): string =>
  `EXISTS (SELECT 1 ${ACCOUNTS} AND y.category_id = ${category})`

/** The condition that there are payroll accounts without a category. */
export const HAS_LOOSE_PAYROLL = `EXISTS (SELECT 1 ${ACCOUNTS} AND y.category_id IS NULL)`

/** The condition that a payroll account has this name. */
export const isPayrollName = (nameKey: string): string => `${nameKey} IN (SELECT y.name_key ${ACCOUNTS})`
