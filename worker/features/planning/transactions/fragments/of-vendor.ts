import { transactionSums } from '../../../../../schema/planning/transactions/tables.ts'
import { select, typed } from '../../../../core/record.ts'

/**
 * What vendor ?2 cost in the months of JSON ?3. Payroll is left out: everyone sees vendors, and may not see what someone
 * earns.
 */
export const SPENT_BY_MONTH = typed`SELECT ${select(transactionSums, 'm', ['month', 'amountMinor'])}
  FROM transaction_sums m WHERE m.company_id = ?1 AND m.type = 'expense' AND m.dimension = 'vendor'
    AND m.month IN (SELECT value FROM json_each(?3)) AND m.value = ?2 AND m.is_payroll = 0`
