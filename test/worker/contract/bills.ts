import { has, ID, NAMED, paged, type Row } from './row.ts'

/** Bills and invoices, as programs enter, decide and read them. */

const LINE = { amount: 120_000, memo: 'November', erpAccountId: '@erpExpenseAccount' }
const DATED = { invoiceDate: '2026-11-01', dueDate: '2026-12-01' }
/** The specification's fields. */
const BILL = {
  ...{ invoiceId: '@invoice', erpVendorId: '@erpVendor', erpEntityId: '@erpEntity', invoiceNumber: '@newName' },
  ...{ ...DATED, totalAmount: 120_000, description: 'Hosting', isCredit: false, lines: [LINE] },
}
const MONEY = has('value:number currency:text')
const ROW = {
  ...has('id erpVendorId invoiceNumber:text invoiceDate:day status:text progress:number createdAt:time isCredit:flag'),
  ...{ dueDate: 'day?', totalAmount: MONEY, erpVendor: NAMED, createdBy: 'object', erpEntityId: 'text?' },
  ...{ billPayment: 'object?', syncEntry: 'object?', description: 'text', accountingPeriodId: 'text?' },
  ...{ currency: { symbol: 'text', id: 'text?', exchangeRate: 'number?' }, spendRequestId: 'text?' },
  ...{ approverStatuses: 'list', levelGroupStatuses: 'list' },
}
const DETAIL = {
  ...ROW,
  ...has('canEdit:flag'),
  ...{ invoice: { id: 'id', documentId: 'id' }, accountingPeriod: 'object?', spendRequest: 'object?' },
  ...{ intakeSubmission: 'object?', watchers: 'list', documents: 'list', awaitingApprovalFrom: 'list' },
  erpCustomFieldValues: 'list',
  lines: [
    {
      ...{ id: 'id', amount: MONEY, memo: 'text', erpClassification: 'object?', erpDepartmentMapping: 'object?' },
      ...{ erpAccount: 'object?', erpTaxCode: 'object?', erpAmortizationTemplate: 'object?' },
      ...{ amortizationStartDate: 'day?', amortizationEndDate: 'day?', erpCustomFieldValues: 'list' },
    },
  ],
}
const path = { billId: '@bill' }
const reads = { call: 'GET /api/payments/bills/{billId}', path }
const INVOICE = { id: 'id', createdAt: 'time', document: { id: 'id', name: 'text' }, bills: 'list' }

const SET = { ...has('id name:text'), levels: 'list', departmentIds: 'list' }
const setPath = { billRuleSetId: '@billRuleSet' }
const readsSet = { call: 'GET /api/bill-rule-sets/{billRuleSetId}', path: setPath }

