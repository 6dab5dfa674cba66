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
import { type ActualRow, allActuals, type Filter, itemActuals, showsActuals, valueActuals } from './actuals.ts'
import { COLUMNS } from './entries.ts'
import { linkedStatement, linkOf } from './links.ts'
import { type PlanRow, planOf, planStatement } from './plan.ts'
import { hidesLinesSql, isWithoutPayroll, seenLineSql, seenLinesSql, sightOf } from './scope.ts'

/** What a plan says of its departments, vendors and so on, by month, beside what they have cost or earned. */

interface SumRow {
  item: string
  name: string | null
  total: number
  amounts: string
}

interface WholeRow {
  total: number
  amounts: string
  covered: string | null
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

type Tables = (bind: Params['bind']) => string

/** Rows after it are read only if a condition holds, which is asked once. */
const onlyIf = (condition: string): string => `(SELECT 1 WHERE ${condition}) w CROSS JOIN`

/** What is kept of the whole plan. */
const keptTables = ({ by }: Asked, when: string): string => {
  const kept = (dimension: string): string =>
    `SELECT s.item_id AS item, s.total_minor AS total, s.amounts FROM ${when} plan_sums s INDEXED BY plan_sums_total
      WHERE s.company_id = ?1 AND s.plan_id = ?2 AND s.type = ?3 AND s.dimension = '${dimension}'`
  return `sums AS NOT MATERIALIZED (${kept(by)}), whole AS (${kept('all')})`
}

/** The lines that someone sees, summed. */
const summedTables = ({ actor }: StaffContext, { by, filters }: Asked, bind: Params['bind'], when: string): string => {
  const [first, ...others] = filters
  const visible = first ? seenLineSql(actor, 'l', bind, '?2') : null
  const conditions = [...others.map((filter) => filterSql(filter, bind)), ...(visible ? [visible] : [])]
  const lines = first
    ? linesFrom(first, bind)
    : `(${seenLinesSql(actor, '?3', bind)}) f CROSS JOIN plan_lines l ON l.rowid = f.line`
  const summed = (item: string): string =>
    `SELECT item, SUM(amount) AS total, json_group_array(amount) AS amounts FROM (
       SELECT ${item} AS item, place, SUM(amount) AS amount FROM months GROUP BY 1, 2 ORDER BY 1, 2) GROUP BY item`
  return `months AS MATERIALIZED (
      SELECT l.${COLUMNS[by]} AS item, j.key AS place, SUM(j.value) AS amount
        FROM ${when} ${lines} CROSS JOIN json_each(l.amounts) j
       ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''} GROUP BY 1, 2),
    sums AS (${summed('item')}), whole AS (${summed("''")})`
}

/**
 * WITH tables of which one has rows: `sums` by item, and `whole` with one row. What is kept answers for those who see
 * all of the plan.
 */
const tablesOf = (context: StaffContext, asked: Asked): Tables[] => {
  const { actor } = context
  if (asked.filters.length > 0) return [(bind) => summedTables(context, asked, bind, '')]
  const sees = sightOf(actor)
  if (sees === 'ALL') return [() => keptTables(asked, '')]
  if (sees === 'THEIRS') return [(bind) => summedTables(context, asked, bind, '')]
  return [
    (bind) => keptTables(asked, onlyIf(`NOT ${hidesLinesSql(actor, '?3', bind)}`)),
    (bind) => summedTables(context, asked, bind, onlyIf(hidesLinesSql(actor, '?3', bind))),
  ]
}

/** JSON of what the items of all rows are linked to, blank for the row of none. Null if there is a page after this one. */
const coveredSql = ({ by, first }: Asked, after: string): string => {
  const { table, column } = linkOf(by)
  const isLast = `(SELECT COUNT(*) FROM (SELECT 1 FROM sums s ${after} LIMIT ${first + 1})) <= ${first}`
  return `CASE WHEN ${isLast} THEN (SELECT json_group_array(value) FROM (
      SELECT DISTINCT coalesce(k.${column}, '') AS value
        FROM sums f LEFT JOIN ${table} k ON k.company_id = ?1 AND k.item_id = f.item
       WHERE f.item = '' OR k.item_id IS NOT NULL)) END`
}

const pageStatements = (context: StaffContext, asked: Asked): D1PreparedStatement[] => {
  const { db, actor } = context
  const after = asked.cursor ? decodeCursor(asked.cursor, 2) : null
  const made = (tables: Tables, select: (bind: Params['bind'], after: string) => string): D1PreparedStatement => {
    const params = new Params(actor.companyId, asked.planId, asked.type)
    const { bind } = params
    const isAfter = after ? `WHERE (s.total, s.item) < (${after.map(bind).join(', ')})` : ''
    return db.sql(`WITH ${tables(bind)} ${select(bind, isAfter)}`, ...params.values)
  }
  return [
    planStatement(context, asked.planId),
    ...tablesOf(context, asked).flatMap((tables) => [
      made(
        tables,
        (bind, isAfter) => `SELECT s.item, i.name, s.total, s.amounts FROM (
            SELECT * FROM sums s ${isAfter} ORDER BY s.total DESC, s.item DESC LIMIT ${bind(asked.first + 1)}) s
           LEFT JOIN plan_items i ON i.id = s.item ORDER BY s.total DESC, s.item DESC`,
      ),
      made(tables, (_, isAfter) => `SELECT total, amounts, ${coveredSql(asked, isAfter)} AS covered FROM whole`),
    ]),
  ]
}

const actualsOf = (months: readonly string[], rows: readonly ActualRow[]) => {
  const byMonth = new Map<string, number>()
  for (const { month, amount } of rows) byMonth.set(month, (byMonth.get(month) ?? 0) + amount)
  const actual = months.map((month) => byMonth.get(month) ?? 0)
  return { actual, actualTotal: actual.reduce((sum, amount) => sum + amount, 0) }
}

const NO_ACTUALS = { actual: null, actualTotal: null }

interface More {
  itemIds: readonly string[]
  /** Null: there are more pages. */
  covered: readonly string[] | null
}

const readMore = async (context: StaffContext, plan: PlanRow, asked: Asked, { itemIds, covered }: More) => {
  const { by, type, filters } = asked
  const shows = showsActuals(context, plan)
  const of = { plan, type, filters }
  const [links, items, none, all, named] = await context.db.batch([
    linkedStatement(context, kindOfDimension(by, type), itemIds),
    ...(shows
      ? [
          itemActuals(context, of, { by, itemIds }),
          valueActuals(context, of, { by, values: [''] }),
          allActuals(context, of),
          valueActuals(context, of, { by, values: covered ?? [] }),
        ]
      : []),
  ])
  const rowsOf = (result: D1Result | undefined) => (result?.results ?? []) as unknown as ActualRow[]
  return {
    links: (links?.results ?? []) as unknown as (Named & { item: string })[],
    actuals: shows ? { items: rowsOf(items), none: rowsOf(none), all: rowsOf(all), covered: rowsOf(named) } : null,
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
    const [found, ...sums] = await context.db.batch(pageStatements(context, asked))
    const plan = planOf(found?.results[0])
    const months = planMonths(plan.startMonth, plan.endMonth)
    // Each of the tables has a page and a whole.
    const every = (at: number) => sums.flatMap((each, place) => (place % 2 === at ? each.results : []))
    const rows = every(0) as unknown as SumRow[]
    const shown = rows.slice(0, first).flatMap(({ item }) => item || [])
    const [sum] = every(1) as unknown as WholeRow[]
    const covered = JSON.parse(sum ? (sum.covered ?? 'null') : '[]') as string[] | null
    const { links, actuals } = await readMore(context, plan, asked, { itemIds: shown, covered })
    const planned = ({ total, amounts }: Pick<SumRow, 'total' | 'amounts'>) => ({
      total,
      planned: JSON.parse(amounts) as number[],
    })
    const nodeOf = (row: SumRow): PlanFigureRow => ({
      item: row.item === '' ? null : { id: row.item, name: row.name ?? '' },
      linked: links.filter(({ item }) => item === row.item).map(({ id, name }) => ({ id, name })),
      ...planned(row),
      ...(actuals
        ? actualsOf(months, row.item === '' ? actuals.none : actuals.items.filter(({ item }) => item === row.item))
        : NO_ACTUALS),
    })
    const minus = (row: ActualRow): ActualRow => ({ ...row, amount: -row.amount })
    return {
      ...toConnection(rows, first, ({ total, item }) => [total, item], nodeOf),
      currency: plan.currency,
      months,
      all: {
        ...planned(sum ?? { total: 0, amounts: JSON.stringify(months.map(() => 0)) }),
        ...(actuals ? actualsOf(months, actuals.all) : NO_ACTUALS),
      },
      others: actuals && covered ? actualsOf(months, [...actuals.all, ...actuals.covered.map(minus)]) : null,
      leavesOutPayroll: isWithoutPayroll(context.actor),
    }
  },
})
