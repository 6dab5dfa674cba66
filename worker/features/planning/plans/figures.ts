import { type PlanFigureRow, type PlanFigures, planFigures } from '../../../../schema/planning/plans/endpoints.ts'
import {
  kindOfDimension,
  type PlanDimension,
  type PlanType,
  planMonths,
} from '../../../../schema/planning/plans/values.ts'
import type { Named } from '../../../../schema/shared/values.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { Params } from '../../../core/params.ts'
import { type ActualRow, allActuals, type Filter, itemActuals, showsActuals } from './actuals.ts'
import { COLUMNS } from './entries.ts'
import { linkedStatement } from './links.ts'
import { type PlanRow, planOf, planStatement } from './plan.ts'
import { seenLineSql, seenLinesSql } from './scope.ts'

/** What a plan says of its departments, vendors and so on, by month, beside what they have cost or earned. */

interface SumRow {
  item: string
  name: string | null
  total: number
  amounts: string
}

interface Asked {
  planId: string
  type: PlanType
  by: PlanDimension
  filters: readonly Filter[]
  cursor?: string | undefined
  first: number
}

const filterSql = ({ dimension, itemIds }: Filter, bind: Params['bind']): string =>
  `l.${COLUMNS[dimension]} IN (SELECT value FROM json_each(${bind(JSON.stringify(itemIds))}))`

/** Lines by the first thing that is asked for. */
const linesFrom = (first: Filter, bind: Params['bind']): string =>
  `(SELECT DISTINCT value FROM json_each(${bind(JSON.stringify(first.itemIds))})) f
    CROSS JOIN plan_lines l ON l.company_id = ?1 AND l.plan_id = ?2 AND l.type = ?3
     AND l.${COLUMNS[first.dimension]} = f.value`

/** WITH tables: `sums` by item, and `whole` with one row. Without filters they are kept. */
const tables = ({ actor }: StaffContext, { by, filters }: Asked, bind: Params['bind']): string => {
  const [first, ...others] = filters
  const seen = first ? null : seenLinesSql(actor, '?3', bind)
  if (!first && !seen) {
    const kept = (dimension: string): string =>
      `SELECT s.item_id AS item, s.total_minor AS total, s.amounts FROM plan_sums s INDEXED BY plan_sums_total
        WHERE s.company_id = ?1 AND s.plan_id = ?2 AND s.type = ?3 AND s.dimension = '${dimension}'`
    return `sums AS NOT MATERIALIZED (${kept(by)}), whole AS (${kept('all')})`
  }
  const visible = first ? seenLineSql(actor, 'l', bind) : null
  const conditions = [...others.map((filter) => filterSql(filter, bind)), ...(visible ? [visible] : [])]
  const lines = first ? linesFrom(first, bind) : `(${seen}) f CROSS JOIN plan_lines l ON l.rowid = f.line`
  const summed = (item: string): string =>
    `SELECT item, SUM(amount) AS total, json_group_array(amount) AS amounts FROM (
       SELECT ${item} AS item, place, SUM(amount) AS amount FROM months GROUP BY 1, 2 ORDER BY 1, 2) GROUP BY item`
  return `months AS MATERIALIZED (
      SELECT l.${COLUMNS[by]} AS item, j.key AS place, SUM(j.value) AS amount
        FROM ${lines} CROSS JOIN json_each(l.amounts) j
       ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''} GROUP BY 1, 2),
    sums AS (${summed('item')}), whole AS (${summed("''")})`
}

