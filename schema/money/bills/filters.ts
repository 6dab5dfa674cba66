import {
  amountFilter,
  choiceFilter,
  daysFilters,
  lookupFilter,
  lookupsFilter,
  searchFilter,
  statusFilter,
  yesNoFilter,
} from '../../shared/list-filters.ts'
import { BILL_STATUS_WORDS, BILL_STATUSES } from './values.ts'

/** The filters of the list. Apart from its rows, because the address of its page needs no more. */

export const BILL_FILTERS = ['ACTION_REQUIRED', 'ACTIVE', 'ALL', 'ARCHIVED'] as const

export const billFilters = {
  search: searchFilter('Search bills', 'Vendor, number, description'),
  filter: statusFilter(BILL_FILTERS),
  status: choiceFilter(BILL_STATUSES, BILL_STATUS_WORDS, { label: 'Approval' }),
  erpVendorId: lookupFilter('erp-vendor', { label: 'Accounting vendor', isFurther: true }),
  vendorId: lookupFilter('vendor', { label: 'Vendor', isFurther: true }),
  purchaseOrderId: lookupFilter('purchase-order', {
    label: 'Purchase order',
    isFurther: true,
    flag: 'enableNetsuitePurchaseOrder',
  }),
  createdById: lookupFilter('member', { label: 'Entered by', isFurther: true }),
  /** Any line is for one of them. */
  departmentIds: lookupsFilter('department', 'departments', { label: 'Departments', isFurther: true }),
  amount: amountFilter({ label: 'Total', isFurther: true }),
  isCredit: yesNoFilter({ label: 'Credit', isFurther: true }),
  ...daysFilters('Invoice date', 'invoicedFrom', 'invoicedTo'),
  ...daysFilters('Due', 'dueFrom', 'dueTo'),
} as const
