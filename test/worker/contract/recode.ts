import { has, type Row } from './row.ts'

/** Changing and discussing transactions, and a vendor's expenses, with exactly what the contract names. */

const MONTHS = { startYearMonth: '2026-01', endYearMonth: '2026-12' }
const LINE = {
  ...{ erpId: '@transaction', erpIntegrationId: 'books', lineItemErpId: '1', transactionType: 'expense' },
}
const SAID = { ...LINE, commentBody: 'Is this ours?' }
const THREAD = {
  ...has(
    'id createdAt:time erpId:text erpIntegrationId:text lineItemErpId:text transactionType:text transactionId:text',
  ),
  transactionDetails: {
    ...has('transactionId:text date:day'),
    ...{ amount: 'object{value currency}', vendor: 'object?{id name}', erpVendor: 'object?{id name}' },
  },
  thread: {
    ...has('id createdAt:time'),
    ...{ resolvedAt: 'time?', resolvedByUser: 'object?{id}' },
    commentLines: [
      {
        ...has('id createdAt:time updatedAt:time body:text'),
        ...{ deletedAt: 'time?', createdByUser: has('id firstName:text lastName:text email:text') },
      },
    ],
  },
}
const ID = has('id')

export const recodeRows: Row[] = [
  {
    call: 'POST /api/update-transaction',
    body: { transactionId: '@transaction', vendorId: '@vendor', spendCategoryId: '@spendCategory' },
    answers: ID,
    after: [
      {
        ...{ call: 'query transaction', args: { id: '@transaction', type: 'expense' } },
        ...{ select: '{ vendorId categoryId }', shows: { vendorId: '@vendor', categoryId: '@spendCategory' } },
      },
    ],
  },
  {
    call: 'mutation createTransactionThread',
    args: SAID,
    answers: ID,
    after: [
      {
        ...{ call: 'query transactionThreadsForTransaction', args: LINE },
        ...{ select: '{ id thread { commentLines { body } } }' },
        shows: [{ id: '@answer', thread: { commentLines: [{ body: 'Is this ours?' }] } }],
      },
    ],
  },
  {
    call: 'query transactionThreads',
    given: ['@transactionThread'],
    args: { showOpen: true, showResolved: false },
    answers: [THREAD],
  },
  {
    call: 'query transactionThreadsForTransaction',
    given: ['@transactionThread'],
    args: LINE,
    answers: [THREAD],
  },
  {
    call: 'query usersForTransaction',
    args: { ...LINE, query: '' },
    answers: [has('id firstName:text lastName:text email:text')],
  },
  {
    call: 'query expensesInVendor',
    given: ['@transactionOfVendor'],
    args: { ...MONTHS, inVendorIds: ['@vendor'] },
    answers: {
      edges: [{ cursor: 'text', node: has('id transactionDate:day transactionType:text') }],
      pageInfo: { hasNextPage: 'flag', startCursor: 'text?', endCursor: 'text?' },
    },
  },
  {
    call: 'mutation modifyTransactionsOnVendor',
    args: {
      vendorId: '@vendor',
      transactionIdsToAdd: ['@transaction'],
      transactionIdsToRemove: ['@transactionOfVendor'],
    },
    answers: ID,
    after: [
      {
        ...{ call: 'query expensesInVendor', args: { ...MONTHS, inVendorIds: ['@vendor'] } },
        ...{ select: '{ edges { node { id } } }', shows: { edges: [{ node: { id: '@transaction' } }] } },
        hides: '@transactionOfVendor',
      },
    ],
  },
]