const pageStatements = (context: StaffContext, asked: Asked): D1PreparedStatement[] => {
  const { db, actor } = context
  const made = (select: (bind: Params['bind']) => string): D1PreparedStatement => {
    const params = new Params(actor.companyId, asked.planId, asked.type)
    return db.sql(`WITH ${tables(context, asked, params.bind)} ${select(params.bind)}`, ...params.values)
  }
  const after = asked.cursor ? decodeCursor(asked.cursor, 2) : null
  return [
    planStatement(context, asked.planId),
    made(
      (bind) => `SELECT s.item, i.name, s.total, s.amounts FROM (
          SELECT * FROM sums s ${after ? `WHERE (s.total, s.item) < (${after.map(bind).join(', ')})` : ''}
           ORDER BY s.total DESC, s.item DESC LIMIT ${bind(asked.first + 1)}) s
         LEFT JOIN plan_items i ON i.id = s.item ORDER BY s.total DESC, s.item DESC`,
    ),
    made(() => "SELECT '' AS item, NULL AS name, total, amounts FROM whole"),
  ]
}

const actualsOf = (months: readonly string[], rows: readonly ActualRow[]) => {
  const byMonth = new Map(rows.map(({ month, amount }) => [month, amount]))
  const actual = months.map((month) => byMonth.get(month) ?? 0)
  return { actual, actualTotal: actual.reduce((sum, amount) => sum + amount, 0) }
}

const NO_ACTUALS = { actual: null, actualTotal: null }

const readMore = async (context: StaffContext, plan: PlanRow, asked: Asked, itemIds: readonly string[]) => {
  const { by, type, filters } = asked
  const shows = showsActuals(context, plan)
  const of = { plan, type, filters }
  const [links, items, all] = await context.db.batch([
    linkedStatement(context, kindOfDimension(by, type), itemIds),
    ...(shows ? [itemActuals(context, of, { by, itemIds }), allActuals(context, of)] : []),
  ])
  return {
    links: (links?.results ?? []) as unknown as (Named & { item: string })[],
    items: shows ? ((items?.results ?? []) as unknown as ActualRow[]) : null,
    all: shows ? ((all?.results ?? []) as unknown as ActualRow[]) : null,
  }
}

/** Throws NOT_FOUND. Amounts are of the lines and the transactions that the person sees. */
export const readFigures = query({
  id: planFigures.id,
  access: 'plans.use',
  readsFirst: true,
  input: inputOf(planFigures),
  run: async (context, { planId, type, by, cursor, first, ...given }): Promise<PlanFigures> => {
    const filters: Filter[] = (
      [
        ['department', given.inDepartmentIds],
        ['businessUnit', given.inBusinessUnitIds],
        ['category', given.inCategoryIds],
        ['location', given.inLocationIds],
        ['vendor', given.inVendorIds],
      ] as const
    ).flatMap(([dimension, itemIds = []]) => (itemIds.length > 0 ? [{ dimension, itemIds }] : []))
    const asked: Asked = { planId, type, by, filters, cursor, first }
    const [found, page, whole] = await context.db.batch(pageStatements(context, asked))
    const plan = planOf(found?.results[0])
    const months = planMonths(plan.startMonth, plan.endMonth)
    const rows = (page?.results ?? []) as unknown as SumRow[]
    const shown = rows.slice(0, first).flatMap(({ item }) => item || [])
    const { links, items, all } = await readMore(context, plan, asked, shown)
    const planned = ({ total, amounts }: Pick<SumRow, 'total' | 'amounts'>) => ({
      total,
      planned: JSON.parse(amounts) as number[],
    })
    const [sum] = (whole?.results ?? []) as unknown as SumRow[]
    const nodeOf = (row: SumRow): PlanFigureRow => ({
      item: row.item === '' ? null : { id: row.item, name: row.name ?? '' },
      linked: links.filter(({ item }) => item === row.item).map(({ id, name }) => ({ id, name })),
      ...planned(row),
      ...(items && row.item !== ''
        ? actualsOf(
            months,
            items.filter(({ item }) => item === row.item),
          )
        : NO_ACTUALS),
    })
    return {
      ...toConnection(rows, first, ({ total, item }) => [total, item], nodeOf),
      currency: plan.currency,
      months,
      all: {
        ...planned(sum ?? { total: 0, amounts: JSON.stringify(months.map(() => 0)) }),
        ...(all ? actualsOf(months, all) : NO_ACTUALS),
      },
    }
  },
})
