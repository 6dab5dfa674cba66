import { choiceFilter, lookupFilter, searchFilter, statusFilter } from '../../shared/list-filters.ts'
import { FORM_FILTERS, STATUS_WORDS, VENDOR_FORM_STATUSES } from './values.ts'

/** The filters of the list of vendor forms. Apart from its endpoints, because its address needs no more. */
export const sentFormFilters = {
  search: searchFilter('Search forms by name or vendor', 'Form or vendor'),
  filter: statusFilter(['ACTION_REQUIRED', 'ACTIVE', 'ALL', 'ARCHIVED']),
  which: choiceFilter(
    FORM_FILTERS,
    { NEEDS_ATTENTION: 'Needs attention', SUBMITTED: 'Submitted', APPROVED: 'Approved' },
    { label: 'Progress' },
  ),
  status: choiceFilter(VENDOR_FORM_STATUSES, STATUS_WORDS, { label: 'State', isFurther: true }),
  vendorId: lookupFilter('vendor', { label: 'Vendor' }),
  ownerId: lookupFilter('member', { label: 'Sent by', isFurther: true }),
} as const
