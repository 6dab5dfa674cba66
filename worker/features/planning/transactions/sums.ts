import {
  type ChartBar,
  type Charted,
  MOST_BARS,
  transactionChart,
  transactionTotals,
} from '../../../../schema/planning/transactions/endpoints.ts'
import {
  ACCOUNT_TYPE_WORDS,
  DIMENSIONS,
  type Dimension,
  type TransactionAccountType,
} from '../../../../schema/planning/transactions/filters.ts'
import { BOOKS_SYNC } from '../../../../schema/platform/accounting/values.ts'
import { shiftMonth } from '../../../../schema/shared/calendar.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { Params } from '../../../core/params.ts'
import { type NamedThings, type ReferredIds, readReferredNames } from '../../../core/referred-names.ts'
import { scopeOf } from './access.ts'
import { requireRange } from './filter-sql.ts'
import { MOST_SEARCHED, sumTables } from './sum-source.ts'

/** Totals and charts of the transactions that someone sees. */

interface SumRow {
  key: string
  amount: number
  count: number
  unrated: number
}

const SUMS =
  'coalesce(SUM(amount), 0) AS amount, coalesce(SUM(count), 0) AS count, coalesce(SUM(unrated), 0) AS unrated'

/** Lines of some months are being read or mapped, and their sums come after them. */
const IS_UPDATING = `(EXISTS (SELECT 1 FROM erp_remaps WHERE company_id = ?1) OR EXISTS (
  SELECT 1 FROM erp_connections c INDEXED BY erp_connections_company
   CROSS JOIN sync_runs r ON r.id = (
     SELECT n.id FROM sync_runs n INDEXED BY sync_runs_of
      WHERE n.company_id = ?1 AND n.provider = c.system AND n.kind = '${BOOKS_SYNC}'
      ORDER BY n.created_at DESC, n.id DESC LIMIT 1)
   WHERE c.company_id = ?1 AND c.disconnected_at IS NULL AND json_array_length(r.cursor, '$.months') > 0))`

const toSum = ({ actor }: StaffContext, { amount, count, unrated }: Omit<SumRow, 'key'>) => ({
  amount: { value: amount, currency: actor.company.currency },
  count,
  withoutRate: unrated,
})

export const readTotals = query({
  id: transactionTotals.id,
  access: 'transactions.read',
  readsFirst: true,
  input: inputOf(transactionTotals),
  run: async (context, filters) => {
    requireRange(filters)
    const { db, actor } = context
    const params = new Params(actor.companyId)
    const tables = sumTables({ scope: scopeOf(actor), filters, by: null, bind: params.bind })
    const row = await db.first<Omit<SumRow, 'key'> & { isUpdating: number; lines: number }>(
      db.sql(
        `WITH ${tables} SELECT ${SUMS}, ${IS_UPDATING} AS isUpdating, (SELECT lines FROM searchable) AS lines FROM summed`,
        ...params.values,
      ),
    )
    const { amount = 0, count = 0, unrated = 0, isUpdating = 0, lines = 0 } = row ?? {}
    return {
      ...toSum(context, { amount, count, unrated }),
      isUpdating: isUpdating === 1,
      isKnown: lines <= MOST_SEARCHED,
    }
  },
})

interface ChartRow extends SumRow {
  isTotal: number
  bars: number
  isUpdating: number
  lines: number
}

const THINGS: Record<Exclude<Dimension, 'category'>, NamedThings> = {
  department: 'departments',
  businessUnit: 'businessUnits',
  location: 'locations',
  vendor: 'vendors',
}

/** The names of the bars, by key. */
const namesOf = async (
  { db, actor }: StaffContext,
  by: Charted,
  type: 'expense' | 'revenue',
  keys: readonly string[],
): Promise<(key: string) => string> => {
  if (by === 'month') return (key) => key
  if (by === 'accountType') return (key) => ACCOUNT_TYPE_WORDS[key as TransactionAccountType] ?? 'Other'
  const thing: NamedThings =
    by === 'category' ? (type === 'revenue' ? 'revenueCategories' : 'spendCategories') : THINGS[by]
  const ids: ReferredIds = { [thing]: keys }
  const names = await readReferredNames(db, actor.companyId, ids)
  const noun = DIMENSIONS[by].label.toLowerCase()
  return (key) => (key === '' ? `No ${noun}` : (names.named(thing, key)?.name ?? `Removed ${noun}`))
}

/** A chart of more months shows those that have something. */
const MOST_MONTHS = 60

const everyMonth = (start: string, end: string, found: ReadonlyMap<string, SumRow>): SumRow[] => {
  const months: SumRow[] = []
  for (let key = start; key <= end; key = shiftMonth(key, 1)) {
    if (months.length === MOST_MONTHS) return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
    months.push(found.get(key) ?? { key, amount: 0, count: 0, unrated: 0 })
  }
  return months
}

export const readChart = query({
  id: transactionChart.id,
  access: 'transactions.read',
  readsFirst: true,
  input: inputOf(transactionChart),
  run: async (context, { by, ...filters }) => {
    requireRange(filters)
    const { db, actor } = context
    const params = new Params(actor.companyId)
    const tables = sumTables({ scope: scopeOf(actor), filters, by, bind: params.bind })
    const isMonths = by === 'month'
    const rows = await db.all<ChartRow>(
      db.sql(
        `WITH ${tables}, bars AS MATERIALIZED (
           SELECT key, ${SUMS} FROM summed GROUP BY key HAVING SUM(count) <> 0)
         SELECT '' AS key, ${SUMS}, 1 AS isTotal, COUNT(*) AS bars, ${IS_UPDATING} AS isUpdating,
                (SELECT lines FROM searchable) AS lines FROM bars
         UNION ALL SELECT * FROM (SELECT key, amount, count, unrated, 0, 0, 0, 0 FROM bars
           ORDER BY amount DESC, key ${isMonths ? '' : `LIMIT ${MOST_BARS}`})`,
        ...params.values,
      ),
    )
    const total = rows.find(({ isTotal }) => isTotal === 1)
    const found = rows.filter(({ isTotal }) => isTotal === 0)
    const shown: SumRow[] = isMonths
      ? everyMonth(filters.startYearMonth, filters.endYearMonth, new Map(found.map((row) => [row.key, row])))
      : found
    const nameOf = await namesOf(
      context,
      by,
      filters.type,
      shown.map(({ key }) => key),
    )
    const left = (total?.bars ?? 0) - found.length
    const rest = (field: 'amount' | 'count' | 'unrated'): number =>
      (total?.[field] ?? 0) - found.reduce((sum, row) => sum + row[field], 0)
    return {
      bars: shown.map((row): ChartBar => ({ key: row.key || null, name: nameOf(row.key), ...toSum(context, row) })),
      others:
        left > 0
          ? {
              bars: left,
              ...toSum(context, { amount: rest('amount'), count: rest('count'), unrated: rest('unrated') }),
            }
          : null,
      isUpdating: total?.isUpdating === 1,
      isKnown: (total?.lines ?? 0) <= MOST_SEARCHED,
    }
  },
})