export const billRows: Row[] = [
  { call: 'GET /api/payments/bills', given: ['@bill'], query: { search: 'hosting' }, answers: paged(ROW) },
  {
    call: 'GET /api/payments/bills/line-items',
    given: ['@bill'],
    answers: paged({ ...DETAIL.lines[0], bill: { ...has('id invoiceNumber:text invoiceDate:day'), erpVendor: NAMED } }),
  },
  { call: 'GET /api/payments/bills/line-items.csv', given: ['@bill'] },
  { ...reads, answers: DETAIL },
  {
    call: 'POST /api/payments/bills',
    given: ['@billRules'],
    body: BILL,
    answers: ID,
    after: [
      {
        ...{ ...reads, path: { billId: '@answer' } },
        shows: { status: 'PENDING', totalAmount: { value: 120_000 }, erpVendorId: '@erpVendor', ...DATED },
      },
    ],
  },
  {
    call: 'PUT /api/payments/bills/{billId}',
    path,
    body: { ...BILL, description: 'Hosting and support' },
    answers: ID,
    after: [{ ...reads, shows: { description: 'Hosting and support' } }],
  },
  { call: 'DELETE /api/payments/bills/{billId}', path, after: [{ ...reads, status: 404 }] },
  {
    call: 'POST /api/payments/bills/{billId}/documents/update',
    path,
    body: { documentIds: ['@document'] },
    after: [{ ...reads, shows: { documents: [{ id: '@document' }] } }],
  },
  {
    call: 'GET /api/payments/bills/latest-by-erp-vendor/{erpVendorId}',
    given: ['@bill'],
    path: { erpVendorId: '@erpVendor' },
    answers: DETAIL,
  },
  {
    call: 'GET /api/payments/bills/needs-attention',
    as: 'approver',
    given: ['@bill'],
    answers: [{ ...ROW, isDelegate: 'flag' }],
  },
  {
    call: 'POST /api/payments/bills/approvers-preview',
    given: ['@billRules'],
    body: { totalAmount: 120_000, billLines: [LINE] },
    answers: { levels: [{ number: 'number', blocks: 'list' }] },
  },
  { call: 'GET /api/payments/invoices', given: ['@invoice'], answers: paged(INVOICE) },
  { call: 'GET /api/payments/invoices/{invoiceId}', path: { invoiceId: '@invoice' }, answers: INVOICE },
  {
    call: 'GET /api/payments/invoices/by-document/{documentId}',
    path: { documentId: '@invoiceDocument' },
    answers: INVOICE,
  },
  {
    call: 'DELETE /api/payments/invoices/{invoiceId}',
    path: { invoiceId: '@invoice' },
    after: [{ call: 'GET /api/payments/invoices/{invoiceId}', path: { invoiceId: '@invoice' }, status: 404 }],
  },
  {
    call: 'POST /api/payments/bills/{billId}/add-approval',
    path,
    body: { approverType: 'CUSTOM_APPROVERS', approverUserIds: ['@colleague'] },
    after: [{ ...reads, shows: { levelGroupStatuses: [{ approvers: [{ id: '@colleague' }] }] } }],
  },
  {
    call: 'POST /api/bill-level-group-statuses/{billLevelGroupStatusId}/bypass',
    path: { billLevelGroupStatusId: '@billApproval' },
    body: { approverNote: 'Agreed by phone' },
    after: [{ ...reads, shows: { status: 'APPROVED' } }],
  },
  { call: 'GET /api/bill-rule-sets', given: ['@billRuleSet'], answers: [SET] },
  { call: 'GET /api/bill-rule-sets/{billRuleSetId}', path: setPath, answers: SET },
  {
    call: 'PATCH /api/bill-rule-sets/{billRuleSetId}',
    path: setPath,
    body: { name: '@newName' },
    after: [{ ...readsSet, shows: { name: '@newName' } }],
  },
  {
    call: 'POST /api/bill-rule-sets/{billRuleSetId}/levels',
    path: setPath,
    body: { levels: [{ number: 1, costRules: [{ min: 90_000_000, approverType: 'MANAGER_APPROVER' }] }] },
    after: [{ ...readsSet, shows: { levels: [{ number: 1, costRules: [{ min: 90_000_000 }] }] } }],
  },
  {
    call: 'mutation createBillRuleSet',
    args: { name: '@newName' },
    answers: ID,
    after: [{ ...readsSet, path: { billRuleSetId: '@answer' }, shows: { name: '@newName' } }],
  },
  {
    call: 'mutation updateBillRuleSet',
    args: { id: '@billRuleSet', input: { departmentIds: ['@department'] } },
    answers: ID,
    after: [{ ...readsSet, shows: { departmentIds: ['@department'] } }],
  },
  {
    call: 'mutation deleteBillRuleSet',
    args: { id: '@billRuleSet' },
    answers: ID,
    after: [{ ...readsSet, status: 404 }],
  },
  {
    call: 'query billFormValues',
    given: ['@bill'],
    args: { billId: '@bill' },
    answers: has('needsAccounts:flag needsEntity:flag hasDepartments:flag hasClasses:flag'),
  },
  {
    call: 'query bills',
    given: ['@bill'],
    args: { filter: { search: 'hosting' }, first: 5 },
    answers: paged({
      ...has('id invoiceNumber:text invoiceDate:day status:text totalAmount:number isCredit:flag createdAt:time'),
      ...{ erpVendor: NAMED, createdBy: NAMED, currency: has('symbol:text') },
    }),
  },
  {
    call: 'mutation updateBillStatus',
    as: 'approver',
    args: { input: { id: '@bill', status: 'APPROVED', comment: 'Fine', levelGroupStatusId: '@billApproval' } },
    answers: ID,
    after: [{ ...reads, shows: { status: 'APPROVED' } }],
  },
  {
    call: 'query erpOptions',
    given: ['@erpExpenseAccount'],
    args: { erpEntityId: '@erpEntity' },
    answers: {
      ...{
        accounts: [NAMED],
        departments: 'list{id name}',
        classifications: 'list{id name}',
        locations: 'list{id name}',
      },
      ...{ entities: [NAMED], accountingPeriods: 'list{id name}', taxCodes: 'list{id name}' },
      ...{ currencies: 'list{id name}', amortizationTemplates: 'list{id name}' },
    },
  },
  {
    call: 'mutation modifyBillEntry',
    args: { input: { id: '@bookedBill', totalAmount: 120_000, lines: [{ ...LINE, memo: 'Servers' }] } },
    answers: ID,
    after: [{ ...reads, path: { billId: '@bookedBill' }, shows: { status: 'APPROVED', lines: [{ memo: 'Servers' }] } }],
  },
  {
    call: 'mutation createBillThread',
    args: { billId: '@bill', commentBody: 'Was this delivered?' },
    answers: ID,
    after: [
      {
        ...{ call: 'GET /api/threads', query: { targetType: 'BILL', targetId: '@bill' } },
        shows: [{ id: '@answer' }],
      },
    ],
  },
]
