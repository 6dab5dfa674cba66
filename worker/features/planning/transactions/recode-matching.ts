import type { TransactionFilters } from '../../../../schema/planning/transactions/endpoints.ts'
import { DIMENSION_NAMES } from '../../../../schema/planning/transactions/filters.ts'
import { MOST_CHOSEN, MOST_RECODED } from '../../../../schema/planning/transactions/recode-values.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { Params } from '../../../core/params.ts'
import { scopeOf, visibleSql } from './access.ts'
import { dimensionSql, requireRange, searchSql } from './filter-sql.ts'

/** All transactions that match filters and that the person sees. */

const matchSql = ({ actor }: StaffContext, filters: TransactionFilters, bind: Params['bind']): string => {
  const conditions = [
    `t.company_id = ?1 AND t.is_tracked = 1 AND t.type = ${bind(filters.type)} AND t.is_payroll IN (0, 1)`,
    `t.date BETWEEN ${bind(`${filters.startYearMonth}-01`)} AND ${bind(`${filters.endYearMonth}-31`)}`,
    ...DIMENSION_NAMES.map((dimension) => dimensionSql(filters, dimension, 't', bind)),
    filters.accountType ? `t.account_type = ${bind(filters.accountType)}` : null,
    searchSql(filters.search, 't', bind),
    visibleSql(scopeOf(actor), 't', bind),
  ]
  return conditions.filter((condition) => condition !== null).join('\n AND ')
}

/** How many there are (one more than can be changed at once, if more), the first ones, and all as lines of a change. */
export const matchingStatements = (context: StaffContext, filters: TransactionFilters) => {
  requireRange(filters)
  const { db, actor } = context
  const statement = (sqlOf: (match: string) => string, ...more: unknown[]): D1PreparedStatement => {
    const params = new Params(actor.companyId, ...more)
    const match = matchSql(context, filters, params.bind)
    return db.sql(sqlOf(match), ...params.values)
  }
  return {
    count: statement(
      (match) =>
        `SELECT COUNT(*) AS total FROM (SELECT 1 FROM transactions t WHERE ${match} LIMIT ${MOST_RECODED + 1})`,
    ),
    ids: statement((match) => `SELECT t.id FROM transactions t WHERE ${match} LIMIT ${MOST_CHOSEN}`),
    insert: (recodeId: string): D1PreparedStatement[] => [
      statement(
        (match) =>
          `INSERT INTO transaction_recode_lines (company_id, recode_id, place, transaction_id)
           SELECT ?1, ?2, row_number() OVER (), id FROM (SELECT t.id FROM transactions t WHERE ${match} LIMIT ${MOST_RECODED})`,
        recodeId,
      ),
      db.sql(
        `UPDATE transaction_recodes SET total = (
           SELECT COUNT(*) FROM transaction_recode_lines WHERE company_id = ?1 AND recode_id = ?2) WHERE id = ?2`,
        actor.companyId,
        recodeId,
      ),
    ],
  }
}
