import { z } from 'zod'
import { thread } from '../../documents/threads/endpoints.ts'
import { DOCUMENT_KINDS } from '../../platform/accounting/books.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { money } from '../../shared/money.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { id, instant, named, shownDate } from '../../shared/values.ts'
import { transactionType } from '../actuals/values.ts'

/** Discussions of transactions (specification 3 §3 and §7.6). */

/** The most threads of one answer, and the newest comments of each in the list. */
export const MOST_THREADS = 20
export const COMMENTS_SHOWN = 3

export const transactionThread = z.object({
  id: z.string(),
  createdAt: instant,
  erpId: z.string(),
  erpIntegrationId: z.string(),
  lineItemErpId: z.string(),
  transactionType,
  transactionId: z.string(),
  transactionDetails: z.object({
    transactionId: z.string(),
    amount: money,
    vendor: named.nullable(),
    erpVendor: named.nullable(),
    /** A calendar date. */
    date: shownDate,
    documentKind: z.enum(DOCUMENT_KINDS),
    documentNumber: z.string().nullable(),
    memo: z.string(),
  }),
  thread,
})
export type TransactionThread = z.infer<typeof transactionThread>

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

export const listTransactionThreads = endpoint({
  id: 'transactions.threads',
  method: 'GET',
  path: '/api/transaction-threads',
  summary: 'Discussions of transactions that the person sees, newest first',
  query: pageQuery.extend({
    showOpen: flag.default(true),
    showResolved: flag.default(false),
    vendorId: id.optional(),
    /** Only this one, open or resolved. */
    threadId: id.optional(),
    first: z.coerce.number().int().min(1).max(MOST_THREADS).default(10),
  }),
  response: connection(transactionThread),
})
