import { choiceFilter, daysFilters, lookupFilter, searchFilter } from '../../shared/list-filters.ts'
import { ORDER_STATUSES } from './content.ts'

export const ORDER_STATUS_WORDS = { OPEN: 'Open', CLOSED: 'Closed' } as const
export const ORDER_SYNC_WORDS = {
  NONE: 'Only in Outlay',
  SENDING: 'Being sent',
  SYNCED: 'Sent',
  ERRORED: 'Not accepted',
} as const

export const orderFilters = {
  search: searchFilter('Search purchase orders', 'Vendor, number, memo'),
  status: choiceFilter(ORDER_STATUSES, ORDER_STATUS_WORDS, { label: 'Status' }),
  syncState: choiceFilter(['NONE', 'SENDING', 'SYNCED', 'ERRORED'], ORDER_SYNC_WORDS, {
    ...{ label: 'Accounting system', isFurther: true },
  }),
  vendorId: lookupFilter('vendor', { label: 'Vendor', isFurther: true }),
  ...daysFilters('Order date', 'fromDate', 'toDate'),
} as const
