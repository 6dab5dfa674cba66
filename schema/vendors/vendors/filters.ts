import {
  amountFilter,
  choiceFilter,
  lookupFilter,
  pairsFilter,
  searchFilter,
  statusFilter,
} from '../../shared/list-filters.ts'
import { PAYMENT_METHOD_WORDS, PAYMENT_METHODS } from './values.ts'

/** What the list of vendors can be filtered by. */

/** ACTION_REQUIRED: active vendors without an owner or a payment method. WITHOUT_OWNER: such as those that were made by themselves. */
export const VENDOR_FILTERS = ['ACTION_REQUIRED', 'WITHOUT_OWNER', 'ACTIVE', 'ALL', 'ARCHIVED'] as const

export const vendorFilters = {
  search: searchFilter('Search vendors', 'Search by name'),
  filter: statusFilter(VENDOR_FILTERS),
  ownerId: lookupFilter('member', { label: 'Owner' }),
  vendorCategoryId: lookupFilter('vendor-category', {
    ...{ label: 'Category', isFurther: true, flag: 'enableVendorCategories' },
  }),
  paymentMethod: choiceFilter(PAYMENT_METHODS, PAYMENT_METHOD_WORDS, { label: 'Payment method', isFurther: true }),
  amount: amountFilter({ label: 'Next 12 months', isFurther: true, flag: 'enableN12mServiceSpend' }),
  last12Amount: amountFilter({ label: 'Last 12 months', isFurther: true, flag: 'isErpLinked' }),
  answerFilters: pairsFilter('answerFilters', 'answers'),
} as const
