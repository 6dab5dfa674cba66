/** Invoices that vendors send in their portal, and whether a company takes them. */
export { VendorMoneyPage } from './page.tsx'
export { vendorMoneySearch } from './search.ts'
export { VendorInvoiceSettings } from './settings.tsx'
