import type { BillContent } from '../../../../schema/money/bills/content.ts'
import type { OrderMatch } from '../../../../schema/money/bills/match.ts'
import { overText } from '../../../../schema/money/bills/match.ts'
import * as endpoints from '../../../../schema/money/bills/match-endpoints.ts'
import { AppError } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { partOf, tellObject } from '../../approvals/blocks/index.ts'
import { SYSTEM } from '../../approvals/tasks/index.ts'
import { mayManage, requireReadable } from './access.ts'
import { hasMatchRule, matchingOf, matchOf, matchStatements } from './order-match.ts'
import { planRunning, type RunningBill } from './running.ts'
import { billSubject } from './subject.ts'

/**
 * A bill in progress against its order as that is now: changed, closed, or taken from by bills that came back. Checked
 * whenever someone approves, so that no bill gets through on what its order once had.
 */

const matchNow = async (
  context: StaffContext,
  billId: string,
  content: BillContent,
  exchange: RunningBill['exchange'],
): Promise<OrderMatch | null> => {
  if (!content.purchaseOrderId) return null
  const results = await context.db.readBatch(matchStatements(context, content.purchaseOrderId, billId))
  return matchOf(content, matchingOf(results, context.actor.company.currency), exchange)
}

/** Saves it with the match of now. Outlay does, so that no one is kept from deciding by it. */
const rematch = async (
  context: StaffContext,
  billId: string,
): Promise<{ version: number; match: OrderMatch | null; isChanged: boolean }> => {
  const { base, planning } = await planRunning(context, billId)
  const match = await matchNow(context, billId, base.content, planning.exchange)
  const isChanged = match !== null && JSON.stringify(match) !== JSON.stringify(base.content.match ?? null)
  if (!isChanged || base.status !== 'PENDING') return { version: base.version, match, isChanged: false }
  const content: BillContent = { ...base.content, match }
  const said = { seenVersion: base.version, content }
  const target = { targetType: billSubject.targetType, id: billId }
  const instruction = {
    categoryId: null,
    command:
      match.isOver && !hasMatchRule(base)
        ? { type: 'resubmit' as const, ...said }
        : { type: 'edit' as const, keepAllDecisions: false, ...said },
    planning: planning.contextOf(content),
    as: { ...SYSTEM, companyId: context.actor.companyId, isAdmin: true },
  }
  const { version } = await tellObject(partOf(context, 'rematch'), target, instruction, () =>
    requireReadable(context, billId),
  )
  return { version, match, isChanged }
}

/** Throws CONFLICT with ANSWERS_CHANGED if the bill is over its order by more than its approvers know. */
export const requireMatched = async (context: StaffContext, billId: string): Promise<void> => {
  const { db, actor } = context
  const row = await db.first<{ content: string; exchange: string | null; version: number }>(
    db.sql(
      `SELECT content, plan -> '$.exchange' AS exchange, version FROM bills
        WHERE id = ?1 AND company_id = ?2 AND purchase_order_id IS NOT NULL AND status = 'PENDING'`,
      billId,
      actor.companyId,
    ),
  )
  if (!row) return
  const content = JSON.parse(row.content) as BillContent
  const exchange = row.exchange ? (JSON.parse(row.exchange) ?? undefined) : undefined
  const now = await matchNow(context, billId, content, exchange)
  const known = content.match?.isOver ? content.match.over : 0
  if (!now?.isOver || now.over <= known) return
  const { version } = await rematch(context, billId)
  throw new AppError(
    'CONFLICT',
    `${now.number} changed: this bill is now ${overText(now, content.currency)}. Look at it again.`,
    { reason: 'ANSWERS_CHANGED', details: { seenVersion: row.version, version, changes: [] } },
  )
}

/** Approvals that the match adds, or no longer needs, follow. */
export const rematchBill = command({
  id: 'bills.rematch',
  access: 'payments.use',
  // Matching again changes nothing unless the order did.
  idempotency: 'none',
  input: inputOf(endpoints.rematchBill),
  run: async (context, { billId }) => {
    const access = await requireReadable(context, billId)
    if (!mayManage(access, context.actor))
      throw new AppError('FORBIDDEN', 'Only people who work with payments can do this.')
    const { version } = await rematch(context, billId)
    return { id: billId, version }
  },
})
