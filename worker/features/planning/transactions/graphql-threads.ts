import type { Thread } from '../../../../schema/documents/threads/endpoints.ts'
import { MOST_THREADS, type TransactionThread } from '../../../../schema/planning/transactions/thread-endpoints.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload, moneyType, namedType, personType } from '../../../transport/graphql/shared-types.ts'
import { readThreadsOfLine, readTransactionThreads } from './thread-list.ts'
import { createTransactionThread, readUsersForTransaction } from './thread-write.ts'
import { transactionTypeEnum } from './types/graphql-types.ts'

/** Discussions of transactions through GraphQL (specification 3 §3 and §7.6). */

const commentType = builder.objectRef<Thread['commentLines'][number]>('TransactionComment').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    createdAt: t.exposeString('createdAt'),
    updatedAt: t.exposeString('updatedAt'),
    body: t.exposeString('body'),
    deletedAt: t.exposeString('deletedAt', { nullable: true }),
    createdByUser: t.field({ type: personType, resolve: (line) => line.createdByUser }),
  }),
})

const discussionType = builder.objectRef<Thread>('TransactionDiscussion').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    createdAt: t.exposeString('createdAt'),
    resolvedAt: t.exposeString('resolvedAt', { nullable: true }),
    resolvedByUser: t.field({ type: personType, nullable: true, resolve: (thread) => thread.resolvedByUser }),
    commentLines: t.field({ type: [commentType], resolve: (thread) => thread.commentLines }),
  }),
})

const detailsType = builder.objectRef<TransactionThread['transactionDetails']>('TransactionThreadDetails').implement({
  fields: (t) => ({
    transactionId: t.exposeID('transactionId'),
    amount: t.field({ type: moneyType, resolve: ({ amount }) => amount }),
    vendor: t.field({ type: namedType, nullable: true, resolve: ({ vendor }) => vendor }),
    erpVendor: t.field({ type: namedType, nullable: true, resolve: ({ erpVendor }) => erpVendor }),
    date: t.exposeString('date'),
  }),
})

const threadType = builder.objectRef<TransactionThread>('TransactionThread').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    createdAt: t.exposeString('createdAt'),
    erpId: t.exposeString('erpId'),
    erpIntegrationId: t.exposeID('erpIntegrationId'),
    lineItemErpId: t.exposeString('lineItemErpId'),
    transactionType: t.field({ type: transactionTypeEnum, resolve: ({ transactionType }) => transactionType }),
    transactionId: t.exposeID('transactionId'),
    transactionDetails: t.field({ type: detailsType, resolve: ({ transactionDetails }) => transactionDetails }),
    thread: t.field({ type: discussionType, resolve: ({ thread }) => thread }),
  }),
})

const threads = resolveWith('query.transactionThreads', readTransactionThreads)

builder.queryFields((t) => {
  const line = {
    erpId: t.arg.string({ required: true }),
    erpIntegrationId: t.arg.id({ required: true }),
    lineItemErpId: t.arg.string({ required: true }),
    transactionType: t.arg({ type: transactionTypeEnum, required: true }),
  }
  return {
    transactionThreads: t.field({
      type: [threadType],
      description: `The newest ${MOST_THREADS}; those before through GET /api/transaction-threads`,
      args: { showOpen: t.arg.boolean({ required: true }), showResolved: t.arg.boolean({ required: true }) },
      resolve: async (root, args, context, info) =>
        (await threads(root, { ...args, first: MOST_THREADS }, context, info)).edges.map(({ node }) => node),
    }),
    transactionThreadsForTransaction: t.field({
      type: [threadType],
      args: line,
      resolve: resolveWith('query.transactionThreadsForTransaction', readThreadsOfLine),
    }),
    usersForTransaction: t.field({
      type: [personType],
      args: { ...line, query: t.arg.string() },
      resolve: resolveWith('query.usersForTransaction', readUsersForTransaction),
    }),
  }
})

builder.mutationField('createTransactionThread', (t) =>
  t.field({
    type: idPayload,
    args: {
      erpId: t.arg.string({ required: true }),
      erpIntegrationId: t.arg.id({ required: true }),
      lineItemErpId: t.arg.string({ required: true }),
      commentBody: t.arg.string({ required: true }),
      transactionType: t.arg({ type: transactionTypeEnum, required: true }),
      transactionId: t.arg.id(),
      documentIds: t.arg.idList(),
    },
    resolve: resolveWith('mutation.createTransactionThread', createTransactionThread),
  }),
)
