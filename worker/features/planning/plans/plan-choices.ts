import { z } from 'zod'
import type { Plan } from '../../../../schema/planning/plans/endpoints.ts'
import {
  DIMENSION_WORDS,
  MOST_PLAN_LINES,
  MOST_PLAN_MONTHS,
  MOST_PLANS,
  MOST_TABLE_BYTES,
  PLAN_DIMENSIONS,
} from '../../../../schema/planning/plans/values.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { id } from '../../../../schema/shared/values.ts'
import { query } from '../../../core/operation.ts'
import { Params } from '../../../core/params.ts'
import { requireVendor } from '../../vendors/vendors/index.ts'
import { seenItemSql } from './lookups.ts'
import { PLAN_COLUMNS, planOf, readPlanRows, toPlan } from './plan.ts'

/** The plans that someone chooses from. */

/**
 * With a vendor, those with a row that is linked to it and that the person sees. Those that start last first. Throws
 * NOT_FOUND for the vendor.
 */
export const readFinancialPlans = query({
  id: 'plans.financial',
  access: 'plans.use',
  readsFirst: true,
  input: z.object({ vendorId: id.optional() }),
  run: async (context, { vendorId }): Promise<Plan[]> => {
    if (!vendorId) return (await readPlanRows(context)).map(toPlan)
    const { db, actor } = context
    const params = new Params(actor.companyId, vendorId)
    const seen = seenItemSql(context, 'vendor', params.bind)
    const { results } = await requireVendor(context, vendorId, [
      db.sql(
        `SELECT ${PLAN_COLUMNS} FROM (SELECT DISTINCT i.plan_id FROM plan_vendor_links k INDEXED BY plan_vendor_links_vendor
            CROSS JOIN plan_items i ON i.id = k.item_id
            WHERE k.company_id = ?1 AND k.vendor_id = ?2 ${seen ? `AND ${seen}` : ''}) f
          CROSS JOIN plans p ON p.id = f.plan_id ORDER BY p.start_month DESC, p.id DESC`,
        ...params.values,
      ),
    ])
    return (results[0] ?? []).map((row) => toPlan(planOf(row)))
  },
})

export interface PlanImportData {
  currency: Currency
  /** Those that there are, whose links can be copied. */
  plans: Plan[]
  /** How many more the company can have. */
  plansLeft: number
  mostMonths: number
  mostLines: number
  mostBytes: number
  /** What a column can be headed with. */
  columns: string[]
}

/** What people need to know who import a table as a plan. */
export const readImportData = query({
  id: 'plans.import-data',
  access: 'plans.manage',
  readsFirst: true,
  input: z.object({}),
  run: async (context): Promise<PlanImportData> => {
    const plans = (await readPlanRows(context)).map(toPlan)
    return {
      currency: context.actor.company.currency,
      plans,
      plansLeft: Math.max(0, MOST_PLANS - plans.length),
      mostMonths: MOST_PLAN_MONTHS,
      mostLines: MOST_PLAN_LINES,
      mostBytes: MOST_TABLE_BYTES,
      columns: [...PLAN_DIMENSIONS.map((dimension) => DIMENSION_WORDS[dimension]), 'Type'],
    }
  },
})
