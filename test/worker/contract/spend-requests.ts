import { has, ID, NAMED, paged, type Row } from './row.ts'

/** Spend requests, as programs file and decide them. */

const LINE = { amount: 120_000, categoryId: '@spendCategory', departmentId: '@department' }
const PURCHASE = { vendorId: '@vendor', serviceStartDate: '2027-01-01', serviceEndDate: '2027-12-31', lines: [LINE] }
const MONEY = has('value:number currency:text')
const STATUSES = { approverStatuses: 'list{id status level}', levelGroupStatuses: 'list{id status level}' }
const ROW = {
  ...has('id readableId:text archived:flag description:text status:text createdAt:time'),
  ...{ estimatedCost: MONEY, requestor: NAMED, vendor: NAMED, ...STATUSES },
}
const id = { id: '@spendRequest' }
const of = { spendRequestId: '@spendRequest' }
const one = (shows: object, select: string, args: object = id) => ({
  ...{ call: 'query spendRequest', args: { ...args }, shows, select: `{ ${select} }` },
})

export const spendRows: Row[] = [
  {
    call: 'query spendRequests',
    given: ['@spendRequest'],
    args: { filter: { archived: false }, first: 10 },
    answers: paged(ROW),
  },
  { call: 'query spendRequestsCount', given: ['@spendRequest'], args: { filter: {} }, answers: 'number' },
  {
    call: 'query spendRequest',
    args: id,
    answers: {
      ...ROW,
      ...has('serviceStartDate:day serviceEndDate:day needsSigner:flag canEdit:flag progress:number'),
      ...{ fullyReviewedAt: 'time?', submittedByUser: 'object?{id}', amortizedCost: MONEY },
      ...{ requestor: { ...NAMED, firstName: 'text', lastName: 'text', email: 'text', departments: 'list{id}' } },
      spendRequestLines: [{ id: 'id', estimatedCost: MONEY, category: NAMED, department: NAMED }],
      ...{ watchers: 'list{id user { id }}', documents: 'list{id}', services: 'list{id}', lineId: 'id' },
      ...{ myApproverGroups: 'list{groupId}', awaitingApprovalFromLevelGroupStatuses: 'list{id}' },
    },
  },
  {
    call: 'query previewLevelApprovers',
    given: ['@spendRules'],
    args: { input: PURCHASE },
    answers: [{ level: 'number', approvers: 'list{id name}', watchers: 'list{id}' }],
  },
  { call: 'query plansForSpendRequest', args: of, answers: 'list{id}' },
  {
    call: 'query spendRequestThreadsForSpendRequest',
    given: ['@spendThread'],
    args: of,
    answers: [
      {
        ...has('id createdAt:time spendRequestId'),
        commentLines: [has('id body:text createdAt:time')],
        thread: {
          ...has('id createdAt:time'),
          ...{ resolvedAt: 'time?', resolvedByUser: 'object?{id}' },
          commentLines: [
            {
              ...has('id body:text createdAt:time updatedAt:time'),
              createdByUser: has('id firstName:text email:text'),
            },
          ],
        },
        spendRequestDetails: {
          ...{ vendor: NAMED, cost: MONEY, createdAt: 'time', category: NAMED },
          requestor: has('id firstName:text lastName:text email:text'),
        },
      },
    ],
  },
  {
    call: 'query needsAttentionSpendRequests',
    as: 'approver',
    given: ['@spendRequest'],
    args: { filter: 'approver' },
    answers: [ROW],
  },
  {
    call: 'query spendRequestsInVendor',
    given: ['@spendRequest'],
    args: { vendorId: '@vendor', first: 5 },
    answers: paged(ROW),
  },
  {
    call: 'query spendRequestsInService',
    given: ['@paidService'],
    args: { vendorId: '@vendor', inServiceIds: ['@service'] },
    answers: paged(ROW),
  },
  {
    call: 'query spendRequestsNotInService',
    given: ['@spendRequest'],
    args: { vendorId: '@vendor', notInServiceIds: ['@service'] },
    answers: paged(ROW),
  },
  {
    call: 'mutation createSpendRequest',
    given: ['@spendRules'],
    args: { input: PURCHASE },
    answers: ID,
    after: [one({ status: 'PENDING', vendor: { id: '@vendor' } }, 'status vendor { id }', { id: '@answer' })],
  },
  {
    call: 'mutation updateSpendRequest',
    args: { input: { ...id, ...PURCHASE, description: 'More seats' } },
    answers: ID,
    after: [one({ description: 'More seats' }, 'description')],
  },
  {
    call: 'mutation updateSpendRequestStatus',
    as: 'approver',
    args: { input: { ...id, status: 'APPROVED', comment: 'Fine', levelGroupStatusId: '@spendApproval' } },
    answers: ID,
    after: [one({ status: 'APPROVED' }, 'status')],
  },
  {
    call: 'mutation archiveSpendRequest',
    args: { ...id, message: 'Not now', archived: true },
    answers: ID,
    after: [one({ archived: true }, 'archived')],
  },
  {
    call: 'mutation deleteSpendRequest',
    args: id,
    answers: ID,
    after: [{ call: 'GET /api/spend-requests/{id}', path: id, status: 404 }],
  },
  {
    call: 'mutation modifySpendRequestDescription',
    args: { ...id, description: 'For the new team' },
    answers: ID,
    after: [one({ description: 'For the new team' }, 'description')],
  },
  {
    call: 'mutation modifyServicesOnSpendRequest',
    args: { ...of, serviceIdsToAdd: ['@service'], serviceIdsToRemove: [] },
    answers: ID,
    after: [one({ services: [{ id: '@service' }] }, 'services { id }')],
  },
  {
    call: 'mutation modifySpendRequestsOnService',
    args: { serviceId: '@service', spendRequestIdsToAdd: ['@spendRequest'], spendRequestIdsToRemove: [] },
    answers: ID,
    after: [one({ services: [{ id: '@service' }] }, 'services { id }')],
  },
  {
    call: 'mutation addDocumentsToSpendRequest',
    args: { input: { ...of, documentIds: ['@document'] } },
    answers: ID,
    after: [one({ documents: [{ id: '@document' }] }, 'documents { id }')],
  },
  {
    call: 'mutation removeDocumentsFromSpendRequest',
    given: ['@spendDocument'],
    args: { ...of, documentIds: ['@spendDocument'] },
    answers: ID,
    after: [{ ...one({}, 'documents { id }'), hides: '@spendDocument' }],
  },
  {
    call: 'mutation setVendorSigner',
    args: { input: { vendorId: '@vendor', signerId: '@colleague', spendRequestId: '@signedSpendRequest' } },
    answers: ID,
    after: [
      one({ vendor: { signer: { id: '@colleague' } } }, 'vendor { signer { id } }', { id: '@signedSpendRequest' }),
    ],
  },
  {
    call: 'mutation createSpendRequestThread',
    args: { ...of, commentBody: 'Is the second year fixed?' },
    answers: ID,
    after: [
      {
        ...{ call: 'query spendRequestThreadsForSpendRequest', args: of, select: '{ id commentLines { body } }' },
        shows: [{ id: '@answer', commentLines: [{ body: 'Is the second year fixed?' }] }],
      },
    ],
  },
  {
    call: 'POST /api/intake-submission/{id}/spend-request',
    given: ['@spendRules'],
    path: { id: '@request' },
    body: PURCHASE,
    answers: ID,
    after: [
      { call: 'GET /api/intake-submission/{id}/spend-request', path: { id: '@request' }, shows: { id: '@answer' } },
    ],
  },
  {
    call: 'GET /api/intake-submission/{id}/spend-request',
    given: ['@spendOfRequest'],
    path: { id: '@request' },
    answers: { ...has('id readableId:text status:text'), spendRequestLines: [{ id: 'id', estimatedCost: MONEY }] },
  },
]
