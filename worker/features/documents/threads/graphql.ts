import { type AttentionComment, THREAD_TARGETS } from '../../../../schema/documents/threads/endpoints.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload, namedType, personType } from '../../../transport/graphql/shared-types.ts'
import { listAttentionComments, readThreadLink } from './attention.ts'
import { resolveThread, unresolveThread } from './change.ts'
import { createCommentLine, createDocumentThread } from './write.ts'

const intakeSubmissionThread = builder
  .objectRef<NonNullable<AttentionComment['intakeSubmissionThread']>>('IntakeSubmissionThread')
  .implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      intakeSubmissionId: t.exposeID('intakeSubmissionId'),
      intakeSubmissionTitle: t.exposeString('intakeSubmissionTitle'),
      intakeSubmissionAnswerId: t.exposeID('intakeSubmissionAnswerId', { nullable: true }),
    }),
  })

const threadTarget = builder.enumType('ThreadTarget', { values: THREAD_TARGETS })
const threadSubject = builder.objectRef<AttentionComment['subject']>('ThreadSubject').implement({
  fields: (t) => ({
    type: t.field({ type: threadTarget, resolve: (subject) => subject.type }),
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    href: t.exposeString('href', { description: 'The address of the screen that holds the thread' }),
  }),
})

const attentionComment = builder.objectRef<AttentionComment>('NeedsAttentionComment').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    createdAt: t.exposeString('createdAt'),
    threadId: t.exposeID('threadId'),
    body: t.exposeString('body'),
    isMention: t.exposeBoolean('isMention'),
    user: t.field({ type: personType, resolve: (comment) => comment.user }),
    company: t.field({ type: namedType, resolve: (comment) => comment.company }),
    subject: t.field({ type: threadSubject, resolve: (comment) => comment.subject }),
    intakeSubmissionThread: t.field({
      type: intakeSubmissionThread,
      nullable: true,
      resolve: (comment) => comment.intakeSubmissionThread,
    }),
  }),
})

builder.queryField('needsAttentionComments', (t) =>
  t.field({
    type: [attentionComment],
    resolve: resolveWith('query.needsAttentionComments', listAttentionComments),
  }),
)
builder.queryField('threadLink', (t) =>
  t.field({
    type: 'String',
    description: 'The address of the screen that holds the thread',
    args: { threadId: t.arg.id({ required: true }) },
    resolve: resolveWith('query.threadLink', readThreadLink),
  }),
)

builder.mutationField('createCommentLine', (t) =>
  t.field({
    type: idPayload,
    args: {
      threadId: t.arg.id({ required: true }),
      body: t.arg.string({ required: true }),
      documentIds: t.arg.idList(),
    },
    resolve: resolveWith('mutation.createCommentLine', createCommentLine),
  }),
)
builder.mutationField('createDocumentThread', (t) =>
  t.field({
    type: idPayload,
    args: {
      documentId: t.arg.id({ required: true }),
      commentBody: t.arg.string({ required: true }),
      documentIds: t.arg.idList(),
    },
    resolve: resolveWith('mutation.createDocumentThread', createDocumentThread),
  }),
)
builder.mutationField('resolveThread', (t) =>
  t.field({
    type: idPayload,
    args: { threadId: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.resolveThread', resolveThread),
  }),
)
builder.mutationField('unresolveThread', (t) =>
  t.field({
    type: idPayload,
    args: { threadId: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.unresolveThread', unresolveThread),
  }),
)
