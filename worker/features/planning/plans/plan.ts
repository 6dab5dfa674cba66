import { z } from 'zod'
import {
  getPlan,
  type Plan,
  type PlanQuery,
  type planFilters,
  planList,
} from '../../../../schema/planning/plans/endpoints.ts'
import { PLAN_MAPPING_KINDS, type PlanMappingKind } from '../../../../schema/planning/plans/values.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { notFound } from '../../../core/errors.ts'
import { listOperation } from '../../../core/list/operations.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import type { ListRows } from '../../../core/list/rows.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { containsText } from '../../../core/text-search.ts'

/** Reading plans themselves. */

const hasType = (type: string): string =>
  `EXISTS (SELECT 1 FROM plan_sums s WHERE s.company_id = p.company_id AND s.plan_id = p.id AND s.type = '${type}'
     AND s.dimension = 'all')`
export const PLAN_COLUMNS = `p.id, p.name, p.description, p.start_month AS startMonth, p.end_month AS endMonth, p.currency,
  p.created_at AS createdAt, p.version, p.revision, p.lines, ${hasType('expense')} AS hasExpense,
  ${hasType('revenue')} AS hasRevenue,
  (SELECT json_group_object(k.kind, k.unlinked) FROM plan_item_counts k
    WHERE k.company_id = p.company_id AND k.plan_id = p.id) AS unlinked,
  (SELECT json_group_object(k.kind, k.total) FROM plan_item_counts k
    WHERE k.company_id = p.company_id AND k.plan_id = p.id) AS items`

export interface PlanRow {
  id: string
  name: string
  description: string
  startMonth: string
  endMonth: string
  currency: Currency
  createdAt: number
  version: number
  revision: number
  lines: number
  hasExpense: number
  hasRevenue: number
  /** JSON: of each kind that its lines name, how many items are linked to nothing. */
  unlinked: string
  /** JSON: of each kind, how many items there are. */
  items: string
}

const kindsOf = ({ unlinked }: PlanRow): Pick<Plan, 'fields' | 'unlinked'> => {
  const counts = JSON.parse(unlinked) as Partial<Record<PlanMappingKind, number>>
  return { fields: PLAN_MAPPING_KINDS.filter((kind) => counts[kind] !== undefined), unlinked: counts }
}

export const itemCountsOf = ({ items }: PlanRow) => JSON.parse(items) as Partial<Record<PlanMappingKind, number>>

export const toPlan = (row: PlanRow): Plan => ({
  ...{ id: row.id, name: row.name, description: row.description, currency: row.currency, version: row.version },
  startYearMonth: row.startMonth,
  endYearMonth: row.endMonth,
  hasExpensePlan: row.hasExpense === 1,
  hasRevenuePlan: row.hasRevenue === 1,
  ...kindsOf(row),
  createdAt: new Date(row.createdAt).toISOString(),
})

export const planStatement = ({ db, actor }: StaffContext, planId: string): D1PreparedStatement =>
  db.sql(`SELECT ${PLAN_COLUMNS} FROM plans p WHERE p.id = ? AND p.company_id = ?`, planId, actor.companyId)

/** Throws NOT_FOUND. */
export const planOf = (row: unknown): PlanRow => {
  if (!row) throw notFound('The plan')
  return row as PlanRow
}

/** Throws NOT_FOUND, also for another company's plan. */
export const requirePlan = async (context: StaffContext, planId: string): Promise<PlanRow> =>
  planOf(await context.db.first(planStatement(context, planId)))

type Sort = (typeof planList.sorts)[number]

const rows: ListRows<PlanQuery, keyof typeof planFilters, Sort> = {
  own: {
    from: 'plans p',
    id: 'p.id',
    sorts: {
      name: { columns: ['lower(p.name)'], index: 'plans_name' },
      startYearMonth: { columns: ['p.start_month'], index: 'plans_start', usual: 'DESC' },
      createdAt: { columns: ['p.created_at'], index: 'plans_created', usual: 'DESC' },
    },
  },
  join: (id) => `plans p ON p.id = ${id}`,
  usual: () => 'startYearMonth',
  // Its own row, that of the index, and what tells its kinds.
  looks: 12,
  clauses: ({ input, bind }) => ({
    conditions: { search: input.search ? containsText('p.name', bind(input.search)) : null },
  }),
}

const readPage = async (context: StaffContext, input: PlanQuery): Promise<Connection<Plan>> => {
  const page = pageOf(rows, context, input)
  const found = await context.db.all<PlanRow>(context.db.sql(pageSql(page, PLAN_COLUMNS), ...page.params))
  return toPage(page, found, input.first, toPlan)
}

export const listPlans = listOperation({ list: planList, rows, access: 'plans.use', read: readPage })

/** All of them, of which a company has few: those that start last first. */
export const readPlanRows = ({ db, actor }: StaffContext): Promise<PlanRow[]> =>
  db.all<PlanRow>(
    db.sql(
      `SELECT ${PLAN_COLUMNS} FROM plans p INDEXED BY plans_start WHERE p.company_id = ? ORDER BY p.start_month DESC, p.id DESC`,
      actor.companyId,
    ),
  )

export const allPlans = query({
  id: 'plans.all',
  access: 'plans.use',
  readsFirst: true,
  input: z.object({}),
  run: async (context): Promise<Plan[]> => (await readPlanRows(context)).map(toPlan),
})

export const readPlan = query({
  id: getPlan.id,
  access: 'plans.use',
  readsFirst: true,
  input: inputOf(getPlan),
  run: async (context, { planId }): Promise<Plan> => toPlan(await requirePlan(context, planId)),
})
