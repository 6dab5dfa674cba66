import { has, ID, NAMED, paged, type Row } from './row.ts'

/** Reading requests. */

const id = { id: '@request' }
const GET = 'GET /api/intake-submission/{id}'

const SUBMISSION = {
  ...has(`id title:text number:number createdAt:time dueDate:day approvedOrRejectedAt:time? submittedAt:time isDraft:flag
    archived:flag status:text createdBy:object assignee:object? intakeCategoryId watchers:list vendors:list forVendor:flag
    vendorCompany:object?`),
  category: has('id name:text'),
}
const QUESTION = {
  ...has(`id:text label:text description:text isRequired:flag showOnVendorDetails:flag type:text isMulti:flag
    documentTypes:list ordinal:number chainOperator:text options:list conditionAnyOfs:list conditionNumerics:list
    conditionBooleans:list requireDepartmentApproverAssigneeSelection:flag`),
  step: has('id:text label:text ordinal:number isAdditionalStep:flag'),
}
const FIELD = has(
  'stepId:text questionId:text questionOrdinal:number label:text description:text isRequired:flag version:number',
)
const STEP = { ...has('id:text label:text ordinal:number isAdditionalStep:flag'), questions: 'list' }

export const requestRows: Row[] = [
  {
    call: 'GET /api/intake-submissions',
    given: ['@request'],
    query: {
      'orderBy[by][]': 'number',
      'orderBy[dir][]': 'DESC',
      filter: 'ALL',
      intakeCategoryId: '@category',
      search: 'Request',
      status: 'PENDING',
      'answerFilters[]': [],
    },
    answers: paged({
      ...SUBMISSION,
      requestor: { ...has('id name:text'), departments: 'list', businessUnits: 'list' },
      ...has(`columnAnswers:list progress:number lastAuditLogMessage:text lastAuditLogAt:time requestAmount:object?
        currency:text? currentLevelPendingDuration:number? approvedBy:list rejectedBy:list`),
    }),
  },
  {
    call: 'GET /api/download-intake-submissions',
    given: ['@request'],
    query: {
      filter: 'ALL',
      intakeCategoryId: '@category',
      search: 'Request',
      status: 'PENDING',
      'answerFilters[]': [],
    },
    answers: 'text',
  },
  {
    call: 'GET /api/intake-submissions/needs-attention',
    as: 'approver',
    given: ['@request'],
    query: { filter: 'approver' },
    answers: [ID],
  },
  { call: 'GET /api/intake-submissions/filter-options', query: { intakeCategoryId: '@category' } },
  {
    call: 'GET /api/intake-submissions/filter-queries',
    given: ['@filterQuery'],
    answers: [has('id label:text queryString:text')],
  },
  {
    call: GET,
    path: id,
    answers: {
      ...SUBMISSION,
      category: has('id name:text description:text type:text'),
      ...has(`associatedVendors:list answerVendors:list version:number watcherUserIds:list`),
      steps: [{ ...has('stepId:text stepLabel:text stepOrdinal:number'), fields: [FIELD] }],
    },
  },
  { call: `${GET}/answers`, path: id, answers: { answers: [{ ...FIELD, note: 'text?' }] } },
  {
    call: `${GET}/additional-steps`,
    path: { id: '@stepRequest' },
    given: ['@stepTask'],
    answers: [{ step: STEP, answers: 'list' }],
  },
  { call: `${GET}/assignee`, path: id },
  { call: `${GET}/viewers`, path: id },
  { call: `${GET}/tabs`, path: id },
  {
    call: `${GET}/approvals`,
    path: id,
    answers: {
      levels: [
        {
          blocks: [
            {
              ...has(`id parentLevelGroupStatusId:id? ruleType:text level:number sublevels:list status:text
                approverNote:text? label:text bypassedAt:time? bypassedBy:object? remindedBy:object? remindedAt:time?
                remindedWithNote:text? createdBy:object? assigneeUser:object? emailSent:flag approvedAt:time?
                approvedBy:list delegateApproverUser:object? isManagerApprover:flag isRequestor:flag departments:list
                businessUnits:list groups:list approverMatrixCells:list`),
              blockStatuses: 'list',
            },
          ],
        },
      ],
    },
  },
  { call: `${GET}/my-approver-groups`, path: id, as: 'approver' },
  {
    call: `${GET}/threads`,
    path: id,
    given: ['@thread'],
    answers: [
      {
        ...has('id createdAt:time resolvedAt:time? resolvedByUser:object?'),
        commentLines: [
          has('id createdAt:time updatedAt:time? deletedAt:time? body:text createdByUser:object documents:list'),
        ],
        intakeSubmissionThread: has('id intakeSubmissionId intakeSubmissionAnswerId:id?'),
      },
    ],
  },
  { call: `${GET}/linked-services`, path: id, given: ['@linkedService'], answers: [NAMED] },
  { call: `${GET}/services-from-answers`, path: id },
  { call: `${GET}/ironclad-values`, path: id },
  {
    call: 'GET /api/intake-categories',
    answers: [has('id name:text description:text ordinal:number isReadOnly:flag type:text enableAssignees:flag')],
  },
  {
    call: 'GET /api/intake-categories/for-settings',
    answers: [has('id name:text description:text ordinal:number isReadOnly:flag type:text enableAssignees:flag')],
  },
  {
    call: 'GET /api/intake-categories/{intakeCategoryId}/settings',
    path: { intakeCategoryId: '@category' },
    answers: has('dashboardCustomColumns:list'),
  },
  { call: 'GET /api/intake-categories/{intakeCategoryId}/rules', path: { intakeCategoryId: '@category' } },
  {
    call: 'GET /api/intake-categories/{intakeCategoryId}/steps',
    path: { intakeCategoryId: '@category' },
    answers: { steps: [{ ...has('id:text label:text ordinal:number isAdditionalStep:flag'), questions: 'list' }] },
  },
  {
    call: 'GET /api/intake-categories/{intakeCategoryId}/steps/bare',
    path: { intakeCategoryId: '@category' },
    answers: [has('id:text label:text ordinal:number isAdditionalStep:flag')],
  },
  {
    call: 'GET /api/intake-categories/{intakeCategoryId}/steps.csv',
    path: { intakeCategoryId: '@category' },
    answers: 'text',
  },
  {
    call: 'GET /api/intake-categories/{intakeCategoryId}/ironclad-workflows',
    path: { intakeCategoryId: '@category' },
  },
  { call: 'GET /api/intake-questions-by-category/{id}', path: { id: '@category' }, answers: [QUESTION] },
  { call: 'GET /api/intake-questions/custom-select-options', answers: [has('label:text value:text')] },
  {
    call: 'GET /api/intake-workflow/{id}',
    path: { id: '@workflow' },
    answers: { definition: { entryPoints: 'object', levels: [{ rules: 'list' }] } },
  },
  {
    call: 'query intakeQuestions',
    args: { intakeCategoryId: '@category' },
    answers: [
      {
        ...QUESTION,
        options: 'list{id parentId label ordinal}',
        conditionAnyOfs: 'list{valuesQuestionId values}',
        conditionNumerics: 'list{valuesQuestionId minimumValue maximumValue}',
        conditionBooleans: 'list{valuesQuestionId value}',
      },
    ],
  },
  {
    call: 'query optionsForIntakeQuestion',
    args: { intakeQuestionId: '@kindQuestion', search: 'New', type: 'CUSTOM_SELECT', includeIds: [] },
    answers: [has('label:text value:text')],
  },
  {
    call: 'query submissionOptionsForIntakeQuestion',
    given: ['@request'],
    args: { intakeQuestionId: '@kindQuestion', search: 'New', type: 'CUSTOM_SELECT', includeIds: [] },
    answers: [has('label:text value:text')],
  },
  { call: 'query labelFromId', args: { id: '@vendor', type: 'VENDOR_SELECT' }, answers: 'text' },
  { call: 'GET /api/level-group-statuses/{id}/documents', path: { id: '@task' } },
  { call: 'GET /api/level-group-statuses/{id}/threads', path: { id: '@task' }, given: ['@blockThread'], answers: [ID] },
  { call: 'GET /api/level-group-statuses/{id}/history', path: { id: '@task' } },
]
