import { BOOKS_SYSTEMS } from '../../../../schema/platform/accounting/books.ts'
import type { BooksEntry } from '../../../../schema/platform/accounting/entries.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { auditStatement } from '../../../core/audit.ts'
import { type BooksWriter, booksOf } from '../../../core/books.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import type { Sync, SyncProgress, SyncStep } from '../../../core/syncs.ts'
import { accessTo, connectedCompanies, readConnection, refusedStatement } from '../../platform/accounting/index.ts'

/** Reads the status and amounts of open orders from the accounting system, some a step. */

/** What a run is called that reads orders. */
export const ORDERS_SYNC = 'PURCHASE_ORDERS'
const DAY_MS = 24 * 60 * 60 * 1000
/** One call of the system each. */
const AT_ONCE = 10

interface Open {
  id: string
  erpId: string
  createdAt: number
}

const openAfter = (
  { db }: SystemContext,
  companyId: string,
  connectionId: string,
  [at, last]: [number, string],
): Promise<Open[]> =>
  db.all<Open>(
    db.sql(
      `SELECT id, erp_id AS erpId, created_at AS createdAt FROM purchase_orders INDEXED BY purchase_orders_status
        WHERE company_id = ?1 AND status = 'OPEN' AND (created_at, id) > (?2, ?3) AND sync_state = 'SYNCED'
          AND erp_id IS NOT NULL AND connection_id = ?4 ORDER BY created_at, id LIMIT ${AT_ONCE}`,
      ...[companyId, at, last, connectionId],
    ),
  )

const totalOf = (entry: BooksEntry): number | null =>
  'lines' in entry ? entry.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0) : null

const readStatements = (
  { db, clock, newId }: SystemContext,
  companyId: string,
  { id }: Open,
  there: Awaited<ReturnType<BooksWriter['read']>>,
): D1PreparedStatement[] => {
  // What was deleted there is told by the comparison of what was sent.
  if (!there) return []
  const isClosed = there.written.isClosed === true
  const now = clock.now()
  const entry = {
    changeKey: `purchase-order:${id}:closed-there:${newId()}`,
    ...{ companyId, actorUserId: null, impersonatorUserId: null, occurredAt: now },
    ...{ action: 'purchase-order.closed', targetType: 'PURCHASE_ORDER' as const, targetId: id },
    message: 'The order was closed in the accounting system',
    changeData: { before: { status: 'OPEN' }, after: { status: 'CLOSED' } },
  }
  return [
    db.sql(
      `UPDATE purchase_orders SET erp_total_minor = ?3, erp_number = coalesce(?4, erp_number), synced_at = ?5,
              status = iif(?6, 'CLOSED', status), closed_at = iif(?6, ?5, closed_at)
        WHERE id = ?1 AND company_id = ?2 AND status = 'OPEN'`,
      ...[id, companyId, totalOf(there.entry), there.written.number, now, isClosed ? 1 : 0],
    ),
    ...(isClosed ? [auditStatement(db, [entry])] : []),
  ]
}

const placeOf = ({ id, cursor }: SyncProgress): [number, string] =>
  cursor?.startsWith(`${id} `) ? (JSON.parse(cursor.slice(id.length)) as [number, string]) : [0, '']

const refreshStep = async (context: SystemContext, run: SyncProgress): Promise<SyncStep> => {
  const { db } = context
  const { companyId } = run
  const connection = await readConnection(context, companyId)
  if (!connection) throw new ProviderError('The accounting system is no longer connected.', { isFinal: true })
  const { writer } = booksOf(connection.system)
  const orders = writer ? await openAfter(context, companyId, connection.id, placeOf(run)) : []
  const statements: D1PreparedStatement[] = []
  try {
    if (writer && orders.length > 0) {
      const company = await db.first<{ flags: string }>(db.sql('SELECT flags FROM companies WHERE id = ?', companyId))
      const access = await accessTo(context, connection, readCompanyFlags(company?.flags ?? '{}').netsuiteSoapEnabled)
      for (const order of orders)
        statements.push(
          ...readStatements(context, companyId, order, await writer.read(access, 'PURCHASE_ORDER', order.erpId)),
        )
    }
  } catch (error) {
    if (error instanceof ProviderError && error.reason === 'RECONNECT')
      await db.batch([refusedStatement(context, connection, error.message)])
    throw error
  }
  const last = orders.at(-1)
  return {
    statements,
    // Another run begins from the start.
    cursor: last ? `${run.id} ${JSON.stringify([last.createdAt, last.id])}` : null,
    isDone: orders.length < AT_ONCE,
    counts: { 'purchase-order': orders.length },
  }
}

/** Every night, and when a person asks. */
export const orderSyncs = (): Sync[] =>
  BOOKS_SYSTEMS.map((provider) => ({
    provider,
    kind: ORDERS_SYNC,
    schedule: { everyMs: DAY_MS, companies: (context) => connectedCompanies(context, provider) },
    step: refreshStep,
  }))
