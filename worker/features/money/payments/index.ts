/**
 * Payments: the company's account at the payment provider, its bank accounts, and money that comes in and goes out.
 * Invariants: bank numbers are encrypted or at the provider only; nothing is sent that isn't stored before; a transfer has
 * one key, so that it is made once; what the provider says last counts, in whatever order it arrives.
 */
export { checkAccount, createPaymentsAccount, readAccountRow, requireActive } from './account.ts'
export { createSetupIntent } from './bank-accounts.ts'
export { cancelBillPayment, updatePaidOutside } from './bill-payment-act.ts'
export { detailsOfVendors, enterDetails, placeOfDetails, takeSharedDetails } from './details.ts'
export { decideOnDetails } from './details-decide.ts'
export { fingerprintOf } from './fingerprint.ts'
export { bankChangedAt, bankWaits, paymentsToSend } from './fragments/of-vendor.ts'
export { paymentsIn } from './fragments/worklist.ts'
export { type PaymentHold, registerPaymentHold } from './holds.ts'
export { createRun, decideRun } from './payment-runs.ts'
export { loadFunds } from './transfers.ts'
