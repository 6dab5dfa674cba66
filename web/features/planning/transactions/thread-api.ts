import type { TransactionRow } from '../../../../schema/planning/transactions/endpoints.ts'
import {
  listTransactionThreads,
  type TransactionThread,
} from '../../../../schema/planning/transactions/thread-endpoints.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { call } from '../../../lib/rest.ts'
import { filledPage } from '../../../ui/table/filled-page.ts'
import { type Conversation, OWN_CONVERSATION, type Subject } from '../../documents/threads/index.ts'

/** Discussions of transactions. */

export const threadKeys = {
  all: ['transaction-threads'] as const,
  list: (asked: AskedThreads) => ['transaction-threads', 'list', asked] as const,
}

/** How a line is named by the accounting system, which the calls of the specification take. */
export type LineNames = Pick<TransactionRow, 'erpId' | 'erpIntegrationId' | 'lineItemErpId' | 'transactionType'>

const createTransactionThread = graphql(
  `mutation CreateTransactionThread($erpId: String!, $erpIntegrationId: ID!, $lineItemErpId: String!,
     $transactionType: TransactionType!, $transactionId: ID, $commentBody: String!, $documentIds: [ID!]) {
     createTransactionThread(erpId: $erpId, erpIntegrationId: $erpIntegrationId, lineItemErpId: $lineItemErpId,
       transactionType: $transactionType, transactionId: $transactionId, commentBody: $commentBody,
       documentIds: $documentIds) { id }
   }`,
)

const usersForTransaction = graphql(
  `query UsersForTransaction($erpId: String!, $erpIntegrationId: ID!, $lineItemErpId: String!,
     $transactionType: TransactionType!, $query: String) {
     usersForTransaction(erpId: $erpId, erpIntegrationId: $erpIntegrationId, lineItemErpId: $lineItemErpId,
       transactionType: $transactionType, query: $query) { id firstName lastName email }
   }`,
)

const namesOf = ({ erpId, erpIntegrationId, lineItemErpId, transactionType }: LineNames): LineNames => ({
  ...{ erpId, erpIntegrationId, lineItemErpId, transactionType },
})

/** @param outdated what shows how many discussions there are */
export const discussionOfTransaction = (
  transactionId: string,
  line: LineNames,
  outdated: readonly (readonly unknown[])[],
): Subject => ({
  kind: 'TRANSACTION',
  id: transactionId,
  queryKey: [...threadKeys.all, transactionId],
  part: null,
  hint: 'Everyone who sees the transaction can read comments. Use @ to mention someone.',
  alsoOutdated: [threadKeys.all, ...outdated],
  start: ({ body: commentBody, documentIds }, commandId) =>
    runGraphql(
      createTransactionThread,
      { ...namesOf(line), transactionId, commentBody, documentIds },
      { commandId, quiet: true },
    ),
})

/** Only people who see the transaction are offered. */
export const conversationOf = (line: LineNames): Conversation => ({
  ...OWN_CONVERSATION,
  mentionable: async (query, signal) =>
    (await runGraphql(usersForTransaction, { ...namesOf(line), query }, { signal, quiet: true })).usersForTransaction,
})

export interface AskedThreads {
  showOpen: boolean
  showResolved: boolean
  vendorId: string | undefined
  threadId: string | undefined
}

export const THREADS_PAGE = 10

export const readThreads = (
  { showOpen, showResolved, vendorId, threadId }: AskedThreads,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Connection<TransactionThread>> =>
  filledPage({ cursor, first: THREADS_PAGE }, (part) =>
    call(listTransactionThreads, {
      query: { ...part, showOpen, showResolved, ...(vendorId && { vendorId }), ...(threadId && { threadId }) },
      signal,
    }),
  )
