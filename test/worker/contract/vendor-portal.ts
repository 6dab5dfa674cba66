import { has, ID, NAMED, type Row } from './row.ts'

/** The vendor portal's own data, and inviting vendors to it. */

const as = 'vendorUser' as const
const ADDRESS = {
  address1: '1 Main St',
  address2: '',
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
  country: 'US',
}
const CONTACT = { firstName: 'Cora', lastName: 'Contact', email: 'cora@vendors.test', memo: 'Mornings' }
const ACCOUNT = {
  ...{ accountHolderName: 'Seller Inc.', accountHolderType: 'COMPANY', accountNumber: '000123456789' },
  ...{ routingNumber: '021000021', bankAccountType: 'SAVINGS', remittanceEmail: 'pay@vendors.test', memo: 'Main' },
  ...{ address1: '1 Main St', address2: '', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' },
  vendorCompanyAddressId: '@vendorAddress',
}
const ACCOUNT_SHAPE = {
  ...has('memo:text isShared:flag paymentInformationId'),
  vendorCompanyAddress: 'object?{id city}',
  paymentInformation: has(`id accountHolderName:text accountHolderType:text accountNumber:text
    lastFourAccountNumber:text routingNumber:text bankAccountType:text address1:text city:text remittanceEmail:text`),
}
const ACCOUNTS = { call: 'query vendorCompanyPaymentInformation', as }
const ADDRESSES = { call: 'query vendorCompanyAddresses', as, select: '{ id city }' }
const CONTACTS = { call: 'query vendorCompanyContacts', as, select: '{ id firstName isShared }' }

export const vendorPortalRows: Row[] = [
  {
    ...ACCOUNTS,
    given: ['@vendorAccount'],
    answers: [ACCOUNT_SHAPE],
  },
  {
    call: 'query vendorCompanyAddresses',
    as,
    given: ['@vendorAddress'],
    answers: [has('id updatedAt:time address1:text address2:text state:text city:text postalCode:text country:text')],
  },
  {
    call: 'query vendorCompanyContacts',
    as,
    given: ['@vendorContact'],
    answers: [has('id firstName:text lastName:text email:text memo:text isShared:flag')],
  },
  {
    call: 'query vendorCompanyBillPayments',
    as,
    given: ['@vendorBillPayment'],
    answers: [
      {
        ...has(
          'id status:text createdAt:time expectedArrivalDate:day? completedAt:time? paidAt:time? companyName:text',
        ),
        bill: 'object{createdAt invoiceNumber dueDate totalAmount { value currency } status invoiceCreatedAt erpVendorName}',
      },
    ],
  },
  { call: 'query vendorCompanyMembers', as, answers: [has('id firstName:text lastName:text email:text')] },
  {
    call: 'query companiesForVendorCompany',
    as,
    given: ['@vendorAccount', '@vendorContact'],
    answers: [
      {
        ...has('id name:text companyIntakeSubmissionCount:number companySubmittedSubmissionCount:number'),
        paymentInformation: 'list{id isShared}',
        contacts: 'list{id isShared}',
      },
    ],
  },
  {
    call: 'query pendingVendorCompanyInvitations',
    as,
    given: ['@vendorInvitation'],
    answers: [{ ...has('id createdAt:time'), company: NAMED }],
  },
  {
    call: 'query willVendorCompanyInvitationRequireReset',
    args: { email: '@newAddress', erpVendorId: '@erpVendorOfVendor' },
    answers: 'flag',
  },
  {
    call: 'mutation updateVendorCompany',
    as,
    args: { input: { name: '@newName', vendorType: 'INDIVIDUAL' } },
    answers: ID,
    after: [
      { call: 'GET /api/v/session', as, shows: { vendorCompany: { name: '@newName', vendorType: 'INDIVIDUAL' } } },
    ],
  },
  {
    call: 'mutation createVendorCompanyAddress',
    as,
    args: { input: ADDRESS },
    answers: ID,
    after: [{ ...ADDRESSES, shows: [{ id: '@answer', city: 'Springfield' }] }],
  },
  {
    call: 'mutation updateVendorCompanyAddress',
    as,
    args: { input: { ...ADDRESS, id: '@vendorAddress', city: 'Shelbyville' } },
    answers: ID,
    after: [{ ...ADDRESSES, shows: [{ id: '@vendorAddress', city: 'Shelbyville' }] }],
  },
  {
    call: 'mutation createVendorCompanyContact',
    as,
    args: { input: CONTACT },
    answers: ID,
    after: [{ ...CONTACTS, shows: [{ id: '@answer', firstName: 'Cora' }] }],
  },
  {
    call: 'mutation updateVendorCompanyContact',
    as,
    args: { input: { ...CONTACT, id: '@vendorContact', firstName: 'Corinna' } },
    answers: ID,
    after: [{ ...CONTACTS, shows: [{ id: '@vendorContact', firstName: 'Corinna' }] }],
  },
  {
    call: 'mutation createVendorCompanyPaymentInformation',
    as,
    args: { input: ACCOUNT },
    answers: ID,
    after: [{ ...ACCOUNTS, select: '{ id memo }', shows: [{ id: '@answer', memo: 'Main' }] }],
  },
  {
    call: 'mutation updateVendorCompanyPaymentInformation',
    as,
    args: { input: { ...ACCOUNT, id: '@vendorAccount', memo: 'Second' } },
    answers: ID,
    after: [{ ...ACCOUNTS, select: '{ id memo }', shows: [{ id: '@vendorAccount', memo: 'Second' }] }],
  },
  {
    call: 'mutation updateSharedVendorCompanyPaymentInformation',
    as,
    args: {
      paymentInformation: [{ vendorCompanyPaymentInformationId: '@vendorAccount', isShared: true }],
      companyId: '@companyId',
    },
    answers: [ID],
    after: [{ ...ACCOUNTS, select: '{ id isShared }', shows: [{ id: '@vendorAccount', isShared: true }] }],
  },
  {
    call: 'mutation updateSharedVendorCompanyContacts',
    as,
    args: { contacts: [{ vendorCompanyContactId: '@vendorContact', isShared: true }], companyId: '@companyId' },
    answers: [ID],
    after: [{ ...CONTACTS, shows: [{ id: '@vendorContact', isShared: true }] }],
  },
  {
    call: 'mutation createVendorCompanyMember',
    as,
    args: { input: { firstName: 'Nia', lastName: 'New', email: '@newAddress' } },
    answers: ID,
    after: [
      {
        call: 'query vendorCompanyMembers',
        as,
        select: '{ id email }',
        shows: [{ id: '@answer', email: '@newAddress' }],
      },
    ],
  },
  {
    call: 'mutation acceptVendorCompanyInvitation',
    as,
    args: { input: { vendorCompanyInvitationId: '@vendorInvitation' } },
    answers: ID,
    after: [{ call: 'query pendingVendorCompanyInvitations', as, select: '{ id }', hides: '@vendorInvitation' }],
  },
  {
    call: 'mutation rejectVendorCompanyInvitation',
    as,
    args: { vendorCompanyInvitationId: '@vendorInvitation' },
    answers: ID,
    after: [{ call: 'query pendingVendorCompanyInvitations', as, select: '{ id }', hides: '@vendorInvitation' }],
  },
  {
    call: 'mutation createVendorCompanyInvitation',
    args: { input: { email: '@newAddress', message: 'Please join us', erpVendorId: '@erpVendorOfVendor' } },
    answers: ID,
    after: [
      {
        call: 'GET /api/vendors/{vendorId}/portal',
        path: { vendorId: '@vendor' },
        shows: { invitations: [{ id: '@answer', email: '@newAddress', status: 'PENDING' }] },
      },
    ],
  },
]
