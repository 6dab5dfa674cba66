/**
 * Bills and invoices: lists, the inbox of payments, a bill's page, and how the approvals inbox shows it. Invariant: what a
 * person decides on is what they saw.
 */
export { billHref } from './address.ts'
export { billQuery } from './api.ts'
export { BillList } from './bill-list.tsx'
export { BillPage } from './bill-page.tsx'
export { BillTabs } from './bill-tabs.tsx'
export { EditBill, NewBill } from './form-pages.tsx'
export { BillsGate } from './gate.tsx'
export { BILL_IN_INBOX } from './inbox/inbox-subject.ts'
export { InvoiceAddressSettings } from './invoice-addresses.tsx'
export { InvoiceList } from './invoice-list.tsx'
export { BillsOfOrder } from './of/bills-of.tsx'
export { useBillsOfVendor } from './of/on-vendor.tsx'
export { PaymentsInbox } from './payments-inbox.tsx'
export { billSearch, invoiceSearch, newBillSearch } from './search.ts'
export { BillsInApproval, InvoicesToEnter } from './worklist/lists.tsx'
