import { has, ID, type Row } from './row.ts'

/** The general ledger's entries for the accounting system, with exactly what the contract names. */

const given = ['@connection']
const LIST = 'GET /api/payments/general-ledger-entries'
const ACCOUNT = has('id name:text generalLedgerAccountNumber:text?')
const LINE = {
  ...has('billLineId:text memo:text'),
  ...{ amount: 'object{value currency}', erpCustomFieldValues: 'list{customFieldScriptId value}' },
  ...{ erpAccount: 'object?{id name generalLedgerAccountNumber}', erpDepartment: 'object?{id name}' },
  ...{ erpClassification: 'object?{id name}', erpTaxCode: 'object?{id name}' },
}

const deletion = (what: string, entry: string): Row => ({
  call: `DELETE /api/payments/general-ledger-entries/${what}/{entryId}`,
  path: { entryId: entry },
  given,
  after: [{ call: LIST, hides: entry }],
})
const sending = (name: string, entry: string): Row => ({
  call: `mutation ${name}`,
  args: { id: entry },
  given: ['@writableConnection'],
  answers: ID,
  after: [{ call: LIST, shows: { edges: [{ node: { id: entry } }] } }],
})

export const ledgerRows: Row[] = [
  {
    call: 'POST /api/payments/bills/{billId}/recreate-erp-sync-entry',
    path: { billId: '@approvedBill' },
    answers: ID,
    after: [{ call: LIST, query: { filter: 'UNSYNCED' }, shows: { edges: [{ node: { id: '@answer' } }] } }],
  },
  {
    call: LIST,
    given: [...given, '@billEntry'],
    query: { filter: 'UNSYNCED' },
    answers: {
      edges: [
        {
          cursor: 'text',
          node: {
            ...has('id type:text transactionDate:day isCredit:flag errors:list'),
            ...{ erpIntegration: 'text?', amount: { value: 'number', currency: 'text' }, link: 'text?' },
          },
        },
      ],
      pageInfo: { hasNextPage: 'flag', endCursor: 'text?' },
    },
  },
  deletion('bill', '@billEntry'),
  deletion('bill-payment', '@billPaymentEntry'),
  deletion('ach-load', '@achLoadEntry'),
  {
    call: 'query billErpSyncEntry',
    args: { id: '@billEntry' },
    given,
    answers: {
      ...has('id invoiceDate:day invoiceNumber:text description:text'),
      ...{ erpVendorId: 'text?', totalAmount: 'object{value currency}', syncedOn: 'text?', erpId: 'text?' },
      ...{ erpCustomFieldValues: 'list{customFieldScriptId value}', currency: 'object{symbol exchangeRate}' },
      ...{ bill: 'object{isCredit accountingPeriod { id name } createdBy { id name }}', erpVendor: 'object?{id name}' },
      ...{ erpEntity: 'object?{id name}', lines: [LINE] },
    },
  },
  {
    call: 'query billPaymentErpSyncEntry',
    args: { id: '@billPaymentEntry' },
    given,
    answers: {
      ...has('id transactionDate:day'),
      ...{ erpId: 'text?', syncedOn: 'text?', glFundingAccount: 'object?{id name generalLedgerAccountNumber}' },
      ...{ glClearingAccount: 'object?{id name generalLedgerAccountNumber}' },
      ...{ bill: { totalAmount: 'object{value currency}', invoiceNumber: 'text', erpVendor: 'object?{id name}' } },
    },
  },
  {
    call: 'query bankTransferErpSyncEntry',
    args: { id: '@achLoadEntry' },
    given: [...given, '@transferAccounts'],
    answers: {
      ...has('id transactionDate:day'),
      ...{ erpId: 'text?', syncedOn: 'text?', glFundingAccount: ACCOUNT, glClearingAccount: ACCOUNT },
    },
  },
  sending('syncBillToErp', '@billEntry'),
  sending('syncBillPaymentToErp', '@billPaymentEntry'),
  sending('syncAchLoadToErp', '@achLoadEntry'),
]
