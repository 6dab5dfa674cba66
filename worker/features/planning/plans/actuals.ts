import { type PlanDimension, type PlanType, planMonths } from '../../../../schema/planning/plans/values.ts'
import { DIMENSIONS } from '../../../../schema/planning/transactions/filters.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { Params } from '../../../core/params.ts'
import { groupIndex, isNone, type Scope, scopeOf, sumTables, visibleSql } from '../transactions/index.ts'
import { linkOf } from './links.ts'
import type { PlanRow } from './plan.ts'

/**
 * What the things that a plan's items are linked to have cost or earned, by month. Sums have the same lines as the
 * transactions' own: without payroll for those who may not see it.
 */

/** Whether the person sees actual amounts, and they are in the plan's currency. */
export const showsActuals = ({ actor }: StaffContext, { currency }: Pick<PlanRow, 'currency'>): boolean =>
  can(actor.policy, 'transactions.read') && actor.company.currency === currency

export type Filter = { dimension: PlanDimension; itemIds: readonly string[] }

export interface ActualRow {
  /** Null: of all lines that match the filters. */
  item: string | null
  month: string
  amount: number
}

interface Asked {
  plan: Pick<PlanRow, 'startMonth' | 'endMonth'>
  type: PlanType
  filters: readonly Filter[]
}

const linked = ({ dimension, itemIds }: Filter, bind: Params['bind']): string => {
  const { table, column } = linkOf(dimension)
  return `g.${DIMENSIONS[dimension].column} IN (SELECT k.${column} FROM json_each(${bind(JSON.stringify(itemIds))}) f
    CROSS JOIN ${table} k ON k.company_id = ?1 AND k.item_id = f.value)`
}

const groupConditions = ({ plan, type, filters }: Asked, scope: Scope, bind: Params['bind']): string => {
  const visible = visibleSql(scope, 'g', bind)
  return [
    `g.company_id = ?1 AND g.type = ${bind(type)} AND g.month BETWEEN ${bind(plan.startMonth)} AND ${bind(plan.endMonth)}`,
    ...filters.map((filter) => linked(filter, bind)),
    ...(visible ? [visible] : []),
  ].join(' AND ')
}

/** Sums of one dimension are enough: no filters, and payroll is seen as a whole or not at all. */
const isPlain = ({ lines, payroll }: Scope, filters: readonly Filter[]): boolean =>
  filters.length === 0 && lines === 'ALL' && (payroll === 'ALL' || isNone(payroll))

const withoutPayroll = ({ payroll }: Scope): string => (payroll === 'ALL' ? '' : 'AND s.is_payroll = 0')

/** The sums of these items by month. */
export const itemActuals = (
  { db, actor }: StaffContext,
  asked: Asked,
  { by, itemIds }: { by: PlanDimension; itemIds: readonly string[] },
): D1PreparedStatement => {
  const { plan, type, filters } = asked
  const scope = scopeOf(actor)
  const params = new Params(actor.companyId)
  const { bind } = params
  const { table, column } = linkOf(by)
  const links = `json_each(${bind(JSON.stringify(itemIds))}) f CROSS JOIN ${table} k ON k.company_id = ?1 AND k.item_id = f.value`
  if (isPlain(scope, filters)) {
    // Each month that there is, so that each value is found by its key.
    const ofType = `s.company_id = ?1 AND s.type = ${bind(type)}`
    return db.sql(
      `SELECT k.item_id AS item, m.value AS month, SUM(s.amount_minor) AS amount FROM ${links}
        CROSS JOIN json_each(${bind(JSON.stringify(planMonths(plan.startMonth, plan.endMonth)))}) m
        CROSS JOIN transaction_sums s ON ${ofType} AND s.dimension = '${by}' AND s.month = m.value
          AND s.value = k.${column} ${withoutPayroll(scope)}
        GROUP BY 1, 2`,
      ...params.values,
    )
  }
  return db.sql(
    `SELECT k.item_id AS item, g.month, SUM(g.amount_minor) AS amount FROM ${links}
      CROSS JOIN transaction_groups g INDEXED BY ${groupIndex(by)} ON g.${DIMENSIONS[by].column} = k.${column}
        AND ${groupConditions(asked, scope, bind)}
      GROUP BY 1, 2`,
    ...params.values,
  )
}

/** The sums of these things of the company by month, each once. Blank: of lines that have none. */
export const valueActuals = (
  { db, actor }: StaffContext,
  asked: Asked,
  { by, values }: { by: PlanDimension; values: readonly string[] },
): D1PreparedStatement => {
  const { plan, type, filters } = asked
  const scope = scopeOf(actor)
  const params = new Params(actor.companyId)
  const { bind } = params
  const list = `(SELECT DISTINCT value FROM json_each(${bind(JSON.stringify(values))})) f`
  if (isPlain(scope, filters))
    return db.sql(
      `SELECT NULL AS item, m.value AS month, SUM(s.amount_minor) AS amount FROM ${list}
        CROSS JOIN json_each(${bind(JSON.stringify(planMonths(plan.startMonth, plan.endMonth)))}) m
        CROSS JOIN transaction_sums s ON s.company_id = ?1 AND s.type = ${bind(type)} AND s.dimension = '${by}'
          AND s.month = m.value AND s.value = f.value ${withoutPayroll(scope)}
        GROUP BY 2`,
      ...params.values,
    )
  const conditions = groupConditions(asked, scope, bind)
  const { column } = DIMENSIONS[by]
  return db.sql(
    `SELECT NULL AS item, month, SUM(amount) AS amount FROM (
       SELECT g.month, g.amount_minor AS amount FROM ${list}
         CROSS JOIN transaction_groups g INDEXED BY ${groupIndex(by)} ON g.${column} = f.value AND ${conditions}
        WHERE f.value <> ''
        UNION ALL
       SELECT g.month, g.amount_minor FROM ${list}
         CROSS JOIN transaction_groups g ON g.${column} IS NULL AND ${conditions} WHERE f.value = '')
     GROUP BY 2`,
    ...params.values,
  )
}

/** Of everything that the filters leave, by month. */
export const allActuals = ({ db, actor }: StaffContext, asked: Asked): D1PreparedStatement => {
  const { plan, type, filters } = asked
  const scope = scopeOf(actor)
  const params = new Params(actor.companyId)
  const { bind } = params
  const [first] = filters
  if (!first) {
    const range = { type, startYearMonth: plan.startMonth, endYearMonth: plan.endMonth }
    return db.sql(
      `WITH ${sumTables({ scope, filters: range, by: 'month', bind })}
       SELECT NULL AS item, key AS month, SUM(amount) AS amount FROM summed GROUP BY 2`,
      ...params.values,
    )
  }
  const { table, column } = linkOf(first.dimension)
  return db.sql(
    `SELECT NULL AS item, g.month, SUM(g.amount_minor) AS amount
       FROM (SELECT DISTINCT k.${column} AS target FROM json_each(${bind(JSON.stringify(first.itemIds))}) f
         CROSS JOIN ${table} k ON k.company_id = ?1 AND k.item_id = f.value) t
      CROSS JOIN transaction_groups g INDEXED BY ${groupIndex(first.dimension)}
         ON g.${DIMENSIONS[first.dimension].column} = t.target
      WHERE ${groupConditions(asked, scope, bind)} GROUP BY 2`,
    ...params.values,
  )
}
