import { has, ID, type Row } from './row.ts'

/** The payments account, bank accounts, and money that comes in and goes back. */

const BANK = {
  ...{ accountHolderName: 'Acme Inc.', accountHolderType: 'COMPANY', bankAccountType: 'CHECKING' },
  ...{ accountNumber: '000123456789', routingNumber: '110000000' },
}
const METHODS = 'GET /api/payments/payment-methods'
const METHOD = has('id bankName:text? lastFourAccountNumber:text status:text isDefault:flag')
const path = { paymentMethodId: '@bankAccount' }

const OF_VENDOR = {
  call: 'GET /api/erp-vendors/{erpVendorId}/payment-methods',
  path: { erpVendorId: '@erpVendor' },
}

const PAYMENT = {
  call: 'GET /api/payments/bill-payments/{billPaymentId}',
  path: { billPaymentId: '@billPayment' },
}

export const paymentRows: Row[] = [
  { call: 'mutation createPaymentsAccount', given: ['@stripe'], args: {}, answers: has('id onboardingUrl:text?') },
  { call: METHODS, given: ['@bankAccount'], answers: [METHOD] },
  { call: 'GET /api/payments/payment-methods/needs-attention', given: ['@newBankAccount'], answers: [METHOD] },
  {
    call: 'POST /api/payments/payment-methods/setup-intent',
    given: ['@paymentsAccount'],
    body: BANK,
    answers: has('id status:text microdepositVerificationLink:text'),
    after: [{ call: METHODS, shows: [{ id: '@answer', status: 'VERIFYING' }] }],
  },
  {
    call: 'GET /api/payments/payment-methods/setup-intents',
    given: ['@newBankAccount'],
    answers: [has('id status:text microdepositVerificationLink:text?')],
  },
  {
    call: 'POST /api/payments/payment-methods/{paymentMethodId}/set-default',
    path,
    answers: ID,
    after: [{ call: METHODS, shows: [{ id: '@bankAccount', isDefault: true }] }],
  },
  {
    call: 'POST /api/payments/payment-methods/{paymentMethodId}/attach-to-erp-entity',
    path,
    body: { erpEntityId: '@erpEntity' },
    answers: ID,
    after: [{ call: METHODS, shows: [{ id: '@bankAccount', erpEntities: [{ id: '@erpEntity' }] }] }],
  },
  {
    call: 'DELETE /api/payments/payment-methods/{paymentMethodId}',
    path,
    answers: ID,
    after: [{ call: METHODS, hides: '@bankAccount' }],
  },
  {
    call: 'GET /api/payments/financial-account-balance',
    given: ['@paymentsAccount'],
    answers: { available: has('value:number currency:text') },
  },
  {
    call: 'POST /api/payments/transfer-funds-to-bank-account',
    given: ['@bankAccount', '@moneyInBalance'],
    body: { paymentMethodId: '@bankAccount', amount: 5000 },
    answers: ID,
    after: [
      { call: 'GET /api/payments/transfers', shows: { edges: [{ node: { id: '@answer', kind: 'WITHDRAWAL' } }] } },
    ],
  },
  {
    call: 'GET /api/erp-vendors/{erpVendorId}/payment-methods',
    path: { erpVendorId: '@erpVendor' },
    given: ['@vendorBankDetails'],
    answers: { paymentInformation: [has('id paymentInformationId:id isConfirmed:flag createdBy:object')] },
  },
  {
    call: 'PUT /api/erp-vendors/{erpVendorId}/payment-information',
    path: { erpVendorId: '@erpVendor' },
    body: BANK,
    answers: ID,
    after: [{ ...OF_VENDOR, shows: { paymentInformation: [{ id: '@answer', isConfirmed: false }] } }],
  },
  {
    call: 'mutation createErpVendorPaymentInformation',
    args: { input: BANK, erpVendorId: '@erpVendor' },
    answers: ID,
    after: [{ ...OF_VENDOR, shows: { paymentInformation: [{ id: '@answer', isConfirmed: false }] } }],
  },
  {
    call: 'mutation confirmErpVendorPaymentInformation',
    args: { id: '@vendorBankDetails', shouldConfirm: true },
    answers: ID,
    after: [{ ...OF_VENDOR, shows: { paymentInformation: [{ id: '@vendorBankDetails', isConfirmed: true }] } }],
  },
  {
    call: 'mutation deleteErpVendorPaymentInformation',
    args: { id: '@vendorBankDetails' },
    answers: ID,
    after: [{ ...OF_VENDOR, hides: '@vendorBankDetails' }],
  },
  {
    call: 'GET /api/payments/payment-information-approvers',
    given: ['@approverGroup'],
    answers: { groups: [has('id name:text')] },
  },
  {
    call: 'POST /api/payments/payment-information-approvers',
    given: ['@approverGroup'],
    body: { groupIds: [] },
    // Who confirms bank details changes with a second admin.
    after: [{ call: 'GET /api/payments/guarded-changes', shows: [{ words: 'Admins confirm payment details' }] }],
  },
  {
    call: 'GET /api/payments/payment-information-approvers/metadata',
    answers: has('hasApprovers:flag isApprover:flag'),
  },
  {
    call: 'GET /api/payments/bill-payments',
    given: ['@billPayment'],
    answers: {
      edges: [
        {
          cursor: 'text',
          node: has('id billId:id status:text accountNumber:text? paymentMethodId:id? createdAt:time'),
        },
      ],
      pageInfo: has('hasNextPage:flag endCursor:text?'),
    },
  },
  {
    ...PAYMENT,
    answers: {
      ...has('id billId:id status:text accountHolderName:text accountHolderType:text accountNumber:text'),
      ...has('routingNumber:text paymentMethodId:id outboundPaymentFailReason:text? expectedArrivalDate:day?'),
      ...has('completedAt:time? paidAt:time? vendorCompanyInvitations:list paymentTransferEvents:list bill:object'),
    },
  },
  {
    call: 'POST /api/payments/start-bill-payment-process/{billPaymentId}/{paymentMethodId}',
    path: { billPaymentId: '@billPayment', paymentMethodId: '@bankAccount' },
    answers: ID,
    after: [{ ...PAYMENT, shows: { paymentTransferEvents: [{ eventType: 'payment.started' }] } }],
  },
  {
    call: 'POST /api/payments/bill-payments/{billPaymentId}/send-remittance-email',
    path: { billPaymentId: '@paidBillPayment' },
    answers: ID,
  },
  {
    call: 'mutation updateBillPaymentMethod',
    args: { billPaymentId: '@billPayment', paymentMethodId: '@bankAccount' },
    answers: ID,
    after: [{ ...PAYMENT, shows: { paymentMethodId: '@bankAccount' } }],
  },
  {
    call: 'mutation setErpEntityEmail',
    args: { erpEntityId: '@erpEntity', emailShortName: 'europe' },
    answers: ID,
    after: [{ call: 'GET /api/erp-entities', shows: [{ id: '@erpEntity', emailShortName: 'europe' }] }],
  },
  {
    call: 'mutation cancelBillPayment',
    args: { billPaymentId: '@billPayment' },
    answers: ID,
    after: [{ ...PAYMENT, shows: { status: 'CANCELLED' } }],
  },
  {
    call: 'mutation updateBillPaymentPaidOutside',
    args: { id: '@billPayment', isPaidOutside: true },
    answers: ID,
    after: [{ ...PAYMENT, shows: { status: 'PAID_OUTSIDE' } }],
  },
  {
    call: 'mutation addErpVendorPaymentInformationToBillPayment',
    args: { input: { billPaymentId: '@billPayment', erpVendorPaymentInformationId: '@confirmedBankDetails' } },
    answers: ID,
    after: [{ ...PAYMENT, shows: { erpVendorPaymentInformationId: '@confirmedBankDetails' } }],
  },
  {
    call: 'mutation addManualPaymentInformation',
    args: { input: BANK, billPaymentId: '@billPayment' },
    answers: ID,
    after: [{ ...OF_VENDOR, shows: { paymentInformation: [{ id: '@answer' }] } }],
  },
  {
    call: 'mutation inviteVendorToAddPaymentInformation',
    args: {
      input: { email: 'accounts@acme.test', message: 'Please add your bank details' },
      billPaymentId: '@billPayment',
    },
    answers: ID,
    after: [{ ...PAYMENT, shows: { vendorCompanyInvitations: [{ toUser: 'accounts@acme.test', status: 'PENDING' }] } }],
  },
]

/** Beyond the contract: changes of settings that guard payments. */
export const GUARDED_CALLS: readonly string[] = [
  'GET /api/payments/guarded-changes',
  'POST /api/payments/guarded-changes/{guardedChangeId}/decide',
]
