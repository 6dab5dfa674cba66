import type { RecodeSet } from '../../../../schema/planning/transactions/recode-endpoints.ts'
import { invalidField } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { type Field, KEEP, type Line, type Wanted } from './recode-plan.ts'

/** What someone asks to change, checked: which vendor, and which category of expenses or of revenue. */

export interface Asked {
  wanted: Wanted
  /** The type of lines that can have the category. Null if any can. */
  type: Line['type'] | null
  names: { vendor: string | null; category: string | null }
}

const fieldOf = (id: string | null | undefined, isFromMapping: boolean): Field => {
  if (isFromMapping) return { how: 'MAPPING', id: null }
  return id === undefined ? KEEP : { how: 'SET', id }
}

const refuseBoth = ({ vendorId, spendCategoryId, revenueCategoryId, fromMapping = [] }: RecodeSet): void => {
  if (spendCategoryId && revenueCategoryId)
    throw invalidField('revenueCategoryId', 'Choose either a spend category or a revenue category')
  if (vendorId !== undefined && fromMapping.includes('vendor'))
    throw invalidField('vendorId', 'Choose either a vendor or the mapping')
  const category = spendCategoryId === undefined ? revenueCategoryId : spendCategoryId
  if (category !== undefined && fromMapping.includes('category'))
    throw invalidField(
      spendCategoryId === undefined ? 'revenueCategoryId' : 'spendCategoryId',
      'Choose either a category or the mapping',
    )
}

/** The names of what is asked for, in the order of `asked`. */
export const askedStatement = ({ db, actor }: StaffContext, given: RecodeSet): D1PreparedStatement =>
  db.sql(
    `SELECT (SELECT name FROM vendors WHERE id = ?2 AND company_id = ?1) AS vendor,
            (SELECT name FROM spend_categories WHERE id = ?3 AND company_id = ?1) AS spend,
            (SELECT name FROM revenue_categories WHERE id = ?4 AND company_id = ?1) AS revenue`,
    ...[actor.companyId, given.vendorId ?? null, given.spendCategoryId ?? null, given.revenueCategoryId ?? null],
  )

/** Throws INVALID beside what doesn't exist. */
export const toAsked = (given: RecodeSet, row: Record<string, unknown> | undefined): Asked => {
  refuseBoth(given)
  const { vendorId, spendCategoryId, revenueCategoryId, fromMapping = [] } = given
  const name = (key: string): string | null => (row?.[key] == null ? null : String(row[key]))
  if (vendorId && name('vendor') === null) throw invalidField('vendorId', 'Choose a vendor of your company')
  if (spendCategoryId && name('spend') === null)
    throw invalidField('spendCategoryId', 'Choose a spend category of your company')
  if (revenueCategoryId && name('revenue') === null)
    throw invalidField('revenueCategoryId', 'Choose a revenue category of your company')
  const categoryId = revenueCategoryId || spendCategoryId === undefined ? revenueCategoryId : spendCategoryId
  return {
    wanted: {
      vendor: fieldOf(vendorId, fromMapping.includes('vendor')),
      category: fieldOf(categoryId, fromMapping.includes('category')),
    },
    type: spendCategoryId ? 'expense' : revenueCategoryId ? 'revenue' : null,
    names: { vendor: name('vendor'), category: name(spendCategoryId ? 'spend' : 'revenue') },
  }
}

/** Throws INVALID if the lines can't have such a category. */
export const requireType = ({ type }: Asked, lines: readonly { type: Line['type'] }[]): void => {
  if (type === null || lines.every((line) => line.type === type)) return
  throw type === 'expense'
    ? invalidField('spendCategoryId', 'Revenue has a revenue category, not a spend category')
    : invalidField('revenueCategoryId', 'Expenses have a spend category, not a revenue category')
}
