import {
  amountFilter,
  daysFilters,
  lookupFilter,
  lookupsFilter,
  monthsFilter,
  pairsFilter,
  searchFilter,
  statusFilter,
} from '../../shared/list-filters.ts'

/** What the list of services can be filtered by. */

/** Needs attention: without a period, or the last one has ended or ends within 90 days. */
export const SERVICE_FILTERS = ['ACTION_REQUIRED', 'ACTIVE', 'ALL', 'ARCHIVED'] as const

export const serviceFilters = {
  search: searchFilter('Search services by name or vendor', 'Service or vendor'),
  filter: statusFilter(SERVICE_FILTERS),
  vendorId: lookupFilter('vendor', { label: 'Vendor' }),
  ownerId: lookupFilter('member', { label: 'Owner' }),
  departmentId: lookupFilter('department', { label: 'Department', isFurther: true, isShownOnceSet: true }),
  departmentIds: lookupsFilter('department', 'departments', { label: 'Departments', isFurther: true }),
  /** What the period costs that the list shows: the current one, otherwise the next, otherwise the last. */
  amount: amountFilter({ label: 'Period cost', isFurther: true }),
  businessUnitId: lookupFilter('business-unit', {
    ...{ label: 'Business unit', isFurther: true, flag: 'enableBusinessUnits' },
  }),
  spendCategoryId: lookupFilter('spend-category', { label: 'Spend category', isFurther: true }),
  /** Services with a period in one of these months: `2026-01,2026-12`. */
  dateRange: monthsFilter('Runs'),
  /** Services whose last period ends on one of these days. */
  ...daysFilters('Last period ends', 'endsFrom', 'endsTo'),
  serviceAnswerFilters: pairsFilter('serviceAnswerFilters', 'answers'),
  servicePeriodAnswerFilters: pairsFilter('servicePeriodAnswerFilters', 'periodAnswers'),
} as const
