import { has, type Row } from './row.ts'

/** Reading transactions, with exactly what the contract names. */

const RANGE = { type: 'expense', startYearMonth: '2026-01', endYearMonth: '2026-12' }
const NODE = {
  ...has('id transactionDate:day memo:text description:text transactionType:text expenseOrRevenue:text erpId:text'),
  ...has('erpIntegrationId:text lineItemErpId:text'),
  ...{ amount: 'object{value currency}', documentNumber: 'text?', erpUrl: 'text?' },
  ...{ erpEntityName: 'text?', erpVendorName: 'text?', erpAccountName: 'text?', erpDepartmentName: 'text?' },
  ...{ erpLocationName: 'text?', erpClassificationName: 'text?' },
  ...{ categoryId: 'text?', categoryName: 'text?', departmentId: 'text?', departmentName: 'text?' },
  ...{ businessUnitId: 'text?', businessUnitName: 'text?', locationId: 'text?', locationName: 'text?' },
  ...{ entityId: 'text?', entityName: 'text?', vendorId: 'text?', vendorName: 'text?' },
}
const NAMED = [has('id name:text')]

export const transactionRows: Row[] = [
  {
    call: 'query transactions',
    given: ['@transaction'],
    args: RANGE,
    answers: { edges: [{ cursor: 'text', node: NODE }], pageInfo: { hasNextPage: 'flag', endCursor: 'text?' } },
  },
  { call: 'query transaction', args: { id: '@transaction', type: 'expense' }, answers: NODE },
  {
    call: 'query fiFilterOptions',
    given: ['@department', '@businessUnit', '@location', '@spendCategory'],
    answers: {
      departments: NAMED,
      businessUnits: NAMED,
      categories: NAMED,
      locations: NAMED,
      vendors: 'list{id name}',
    },
  },
  {
    call: 'GET /api/transactions/totals',
    given: ['@transaction'],
    query: RANGE,
    answers: { amount: { value: 'number', currency: 'text' }, count: 'number' },
  },
  {
    call: 'GET /api/transactions/{transactionId}/metadata',
    path: { transactionId: '@transaction' },
    answers: { ...has('id transactionDate:day'), erpUrl: 'text?' },
  },
]
