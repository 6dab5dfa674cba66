import type { BillContent, BillLine } from '../../../../schema/money/bills/content.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import type { Database } from '../../../core/database.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { type OutboxRow, outboxStatement } from '../../../core/outbox.ts'
import { nudgeOutbox } from '../../../core/outbox-nudge.ts'
import type { Effect, OutboxHandler } from '../../../core/outbox-registry.ts'
import { type ApprovedBill, billFollowers, type Following } from './followers.ts'

/** What starts when a bill is approved, or approved again. */

interface Row {
  status: string
  run: number
  version: number
  content: string
  entry: string | null
  entryVersion: number | null
  vendorName: string | null
  companyMinor: number | null
  exchange: string | null
  requestorUserId: string
  createdByUserId: string
  completedAt: number | null
}

const COLUMNS = `s.status, s.run, s.version, s.content, s.entry, s.entry_version AS entryVersion,
  (SELECT o.name FROM erp_objects o WHERE o.id = s.erp_vendor_id AND +o.company_id = s.company_id) AS vendorName,
  s.company_minor AS companyMinor, s.plan -> '$.exchange' AS exchange, s.requestor_user_id AS requestorUserId,
  s.created_by_user_id AS createdByUserId, s.completed_at AS completedAt`

/** Its content, with the lines as they are booked since its approval. */
export const bookedContent = ({
  content,
  entry,
  entryVersion,
  version,
}: Pick<Row, 'content' | 'entry' | 'entryVersion' | 'version'>): BillContent => {
  const approved = JSON.parse(content) as BillContent
  return entry !== null && entryVersion === version ? { ...approved, lines: JSON.parse(entry) as BillLine[] } : approved
}

/** Null if it isn't approved now. */
export const readApproved = async (
  { db }: { db: Pick<Database, 'sql' | 'first'> },
  companyId: string,
  id: string,
): Promise<ApprovedBill | null> => {
  const row = await db.first<Row>(
    db.sql(
      `SELECT ${COLUMNS} FROM bills s WHERE s.id = ?1 AND s.company_id = ?2 AND s.deleted_at IS NULL`,
      id,
      companyId,
    ),
  )
  if (row?.status !== 'APPROVED') return null
  return {
    ...{ id, companyId, run: row.run, version: row.version },
    content: bookedContent(row),
    vendorName: row.vendorName ?? 'A removed vendor',
    companyMinor: row.companyMinor,
    exchange: row.exchange ? (JSON.parse(row.exchange) as Exchange | null) : null,
    requestorUserId: row.requestorUserId,
    createdByUserId: row.createdByUserId,
    approvedAt: row.completedAt ?? 0,
  }
}

/** Writes what follows in one batch. Ids made from the effect's keep a repeated one from starting anything twice. */
const write = async (
  { db, env, clock, waitUntil, log }: SystemContext,
  effect: { id: string; companyId: string },
  following: readonly Following[],
): Promise<void> => {
  const now = clock.now()
  const rows: OutboxRow[] = following
    .flatMap(({ outbox = [] }) => outbox)
    .map((row, index) => ({ ...row, id: `${effect.id}:${index}`, companyId: effect.companyId, createdAt: now }))
  const statements = [
    ...following.flatMap((one) => one.statements),
    ...(rows.length > 0 ? [outboxStatement(db, rows)] : []),
  ]
  if (statements.length === 0) return
  await db.batch(statements)
  if (rows.length > 0)
    waitUntil(nudgeOutbox(env, rows, now).catch((error) => log.error('outbox.nudge-failed', { error: String(error) })))
}

const followRejection = async (
  context: SystemContext,
  { id, companyId, payload }: Effect<'bill.settled'>,
): Promise<void> => {
  const bill = { id: payload.billId, companyId }
  const following = await Promise.all(billFollowers().map((follower) => follower.rejected?.(context, bill)))
  await write(
    context,
    { id, companyId },
    following.flatMap((one) => one ?? []),
  )
}

export const followApproval: OutboxHandler<'bill.settled', SystemContext> = async (context) => async (effect) => {
  const { billId, outcome, run } = effect.payload
  if (outcome === 'REJECTED') return followRejection(context, effect)
  if (outcome !== 'APPROVED') return
  const bill = await readApproved(context, effect.companyId, billId)
  // Changed since, it is approved again, and that has an effect of its own.
  if (bill?.run !== run) return
  const following = await Promise.all(billFollowers().map((follower) => follower.approved?.(context, bill)))
  await write(
    context,
    effect,
    following.flatMap((one) => one ?? []),
  )
}

export const followReopening: OutboxHandler<'bill.reopened', SystemContext> = async (context) => async (effect) => {
  const { billId, run } = effect.payload
  const bill = { id: billId, companyId: effect.companyId, run }
  const following = await Promise.all(billFollowers().map((follower) => follower.reopened?.(context, bill)))
  await write(
    context,
    effect,
    following.flatMap((one) => one ?? []),
  )
}
