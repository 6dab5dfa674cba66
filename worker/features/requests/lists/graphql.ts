import { REQUEST_STATUSES, SHOWN_STATUSES } from '../../../../schema/approvals/engine/statuses.ts'
import type { IntakeSubmissionRow, ListedSubmission } from '../../../../schema/requests/endpoints.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { AMOUNT_ARGUMENT, moneyType, namedType, pageInfoType } from '../../../transport/graphql/shared-types.ts'
import { requestOperations } from './list.ts'

const shownStatusEnum = builder.enumType('RequestStatusFilter', { values: SHOWN_STATUSES })
const requestStatusEnum = builder.enumType('RequestStatus', { values: REQUEST_STATUSES })
const waitingForType = builder.objectRef<IntakeSubmissionRow['waitingFor'][number]>('WaitingFor').implement({
  fields: (t) => ({
    label: t.exposeString('label'),
    since: t.exposeString('since'),
    people: t.field({ type: [namedType], resolve: (w) => w.people }),
  }),
})
const submissionRow = builder.objectRef<ListedSubmission>('IntakeSubmissionRow').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    number: t.exposeInt('number'),
    title: t.exposeString('title'),
    category: t.field({ type: namedType, resolve: (s) => s.category }),
    requestor: t.field({ type: namedType, resolve: (s) => s.requestor }),
    status: t.field({ type: requestStatusEnum, resolve: (s) => s.status }),
    isDraft: t.exposeBoolean('isDraft'),
    archived: t.exposeBoolean('archived'),
    progress: t.exposeInt('progress'),
    waitingFor: t.field({ type: [waitingForType], resolve: (s) => s.waitingFor }),
    approvedBy: t.field({ type: [namedType], resolve: (s) => s.approvedBy }),
    rejectedBy: t.field({ type: [namedType], resolve: (s) => s.rejectedBy }),
    requestAmount: t.field({ type: moneyType, nullable: true, resolve: (s) => s.requestAmount }),
    vendor: t.field({ type: namedType, nullable: true, resolve: (s) => s.vendor }),
    assignee: t.field({ type: namedType, nullable: true, resolve: (s) => s.assignee }),
    dueDate: t.exposeString('dueDate', { nullable: true }),
    createdAt: t.exposeString('createdAt'),
    submittedAt: t.exposeString('submittedAt', { nullable: true }),
    approvedOrRejectedAt: t.exposeString('approvedOrRejectedAt', { nullable: true }),
    currentLevelSince: t.exposeString('currentLevelSince', { nullable: true }),
    lastAuditLogMessage: t.exposeString('lastAuditLogMessage'),
    lastAuditLogAt: t.exposeString('lastAuditLogAt', { nullable: true }),
  }),
})
const submissionEdge = builder.objectRef<{ cursor: string; node: ListedSubmission }>('IntakeSubmissionEdge').implement({
  fields: (t) => ({
    cursor: t.exposeString('cursor'),
    node: t.field({ type: submissionRow, resolve: (edge) => edge.node }),
  }),
})
const submissionConnection = builder.objectRef<Connection<ListedSubmission>>('IntakeSubmissionConnection').implement({
  fields: (t) => ({
    edges: t.field({ type: [submissionEdge], resolve: (connection) => connection.edges }),
    pageInfo: t.field({ type: pageInfoType, resolve: (connection) => connection.pageInfo }),
  }),
})
const listFilterEnum = builder.enumType('ListStatusFilter', {
  values: ['ACTION_REQUIRED', 'ACTIVE', 'ALL', 'ARCHIVED'] as const,
})
const list = resolveWith('query.intakeSubmissions', requestOperations.list)
builder.queryField('intakeSubmissions', (t) =>
  t.field({
    type: submissionConnection,
    args: {
      first: t.arg.int(),
      after: t.arg.string(),
      filter: t.arg({ type: listFilterEnum }),
      intakeCategoryId: t.arg.id(),
      vendorId: t.arg.id(),
      status: t.arg({ type: shownStatusEnum }),
      requestorUserId: t.arg.id(),
      assigneeUserId: t.arg.id(),
      search: t.arg.string(),
      createdFrom: t.arg.string(),
      createdTo: t.arg.string(),
      dueFrom: t.arg.string(),
      dueTo: t.arg.string(),
      answerFilters: t.arg.stringList(),
      departmentIds: t.arg.idList({ description: 'Requests of people in any of these departments' }),
      amount: t.arg.string({ description: AMOUNT_ARGUMENT }),
    },
    // The type has none of the list's extra columns.
    resolve: (root, { after, ...args }, context, info) =>
      list(root, { ...args, include: ['none'], cursor: after ?? null }, context, info),
  }),
)
