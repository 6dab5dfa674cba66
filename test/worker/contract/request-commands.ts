import { HOOK_HOST } from '../../support/worker/outside.ts'
import { has, ID, type Row } from './row.ts'

/** Actions on requests and their steps. */

const id = { id: '@request' }
const POST = 'POST /api/intake-submission/{id}'
const READ = { call: 'GET /api/intake-submission/{id}', path: id }
const APPROVALS = { call: 'GET /api/intake-submission/{id}/approvals', path: id }

const field = (stepId: string, questionId: string, questionOrdinal: number, value: unknown) => ({
  ...{ stepId, questionId, questionOrdinal, label: questionId, description: '', isRequired: false },
  ...{ note: '', version: 1, value },
})
const block = (part: object) => ({ levels: [{ blocks: [part] }] })

export const requestCommandRows: Row[] = [
  {
    call: 'POST /api/intake-submission',
    as: 'requester',
    body: {
      batch: 1,
      totalBatches: 1,
      submission: {
        title: 'Laptops for the interns',
        intakeCategoryId: '@category',
        isDraft: false,
        watcherUserIds: ['@colleague'],
        skipApprovals: false,
        steps: [
          { stepId: 'what', stepLabel: 'what', stepOrdinal: 0, fields: [field('what', 'kind', 1, 'new')] },
          { stepId: 'money', stepLabel: 'money', stepOrdinal: 1, fields: [field('money', 'vendor', 1, '@vendor')] },
        ],
      },
    },
    answers: { id: 'id', version: 'number' },
    after: [
      {
        call: 'GET /api/intake-submission/{id}',
        path: { id: '@answer' },
        shows: { title: 'Laptops for the interns', isDraft: false, watcherUserIds: ['@colleague'] },
      },
    ],
  },
  {
    call: 'POST /api/intake-submissions/filter-queries',
    body: { label: 'Waiting', queryString: 'status=PENDING' },
    answers: ID,
    after: [
      {
        call: 'GET /api/intake-submissions/filter-queries',
        shows: [{ id: '@answer', label: 'Waiting', queryString: 'status=PENDING' }],
      },
    ],
  },
  {
    call: 'DELETE /api/intake-submissions/filter-queries/{id}',
    path: { id: '@filterQuery' },
    after: [{ call: 'GET /api/intake-submissions/filter-queries', hides: '@filterQuery' }],
  },
  {
    call: 'DELETE /api/intake-submission/{id}',
    as: 'requester',
    path: { id: '@draft' },
    after: [{ call: 'GET /api/intake-submission/{id}', as: 'requester', path: { id: '@draft' }, status: 404 }],
  },
  {
    call: `${POST}/duplicate`,
    path: id,
    answers: ID,
    after: [{ call: 'GET /api/intake-submission/{id}', path: { id: '@answer' }, shows: { isDraft: true } }],
  },
  { call: `${POST}/restart`, path: id, after: [{ ...READ, shows: { run: 2 } }] },
  {
    call: `${POST}/vendors`,
    path: id,
    body: { vendorIds: ['@otherVendor'] },
    after: [{ ...READ, shows: { associatedVendors: [{ id: '@otherVendor' }] } }],
  },
  {
    call: `${POST}/services`,
    path: id,
    body: { serviceIds: ['@service'] },
    after: [{ call: 'GET /api/intake-submission/{id}/linked-services', path: id, shows: [{ id: '@service' }] }],
  },
  {
    call: `${POST}/documents`,
    path: id,
    body: { documentIds: ['@document'] },
    after: [{ call: 'GET /api/intake-submission/{id}/documents', path: id, shows: [{ id: '@document' }] }],
  },
  {
    call: `${POST}/status`,
    as: 'approver',
    path: id,
    body: {
      status: 'APPROVED',
      comment: 'Within budget',
      levelGroupStatusId: '@approval',
      approveAllNonTaskBlocks: false,
    },
    after: [{ ...APPROVALS, shows: block({ id: '@approval', status: 'APPROVED', approverNote: 'Within budget' }) }],
  },
  {
    call: `${POST}/complete-task`,
    as: 'approver',
    path: id,
    body: { comment: 'Set up', levelGroupStatusId: '@task' },
    after: [{ ...APPROVALS, shows: block({ id: '@task', status: 'APPROVED', approverNote: 'Set up' }) }],
  },
  {
    call: `${POST}/bypass`,
    path: id,
    body: { levelGroupStatusId: '@approval', approverNote: 'On leave' },
    after: [
      {
        ...APPROVALS,
        shows: block({ id: '@approval', bypassedBy: { id: '@admin', userId: '@admin', name: 'Ada Admin' } }),
      },
    ],
  },
  {
    call: `${POST}/remind`,
    as: 'requester',
    path: id,
    body: { levelGroupStatusId: '@approval', note: 'By Friday, please' },
    after: [{ ...APPROVALS, shows: block({ id: '@approval', remindedWithNote: 'By Friday, please' }) }],
  },
  {
    call: `${POST}/threads`,
    path: id,
    body: { commentBody: 'Which model?', documentIds: ['@document'], shareWithVendor: false },
    answers: ID,
    after: [
      {
        call: 'GET /api/intake-submission/{id}/threads',
        path: id,
        shows: [{ id: '@answer', commentLines: [{ body: 'Which model?', documents: [{ id: '@document' }] }] }],
      },
    ],
  },
  {
    call: `${POST}/watchers`,
    path: id,
    body: { watcherIds: ['@colleague'] },
    after: [{ ...READ, shows: { watcherUserIds: ['@colleague'] } }],
  },
  {
    call: `${POST}/assignee`,
    path: id,
    body: { userId: '@colleague' },
    after: [{ ...READ, shows: { assignee: { id: '@colleague' } } }],
  },
  {
    call: `${POST}/task`,
    path: id,
    body: { ruleType: 'TASK', level: 1, details: { approverUserIds: ['@colleague'], description: 'Order it' } },
    after: [{ ...APPROVALS, shows: block({ ruleType: 'TASK', approvers: [{ userId: '@colleague' }] }) }],
  },
  {
    call: 'PUT /api/intake-submission/{id}/archived',
    path: id,
    body: { archived: true, message: 'No longer needed' },
    after: [{ ...READ, shows: { archived: true } }],
  },
  {
    call: 'DELETE /api/intake-submission/{id}/services/{serviceId}',
    path: { id: '@request', serviceId: '@linkedService' },
    after: [{ call: 'GET /api/intake-submission/{id}/linked-services', path: id, hides: '@linkedService' }],
  },
  {
    call: 'DELETE /api/intake-submission/{id}/documents/{documentId}',
    path: { id: '@request', documentId: '@linkedDocument' },
    after: [{ call: 'GET /api/intake-submission/{id}/documents', path: id, hides: '@linkedDocument' }],
  },
  {
    call: 'POST /api/level-group-statuses/{id}/documents',
    as: 'approver',
    path: { id: '@task' },
    body: { documentIds: ['@approverDocument'] },
    after: [
      {
        call: 'GET /api/level-group-statuses/{id}/documents',
        path: { id: '@task' },
        shows: [{ id: '@approverDocument' }],
      },
    ],
  },
  {
    call: 'POST /api/level-group-statuses/{id}/threads',
    as: 'approver',
    path: { id: '@task' },
    body: { commentBody: 'Where to?', documentIds: [] },
    answers: ID,
    after: [
      {
        call: 'GET /api/level-group-statuses/{id}/threads',
        path: { id: '@task' },
        shows: [{ commentLines: [{ body: 'Where to?' }] }],
      },
    ],
  },
  {
    call: 'POST /api/level-group-statuses/{id}/block-status',
    as: 'approver',
    path: { id: '@task' },
    body: { blockStatus: 'WAITING_ON_VENDOR' },
    after: [{ ...APPROVALS, shows: block({ id: '@task', blockStatuses: [{ blockStatus: 'WAITING_ON_VENDOR' }] }) }],
  },
  {
    call: 'POST /api/level-group-statuses/{id}/assignee',
    as: 'approver',
    path: { id: '@task' },
    body: { assigneeUserId: '@approver' },
    after: [{ ...APPROVALS, shows: block({ id: '@task', assigneeUser: { id: '@approver' } }) }],
  },
  {
    call: 'POST /api/replace-lgs-approvers',
    body: { levelGroupStatusId: '@approval', approverType: 'CUSTOM_APPROVERS', groupId: '@fullGroup' },
    after: [{ ...APPROVALS, shows: block({ id: '@approval', approvers: [{ userId: '@colleague' }] }) }],
  },
  {
    call: 'POST /api/webhook-tasks/{levelGroupStatusId}/complete',
    as: 'approver',
    path: { levelGroupStatusId: '@webhookTask' },
    body: { url: `https://${HOOK_HOST}/outlay`, fields: [{ key: 'plan', value: 'Small' }] },
    answers: has('url:text requestBody:text responseBody:text responseStatusCode:number sentAt:time'),
  },
  {
    call: 'POST /api/send-documents',
    body: { email: '@newAddress', documentIds: ['@vendorDocument'], emailCopy: 'Please sign by Friday.' },
    answers: has('email:text documentIds:list'),
  },
  {
    call: 'POST /api/additional-step-tasks/{id}/complete',
    as: 'approver',
    path: { id: '@stepTask' },
    body: {
      steps: [{ stepId: 'later', stepLabel: 'later', stepOrdinal: 9, fields: [field('later', 'plan', 0, 'Small')] }],
    },
    after: [
      {
        call: 'GET /api/intake-submission/{id}/additional-steps',
        path: { id: '@stepRequest' },
        shows: [{ answers: [{ questionId: 'plan', value: 'Small' }] }],
      },
    ],
  },
]
