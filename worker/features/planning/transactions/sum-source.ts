import type { Charted, TransactionFilters } from '../../../../schema/planning/transactions/endpoints.ts'
import {
  DIMENSION_NAMES,
  DIMENSIONS,
  type Dimension,
  NO_VALUE,
} from '../../../../schema/planning/transactions/filters.ts'
import type { Params } from '../../../core/params.ts'
import { isNone, type Scope, type Units, visibleSql } from './access.ts'
import { askedOf, dimensionConditions, searchSql } from './filter-sql.ts'

/**
 * Where sums are read: by one thing that lines belong to if nothing else is asked for, otherwise from the groups of
 * lines that have everything in common, and from the lines themselves for a search. All three answer the same.
 */

/** Text in lines is searched for sums if there are no more. */
export const MOST_SEARCHED = 20_000

interface Asking {
  scope: Scope
  filters: TransactionFilters
  /** What the sums are of. */
  by: Charted | null
  bind: Params['bind']
}

/** SQL of rows: `key` (blank for none), `amount`, `count` and `unrated`, which add up. ?1 is the company. */
export type SumRows = string

const seesPayroll = ({ payroll }: Scope): boolean => payroll === 'ALL' || !isNone(payroll)

type Values = { in: readonly string[]; notIn: readonly string[] }

/** What a person sees as a choice of departments, if it is one. */
const asDepartments = ({ lines, payroll }: Scope): Values | null => {
  if (lines === 'ALL') return payroll === 'ALL' || isNone(payroll) ? { in: [], notIn: [] } : null
  if (lines.businessUnitIds.length > 0 || payroll === 'ALL') return null
  const isWhole = isNone(payroll) || payroll.departmentIds.length === lines.departmentIds.length
  return isWhole && lines.departmentIds.length > 0 ? { in: lines.departmentIds, notIn: [] } : null
}

const isSet = (values: Values): boolean => values.in.length > 0 || values.notIn.length > 0
const blank = (id: string): string => (id === NO_VALUE ? '' : id)

/** The one dimension by which everything asked for can be told, or null. */
const oneDimension = ({ scope, filters, by }: Asking): { dimension: string; values: Values } | null => {
  const seen = asDepartments(scope)
  if (filters.search || !seen) return null
  const asked = new Map<string, Values>()
  for (const dimension of DIMENSION_NAMES) {
    const values = askedOf(filters, dimension)
    if (isSet(values)) asked.set(dimension, values)
  }
  if (filters.accountType) asked.set('accountType', { in: [filters.accountType], notIn: [] })
  if (filters.departmentFilter === 'NONE' || (isSet(seen) && asked.has('department'))) return null
  if (isSet(seen)) asked.set('department', seen)
  if (by && by !== 'month' && !asked.has(by)) asked.set(by, { in: [], notIn: [] })
  const [only, ...others] = [...asked]
  if (others.length > 0) return null
  return only ? { dimension: only[0], values: only[1] } : { dimension: 'all', values: { in: [], notIn: [] } }
}

const ofOne = (asking: Asking, { dimension, values }: { dimension: string; values: Values }): SumRows => {
  const { scope, filters, by, bind } = asking
  const [type, of] = [bind(filters.type), bind(dimension)]
  const months = `BETWEEN ${bind(filters.startYearMonth)} AND ${bind(filters.endYearMonth)}`
  const list = (ids: readonly string[]) => `SELECT value FROM json_each(${bind(JSON.stringify(ids.map(blank)))})`
  const key = by === 'month' ? 's.month' : by ? 's.value' : "''"
  const row = `SELECT ${key} AS key, s.amount_minor AS amount, s.lines AS count, s.unrated`
  const is = `s.company_id = ?1 AND s.type = ${type} AND s.dimension = ${of}`
  const others = [
    ...(values.notIn.length > 0 ? [`s.value NOT IN (${list(values.notIn)})`] : []),
    ...(seesPayroll(scope) ? [] : ['s.is_payroll = 0']),
  ].map((condition) => `AND ${condition}`)
  if (values.in.length === 0)
    return `${row} FROM transaction_sums s WHERE ${is} AND s.month ${months} ${others.join(' ')}`
  // Each value of each month that there is.
  return `${row} FROM (SELECT DISTINCT a.month FROM transaction_sums a
      WHERE a.company_id = ?1 AND a.type = ${type} AND a.dimension = 'all' AND a.month ${months}) m
    CROSS JOIN (${list(values.in)}) v
    CROSS JOIN transaction_sums s ON ${is} AND s.month = m.month AND s.value = v.value ${others.join(' ')}`
}

