import type { ApproverStatus, LevelGroupStatus } from '../../../../schema/approvals/engine/shown-blocks.ts'
import { REQUEST_STATUSES } from '../../../../schema/approvals/engine/statuses.ts'
import type { Thread } from '../../../../schema/documents/threads/endpoints.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { SpendRequest, SpendRequestLine } from '../../../../schema/spend/spend-requests/endpoints.ts'
import type { SpendRequestRow } from '../../../../schema/spend/spend-requests/list.ts'
import { builder } from '../../../transport/graphql/builder.ts'
import { moneyType, namedType, pageInfoType, personType } from '../../../transport/graphql/shared-types.ts'
import type { SpendThread } from './discussion.ts'
import type { previewApprovals } from './preview.ts'

/** What GraphQL answers about spend requests. */

export const statusEnum = builder.enumType('SpendRequestStatus', { values: REQUEST_STATUSES })
const waitingType = builder.objectRef<SpendRequestRow['waitingFor'][number]>('SpendRequestWaitingFor').implement({
  fields: (t) => ({
    label: t.exposeString('label'),
    since: t.exposeString('since'),
    people: t.field({ type: [namedType], resolve: (waiting) => waiting.people }),
  }),
})

const approverStatusType = builder.objectRef<ApproverStatus>('SpendApproverStatus').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.field({ type: statusEnum, resolve: (each) => each.status }),
    level: t.exposeInt('level'),
    isManagerApprover: t.exposeBoolean('isManagerApprover'),
    department: t.field({ type: namedType, nullable: true, resolve: (each) => each.department }),
    businessUnit: t.field({ type: namedType, nullable: true, resolve: (each) => each.businessUnit }),
    user: t.field({ type: namedType, resolve: (each) => each.user }),
    group: t.field({ type: namedType, nullable: true, resolve: (each) => each.group }),
    createdAt: t.exposeString('createdAt'),
    updatedAt: t.exposeString('updatedAt'),
  }),
})
const levelGroupType = builder.objectRef<LevelGroupStatus>('SpendLevelGroupStatus').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    level: t.exposeInt('level'),
    label: t.exposeString('label'),
    reason: t.exposeString('reason'),
    status: t.field({ type: statusEnum, resolve: (block) => block.status }),
    department: t.field({ type: namedType, nullable: true, resolve: (block) => block.department }),
    businessUnit: t.field({ type: namedType, nullable: true, resolve: (block) => block.businessUnit }),
    group: t.field({ type: namedType, nullable: true, resolve: (block) => block.group }),
    approvers: t.field({ type: [namedType], resolve: (block) => block.approvers }),
  }),
})

/** What a row says of itself, also beside plans. */
export const spendFields = builder.interfaceRef<SpendRequestRow>('SpendRequestFields').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    readableId: t.exposeString('readableId'),
    displayName: t.exposeString('displayName'),
    description: t.exposeString('description'),
    archived: t.exposeBoolean('archived'),
    status: t.field({ type: statusEnum, resolve: (row) => row.status }),
    progress: t.exposeInt('progress'),
    estimatedCost: t.field({ type: moneyType, resolve: (row) => row.estimatedCost }),
    amortizedCost: t.field({ type: moneyType, resolve: (row) => row.amortizedCost }),
    vendor: t.field({ type: namedType, resolve: (row) => row.vendor }),
    requestor: t.field({ type: namedType, resolve: (row) => row.requestor }),
    categories: t.field({ type: [namedType], resolve: (row) => row.categories }),
    departments: t.field({ type: [namedType], resolve: (row) => row.departments }),
    businessUnits: t.field({ type: [namedType], resolve: (row) => row.businessUnits }),
    serviceStartDate: t.exposeString('serviceStartDate'),
    serviceEndDate: t.exposeString('serviceEndDate', { nullable: true }),
    needsSigner: t.exposeBoolean('needsSigner'),
    waitingFor: t.field({ type: [waitingType], resolve: (row) => row.waitingFor }),
    approverStatuses: t.field({ type: [approverStatusType], resolve: (row) => row.approverStatuses }),
    levelGroupStatuses: t.field({ type: [levelGroupType], resolve: (row) => row.levelGroupStatuses }),
    createdAt: t.exposeString('createdAt'),
    fullyReviewedAt: t.exposeString('fullyReviewedAt', { nullable: true }),
    lineId: t.exposeID('lineId'),
    intakeSubmissionId: t.exposeID('intakeSubmissionId', { nullable: true }),
  }),
})

export const spendType = builder.objectRef<SpendRequestRow>('SpendRequestRow').implement({
  interfaces: [spendFields],
})

