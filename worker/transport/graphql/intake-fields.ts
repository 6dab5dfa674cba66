import { SHOWN_STATUSES } from '../../../schema/approvals/engine/model.ts'
import type { IntakeSubmissionRow, ListedSubmission } from '../../../schema/requests/submissions/endpoints.ts'
import type { Connection } from '../../../schema/shared/paging.ts'
import { createWorkflow, renameWorkflow } from '../../features/approvals/workflows/operations.ts'
import { readQuestions } from '../../features/requests/categories/read.ts'
import { readLabel, readOptionsForQuestion, readSubmissionOptions } from '../../features/requests/forms/questions.ts'
import { saveForm } from '../../features/requests/forms/save-form.ts'
import { listSubmissions } from '../../features/requests/lists/list.ts'
import { builder, resolveWith } from './builder.ts'
import { questionRef, questionTypeEnum, stepInput, withNullOptions } from './question-types.ts'
import { idPayload, moneyType, namedType, optionType, pageInfoType } from './shared-types.ts'

builder.queryField('intakeQuestions', (t) =>
  t.field({
    type: [questionRef],
    args: { intakeCategoryId: t.arg.id({ required: true }) },
    resolve: resolveWith('query.intakeQuestions', readQuestions),
  }),
)

const optionsFor = (
  name: 'optionsForIntakeQuestion' | 'submissionOptionsForIntakeQuestion',
  operation: typeof readOptionsForQuestion | typeof readSubmissionOptions,
) =>
  builder.queryField(name, (t) =>
    t.field({
      type: [optionType],
      args: {
        intakeQuestionId: t.arg.id({ required: true }),
        search: t.arg.string(),
        type: t.arg({ type: questionTypeEnum }),
        includeIds: t.arg.idList(),
      },
      resolve: resolveWith(`query.${name}`, operation),
    }),
  )
optionsFor('optionsForIntakeQuestion', readOptionsForQuestion)
optionsFor('submissionOptionsForIntakeQuestion', readSubmissionOptions)
builder.queryField('labelFromId', (t) =>
  t.string({
    args: { id: t.arg.id({ required: true }), type: t.arg({ type: questionTypeEnum, required: true }) },
    resolve: resolveWith('query.labelFromId', readLabel),
  }),
)

interface SavedForm {
  id: string
  complete: boolean
  formVersion: number
}
const savedForm = builder.objectRef<SavedForm>('UpdateIntakeStepsPayload').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    complete: t.exposeBoolean('complete', { description: 'False while batches of the save are missing' }),
    formVersion: t.exposeInt('formVersion'),
  }),
})
const save = resolveWith('mutation.updateIntakeSteps', saveForm)
builder.mutationField('updateIntakeSteps', (t) =>
  t.field({
    type: savedForm,
    args: {
      intakeSteps: t.arg({ type: [stepInput], required: true }),
      intakeCategoryId: t.arg.id({ required: true }),
      transactionId: t.arg.id({ required: true }),
      batch: t.arg.int({ required: true }),
      totalBatches: t.arg.int({ required: true }),
      formVersion: t.arg.int({ description: 'The form version that was read; a newer one answers CONFLICT' }),
    },
    resolve: (root, args, context, info) => save(root, withNullOptions(args), context, info),
  }),
)
builder.mutationField('createIntakeWorkflow', (t) =>
  t.field({
    type: idPayload,
    args: { intakeCategoryId: t.arg.id({ required: true }), label: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.createIntakeWorkflow', createWorkflow),
  }),
)
builder.mutationField('updateIntakeWorkflow', (t) =>
  t.field({
    type: idPayload,
    args: { id: t.arg.id({ required: true }), label: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.updateIntakeWorkflow', renameWorkflow),
  }),
)

const shownStatusEnum = builder.enumType('RequestStatusFilter', { values: SHOWN_STATUSES })
const requestStatusEnum = builder.enumType('RequestStatus', { values: ['PENDING', 'APPROVED', 'REJECTED'] as const })
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
const list = resolveWith('query.intakeSubmissions', listSubmissions)
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
    },
    resolve: (root, { after, ...args }, context, info) => list(root, { ...args, cursor: after ?? null }, context, info),
  }),
)
