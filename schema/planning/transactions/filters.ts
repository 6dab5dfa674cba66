import { z } from 'zod'
import { EXPENSE_ACCOUNT_TYPES, REVENUE_ACCOUNT_TYPES, TRACKING_LEVELS } from '../../platform/accounting/values.ts'
import { choiceFilter, listFilter, searchFilter } from '../../shared/list-filters.ts'
import { id, isYearMonth } from '../../shared/values.ts'
import { transactionType } from '../actuals/values.ts'

/** What transactions are filtered by (specification 3 §2 and §7.6). Totals, charts and files take the same filters. */

/** Instead of an id: lines without a department, vendor and so on. */
export const NO_VALUE = 'none'

const MOST_IDS = 50
const ids = z.array(id).max(MOST_IDS, `At most ${MOST_IDS} at once`)

export const ACCOUNT_TYPE_WORDS = {
  COGS: 'Cost of goods sold',
  OPEX: 'Operating expenses',
  OTHER_EXPENSE: 'Other expenses',
  REVENUE: 'Revenue',
  OTHER_INCOME: 'Other income',
} as const
export const TRANSACTION_ACCOUNT_TYPES = [...EXPENSE_ACCOUNT_TYPES, ...REVENUE_ACCOUNT_TYPES] as const
export type TransactionAccountType = (typeof TRANSACTION_ACCOUNT_TYPES)[number]

const DEPARTMENT_FILTER_WORDS = {
  ALL_TRANSACTIONS: 'All transactions',
  NONE: 'Without a department',
  TRANSACTIONS_WITH_DEPARTMENT: 'With a department',
} as const

const further = (label: string) => ({ label, isFurther: true as const })

export const transactionFilters = {
  search: searchFilter('Search transactions', 'Vendor, number, memo'),
  inDepartmentIds: listFilter(ids, further('Department')),
  notInDepartmentIds: listFilter(ids, further('Not department')),
  inBusinessUnitIds: listFilter(ids, { ...further('Business unit'), flag: 'enableBusinessUnits' }),
  notInBusinessUnitIds: listFilter(ids, { ...further('Not business unit'), flag: 'enableBusinessUnits' }),
  inCategoryIds: listFilter(ids, further('Category')),
  notInCategoryIds: listFilter(ids, further('Not category')),
  inLocationIds: listFilter(ids, further('Location')),
  notInLocationIds: listFilter(ids, further('Not location')),
  inVendorIds: listFilter(ids, further('Vendor')),
  notInVendorIds: listFilter(ids, further('Not vendor')),
  accountType: choiceFilter(TRANSACTION_ACCOUNT_TYPES, ACCOUNT_TYPE_WORDS, further('Account type')),
  departmentFilter: choiceFilter(TRACKING_LEVELS, DEPARTMENT_FILTER_WORDS, further('With or without department')),
} as const

/** What lines belong to, each with its filters and its column. */
export const DIMENSIONS = {
  department: { label: 'Department', in: 'inDepartmentIds', notIn: 'notInDepartmentIds', column: 'department_id' },
  businessUnit: {
    label: 'Business unit',
    in: 'inBusinessUnitIds',
    notIn: 'notInBusinessUnitIds',
    column: 'business_unit_id',
  },
  category: { label: 'Category', in: 'inCategoryIds', notIn: 'notInCategoryIds', column: 'category_id' },
  location: { label: 'Location', in: 'inLocationIds', notIn: 'notInLocationIds', column: 'location_id' },
  vendor: { label: 'Vendor', in: 'inVendorIds', notIn: 'notInVendorIds', column: 'vendor_id' },
} as const
export type Dimension = keyof typeof DIMENSIONS
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as Dimension[]

export const yearMonth = z.string().refine(isYearMonth, 'Year-month must be in format yyyy-mm')

/** What every call says: expense or revenue, and both months. */
export const transactionRange = { type: transactionType, startYearMonth: yearMonth, endYearMonth: yearMonth }
