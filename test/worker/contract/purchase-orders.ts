import { has, ID, paged, type Row } from './row.ts'

/** Purchase orders, and the task that makes them. */

const path = { purchaseOrderId: '@purchaseOrder' }
const ORDER = {
  ...has(`id status:text totalAmount:number memo:text erpVendor:object? entity:object? location:object?
    department:object? classification:object? approvalGroupStatus:object? linkedRequest:object?`),
  lines: [
    has('amount:number description:text account:object? department:object? classification:object? location:object?'),
  ],
  erp: has('erpId:text? url:text? syncedOn:time? error:text? transactionDate:day'),
}

export const purchaseOrderRows: Row[] = [
  {
    call: 'GET /api/purchase-orders',
    given: ['@purchaseOrder'],
    query: { 'orderBy[by][]': 'totalAmount', 'orderBy[dir][]': 'DESC' },
    answers: paged(ORDER),
  },
  { call: 'GET /api/purchase-orders/{purchaseOrderId}', path, answers: ORDER },
  {
    call: 'POST /api/purchase-orders/{purchaseOrderId}/threads',
    path,
    body: { commentBody: 'When does it come?', documentIds: ['@document'] },
    answers: ID,
    after: [
      {
        call: 'GET /api/threads',
        query: { targetType: 'PURCHASE_ORDER', targetId: '@purchaseOrder' },
        shows: [{ commentLines: [{ body: 'When does it come?' }] }],
      },
    ],
  },
  {
    call: 'POST /api/netsuite-purchase-order-tasks/{levelGroupStatusId}/complete',
    as: 'approver',
    path: { levelGroupStatusId: '@orderTask' },
    body: {
      ...{ transactionDate: '2026-11-02', memo: 'Team plan', erpVendorId: '@vendor', erpEntityId: '@entity' },
      ...{ locationId: '@location', departmentId: '@department', classificationId: '@businessUnit' },
      lines: [
        {
          ...{ description: 'Seats', amount: 12_000, account: '@spendCategory', department: '@department' },
          ...{ classification: '@businessUnit', location: '@location' },
        },
      ],
    },
    answers: ID,
    after: [
      {
        call: 'GET /api/netsuite-purchase-order-tasks/{levelGroupStatusId}/complete',
        path: { levelGroupStatusId: '@orderTask' },
        shows: { completed: true, error: null },
      },
    ],
  },
  {
    call: 'GET /api/netsuite-purchase-order-tasks/{levelGroupStatusId}/complete',
    path: { levelGroupStatusId: '@orderTask' },
    answers: has('completed:flag error:text? lastUpdatedAt:time?'),
  },
]