/** Those with the fewest rows for a value first. */
const LEADING: readonly Dimension[] = ['vendor', 'category', 'location', 'businessUnit', 'department']

/** The dimension whose index finds the rows, of filters that name values. */
const leading = (filters: TransactionFilters): Dimension | null =>
  LEADING.find((dimension) => {
    const { in: ids } = askedOf(filters, dimension)
    return ids.length > 0 && !ids.includes(NO_VALUE)
  }) ?? null

const SNAKE: Record<Dimension, string> = {
  department: 'department',
  businessUnit: 'business_unit',
  category: 'category',
  location: 'location',
  vendor: 'vendor',
}

/** The index of the groups that have a value. */
export const groupIndex = (dimension: Dimension): string => `transaction_groups_${SNAKE[dimension]}`

/** Filters on the columns that lines and groups have in common. */
const conditionsOf = ({ scope, filters, bind }: Asking, row: string): string[] => [
  ...Object.values(dimensionConditions(filters, row, bind)).filter((condition) => condition !== null),
  ...(filters.accountType ? [`${row}.account_type = ${bind(filters.accountType)}`] : []),
  ...[visibleSql(scope, row, bind)].filter((condition) => condition !== null),
]

const keyOf = (by: Charted | null, row: string, month: string): string => {
  if (by === null) return "''"
  if (by === 'month') return month
  return by === 'accountType' ? `${row}.account_type` : `coalesce(${row}.${DIMENSIONS[by].column}, '')`
}

/** Groups of the units that someone leads. */
const ledGroups = ({ departmentIds, businessUnitIds }: Units, range: string, bind: Params['bind']): string => {
  const part = (dimension: 'department' | 'businessUnit', ids: readonly string[]): string[] =>
    ids.length === 0
      ? []
      : [
          `SELECT g.id FROM transaction_groups g INDEXED BY ${groupIndex(dimension)}
            WHERE ${range} AND g.${DIMENSIONS[dimension].column} IN (SELECT value FROM json_each(${bind(JSON.stringify(ids))}))`,
        ]
  const parts = [...part('department', departmentIds), ...part('businessUnit', businessUnitIds)]
  return parts.length > 0 ? parts.join(' UNION ') : 'SELECT NULL'
}

const ofGroups = (asking: Asking): SumRows => {
  const { scope, filters, by, bind } = asking
  const range = `g.company_id = ?1 AND g.type = ${bind(filters.type)}
     AND g.month BETWEEN ${bind(filters.startYearMonth)} AND ${bind(filters.endYearMonth)}`
  const first = leading(filters)
  const row = `SELECT ${keyOf(by, 'g', 'g.month')} AS key, g.amount_minor AS amount, g.lines AS count, g.unrated`
  const where = [range, ...conditionsOf(asking, 'g')].join(' AND ')
  if (!first && scope.lines !== 'ALL')
    return `${row} FROM (${ledGroups(scope.lines, range, bind)}) f CROSS JOIN transaction_groups g ON g.id = f.id WHERE ${where}`
  const index = first ? groupIndex(first) : 'transaction_groups_month'
  return `${row} FROM transaction_groups g INDEXED BY ${index} WHERE ${where}`
}

/** No row, so that nothing after it is read, if there are too many lines. */
const SEARCHABLE = `(SELECT 1 FROM searchable WHERE lines <= ${MOST_SEARCHED}) s`

