import { planLinesCsv } from '../../../../schema/planning/plans/endpoints.ts'
import { planItems, planLines } from '../../../../schema/planning/plans/tables.ts'
import {
  DIMENSION_WORDS,
  PLAN_DIMENSIONS,
  type PlanType,
  planMonths,
} from '../../../../schema/planning/plans/values.ts'
import { amountCell, type CsvRow } from '../../../core/csv.ts'
import { listFile } from '../../../core/list/file.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { Params } from '../../../core/params.ts'
import { columns, leftJoined, type RowOf, select, typed } from '../../../core/record.ts'
import { COLUMNS } from './entries.ts'
import { requirePlan } from './plan.ts'
import { seenLineSql } from './scope.ts'

/** The lines of a plan as a table that imports read, with a column for each month. */

const LINE = columns(
  select(planLines, 'l', [
    'type',
    'departmentItemId',
    'businessUnitItemId',
    'categoryItemId',
    'locationItemId',
    'vendorItemId',
    'amounts',
  ]),
  leftJoined(select(planItems, 'd', { department: 'name' })),
  leftJoined(select(planItems, 'b', { businessUnit: 'name' })),
  leftJoined(select(planItems, 'c', { category: 'name' })),
  leftJoined(select(planItems, 'o', { location: 'name' })),
  leftJoined(select(planItems, 'v', { vendor: 'name' })),
)
type Line = RowOf<typeof LINE>

const TYPE_NAMES: Record<PlanType, string> = { expense: 'Expense', revenue: 'Revenue' }

const KEY = `l.type, ${PLAN_DIMENSIONS.map((dimension) => `l.${COLUMNS[dimension]}`).join(', ')}`
const keyOf = (line: Line): string[] => [
  line.type,
  line.departmentItemId,
  line.businessUnitItemId,
  line.categoryItemId,
  line.locationItemId,
  line.vendorItemId,
]

const pageSql = (bind: Params['bind'], seen: string | null, after: readonly unknown[] | null, first: number) =>
  typed`SELECT ${LINE} FROM plan_lines l
      LEFT JOIN plan_items d ON d.id = l.department_item_id
      LEFT JOIN plan_items b ON b.id = l.business_unit_item_id
      LEFT JOIN plan_items c ON c.id = l.category_item_id
      LEFT JOIN plan_items o ON o.id = l.location_item_id
      LEFT JOIN plan_items v ON v.id = l.vendor_item_id
     WHERE l.company_id = ?1 AND l.plan_id = ?2 ${seen ? `AND ${seen}` : ''}
       ${after ? `AND (${KEY}) > (${after.map((value) => bind(value as string)).join(', ')})` : ''}
     ORDER BY ${KEY} LIMIT ${bind(first + 1)}`

/** Throws NOT_FOUND. The file has the lines that the person sees in the plan. */
export const exportLines = query({
  id: planLinesCsv.id,
  access: 'plans.use',
  readsFirst: true,
  input: inputOf(planLinesCsv),
  run: async (context, { planId }) => {
    const { db, actor } = context
    const { currency, startMonth, endMonth } = await requirePlan(context, planId)
    return listFile(
      context,
      'plan',
      async ({ cursor, first }) => {
        const params = new Params(actor.companyId, planId)
        const after = cursor ? decodeCursor(cursor, PLAN_DIMENSIONS.length + 1) : null
        const seen = seenLineSql(actor, 'l', params.bind, '?2')
        const found = await db.all(db.sql(pageSql(params.bind, seen, after, first), ...params.values))
        return toConnection(found, first, keyOf, (line) => line)
      },
      () => [
        'Type',
        ...PLAN_DIMENSIONS.map((dimension) => DIMENSION_WORDS[dimension]),
        'Currency',
        ...planMonths(startMonth, endMonth),
      ],
      (line): CsvRow[] => [
        [
          TYPE_NAMES[line.type],
          ...PLAN_DIMENSIONS.map((dimension) => line[dimension]),
          currency,
          ...(JSON.parse(line.amounts) as number[]).map((value) => amountCell({ value, currency })),
        ],
      ],
    )
  },
})
