import {
  choiceFilter,
  daysFilters,
  lookupFilter,
  searchFilter,
  statusFilter,
  yesNoFilter,
} from '../../shared/list-filters.ts'
import { BILL_STATUS_WORDS, BILL_STATUSES } from './values.ts'

/** The filters of the report of lines. Apart from its rows, because the address of its page needs no more. */
export const billLineFilters = {
  search: searchFilter('Search lines', 'Vendor, number, memo'),
  filter: statusFilter(['ACTIVE', 'ALL', 'ARCHIVED']),
  status: choiceFilter(BILL_STATUSES, BILL_STATUS_WORDS, { label: 'Approval' }),
  vendorId: lookupFilter('vendor', { label: 'Vendor', isFurther: true }),
  categoryId: lookupFilter('spend-category', { label: 'Spend category', isFurther: true }),
  departmentId: lookupFilter('department', { label: 'Department', isFurther: true }),
  businessUnitId: lookupFilter('business-unit', {
    ...{ label: 'Business unit', isFurther: true, flag: 'enableBusinessUnits' },
  }),
  entityId: lookupFilter('entity', { label: 'Entity', isFurther: true, flag: 'enableEntities' }),
  isCredit: yesNoFilter({ label: 'Credit', isFurther: true }),
  ...daysFilters('Invoice date', 'invoicedFrom', 'invoicedTo'),
} as const
