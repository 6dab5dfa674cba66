import type { z } from 'zod'
import type { ApprovalCommandInput } from '../../../../schema/approvals/engine/commands.ts'
import * as endpoints from '../../../../schema/money/bills/acting-endpoints.ts'
import { deleteBill as deleteEndpoint } from '../../../../schema/money/bills/endpoints.ts'
import { id } from '../../../../schema/shared/values.ts'
import { actingFor } from '../../../core/actor.ts'
import { resultStatements } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { checkChosen, requireMembers } from '../../approvals/blocks/index.ts'
import { type BillAccess, BLOCK_ACCESS_SQL, mayManage, mayRestart, requireReadable, toReadable } from './access.ts'
import { requireFree } from './followers.ts'
import { requireMatched } from './rematch.ts'
import { planRunning, tell, tellAsManager } from './running.ts'
import { requireSingle } from './single.ts'

/** What approvers, and people who work with payments, do with a bill in progress. Its object decides. */

const say = async (context: StaffContext, id: string, said: ApprovalCommandInput, by: typeof tell = tell) => {
  const { status, sequence } = await by(context, id, { command: said })
  return { status, sequence }
}

/** Approvals don't know whether it is paid, which lists and its page say. */
const asShown = <Said extends { status: string }>({ paidAt }: BillAccess, said: Said) => ({
  ...said,
  status: said.status === 'APPROVED' && paidAt !== null ? ('PAID' as const) : said.status,
})

const requireManageable = async (
  context: StaffContext,
  id: string,
  may: (access: BillAccess, actor: StaffContext['actor']) => boolean = mayManage,
): Promise<BillAccess> => {
  const access = await requireReadable(context, id)
  if (!may(access, context.actor)) throw new AppError('FORBIDDEN', 'Only people who work with payments can do this.')
  return access
}

const decision = inputOf(endpoints.decideBill).omit({ billId: true })
type Decision = z.output<typeof decision>

const decideOn = async (context: StaffContext, billId: string, given: Decision) => {
  const access = await requireReadable(context, billId)
  if (given.status === 'APPROVED') {
    await requireSingle(context, billId)
    await requireMatched(context, billId)
  }
  return say(context, billId, {
    type: 'decide',
    blockId: given.levelGroupStatusId,
    decision: given.status,
    comment: given.comment ?? '',
    seenVersion: given.seenVersion ?? access.version,
    allMyNonTaskBlocks: given.approveAllNonTaskBlocks ?? false,
  })
}

/** Throws CONFLICT with ANSWERS_CHANGED, ALREADY_DECIDED, BLOCK_CLOSED or DUPLICATE_BILL, or 422 by the rules. */
export const decide = command({
  id: 'bills.decide',
  access: 'bills.read',
  idempotency: 'object',
  input: inputOf(endpoints.decideBill),
  run: (context, { billId, ...given }) => decideOn(context, billId, given),
})

/** The same, with the specification's names. */
export const updateStatus = command({
  id: 'bills.update-status',
  access: 'bills.read',
  idempotency: 'object',
  input: decision.extend({ id }),
  run: (context, { id: billId, ...given }) => decideOn(context, billId, given),
})

export const undoDecision = command({
  id: 'bills.undo-decision',
  access: 'bills.read',
  idempotency: 'object',
  input: inputOf(endpoints.undoBillDecision),
  run: (context, { billId, sequence }) => say(context, billId, { type: 'undoDecision', sequence }),
})

export const remind = command({
  id: 'bills.remind',
  access: 'bills.read',
  asAnother: 'ACTING',
  idempotency: 'object',
  input: inputOf(endpoints.remindBill),
  run: async (context, { billId, levelGroupStatusId, note = '' }) => {
    await requireReadable(context, billId)
    return say(context, billId, { type: 'remind', blockId: levelGroupStatusId, note }, tellAsManager)
  },
})

/** Throws FORBIDDEN without approval-bypass access, or on one's own. CONFLICT with DUPLICATE_BILL like a decision. */
export const bypassLevel = command({
  id: 'bills.bypass-level',
  access: 'bills.read',
  idempotency: 'object',
  input: inputOf(endpoints.bypassBillLevel),
  run: async (context, { billLevelGroupStatusId: blockId, approverNote }) => {
    const { db, actor } = context
    const row = await db.first<Record<string, unknown>>(
      db.sql(BLOCK_ACCESS_SQL, blockId, actor.companyId, JSON.stringify(actingFor(actor))),
    )
    const access = toReadable(row ?? undefined, actor)
    await requireSingle(context, access.id)
    await requireMatched(context, access.id)
    return say(context, access.id, { type: 'bypass', blockId, note: approverNote })
  },
})

