import type { TransactionFilters } from '../../../../schema/planning/transactions/endpoints.ts'
import {
  DIMENSION_NAMES,
  DIMENSIONS,
  type Dimension,
  NO_VALUE,
} from '../../../../schema/planning/transactions/filters.ts'
import { invalidField } from '../../../core/errors.ts'
import type { Params } from '../../../core/params.ts'
import { containsText } from '../../../core/text-search.ts'

/** What the filters mean: as SQL conditions on lines, and on sums of lines, which have the same columns. */

/** The ids of a dimension that a filter asks for or leaves out. */
export interface Asked {
  in: readonly string[]
  notIn: readonly string[]
}

/** An empty list is no filter. */
export const askedOf = (filters: TransactionFilters, dimension: Dimension): Asked => {
  const keys = DIMENSIONS[dimension]
  const [given, left] = [[...new Set(filters[keys.in] ?? [])], [...new Set(filters[keys.notIn] ?? [])]]
  if (dimension !== 'department' || !filters.departmentFilter) return { in: given, notIn: left }
  if (filters.departmentFilter === 'TRANSACTIONS_WITH_DEPARTMENT') return { in: given, notIn: [...left, NO_VALUE] }
  return { in: given, notIn: left }
}

/** Throws INVALID for months in the wrong order. */
export const requireRange = ({ startYearMonth, endYearMonth }: TransactionFilters): void => {
  if (endYearMonth < startYearMonth)
    throw invalidField('endYearMonth', 'The last month must not be before the first one.')
}

const oneOf = (column: string, ids: readonly string[], bind: Params['bind']): string => {
  const list = ids.filter((id) => id !== NO_VALUE)
  const parts = [
    ...(list.length > 0 ? [`${column} IN (SELECT value FROM json_each(${bind(JSON.stringify(list))}))`] : []),
    ...(list.length < ids.length ? [`${column} IS NULL`] : []),
  ]
  return parts.length > 1 ? `(${parts.join(' OR ')})` : (parts[0] ?? '1')
}

/** SQL condition of a dimension's filters. Null without any. */
export const dimensionSql = (
  filters: TransactionFilters,
  dimension: Dimension,
  row: string,
  bind: Params['bind'],
): string | null => {
  const asked = askedOf(filters, dimension)
  const column = `${row}.${DIMENSIONS[dimension].column}`
  const isWithout = dimension === 'department' && filters.departmentFilter === 'NONE'
  const conditions = [
    ...(isWithout ? [`${column} IS NULL`] : []),
    ...(asked.in.length > 0 ? [oneOf(column, asked.in, bind)] : []),
    ...(asked.notIn.length > 0 ? [`(${oneOf(column, asked.notIn, bind)}) IS NOT 1`] : []),
  ]
  return conditions.length > 0 ? conditions.join(' AND ') : null
}

export const dimensionConditions = (
  filters: TransactionFilters,
  row: string,
  bind: Params['bind'],
): Record<Dimension, string | null> =>
  Object.fromEntries(
    DIMENSION_NAMES.map((dimension) => [dimension, dimensionSql(filters, dimension, row, bind)]),
  ) as Record<Dimension, string | null>

const nameOf = (table: string, column: string): string => `(SELECT name FROM ${table} WHERE id = ${column})`

/** Vendor, memo, description and number. */
export const searchSql = (search: string | undefined, row: string, bind: Params['bind']): string | null => {
  if (!search) return null
  const text = bind(search)
  const columns = [
    `${row}.memo`,
    `${row}.description`,
    `coalesce(${row}.document_number, '')`,
    nameOf('vendors', `${row}.vendor_id`),
    nameOf('erp_objects', `${row}.vendor_object_id`),
  ]
  return `(${columns.map((column) => `coalesce(${containsText(column, text)}, 0)`).join(' OR ')})`
}