/** Lines on an index, with payroll only for those who see some. */
const rangeOfLines = ({ scope, filters, bind }: Asking): string =>
  `t.company_id = ?1 AND t.is_tracked = 1 AND t.type = ${bind(filters.type)}
     AND t.is_payroll IN (${seesPayroll(scope) ? '0, 1' : '0'})
     AND t.date BETWEEN ${bind(`${filters.startYearMonth}-01`)} AND ${bind(`${filters.endYearMonth}-31`)}`

/** The ids of the lines of the units that someone leads. */
const ledLines = ({ departmentIds, businessUnitIds }: Units, range: string, bind: Params['bind']): string => {
  const part = (dimension: 'department' | 'businessUnit', ids: readonly string[]): string[] =>
    ids.length === 0
      ? []
      : [
          `SELECT t.id FROM ${SEARCHABLE} CROSS JOIN transactions t INDEXED BY transactions_${SNAKE[dimension]}
            WHERE ${range} AND t.${DIMENSIONS[dimension].column} IN (SELECT value FROM json_each(${bind(JSON.stringify(ids))}))`,
        ]
  const parts = [...part('department', departmentIds), ...part('businessUnit', businessUnitIds)]
  return parts.length > 0 ? parts.join(' UNION ') : 'SELECT NULL'
}

const ofLines = (asking: Asking): SumRows => {
  const { scope, filters, by, bind } = asking
  const first = leading(filters)
  const range = rangeOfLines(asking)
  const isLed = !first && scope.lines !== 'ALL'
  const from = isLed
    ? `(${ledLines(scope.lines as Units, range, bind)}) f CROSS JOIN transactions t ON t.id = f.id`
    : `${SEARCHABLE} CROSS JOIN transactions t INDEXED BY transactions_${first ? SNAKE[first] : 'date'}`
  const where = [...(isLed ? [] : [range]), ...conditionsOf(asking, 't'), searchSql(filters.search, 't', bind)]
  return `SELECT ${keyOf(by, 't', 'substr(t.date, 1, 7)')} AS key, coalesce(t.company_minor, 0) AS amount, 1 AS count,
      t.company_minor IS NULL AS unrated FROM ${from} WHERE ${where.join(' AND ')}`
}

/** How many lines a search has to read, whether they match other filters or not. */
const readForSearch = ({ scope, filters, bind }: Asking): SumRows => {
  const { type, startYearMonth, endYearMonth } = filters
  const payroll = seesPayroll(scope) ? 'ALL' : { departmentIds: [], businessUnitIds: [] }
  const of = (dimension: string, ids: readonly string[]): SumRows =>
    ofOne(
      { scope: { lines: 'ALL', payroll }, filters: { type, startYearMonth, endYearMonth }, by: null, bind },
      { dimension, values: { in: ids, notIn: [] } },
    )
  const first = leading(filters)
  if (first) return of(first, askedOf(filters, first).in)
  if (scope.lines === 'ALL') return of('all', [])
  const { departmentIds, businessUnitIds } = scope.lines
  const parts = [
    ...(departmentIds.length > 0 ? [of('department', departmentIds)] : []),
    ...(businessUnitIds.length > 0 ? [of('businessUnit', businessUnitIds)] : []),
  ]
  return parts.length > 0 ? parts.join(' UNION ALL ') : 'SELECT 0 AS count'
}

/** The sums without a search: of one dimension if that is enough. */
const ofSums = (asking: Asking): SumRows => {
  const one = oneDimension(asking)
  return one ? ofOne(asking, one) : ofGroups(asking)
}

/**
 * WITH tables: `summed` has the rows, `searchable` how many lines a search has to read.
 */
export const sumTables = (asking: Asking): string => {
  const { filters } = asking
  if (!filters.search) return `searchable (lines) AS (SELECT 0), summed AS (${ofSums(asking)})`
  return `searchable (lines) AS MATERIALIZED (SELECT coalesce(SUM(count), 0) FROM (${readForSearch(asking)})),
    summed AS (${ofLines(asking)})`
}
