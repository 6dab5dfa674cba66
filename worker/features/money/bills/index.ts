/**
 * Bills: what a company owes its vendors, entered from invoices, approved by rule sets and one object each. Invariants:
 * the lines add up to the total in minor units; a vendor's invoice number is entered once, unless an admin says why not;
 * amount, vendor and currency of an approved bill change only with new approvals; bills don't know
 * payments, which register what follows from an approval (see followers.ts); only ledger.ts knows the ledger.
 */

export { requireReadable as requireReadableBill, seesAllBills } from './access.ts'
export { decide as decideBill, setArchived as setBillArchived } from './act.ts'
export { updateDocuments } from './documents.ts'
export {
  type ApprovedBill,
  type BillColumns,
  type BillFollower,
  type Following,
  registerBillFollower,
} from './followers.ts'
export { documentOfBill, hasRejectedBill, senderOf } from './fragments/of-document.ts'
export { billsFollow, billsToApprove, hasBill, mostEnteredBy } from './fragments/of-vendor.ts'
export { billsInApproval, billsToMatch, invoicesToEnter } from './fragments/worklist.ts'
export { readInvoiceOfDocument } from './invoices.ts'
export { paidStatement } from './paid.ts'
export { readApprovals, readBill } from './read.ts'
export { createBillRuleSet, saveBillRuleSetLevels } from './rule-sets.ts'
export { createBill, updateBill } from './save.ts'
export { readApproved } from './settled.ts'
export { billSubject } from './subject.ts'
