import { choiceFilter, searchFilter } from '../../shared/list-filters.ts'

/** The filters of the list of invoices. Apart from its rows, because the address of its page needs no more. */

export const INVOICE_STATES = ['WAITING', 'BILLED'] as const
const INVOICE_STATE_WORDS = { WAITING: 'Without a bill', BILLED: 'With a bill' } as const

export const invoiceFilters = {
  search: searchFilter('Search invoices', 'Search by file name'),
  state: choiceFilter(INVOICE_STATES, INVOICE_STATE_WORDS, { label: 'Status' }),
} as const
