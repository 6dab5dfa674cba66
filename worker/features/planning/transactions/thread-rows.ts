import type { TransactionThread } from '../../../../schema/planning/transactions/thread-endpoints.ts'
import { COMMENTS_SHOWN } from '../../../../schema/planning/transactions/thread-endpoints.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { threadStatements, toThreads } from '../../documents/threads/index.ts'

/** A discussion with the transaction that it is about. */

interface Row {
  id: string
  createdAt: number
  transactionId: string
  erpId: string
  connectionId: string
  lineErpId: string
  type: TransactionThread['transactionType']
  amountMinor: number
  currency: Currency
  date: string
  documentKind: TransactionThread['transactionDetails']['documentKind']
  documentNumber: string | null
  memo: string
  vendorId: string | null
  vendorName: string | null
  vendorObjectId: string | null
  erpVendorName: string | null
}
export type FoundThread = Row

/** Columns of a thread `w` and its transaction `tn`. */
export const THREAD_COLUMNS = `w.id, w.createdAt, tn.id AS transactionId, tn.erp_id AS erpId, tn.connection_id AS connectionId,
  tn.line_erp_id AS lineErpId, tn.type, tn.amount_minor AS amountMinor, tn.currency, tn.date,
  tn.document_kind AS documentKind, tn.document_number AS documentNumber, tn.memo, tn.vendor_id AS vendorId,
  (SELECT name FROM vendors WHERE id = tn.vendor_id) AS vendorName, tn.vendor_object_id AS vendorObjectId,
  (SELECT name FROM erp_objects WHERE id = tn.vendor_object_id) AS erpVendorName`

const named = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name })

/** With their newest comments, in one further round trip. */
export const toTransactionThreads = async (
  context: StaffContext,
  rows: readonly FoundThread[],
): Promise<TransactionThread[]> => {
  if (rows.length === 0) return []
  const wanted = { kind: 'TRANSACTION' as const, threadIds: rows.map(({ id }) => id) }
  const [threads, comments] = await context.db.batch(
    threadStatements(context, wanted, { first: rows.length, comments: COMMENTS_SHOWN }),
  )
  const shown = toThreads(threads?.results, comments?.results, context.actor, () => '', COMMENTS_SHOWN)
  const byId = new Map(shown.map((thread) => [thread.id, thread]))
  return rows.flatMap((row) => {
    const thread = byId.get(row.id)
    if (!thread) return []
    return [
      {
        id: row.id,
        createdAt: new Date(row.createdAt).toISOString(),
        erpId: row.erpId,
        erpIntegrationId: row.connectionId,
        lineItemErpId: row.lineErpId,
        transactionType: row.type,
        transactionId: row.transactionId,
        transactionDetails: {
          transactionId: row.transactionId,
          amount: { value: row.amountMinor, currency: row.currency },
          vendor: named(row.vendorId, row.vendorName),
          erpVendor: named(row.vendorObjectId, row.erpVendorName),
          ...{ date: row.date, documentKind: row.documentKind, documentNumber: row.documentNumber, memo: row.memo },
        },
        thread,
      },
    ]
  })
}
