import type { WalkIds } from './ids.ts'

/** What the reads of plans take: of each kind of its rows, one. */

const KINDS: Record<string, { slug: string; list: string; id: keyof WalkIds }> = {
  BusinessUnit: { slug: 'business-units', list: 'planBusinessUnits', id: 'planBusinessUnit' },
  Department: { slug: 'departments', list: 'planDepartments', id: 'planDepartment' },
  ExpenseCategory: { slug: 'expense-categories', list: 'planExpenseCategories', id: 'planExpenseCategory' },
  Location: { slug: 'locations', list: 'planLocations', id: 'planLocation' },
  RevenueCategory: { slug: 'revenue-categories', list: 'planRevenueCategories', id: 'planRevenueCategory' },
  Vendor: { slug: 'vendors', list: 'planVendors', id: 'planVendor' },
}

/** What stands behind figures is filtered by the plan's own rows. */
const FILTERS: Record<string, keyof WalkIds> = {
  Department: 'planDepartment',
  BusinessUnit: 'planBusinessUnit',
  Category: 'planExpenseCategory',
  Location: 'planLocation',
  Vendor: 'planVendor',
}

export const PLAN_PARAMETERS: Record<string, (ids: WalkIds) => unknown> = {
  'plans.items.kind': () => 'VENDORS',
  'plans.figures.type': () => 'expense',
  'plans.figures.by': () => 'vendor',
  ...Object.fromEntries(
    ['Transactions', 'Services', 'SpendRequests'].flatMap((list) =>
      Object.entries(FILTERS).flatMap(([filter, id]) => [
        [`query.grouped${list}.in${filter}Ids`, (ids: WalkIds) => [ids[id]]],
        [`query.grouped${list}.notIn${filter}Ids`, (ids: WalkIds) => [ids[id]]],
      ]),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(KINDS).flatMap(([name, { slug, list, id }]) => {
      const value = (ids: WalkIds) => ids[id]
      return [
        [`plans.item-of-${slug}.id`, value],
        [`query.plan${name}Mappings.after`, value],
        ...(name === 'Vendor' ? [] : [[`query.${list}.after`, value]]),
      ]
    }),
  ),
}
