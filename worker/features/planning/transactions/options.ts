import { z } from 'zod'
import type { Named } from '../../../../schema/shared/values.ts'
import { query } from '../../../core/operation.ts'

/** What transactions can be filtered by. */

/** Those with the largest amounts. Others are found by name. */
const MOST_VENDORS = 80

const TABLES = {
  departments: 'departments',
  businessUnits: 'business_units',
  locations: 'locations',
  spendCategories: 'spend_categories',
  revenueCategories: 'revenue_categories',
} as const

const VENDORS = `
SELECT DISTINCT v.id, v.name FROM (
  SELECT o.vendor_id FROM erp_objects o INDEXED BY erp_objects_mapped
   WHERE o.company_id = ?1 AND o.mapped_kind = 'VENDOR' ORDER BY o.last12_minor DESC, o.id DESC LIMIT ${MOST_VENDORS}) o
 CROSS JOIN vendors v ON v.id = o.vendor_id`

const byName = (a: Named, b: Named): number => a.name.localeCompare(b.name)

export const readFilterOptions = query({
  id: 'transactions.filter-options',
  access: 'transactions.read',
  readsFirst: true,
  input: z.object({}),
  run: async ({
    db,
    actor,
  }): Promise<Record<'departments' | 'businessUnits' | 'categories' | 'locations' | 'vendors', Named[]>> => {
    const tables = Object.values(TABLES)
    const found = await db.batch([
      ...tables.map((table) => db.sql(`SELECT id, name FROM ${table} WHERE company_id = ?`, actor.companyId)),
      db.sql(VENDORS, actor.companyId),
    ])
    const [departments = [], businessUnits = [], locations = [], spending = [], revenue = [], vendors = []] = found.map(
      ({ results }) => (results as unknown as Named[]).toSorted(byName),
    )
    return { departments, businessUnits, categories: [...spending, ...revenue], locations, vendors }
  },
})
