import { has, ID, NAMED, paged, type Row } from './row.ts'

/** Documents, and what people write about objects. */

const path = { documentId: '@document' }
const READ = { call: 'GET /api/documents/{documentId}', path }
const FIELDS = has(`id createdAt:time updatedAt:time name:text displayName:text signedDownloadUrl:text type:list
  mimeType:text description:text uploadedByEmail:text? summary:text?`)
const DOCUMENT = {
  ...FIELDS,
  uploadedByUser: has('id firstName:text'),
  relatedServices: 'list',
  vendor: 'object?',
  billedBy: 'object?',
  commentLine: 'object?',
}
const SENT_WITH = 'object?{id threadId body createdAt updatedAt deletedAt}'
const THREADS = {
  call: 'GET /api/intake-submission/{id}/threads',
  path: { id: '@request' },
}
const LINE = has('id body:text createdAt:time updatedAt:time? deletedAt:time? documents:list')
const AUTHOR = has('id firstName:text lastName:text email:text')
const THREAD = {
  ...has('id createdAt:time resolvedAt:time? resolvedByUser:object?'),
  commentLines: [{ ...LINE, createdByUser: AUTHOR }],
}
const input = (more: object) => ({
  ...{ displayName: 'The contract', type: ['MSA'], description: 'Signed', vendorId: '@vendor' },
  ...{ serviceIds: ['@service'], mimeType: 'application/pdf', ...more },
})
const stored = {
  ...{ displayName: 'The contract', type: ['MSA'], description: 'Signed', vendor: { id: '@vendor' } },
  relatedServices: [{ id: '@service' }],
}
const made = (shows: object) => [{ ...READ, path: { documentId: '@answer' }, shows }]

export const documentRows: Row[] = [
  { ...READ, answers: DOCUMENT },
  { call: 'DELETE /api/documents/{documentId}', path, after: [{ ...READ, status: 404 }] },
  { call: 'POST /api/documents/{documentId}/extractText', path: { documentId: '@contract' } },
  {
    call: 'POST /api/documents/{documentId}/summarize',
    path: { documentId: '@readContract' },
    answers: { summary: 'text?', threadId: 'id?' },
  },
  { call: 'POST /api/chat-threads', answers: { threadId: 'id' } },
  {
    call: 'GET /api/chat-interface/threads/{threadId}/messages',
    path: { threadId: '@askedChat' },
    answers: { messages: [{ role: 'text', content: 'list', status: 'text' }] },
  },
  {
    call: 'GET /api/document-predictions/{documentId}',
    path: { documentId: '@readContract' },
    answers: { entities: 'list' },
  },
  {
    call: 'GET /api/global/documents-from-ids',
    query: { 'documentId[]': ['@document'], companyId: '@companyId' },
    answers: [DOCUMENT],
  },
  {
    call: 'query documents',
    given: ['@document'],
    args: { displayName: 'Quote', first: 5, after: null },
    answers: paged({
      ...FIELDS,
      uploadedByUser: AUTHOR,
      vendor: 'object?{id name}',
      billedBy: 'object?{id name}',
      relatedServices: 'list{id name}',
      commentLine: SENT_WITH,
    }),
  },
  {
    call: 'query documentsWithNoAssociations',
    given: ['@document'],
    args: { first: 5, after: null },
    answers: paged({ ...FIELDS, commentLine: SENT_WITH }),
  },
  { call: 'query addDocumentData', given: ['@vendor'], answers: { vendors: [NAMED] } },
  { call: 'mutation createDocument', args: { input: input({ name: '@upload' }) }, answers: ID, after: made(stored) },
  {
    call: 'mutation createInvoiceDocument',
    args: { input: input({ name: '@upload' }) },
    answers: ID,
    after: made({ displayName: 'The contract', type: ['INVOICE'] }),
  },
  {
    call: 'mutation updateDocument',
    args: { input: input({ id: '@document', name: '@documentName' }) },
    answers: ID,
    after: [{ ...READ, shows: stored }],
  },
  { call: 'mutation getSignedUploadUrl', args: { fileName: 'a.pdf' }, answers: has('url:text fieldsJson:text') },
  {
    call: 'GET /api/threads',
    given: ['@thread'],
    query: { targetType: 'INTAKE_SUBMISSION', targetId: '@request' },
    answers: [THREAD],
  },
  {
    call: 'GET /api/threads/{threadId}/comment-lines',
    path: { threadId: '@thread' },
    answers: [{ ...LINE, createdByUser: AUTHOR }],
  },
  {
    call: 'PUT /api/comments/{commentId}',
    path: { commentId: '@comment' },
    body: { body: 'Rather this' },
    after: [{ ...THREADS, shows: [{ commentLines: [{ id: '@comment', body: 'Rather this' }] }] }],
  },
  {
    call: 'DELETE /api/comments/{commentId}',
    path: { commentId: '@comment' },
    after: [{ ...THREADS, shows: [{ commentLines: [{ id: '@comment', body: '' }] }] }],
  },
  {
    call: 'GET /api/audit-logs',
    query: { targetType: 'VENDOR', targetId: '@vendor' },
    answers: paged({ ...has('id:text createdAt:time message:text changeData:object'), user: 'object' }),
  },
  {
    call: 'query needsAttentionComments',
    as: 'requester',
    given: ['@mention'],
    answers: [
      {
        ...has('id createdAt:time threadId body:text'),
        user: ID,
        company: NAMED,
        intakeSubmissionThread: has('id intakeSubmissionId intakeSubmissionAnswerId:id?'),
      },
    ],
  },
  { call: 'query threadLink', args: { threadId: '@thread' }, answers: 'text' },
  {
    call: 'mutation createCommentLine',
    args: { threadId: '@thread', body: 'Because', documentIds: ['@document'] },
    answers: ID,
    after: [{ ...THREADS, shows: [{ commentLines: [{ id: '@answer', body: 'Because' }] }] }],
  },
  {
    call: 'mutation resolveThread',
    args: { threadId: '@thread' },
    answers: ID,
    after: [{ ...THREADS, shows: [{ id: '@thread', resolvedByUser: { id: '@admin' } }] }],
  },
  {
    call: 'mutation unresolveThread',
    args: { threadId: '@resolvedThread' },
    answers: ID,
    after: [{ ...THREADS, shows: [{ id: '@resolvedThread', resolvedAt: null }] }],
  },
  {
    call: 'mutation createDocumentThread',
    args: { documentId: '@document', commentBody: 'Page 2' },
    answers: ID,
    after: [
      {
        call: 'GET /api/threads',
        query: { targetType: 'DOCUMENT', targetId: '@document' },
        shows: [{ id: '@answer' }],
      },
    ],
  },
  {
    call: 'mutation createServiceThread',
    args: { serviceId: '@service', commentBody: 'Too dear' },
    answers: ID,
    after: [
      { call: 'GET /api/threads', query: { targetType: 'SERVICE', targetId: '@service' }, shows: [{ id: '@answer' }] },
    ],
  },
  {
    call: 'mutation createIntakeSubmissionThread',
    args: { intakeSubmissionId: '@request', commentBody: 'When?' },
    answers: ID,
    after: [{ ...THREADS, shows: [{ id: '@answer' }] }],
  },
]
