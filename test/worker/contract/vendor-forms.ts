import { has, ID, NAMED, PERSON, type Row } from './row.ts'

/** Forms that staff send to a vendor, and that the vendor fills in. */

const as = 'vendorUser' as const
const path = { intakeSubmissionId: '@sentForm' }
const FORM = {
  ...has('invitationId intakeSubmissionId createdAt:time isDraft:flag status:text'),
  intakeCategory: NAMED,
  company: NAMED,
  owner: PERSON,
}
const steps = [{ stepId: 'security', fields: [{ questionId: 'policy', value: 'https://kestrel.test/policy' }] }]

const submitted = { intakeSubmissionId: '@submittedForm' }
const THREADS = { call: 'GET /api/v/intake-submissions/{intakeSubmissionId}/threads', as, path: submitted }
const LINE = has('id body:text createdAt:time updatedAt:time? deletedAt:time? documents:list')
const AUTHOR = has('id firstName:text lastName:text email:text')

export const vendorFormRows: Row[] = [
  {
    call: 'POST /api/vendor/{vendorId}/send-intake-invitation',
    path: { vendorId: '@formVendor' },
    body: { allVendorCompanyUsers: true, intakeCategoryId: '@vendorForm', message: 'Please answer by Friday' },
    answers: ID,
    after: [
      {
        call: 'GET /api/vendor/{vendorId}/forms',
        path: { vendorId: '@formVendor' },
        shows: [{ status: 'UNSUBMITTED' }],
      },
    ],
  },
  {
    call: 'GET /api/vendor/{vendorId}/forms',
    path: { vendorId: '@formVendor' },
    given: ['@sentForm'],
    answers: [FORM],
  },
  { call: 'GET /api/vendor-form-submissions.csv', given: ['@sentForm'], answers: 'text' },
  {
    call: 'DELETE /api/vendor-forms/delete-submission',
    body: { submissionId: '@sentForm' },
    after: [{ call: 'GET /api/vendor-intake/forms/{intakeSubmissionId}', as, path, status: 404 }],
  },
  {
    call: 'GET /api/vendor-intake/invitations',
    as,
    given: ['@sentForm'],
    answers: [{ ...has('id createdAt:time intakeSubmissionId'), intakeCategory: NAMED, company: NAMED }],
  },
  { call: 'GET /api/vendor-intake/forms', as, given: ['@sentForm'], answers: [FORM] },
  { call: 'GET /api/vendor-intake/forms/{intakeSubmissionId}', as, path, answers: FORM },
  {
    call: 'GET /api/vendor-intake/forms/{intakeSubmissionId}/steps',
    as,
    path,
    answers: { steps: [{ ...has('id label:text ordinal:number'), questions: 'list' }] },
  },
  {
    call: 'GET /api/vendor-intake/forms/{intakeSubmissionId}/answers',
    as,
    path,
    answers: { version: 'number', answers: 'list' },
  },
  {
    call: 'POST /api/vendor-intake/forms/{intakeSubmissionId}/submit',
    as,
    path,
    body: { steps, isDraft: false, version: 0, batch: 1, totalBatches: 1 },
    answers: { ...ID, version: 'number' },
    after: [
      {
        call: 'GET /api/vendor-intake/forms/{intakeSubmissionId}',
        as,
        path,
        shows: { status: 'PENDING', isDraft: false },
      },
    ],
  },
  {
    call: 'POST /api/v/signed-upload-url',
    as,
    body: { fileName: 'iso.pdf' },
    answers: has('url:text fieldsJson:text'),
  },
  {
    call: 'POST /api/v/documents',
    as,
    body: { name: '@vendorUpload', displayName: 'ISO 27001', mimeType: 'application/pdf', type: ['ISO_27001'] },
    answers: ID,
  },
  {
    call: 'GET /api/v/intake-submissions/{intakeSubmissionId}/threads',
    as,
    path: submitted,
    given: ['@vendorThread'],
    answers: [{ ...has('id createdAt:time resolvedAt:time?'), commentLines: [{ ...LINE, createdByUser: AUTHOR }] }],
  },
  {
    call: 'POST /api/v/intake-submissions/{intakeSubmissionId}/threads',
    as,
    path: submitted,
    body: { intakeSubmissionAnswerId: 'policy', commentBody: 'It moved', documentIds: [] },
    answers: ID,
    after: [{ ...THREADS, shows: [{ id: '@answer', commentLines: [{ body: 'It moved' }] }] }],
  },
  {
    call: 'POST /api/v/threads/{threadId}/reply',
    as,
    path: { threadId: '@askedVendor' },
    body: { body: 'The first one', documentIds: [] },
    answers: ID,
    after: [
      {
        ...{ call: 'GET /api/v/comments/{threadId}', as, path: { threadId: '@askedVendor' } },
        shows: [{ body: 'Which page?' }, { body: 'The first one' }],
      },
    ],
  },
  {
    call: 'GET /api/v/comments/{threadId}',
    as,
    path: { threadId: '@vendorThread' },
    answers: [{ ...LINE, createdByUser: AUTHOR }],
  },
  {
    call: 'PUT /api/v/comments/{commentId}',
    as,
    path: { commentId: '@vendorComment' },
    body: { body: 'Is a link to our page enough?' },
    after: [{ ...THREADS, shows: [{ commentLines: [{ body: 'Is a link to our page enough?' }] }] }],
  },
  {
    call: 'DELETE /api/v/comments/{commentId}',
    as,
    path: { commentId: '@vendorComment' },
    after: [{ ...THREADS, hides: 'Is a link enough?' }],
  },
  { call: 'GET /api/v/users-for-mentions', as, given: ['@sentForm'], query: { query: 'Ada' }, answers: [PERSON] },
  {
    call: 'GET /api/v/needs-attention/comments',
    as,
    given: ['@askedVendor'],
    answers: [
      {
        ...has('id createdAt:time threadId body:text'),
        user: PERSON,
        company: NAMED,
        intakeSubmissionThread: { ...has('id intakeSubmissionId'), intakeSubmissionAnswerId: 'text?' },
      },
    ],
  },
]
