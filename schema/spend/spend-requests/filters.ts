import { z } from 'zod'
import { REQUEST_STATUSES, STATUS_WORDS } from '../../approvals/engine/statuses.ts'
import {
  amountFilter,
  choiceFilter,
  listFilter,
  lookupFilter,
  lookupsFilter,
  searchFilter,
  statusFilter,
} from '../../shared/list-filters.ts'
import { id } from '../../shared/values.ts'

/** The filters of the list. Apart from its rows, because the address of its page needs no more. */

export const SPEND_FILTERS = ['ACTION_REQUIRED', 'ACTIVE', 'ALL', 'ARCHIVED'] as const

const serviceIds = z.array(id).max(50, 'At most 50 services')

export const spendFilters = {
  search: searchFilter('Search spend requests', 'Vendor, number, description'),
  filter: statusFilter(SPEND_FILTERS),
  status: choiceFilter(REQUEST_STATUSES, STATUS_WORDS, { label: 'Approval' }),
  vendorId: lookupFilter('vendor', { label: 'Vendor', isFurther: true }),
  requestorId: lookupFilter('member', { label: 'Requester', isFurther: true }),
  categoryId: lookupFilter('spend-category', { label: 'Category', isFurther: true }),
  departmentId: lookupFilter('department', { label: 'Department', isFurther: true, isShownOnceSet: true }),
  /** Any line is for one of them. */
  departmentIds: lookupsFilter('department', 'departments', { label: 'Departments', isFurther: true }),
  amount: amountFilter({ label: 'Total', isFurther: true }),
  businessUnitId: lookupFilter('business-unit', {
    ...{ label: 'Business unit', isFurther: true, flag: 'enableBusinessUnits' },
  }),
  /** Set by a service's page. */
  inServiceIds: listFilter(serviceIds, { label: 'Services' }),
  notInServiceIds: listFilter(serviceIds, { label: 'Without services' }),
} as const