const lineType = builder.objectRef<SpendRequestLine>('SpendRequestLine').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    estimatedCost: t.field({ type: moneyType, resolve: (line) => line.estimatedCost }),
    description: t.exposeString('description'),
    category: t.field({ type: namedType, resolve: (line) => line.category }),
    department: t.field({ type: namedType, resolve: (line) => line.department }),
    businessUnit: t.field({ type: namedType, nullable: true, resolve: (line) => line.businessUnit }),
    entity: t.field({ type: namedType, nullable: true, resolve: (line) => line.entity }),
  }),
})
const fieldValueType = builder.objectRef<SpendRequest['customFieldValues'][number]>('SpendCustomFieldValue').implement({
  fields: (t) => ({ id: t.exposeID('id'), label: t.exposeString('label'), value: t.exposeString('value') }),
})
const monthType = builder.objectRef<SpendRequest['months'][number]>('SpendRequestMonth').implement({
  fields: (t) => ({
    month: t.exposeString('month'),
    amount: t.float({ description: 'In minor units of its currency', resolve: ({ amount }) => amount }),
  }),
})
const requestorType = builder.objectRef<SpendRequest['requestor']>('SpendRequestRequestor').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    email: t.exposeString('email'),
    departments: t.field({ type: [namedType], resolve: (person) => person.departments }),
  }),
})
const vendorType = builder.objectRef<SpendRequest['vendor']>('SpendRequestVendor').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    signer: t.field({ type: personType, nullable: true, resolve: (vendor) => vendor.signer }),
  }),
})
const watcherType = builder
  .objectRef<{ id: string; user: { id: string; name: string } }>('SpendRequestWatcher')
  .implement({
    fields: (t) => ({ id: t.exposeID('id'), user: t.field({ type: namedType, resolve: (watcher) => watcher.user }) }),
  })
const approverGroupType = builder.objectRef<SpendRequest['myApproverGroups'][number]>('SpendApproverGroup').implement({
  fields: (t) => ({
    groupId: t.exposeID('groupId'),
    groupName: t.exposeString('groupName'),
    level: t.exposeInt('level'),
  }),
})
export const detailType = builder.objectRef<SpendRequest>('SpendRequest').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    readableId: t.exposeString('readableId'),
    displayName: t.exposeString('displayName'),
    description: t.exposeString('description'),
    archived: t.exposeBoolean('archived'),
    archiveMessage: t.exposeString('archiveMessage', { nullable: true }),
    status: t.field({ type: statusEnum, resolve: (row) => row.status }),
    progress: t.exposeInt('progress'),
    version: t.exposeInt('version'),
    estimatedCost: t.field({ type: moneyType, resolve: (row) => row.estimatedCost }),
    amortizedCost: t.field({ type: moneyType, resolve: (row) => row.amortizedCost }),
    months: t.field({ type: [monthType], resolve: (row) => row.months }),
    vendor: t.field({ type: vendorType, resolve: (row) => row.vendor }),
    requestor: t.field({ type: requestorType, resolve: (row) => row.requestor }),
    submittedByUser: t.field({ type: personType, nullable: true, resolve: (row) => row.submittedByUser }),
    categories: t.field({ type: [namedType], resolve: (row) => row.categories }),
    departments: t.field({ type: [namedType], resolve: (row) => row.departments }),
    businessUnits: t.field({ type: [namedType], resolve: (row) => row.businessUnits }),
    spendRequestLines: t.field({ type: [lineType], resolve: (row) => row.spendRequestLines }),
    customFieldValues: t.field({ type: [fieldValueType], resolve: (row) => row.customFieldValues }),
    serviceStartDate: t.exposeString('serviceStartDate'),
    serviceEndDate: t.exposeString('serviceEndDate', { nullable: true }),
    needsSigner: t.exposeBoolean('needsSigner'),
    canEdit: t.exposeBoolean('canEdit'),
    watchers: t.field({
      type: [watcherType],
      resolve: (row) => row.watchers.map((user) => ({ id: user.id, user })),
    }),
    documents: t.field({ type: [namedType], resolve: (row) => row.documents }),
    services: t.field({ type: [namedType], resolve: (row) => row.services }),
    myApproverGroups: t.field({ type: [approverGroupType], resolve: (row) => row.myApproverGroups }),
    awaitingApprovalFromLevelGroupStatuses: t.field({
      type: [levelGroupType],
      resolve: ({ levelGroupStatuses, waitingFor }) =>
        levelGroupStatuses.filter(
          ({ status, label }) => status === 'PENDING' && waitingFor.some((waiting) => waiting.label === label),
        ),
    }),
    approverStatuses: t.field({ type: [approverStatusType], resolve: (row) => row.approverStatuses }),
    levelGroupStatuses: t.field({ type: [levelGroupType], resolve: (row) => row.levelGroupStatuses }),
    createdAt: t.exposeString('createdAt'),
    fullyReviewedAt: t.exposeString('fullyReviewedAt', { nullable: true }),
    lineId: t.exposeID('lineId'),
    intakeSubmissionId: t.exposeID('intakeSubmissionId', { nullable: true }),
  }),
})

