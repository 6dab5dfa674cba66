import { has, ID, type Row } from './row.ts'

/** Request categories, their forms and workflows. */

const path = { intakeCategoryId: '@emptyCategory' }
const ALL = 'GET /api/intake-categories/for-settings'
const question = {
  ...{ id: 'reason', label: 'Why?', description: '', isRequired: true, showOnVendorDetails: false, type: 'TEXT' },
  ...{ isMulti: false, documentTypes: [], ordinal: 0, chainOperator: 'AND', options: [], conditionAnyOfs: [] },
  ...{ conditionNumerics: [], conditionBooleans: [], requireDepartmentApproverAssigneeSelection: false },
}
const rule = {
  ...{ id: 'lead', label: 'Lead', type: 'APPROVAL', ordinal: 0, approverType: 'CUSTOM_APPROVERS' },
  ...{ approverGroupIds: [], approverUserIds: ['@approver'], approverMatrixId: null, approverMatrixColumnId: null },
  ...{ watcherType: 'NO_WATCHERS', watcherGroupIds: [], watcherUserIds: [], quorum: { kind: 'ANY' }, settings: {} },
  ...{ chainOperator: 'AND', conditionAnyOfs: [], conditionNumerics: [], conditionBooleans: [] },
}
const levels = [{ id: 'first', number: 1, rules: [rule] }]

export const configurationRows: Row[] = [
  {
    call: 'POST /api/intake-categories',
    body: { name: '@newName', description: 'For trips', type: 'INTERNAL', enableAssignees: true },
    answers: ID,
    after: [{ call: ALL, shows: [{ id: '@answer', description: 'For trips', enableAssignees: true }] }],
  },
  {
    call: 'PUT /api/intake-categories',
    body: [{ id: '@emptyCategory', name: '@newName', description: 'Moved', ordinal: 3 }],
    after: [{ call: ALL, shows: [{ id: '@emptyCategory', name: '@newName', description: 'Moved' }] }],
  },
  {
    call: 'PUT /api/intake-categories/{intakeCategoryId}',
    path,
    body: { name: '@newName', description: 'Renamed', enableAssignees: true },
    after: [{ call: ALL, shows: [{ id: '@emptyCategory', name: '@newName', enableAssignees: true }] }],
  },
  {
    call: 'DELETE /api/intake-categories/{intakeCategoryId}',
    path,
    after: [{ call: ALL, hides: '@emptyCategory' }],
  },
  {
    call: 'POST /api/intake-categories/{intakeCategoryId}/settings',
    path: { intakeCategoryId: '@copyOfCategory' },
    body: { dashboardCustomColumns: [] },
    after: [
      {
        call: 'GET /api/intake-categories/{intakeCategoryId}/settings',
        path: { intakeCategoryId: '@copyOfCategory' },
        shows: { dashboardCustomColumns: [] },
      },
    ],
  },
  {
    call: 'POST /api/intake-categories/{intakeCategoryId}/duplicate',
    path: { intakeCategoryId: '@category' },
    body: { name: '@newName', includeForm: true, includeWorkflow: true, includeAdvanced: false },
    answers: ID,
    after: [
      { call: ALL, shows: [{ id: '@answer', name: '@newName' }] },
      {
        call: 'GET /api/intake-categories/{intakeCategoryId}/steps',
        path: { intakeCategoryId: '@answer' },
        shows: { steps: [{ label: 'what' }] },
      },
    ],
  },
  {
    call: 'POST /api/intake-workflow/{id}/levels',
    path: { id: '@emptyWorkflow' },
    body: { levels },
    after: [
      {
        call: 'GET /api/intake-workflow/{id}',
        path: { id: '@emptyWorkflow' },
        shows: { definition: { levels: [{ rules: [{ label: 'Lead', approverUserIds: ['@approver'] }] }] } },
      },
    ],
  },
  {
    call: 'DELETE /api/intake-categories/{intakeCategoryId}/workflows/{intakeWorkflowId}',
    path: { ...path, intakeWorkflowId: '@emptyWorkflow' },
    after: [{ call: 'GET /api/intake-workflow/{id}', path: { id: '@emptyWorkflow' }, status: 404 }],
  },
  {
    call: 'mutation updateIntakeSteps',
    args: {
      intakeSteps: [{ id: 'only', label: 'Only', ordinal: 0, isAdditionalStep: false, questions: [question] }],
      ...{ intakeCategoryId: '@emptyCategory', transactionId: '@newId', batch: 1, totalBatches: 1 },
    },
    answers: ID,
    after: [
      {
        call: 'GET /api/intake-categories/{intakeCategoryId}/steps',
        path,
        shows: { steps: [{ label: 'Only', questions: [{ label: 'Why?', isRequired: true }] }] },
      },
    ],
  },
  {
    call: 'mutation createIntakeWorkflow',
    args: { intakeCategoryId: '@emptyCategory', label: 'Large' },
    answers: ID,
    after: [{ call: 'GET /api/intake-workflow/{id}', path: { id: '@answer' }, shows: { label: 'Large' } }],
  },
  {
    call: 'mutation updateIntakeWorkflow',
    args: { id: '@emptyWorkflow', label: 'Larger' },
    answers: ID,
    after: [{ call: 'GET /api/intake-workflow/{id}', path: { id: '@emptyWorkflow' }, shows: { label: 'Larger' } }],
  },
  {
    call: 'GET /public-api/intake-categories/{intakeCategoryId}',
    as: 'anonymous',
    path: { intakeCategoryId: '@publicCategory' },
    answers: has('id name:text description:text'),
  },
  {
    call: 'GET /public-api/intake-category/{intakeCategoryId}/steps',
    as: 'anonymous',
    path: { intakeCategoryId: '@publicCategory' },
    answers: { steps: [{ ...has('id:text label:text ordinal:number'), questions: 'list' }] },
  },
  {
    call: 'GET /public-api/intake-questions/{intakeQuestionId}/options',
    as: 'anonymous',
    path: { intakeQuestionId: '@publicQuestion' },
    query: { search: 'lar' },
    answers: [has('label:text value:text')],
  },
  {
    call: 'GET /public-api/company-logo-public-url/{companyId}',
    as: 'anonymous',
    path: { companyId: '@companyId' },
    answers: has('logoUrl:text?'),
  },
  {
    call: 'POST /public-api/intake-submission',
    as: 'anonymous',
    body: {
      ...{ email: '@newAddress', companyId: '@companyId', batch: 1, totalBatches: 1 },
      submission: {
        title: 'We sell chairs',
        intakeCategoryId: '@publicCategory',
        isDraft: false,
        steps: [{ stepId: 'what', stepLabel: 'what', stepOrdinal: 0, fields: [] }],
      },
    },
    after: [
      {
        call: 'GET /api/intake-submissions',
        query: { source: 'PUBLIC', search: 'We sell chairs' },
        shows: { edges: [{ node: { title: 'We sell chairs', contactEmail: '@newAddress' } }] },
      },
    ],
  },
  {
    call: 'POST /api/intake-categories/{intakeCategoryId}/ironclad-workflows',
    path: { intakeCategoryId: '@category' },
    body: { templateIds: [] },
  },
]
