/**
 * Payments: which pages a company has, and its payments account with bank accounts and the balance. Invariant: asked each
 * time, so that no page shows an older state.
 */

export { type PaymentMethod, useMethodsNeedingAttention } from './api.ts'
export { ApproversPage } from './approvers-page.tsx'
export { BankDetailsToConfirm, PaymentsToRetry, RunsToConfirm } from './attention.tsx'
export { BillPaymentList } from './bill-payment-list.tsx'
export { BillPaymentPage } from './bill-payment-page.tsx'
export { OnboardedPaymentsPage, PaymentsGatekeeper, PaymentsPage } from './gatekeeper.tsx'
export { PaymentsInStatus, ToPay } from './of/worklist.tsx'
export { usePaidToVendor, usePaymentsOfVendor } from './on-vendor.tsx'
export { OnboardingPage } from './onboarding-page.tsx'
export { PaySelectedBills } from './pay-bills.tsx'
export { PaymentOfBill } from './payment-of-bill.tsx'
export { paymentsInQueue } from './queue.ts'
export { billPaymentSearch, onboardingSearch, paymentsSettingsSearch, runSearch } from './search.ts'
export { PaymentsSettingsPage } from './settings-page.tsx'
export { PaymentsSettingsTabs } from './settings-tabs.tsx'
export { VendorPayments } from './vendor-payments.tsx'
export { bankName, bankState } from './words.ts'