/** Adds people who approve it too. Throws INVALID for the field, or RULE_BROKEN for a completed level. */
export const addApproval = command({
  id: 'bills.add-approval',
  access: 'bills.read',
  idempotency: 'object',
  input: inputOf(endpoints.addBillApproval),
  run: async (context, { billId, label = 'Added approval', level, ...chosen }) => {
    await requireReadable(context, billId)
    const { approverType, approverGroupIds, approverUserIds, quorum } = chosen
    const { planning, base } = await planRunning(context, billId, {
      principalIds: [...approverGroupIds, ...approverUserIds],
    })
    const planned = planning.contextOf(base.content)
    checkChosen(planned, chosen)
    const { status, sequence } = await tellAsManager(context, billId, {
      planning: planned,
      command: {
        ...{ type: 'addTask', ruleType: 'APPROVAL', label, settings: {}, approverType, approverGroupIds },
        ...{ approverUserIds, approverMatrixId: null, approverMatrixColumnId: null, quorum },
        ...(level !== undefined && { level }),
      },
    })
    return { status, sequence }
  },
})

/** A new run with the current content, planned by the current rule sets. */
export const restart = command({
  id: 'bills.restart',
  access: 'payments.use',
  idempotency: 'object',
  input: inputOf(endpoints.restartBill),
  run: async (context, { billId }) => {
    await requireManageable(context, billId, mayRestart)
    const { base, planning } = await planRunning(context, billId, { atTodaysRates: true })
    const { status, sequence } = await tellAsManager(context, billId, {
      command: { type: 'restart' },
      planning: planning.contextOf(base.content),
    })
    return { status, sequence }
  },
})

/** Archiving an archived one changes nothing. */
export const setArchived = command({
  id: 'bills.set-archived',
  access: 'payments.use',
  asAnother: 'ACTING',
  idempotency: 'object',
  input: inputOf(endpoints.setBillArchived),
  run: async (context, { billId, archived, message = '' }) => {
    const access = await requireManageable(context, billId)
    return asShown(
      access,
      await say(context, billId, { type: archived ? 'archive' : 'unarchive', message }, tellAsManager),
    )
  },
})

/** The answer is stored with the deletion, because a repeated command no longer finds it. */
export const deleteBill = command({
  id: 'bills.delete',
  access: 'payments.use',
  input: inputOf(deleteEndpoint),
  run: async (context, { billId }) => {
    const { db, log } = context
    const { paidAt } = await requireManageable(context, billId)
    if (paidAt !== null) throw new AppError('RULE_BROKEN', 'A paid bill can’t be deleted.', { reason: 'BILL_PAID' })
    await requireFree(context, billId, 'DELETE')
    const { answerKept } = await tellAsManager(context, billId, { command: { type: 'delete' }, answer: null })
    const kept = answerKept ? [] : resultStatements(context, null, 'ignore')
    if (kept.length > 0)
      await db.batch(kept).catch((error) => log.error('bills.result-not-stored', { billId, error: String(error) }))
    return null
  },
})

/** Adds watchers. With the list that the person saw, removed ones are taken off. */
export const setWatchers = command({
  id: 'bills.set-watchers',
  access: 'bills.read',
  asAnother: 'ACTING',
  idempotency: 'object',
  input: inputOf(endpoints.setBillWatchers),
  run: async (context, { billId, watcherIds, seenWatcherIds: seenUserIds = [] }) => {
    const access = await requireReadable(context, billId)
    const watchers = await requireMembers(context, [...new Set(watcherIds)], 'watcherIds')
    return asShown(access, await say(context, billId, { type: 'setWatchers', watchers, seenUserIds }, tellAsManager))
  },
})

/** Checks that the person can watch it. The transport then passes the socket to its object. */
export const watch = query({
  id: 'bills.live',
  access: 'bills.read',
  input: inputOf(endpoints.watchBill),
  run: async (context, { billId }) => {
    await requireReadable(context, billId)
    return { id: billId }
  },
})
