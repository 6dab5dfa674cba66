/**
 * Transactions on screens: the list with its totals and chart. Invariant: what is listed, summed and charted has the same
 * filters, which are in the address.
 */
export { ActualTotals } from './actual-totals.tsx'
export { useAccountingVendorField } from './erp-vendor-field.tsx'
export { useTransactionsOfVendor } from './on-vendor.tsx'
export { transactionSearch } from './search.ts'
export { ThreadPage } from './thread-page.tsx'
export { threadSearch } from './thread-search.ts'
export { TransactionsPage } from './transactions-page.tsx'
