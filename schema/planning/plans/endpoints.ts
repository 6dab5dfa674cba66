import { z } from 'zod'
import { optionQuery } from '../../platform/lookups/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { listOf } from '../../shared/list.ts'
import { searchFilter } from '../../shared/list-filters.ts'
import { currency, money } from '../../shared/money.ts'
import { connection, orderByOf, pageQuery } from '../../shared/paging.ts'
import { id, instant, limitedText, named, option, requiredText } from '../../shared/values.ts'
import {
  LONGEST_PLAN_ITEM,
  LONGEST_PLAN_NAME,
  MOST_PLAN_LINES,
  MOST_PLANNED,
  PLAN_DIMENSIONS,
  PLAN_TYPES,
  planMappingKind,
  planMonth,
  planTable,
} from './values.ts'

/** Plans (specification 3 §3, §5, §7.1 and §7.6). */

export const plan = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  startYearMonth: z.string(),
  endYearMonth: z.string(),
  currency,
  hasExpensePlan: z.boolean(),
  hasRevenuePlan: z.boolean(),
  /** What its lines name. */
  fields: z.array(planMappingKind),
  /** How many of them are linked to nothing. */
  unlinked: z.partialRecord(planMappingKind, z.number().int()),
  createdAt: instant,
  version: z.number().int(),
})
export type Plan = z.infer<typeof plan>

export const planFilters = { search: searchFilter('Search plans', 'Search by name') } as const

export const planList = listOf({
  name: 'plans',
  path: '/api/plans',
  noun: 'plan',
  nouns: 'plans',
  summary: 'The company’s plans',
  filters: planFilters,
  sorts: ['name', 'startYearMonth', 'createdAt'],
  node: plan,
})
export type PlanQuery = z.output<typeof planList.query>

const planParams = z.object({ planId: id })
const name = requiredText(LONGEST_PLAN_NAME)

export const getPlan = endpoint({
  id: 'plans.get',
  method: 'GET',
  path: '/api/plans/{planId}',
  summary: 'A plan',
  params: planParams,
  response: plan,
})

/** Plan update requires name and description (specification 3 §5). */
export const updatePlan = endpoint({
  id: 'plans.update',
  method: 'PUT',
  path: '/api/plans/{planId}',
  summary: 'Change the name and the description of a plan',
  params: planParams,
  body: z.object({ name, description: requiredText(2000), version: z.number().int().min(1).optional() }),
  response: z.object({ id: z.string() }),
})

/** A table with a column for each month, which can be imported. */
export const planLinesCsv = endpoint({
  id: 'plans.lines-csv',
  method: 'GET',
  path: '/api/plans/{planId}/lines.csv',
  summary: 'The lines of a plan that the person sees, as a CSV file that can be imported',
  params: planParams,
  response: z.string(),
  raw: 'text/csv',
})

export const deletePlan = endpoint({
  id: 'plans.delete',
  method: 'DELETE',
  path: '/api/plans/{planId}',
  summary: 'Delete a plan with everything in it',
  params: planParams,
  response: z.object({ id: z.string() }),
})

/** A new plan, without lines. */
export const newPlan = {
  name,
  description: limitedText(2000).default(''),
  startYearMonth: planMonth,
  endYearMonth: planMonth,
}

const itemName = limitedText(LONGEST_PLAN_ITEM).nullish()
/** An amount of a month. What names the same is added up, with what the plan has already. */
export const planEntry = z.object({
  yearMonth: planMonth,
  /** Minor units of the plan's currency. */
  amount: z.number().int('Amounts are whole minor units').min(-MOST_PLANNED).max(MOST_PLANNED),
  ...{ department: itemName, businessUnit: itemName, category: itemName, location: itemName, vendor: itemName },
})
export type PlanEntry = z.output<typeof planEntry>
export const planEntries = z
  .array(planEntry)
  .min(1, 'Add at least one entry')
  .max(MOST_PLAN_LINES, `At most ${MOST_PLAN_LINES.toLocaleString('en-US')} entries at once`)

export const previewPlanImport = endpoint({
  id: 'plans.preview-import',
  method: 'POST',
  path: '/api/plans/import/preview',
  summary: 'What importing a table as a plan would make, and what is wrong with its rows',
  body: z.object({ startYearMonth: planMonth, endYearMonth: planMonth, table: planTable }),
  response: z.object({
    currency,
    rows: z.number().int(),
    lines: z.number().int(),
    /** How many of each kind it names. */
    items: z.array(z.object({ kind: planMappingKind, count: z.number().int(), examples: z.array(z.string()) })),
    totals: z.object({ expense: money.nullable(), revenue: money.nullable() }),
    /** Columns that are left out. */
    leftOut: z.array(z.string()),
    /** By row as a spreadsheet numbers them, the header being row 1. The first ones. */
    faults: z.array(z.object({ row: z.number().int(), column: z.string().nullable(), message: z.string() })),
    faultCount: z.number().int(),
  }),
})
export type PlanPreview = z.infer<typeof previewPlanImport.response>

export const importPlan = endpoint({
  id: 'plans.import',
  method: 'POST',
  path: '/api/plans/import',
  summary: 'Make a plan from a table, all of it or nothing',
  body: z.object({ ...newPlan, table: planTable }),
  response: z.object({ id: z.string(), lines: z.number().int() }),
})

