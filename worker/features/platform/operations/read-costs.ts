import * as endpoints from '../../../../schema/platform/operations/endpoints.ts'
import { companyCosts } from '../../../../schema/platform/operations/tables.ts'
import { daysBetween, utcDayOf } from '../../../../schema/shared/day-count.ts'
import { invalidField } from '../../../core/errors.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { columns, computed, select, typed } from '../../../core/record.ts'
import { namesOfCompanies } from '../directory/index.ts'

const MOST_COMPANIES = 50

const SUMS = columns(
  select(companyCosts, 'k', ['companyId']),
  computed<Record<'calls' | 'milliseconds' | 'queries' | 'rowsRead' | 'rowsWritten', number>>({
    calls: 'sum(k.calls)',
    milliseconds: 'sum(k.ms)',
    queries: 'sum(k.queries)',
    rowsRead: 'sum(k.rows_read)',
    rowsWritten: 'sum(k.rows_written)',
  }),
)
/** The sort is one of the columns' names above. */
const COSTS = (sort: endpoints.CostSort) =>
  typed`SELECT ${SUMS} FROM company_costs k WHERE k.day >= ? AND k.day <= ? GROUP BY k.company_id
    ORDER BY ${sort} DESC, k.company_id LIMIT ${MOST_COMPANIES}`

/** Throws INVALID for a range that is too long, or ends before it begins. */
export const readCosts = query({
  id: 'super-admin.company-costs',
  access: 'platform.administer',
  input: inputOf(endpoints.getCompanyCosts),
  run: async ({ directory, clock }, { sort, ...days }) => {
    const to = days.to ?? utcDayOf(clock.now())
    const from = days.from ?? to
    if (from > to) throw invalidField('to', 'Choose a day that isn’t before the first one')
    if (daysBetween(from, to) >= endpoints.MOST_COST_DAYS)
      throw invalidField('from', `At most ${endpoints.MOST_COST_DAYS} days`)
    const costs = await directory.all(directory.sql(COSTS(sort), from, to))
    const ids = costs.map(({ companyId }) => companyId)
    const names = ids.length > 0 ? await namesOfCompanies(directory, ids) : new Map<string, string>()
    return { from, to, costs: costs.map((cost) => ({ ...cost, name: names.get(cost.companyId) ?? null })) }
  },
})
