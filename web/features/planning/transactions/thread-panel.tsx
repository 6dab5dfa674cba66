import { useMemo } from 'react'
import type { TransactionRow } from '../../../../schema/planning/transactions/endpoints.ts'
import { ConversationProvider, ThreadList } from '../../documents/threads/index.ts'
import { conversationOf, discussionOfTransaction } from './thread-api.ts'

/** Lists of transactions show how many discussions there are. */
const OUTDATED = [['transactions']] as const

/** Discussions of one transaction. */
export const ThreadPanel = ({ transaction }: { transaction: TransactionRow }) => {
  const { subject, conversation } = useMemo(
    () => ({
      subject: discussionOfTransaction(transaction.id, transaction, OUTDATED),
      conversation: conversationOf(transaction),
    }),
    [transaction],
  )
  return (
    <ConversationProvider value={conversation}>
      <ThreadList subject={subject} />
    </ConversationProvider>
  )
}