// ---- Figures

const itemIds = z.array(id).max(50, 'At most 50 at once').optional()
export const figureFilters = {
  inDepartmentIds: itemIds,
  inBusinessUnitIds: itemIds,
  inCategoryIds: itemIds,
  inLocationIds: itemIds,
  inVendorIds: itemIds,
} as const

const perMonth = z.array(z.number().int())
const figures = {
  /** Minor units of the plan's currency for each month of the plan. */
  planned: perMonth,
  total: z.number().int(),
  /** What the linked things cost or earned. Null if the person doesn't see actuals. */
  actual: perMonth.nullable(),
  actualTotal: z.number().int().nullable(),
}

export const planFigureRow = z.object({
  /** Null: lines that name none. */
  item: named.nullable(),
  /** What it is in the company. */
  linked: z.array(named),
  ...figures,
})
export type PlanFigureRow = z.infer<typeof planFigureRow>

/** The largest totals first. Ids are those of the plan's own departments, vendors and so on. */
export const planFigures = endpoint({
  id: 'plans.figures',
  method: 'GET',
  path: '/api/plans/{planId}/figures',
  summary: 'What a plan says of each department, vendor and so on, by month, beside the actual amounts',
  params: planParams,
  query: pageQuery.extend({ type: z.enum(PLAN_TYPES), by: z.enum(PLAN_DIMENSIONS), ...figureFilters }),
  response: connection(planFigureRow).extend({
    currency,
    months: z.array(z.string()),
    all: z.object(figures),
    /**
     * What was spent or earned beside the rows, on what none of them is linked to, so that rows add up to the total. On
     * the last page. Null if the person doesn't see actuals.
     */
    others: z.object({ actual: perMonth, actualTotal: z.number().int() }).nullable(),
    /** Whether payroll that the person doesn't see is left out, of planned and of actual amounts. */
    leavesOutPayroll: z.boolean(),
  }),
})
export type PlanFigures = z.infer<typeof planFigures.response>

// ---- Items, and what they are in the company

export const planItem = z.object({ id: z.string(), name: z.string(), planId: z.string(), planName: z.string() })
export type PlanItem = z.infer<typeof planItem>

export const listPlanVendors = endpoint({
  id: 'lookups.plan-vendors',
  method: 'GET',
  path: '/api/plan-vendors',
  summary: 'The vendors of plans that the person can see, by name',
  query: pageQuery.extend({
    search: z.string().trim().max(200).optional(),
    planId: id.optional(),
    orderBy: orderByOf(z.enum(['name']), 1),
  }),
  response: connection(planItem),
})

export const planVendorOptions = endpoint({
  id: 'lookups.plan-vendor-select-options',
  method: 'GET',
  path: '/api/plan-vendor-select-options',
  summary: 'Options of the plan vendor select, by name',
  query: optionQuery.extend({ planId: id.optional() }),
  response: connection(option),
})

export const MOST_ITEMS_AT_ONCE = 500
/** What one item of a plan is linked to. */
export const MOST_LINKS = 50

export const planItemRow = z.object({
  id: z.string(),
  name: z.string(),
  linked: z.array(named),
  /** What it would be by its name, while it is linked to nothing. */
  proposal: named.nullable(),
  version: z.number().int(),
})
export type PlanItemRow = z.infer<typeof planItemRow>

const kindParams = z.object({ planId: id, kind: planMappingKind })

export const listPlanItems = endpoint({
  id: 'plans.items',
  method: 'GET',
  path: '/api/plans/{planId}/items/{kind}',
  summary: 'The departments, vendors and so on of a plan by name, and what they are in the company',
  params: kindParams,
  query: pageQuery.extend({
    search: z.string().trim().max(200).optional(),
    show: z.enum(['ALL', 'UNMAPPED']).default('ALL'),
  }),
  response: connection(planItemRow).extend({ total: z.number().int(), unlinked: z.number().int() }),
})

const planItemChange = z.object({
  id,
  /** The version that was read. Without it the last save wins. */
  version: z.number().int().min(1).optional(),
  name: requiredText(LONGEST_PLAN_ITEM).optional(),
  /** All that it is linked to afterwards. */
  targetIds: z.array(id).max(MOST_LINKS, `At most ${MOST_LINKS}`).optional(),
})
export type PlanItemChange = z.output<typeof planItemChange>

export const savePlanItems = endpoint({
  id: 'plans.save-items',
  method: 'POST',
  path: '/api/plans/{planId}/items/{kind}',
  summary: 'Rename departments, vendors and so on of a plan, or change what they are linked to, all or none',
  params: kindParams,
  body: z.object({
    changes: z
      .array(planItemChange)
      .min(1, 'Change at least one row')
      .max(MOST_ITEMS_AT_ONCE, `At most ${MOST_ITEMS_AT_ONCE} rows at once`),
  }),
  response: z.object({ changed: z.number().int() }),
})

export const copyPlanLinks = endpoint({
  id: 'plans.copy-links',
  method: 'POST',
  path: '/api/plans/{planId}/items/{kind}/copy',
  summary: 'Link what is linked to nothing as what has the same name in another plan is',
  params: kindParams,
  body: z.object({ fromPlanId: id }),
  response: z.object({ id: z.string(), linked: z.number().int() }),
})