const edgeType = builder.objectRef<{ cursor: string; node: SpendRequestRow }>('SpendRequestEdge').implement({
  fields: (t) => ({
    cursor: t.exposeString('cursor'),
    node: t.field({ type: spendType, resolve: (edge) => edge.node }),
  }),
})
export const connectionType = builder.objectRef<Connection<SpendRequestRow>>('SpendRequestConnection').implement({
  fields: (t) => ({
    edges: t.field({ type: [edgeType], resolve: (connection) => connection.edges }),
    pageInfo: t.field({ type: pageInfoType, resolve: (connection) => connection.pageInfo }),
  }),
})

const approversType = builder.objectRef<{ id: string; name: string; via: string }>('SpendPreviewPerson').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name'), via: t.exposeString('via') }),
})
type PreviewLevel = Awaited<ReturnType<typeof previewApprovals>>['levels'][number]
/** A level lists people, not steps: someone of several steps once, with every way that led to them. */
const eachOnce = (people: readonly { userId: string; name: string; via: string }[]) => {
  const found = new Map<string, { id: string; name: string; vias: Set<string> }>()
  for (const { userId, name, via } of people) {
    const known = found.get(userId) ?? { id: userId, name, vias: new Set() }
    known.vias.add(via)
    found.set(userId, known)
  }
  return [...found.values()].map(({ vias, ...person }) => ({ ...person, via: [...vias].join(' and ') }))
}

export const levelApprovers = builder.objectRef<PreviewLevel>('LevelApprovers').implement({
  fields: (t) => ({
    level: t.int({ resolve: ({ number }) => number }),
    reasons: t.stringList({ resolve: ({ blocks }) => blocks.map(({ reason }) => reason) }),
    approvers: t.field({
      type: [approversType],
      resolve: ({ blocks }) => eachOnce(blocks.flatMap(({ approvers }) => approvers)),
    }),
    watchers: t.field({
      type: [approversType],
      resolve: ({ blocks }) => eachOnce(blocks.flatMap(({ watchers }) => watchers)),
    }),
  }),
})

const threadFields = (t: PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Thread>) => ({
  id: t.exposeID('id'),
  createdAt: t.exposeString('createdAt'),
  resolvedAt: t.exposeString('resolvedAt', { nullable: true }),
  resolvedByUser: t.field({ type: personType, nullable: true, resolve: (thread) => thread.resolvedByUser }),
  commentLines: t.field({ type: [commentType], resolve: (thread) => thread.commentLines }),
})
const discussionType = builder.objectRef<Thread>('SpendRequestDiscussion').implement({ fields: threadFields })
const detailsType = builder.objectRef<SpendThread['spendRequestDetails']>('SpendRequestThreadDetails').implement({
  fields: (t) => ({
    vendor: t.field({ type: namedType, resolve: (details) => details.vendor }),
    cost: t.field({ type: moneyType, resolve: (details) => details.cost }),
    requestor: t.field({ type: personType, resolve: (details) => details.requestor }),
    createdAt: t.exposeString('createdAt'),
    category: t.field({ type: namedType, nullable: true, resolve: (details) => details.category }),
  }),
})
export const threadType = builder.objectRef<SpendThread>('SpendRequestThread').implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ thread }) => thread.id }),
    createdAt: t.string({ resolve: ({ thread }) => thread.createdAt }),
    spendRequestId: t.exposeID('spendRequestId'),
    spendRequestDetails: t.field({ type: detailsType, resolve: (each) => each.spendRequestDetails }),
    thread: t.field({ type: discussionType, resolve: (each) => each.thread }),
    resolvedAt: t.string({ nullable: true, resolve: ({ thread }) => thread.resolvedAt }),
    resolvedByUser: t.field({ type: personType, nullable: true, resolve: ({ thread }) => thread.resolvedByUser }),
    commentLines: t.field({ type: [commentType], resolve: ({ thread }) => thread.commentLines }),
  }),
})
const commentType = builder.objectRef<Thread['commentLines'][number]>('SpendRequestComment').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    createdAt: t.exposeString('createdAt'),
    updatedAt: t.exposeString('updatedAt'),
    deletedAt: t.exposeString('deletedAt', { nullable: true }),
    body: t.exposeString('body'),
    createdByUser: t.field({ type: personType, resolve: (line) => line.createdByUser }),
  }),
})
