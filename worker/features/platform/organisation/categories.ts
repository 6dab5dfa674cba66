import { z } from 'zod'
import * as endpoints from '../../../../schema/platform/organisation/endpoints.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { REVENUE_CATEGORY, SPEND_CATEGORY } from './kinds.ts'
import { unitOperations } from './unit-operations.ts'
import { allUnits } from './units.ts'

/** Spend and revenue categories: everyone can choose them, and settings managers maintain them (specification 3 §3). */

export const spendCategories = unitOperations(SPEND_CATEGORY, endpoints.spendCategoryEndpoints, 'settings.manage')
export const revenueCategories = unitOperations(REVENUE_CATEGORY, endpoints.revenueCategoryEndpoints, 'settings.manage')

export const allSpendCategories = query({
  id: 'organisation.all-spend-categories',
  access: 'staff.use',
  input: inputOf(endpoints.listSpendCategories),
  run: async (context, { isEnabledForSpendRequests: wanted }) => {
    const categories = await allUnits(context, SPEND_CATEGORY)
    return wanted === undefined ? categories : categories.filter((c) => c.isEnabledForSpendRequests === wanted)
  },
})

export const allRevenueCategories = query({
  id: 'organisation.all-revenue-categories',
  access: 'staff.use',
  input: z.object({}),
  run: (context) => allUnits(context, REVENUE_CATEGORY),
})
