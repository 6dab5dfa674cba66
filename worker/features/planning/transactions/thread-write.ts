import { z } from 'zod'
import { id, type Person } from '../../../../schema/shared/values.ts'
import { command, query } from '../../../core/operation.ts'
import { newThread, startThread } from '../../documents/threads/index.ts'
import { lineReader } from '../../platform/accounting/index.ts'
import { membersNamed, wordExpressions, wordsOf } from '../../platform/search/index.ts'
import { erpLine, requireLine } from './thread-list.ts'

/** Starting a discussion of a transaction, and who can be mentioned in it. */

/** Throws NOT_FOUND, INVALID for `commentBody` if a mentioned person doesn't see the transaction. */
export const createTransactionThread = command({
  id: 'transactions.create-thread',
  access: 'transactions.read',
  asAnother: 'ACTING',
  // An accounting system can give two kinds of documents the same number. The id says which one is meant.
  input: erpLine.extend({ transactionId: id.nullish(), ...newThread }),
  run: async (context, { transactionId, commentBody, documentIds, ...line }) =>
    startThread(context, 'TRANSACTION', transactionId ?? (await requireLine(context, line)), {
      commentBody,
      documentIds,
    }),
})

const MENTIONED = 20
/** Few of a company's members see transactions. */
const MOST_LOOKED_AT = 40

/** Members who see it, by the beginnings of their names or address. */
export const readUsersForTransaction = query({
  id: 'transactions.users',
  access: 'transactions.read',
  readsFirst: true,
  input: erpLine.extend({ query: z.string().trim().max(200).nullish() }),
  run: async (context, { query: text, ...line }): Promise<Person[]> => {
    const words = wordsOf(text ?? '')
    const transactionId = await requireLine(context, line)
    if (text && words.length === 0) return []
    const { db, actor } = context
    return db.all<Person>(
      db.sql(
        `WITH hits(id) AS MATERIALIZED (${membersNamed('?3', MOST_LOOKED_AT)})
         SELECT u.id, u.first_name AS firstName, u.last_name AS lastName, u.email
           FROM transactions tn CROSS JOIN hits
          CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = hits.id AND m.disabled_at IS NULL
          CROSS JOIN users u ON u.id = m.user_id
          WHERE tn.id = ?2 AND ${lineReader('tn', 'm')}
          ORDER BY u.first_name COLLATE NOCASE, u.last_name COLLATE NOCASE, u.id LIMIT ${MENTIONED}`,
        actor.companyId,
        transactionId,
        JSON.stringify(wordExpressions(words)),
      ),
    )
  },
})
