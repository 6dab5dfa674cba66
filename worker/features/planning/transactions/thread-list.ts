import { z } from 'zod'
import { transactionType } from '../../../../schema/planning/actuals/values.ts'
import {
  listTransactionThreads,
  MOST_THREADS,
  type TransactionThread,
} from '../../../../schema/planning/transactions/thread-endpoints.ts'
import { DOCUMENT_KINDS } from '../../../../schema/platform/accounting/books.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { id } from '../../../../schema/shared/values.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { decodeCursor, encodeCursor } from '../../../core/paging.ts'
import { Params } from '../../../core/params.ts'
import { scopeOf, visibleSql } from './access.ts'
import { openedCursor, sealedConnection } from './sealed-cursor.ts'
import { type FoundThread, THREAD_COLUMNS, toTransactionThreads } from './thread-rows.ts'

/** Discussions of all transactions, and of one. */

interface Asked {
  showOpen: boolean
  showResolved: boolean
  vendorId?: string | undefined
  threadId?: string | undefined
  first: number
  cursor?: string | undefined
}

/** Someone who sees few of the transactions reads this many discussions for a page, and goes on with the next one. */
const MOST_LOOKED_AT = 20

const walk = (index: string, resolved: string, after: string): string => `
SELECT * FROM (SELECT t.id, t.created_at AS createdAt, t.target_id AS targetId FROM threads t INDEXED BY ${index}
  WHERE t.company_id = ?1 AND t.target_type = 'TRANSACTION' AND t.resolved_at ${resolved} ${after}
  ORDER BY t.created_at DESC, t.id DESC LIMIT ${MOST_LOOKED_AT})`

interface Looked extends FoundThread {
  isSeen: number
}

/** The newest ones in these states after the cursor, each with whether the person sees its transaction. */
const lookedStatement = ({ db, actor }: StaffContext, asked: Asked): D1PreparedStatement => {
  const params = new Params(actor.companyId)
  const key = asked.cursor ? decodeCursor(asked.cursor, 2) : null
  const after = key ? `AND (t.created_at, t.id) < (${params.bind(key[0])}, ${params.bind(key[1])})` : ''
  const alone = asked.threadId
    ? [
        `SELECT t.id, t.created_at AS createdAt, t.target_id AS targetId FROM threads t
          WHERE t.id = ${params.bind(asked.threadId)} AND +t.company_id = ?1 AND +t.target_type = 'TRANSACTION' ${after}`,
      ]
    : null
  const walks = alone ?? [
    ...(asked.showOpen ? [walk('threads_open', 'IS NULL', after)] : []),
    ...(asked.showResolved ? [walk('threads_resolved', 'IS NOT NULL', after)] : []),
  ]
  const visible = visibleSql(scopeOf(actor), 'tn', params.bind)
  const conditions = [
    'tn.is_tracked',
    ...(visible ? [visible] : []),
    ...(asked.vendorId ? [`tn.vendor_id = ${params.bind(asked.vendorId)}`] : []),
  ]
  return db.sql(
    `SELECT ${THREAD_COLUMNS}, coalesce(${conditions.join(' AND ')}, 0) AS isSeen
       FROM (SELECT * FROM (${walks.join(' UNION ALL ')}) ORDER BY createdAt DESC, id DESC LIMIT ${MOST_LOOKED_AT}) w
       LEFT JOIN transactions tn ON tn.id = w.targetId AND +tn.company_id = ?1
      ORDER BY w.createdAt DESC, w.id DESC`,
    ...params.values,
  )
}

const NOTHING = { edges: [], pageInfo: { hasNextPage: false, startCursor: null, endCursor: null } }

const readPage = async (context: StaffContext, given: Asked): Promise<Connection<TransactionThread>> => {
  const asked = { ...given, cursor: given.cursor && openedCursor(context, given.cursor) }
  if (!asked.showOpen && !asked.showResolved && !asked.threadId) return NOTHING
  const looked = await context.db.all<Looked>(lookedStatement(context, asked))
  const seen = looked.filter(({ isSeen }) => isSeen === 1)
  const page = seen.slice(0, asked.first)
  const nodes = await toTransactionThreads(context, page)
  const cursorOf = ({ createdAt, id: of }: Looked): string => encodeCursor([createdAt, of])
  const hasMoreSeen = seen.length > page.length
  const last = hasMoreSeen ? page.at(-1) : looked.at(-1)
  return sealedConnection(context, {
    edges: nodes.map((node, at) => ({ cursor: cursorOf(page[at] as Looked), node })),
    pageInfo: {
      hasNextPage: hasMoreSeen || looked.length === MOST_LOOKED_AT,
      startCursor: page[0] ? cursorOf(page[0]) : null,
      endCursor: last ? cursorOf(last) : null,
    },
  })
}

export const readTransactionThreads = query({
  id: listTransactionThreads.id,
  access: 'transactions.read',
  readsFirst: true,
  input: inputOf(listTransactionThreads),
  run: readPage,
})

/** How the accounting system names a line, and what kind it is. */
export const erpLine = z.object({
  erpId: z.string().trim().min(1, 'Required').max(200),
  erpIntegrationId: id,
  lineItemErpId: z.string().trim().min(1, 'Required').max(200),
  transactionType,
})

const KINDS = DOCUMENT_KINDS.map((kind) => `'${kind}'`).join(', ')

/** Throws NOT_FOUND, also for a line that the person doesn't see. */
export const requireLine = async (context: StaffContext, line: z.output<typeof erpLine>): Promise<string> => {
  const { db, actor } = context
  const params = new Params(
    actor.companyId,
    line.erpIntegrationId,
    line.erpId,
    line.lineItemErpId,
    line.transactionType,
  )
  const visible = visibleSql(scopeOf(actor), 't', params.bind)
  const row = await db.first<{ id: string }>(
    db.sql(
      `SELECT t.id FROM transactions t INDEXED BY transactions_line
        WHERE t.company_id = ?1 AND t.connection_id = ?2 AND t.document_kind IN (${KINDS}) AND t.erp_id = ?3
          AND t.line_erp_id = ?4 AND t.type = ?5 AND t.is_tracked ${visible ? `AND ${visible}` : ''}
        ORDER BY t.document_kind LIMIT 1`,
      ...params.values,
    ),
  )
  if (!row) throw notFound('The transaction')
  return row.id
}

export const readThreadsOfLine = query({
  id: 'transactions.threads-of-line',
  access: 'transactions.read',
  readsFirst: true,
  input: erpLine,
  run: async (context, line): Promise<TransactionThread[]> => {
    const { db, actor } = context
    const transactionId = await requireLine(context, line)
    const rows = await db.all<FoundThread>(
      db.sql(
        `SELECT ${THREAD_COLUMNS}
           FROM (SELECT t.id, t.created_at AS createdAt FROM threads t INDEXED BY threads_target
                  WHERE t.company_id = ?1 AND t.target_type = 'TRANSACTION' AND t.target_id = ?2
                  ORDER BY t.created_at DESC, t.id DESC LIMIT ${MOST_THREADS}) w
          CROSS JOIN transactions tn ON tn.id = ?2`,
        actor.companyId,
        transactionId,
      ),
    )
    return toTransactionThreads(context, rows)
  },
})
