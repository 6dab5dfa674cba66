import type { z } from 'zod'
import { isBlock } from '../../../../schema/approvals/engine/block-ids.ts'
import type { ApprovalCommandInput } from '../../../../schema/approvals/engine/commands.ts'
import { previewOf } from '../../../../schema/approvals/engine/preview.ts'
import * as endpoints from '../../../../schema/spend/purchase-orders/change-endpoints.ts'
import { type OrderContent, orderContent } from '../../../../schema/spend/purchase-orders/content.ts'
import { resultStatements } from '../../../core/commit.ts'
import type { Database } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { approvalActor, type Instruction, objectOf, type Told, tellObject } from '../../approvals/blocks/index.ts'
import { withUsualTimes } from '../../approvals/engine/index.ts'
import { mayChange, requireChangeable } from './access.ts'
import { orderBooks, resolveOrder } from './books.ts'
import { orderMoved, requireReadableChange } from './change-access.ts'
import { planChange, planWaiting } from './change-planning.ts'
import { orderChangeSubject } from './change-subject.ts'
import { followOrder } from './follow.ts'
import { endOf, type Order, readOrder } from './order.ts'
import { invalid, lineIdOf } from './task.ts'
import { readOrderCompany } from './write.ts'

/** Changing an order after it was made: proposed, approved by its request's approvers, and only then in force. */

const TARGET = 'PURCHASE_ORDER'
const targetOf = (id: string) => ({ targetType: TARGET, id })

export const approvalsOf = (context: Pick<StaffContext, 'env'>, id: string) => objectOf(context, targetOf(id))

/** Throws the engine's refusals with their reason, or NOT_FOUND if nothing was ever proposed. */
const tell = (
  context: Parameters<typeof tellObject>[0],
  id: string,
  instruction: Omit<Instruction, 'categoryId' | 'as'>,
): Promise<Told> =>
  tellObject(context, targetOf(id), { ...instruction, categoryId: null }, () => requireReadableChange(context, id))

/** The same for what only people do who may change orders. Here they are like admins; they decide nothing by it. */
const tellAsManager: typeof tell = (context, id, instruction) =>
  tellObject(
    context,
    targetOf(id),
    { ...instruction, as: { ...approvalActor(context.actor, null), isAdmin: true }, categoryId: null },
    () => requireReadableChange(context, id),
  )

/** Whether the order's own step is done. Until then its task says what is in it. */
const isMade = async ({ db }: { db: Database }, { blockId, companyId }: Order): Promise<boolean> => {
  if (blockId === null) return true
  const block = await db.first<{ status: string }>(
    db.sql(`SELECT status FROM level_group_statuses WHERE ${isBlock('?1')} AND company_id = ?2`, blockId, companyId),
  )
  return block === null || block.status === 'APPROVED'
}

/** The accounting system has answered, and the step may hear of it only now. */
const isMadeNow = async (context: StaffContext, order: Order): Promise<boolean> => {
  if (!('done' in endOf(order))) return false
  await followOrder(context, order.companyId, order.id)
  return isMade(context, order)
}

const isBeingApplied = async ({ db }: { db: Database }, { id, companyId }: Order): Promise<boolean> =>
  (await db.first(
    db.sql(
      `SELECT 1 AS one FROM purchase_order_change_runs r
         CROSS JOIN purchase_order_changes c ON c.id = r.purchase_order_id AND c.run = r.run
        WHERE r.purchase_order_id = ? AND +r.company_id = ? AND c.status = 'APPROVED' AND r.applied_version IS NULL
          AND r.problem IS NULL`,
      id,
      companyId,
    ),
  )) !== null

/** Throws NOT_FOUND, FORBIDDEN, or why this order can't change now. */
const requireProposable = async (context: StaffContext, id: string): Promise<Order> => {
  const order = await requireChangeable(context, id)
  if (order.status === 'CLOSED')
    throw new AppError('RULE_BROKEN', 'The order is closed. Open it again before you change it.', { reason: 'CLOSED' })
  if (!(await isMade(context, order)) && !(await isMadeNow(context, order)))
    throw new AppError('RULE_BROKEN', 'The order’s step isn’t done yet. Change the order in its task.', {
      reason: 'STEP_OPEN',
    })
  if (order.syncState === 'SENDING')
    throw new AppError('CONFLICT', 'The order is being sent right now. Wait for the accounting system’s answer.', {
      reason: 'TASK_RUNNING',
    })
  if (await isBeingApplied(context, order))
    throw new AppError('CONFLICT', 'An approved change is being made right now. Try again in a few seconds.', {
      reason: 'TASK_RUNNING',
    })
  return order
}

type Body = z.output<typeof endpoints.changeBody>

/** What the order would say. Throws INVALID beside the fields, or if nothing would change. */
const resolved = async (
  context: StaffContext,
  order: Order,
  waiting: OrderContent | null,
  body: Omit<Body, 'reason'>,
): Promise<{ content: OrderContent; isInBooks: boolean }> => {
  const { companyId } = order
  const [books, company] = [await orderBooks(context, companyId), await readOrderCompany(context, companyId)]
  if (order.connectionId !== null && order.connectionId !== books?.id)
    throw new AppError('RULE_BROKEN', 'Connect the accounting system that has this order before you change it.', {
      reason: 'NOT_IN_BOOKS',
    })
  // An order that is only in Outlay stays there.
  const its = order.connectionId === null ? null : books
  const before = orderContent.parse(JSON.parse(order.content))
  const known = [...before.lines, ...(waiting?.lines ?? [])]
  const { content, problems } = await resolveOrder(
    context,
    {
      companyId,
      books: its,
      currency: before.currency,
      exchange: company.exchange,
      keptVendorId: before.vendor?.id,
    },
    body,
    lineIdOf(order.id, order.version + 1, body, known),
  )
  if (Object.keys(problems).length > 0) throw invalid(problems)
  if (JSON.stringify(orderContent.parse(content)) === JSON.stringify(before))
    throw new AppError('INVALID', 'Nothing would change. Change a line, the amount or another field.', {
      fields: { lines: 'Nothing would change' },
    })
  return { content: orderContent.parse(content), isInBooks: its !== null }
}

const proposalOf = async (context: StaffContext, id: string, { reason, ...body }: Body) => {
  const order = await requireProposable(context, id)
  const base = await approvalsOf(context, id).planningBase(order.companyId)
  const waiting = base?.status === 'PENDING' ? (base.content as unknown as { order: OrderContent }).order : null
  const { content, isInBooks } = await resolved(context, order, waiting, body)
  return { order, base, planned: await planChange(context, { order, content, reason, isInBooks, base }) }
}

/** Throws INVALID beside the fields, RULE_BROKEN, or CONFLICT if someone else proposed since `version`. */
export const proposeChange = command({
  id: endpoints.proposeOrderChange.id,
  access: 'purchase-orders.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.proposeOrderChange),
  run: async (context, { purchaseOrderId: id, version, ...body }) => {
    const { actor, db } = context
    const { base, planned } = await proposalOf(context, id, body)
    const { content, requestor, planning } = planned
    const submit: ApprovalCommandInput = {
      ...{ type: 'submit', targetType: TARGET, targetId: id, content },
      requestor: { userId: requestor.userId, name: requestor.name },
      createdBy: { userId: actor.userId, name: actor.name },
    }
    const resubmit: ApprovalCommandInput = { type: 'resubmit', seenVersion: version ?? base?.version ?? 1, content }
    const told = await tellAsManager(context, id, {
      ...(base ? { command: resubmit, earlier: [submit] } : { command: submit, earlier: [resubmit] }),
      ...{ planning, answer: { id } },
    })
    const result = { id, version: told.version }
    const kept = told.answerKept ? [] : resultStatements(context, result, 'ignore')
    if (kept.length > 0)
      await db.batch(kept).catch((error) => context.log.error('orders.result-not-stored', { id, error: String(error) }))
    return result
  },
})

/** Who would approve it, and why. */
export const previewChange = query({
  id: endpoints.previewOrderChange.id,
  access: 'purchase-orders.use',
  input: inputOf(endpoints.previewOrderChange),
  run: async (context, { purchaseOrderId, ...body }) => {
    const { planned } = await proposalOf(context, purchaseOrderId, body)
    return withUsualTimes(context, previewOf(planned.plan, planned.facts))
  },
})

export const withdrawChange = command({
  id: endpoints.withdrawOrderChange.id,
  access: 'purchase-orders.use',
  idempotency: 'object',
  input: inputOf(endpoints.withdrawOrderChange),
  run: async (context, { purchaseOrderId: id, message = '' }) => {
    await requireChangeable(context, id)
    const { status, sequence } = await tellAsManager(context, id, { command: { type: 'withdraw', message } })
    return { status, sequence }
  },
})

const say = async (context: StaffContext, id: string, said: ApprovalCommandInput) => {
  const { status, sequence } = await tell(context, id, { command: said })
  return { status, sequence }
}

/** Throws CONFLICT with ORDER_CHANGED, ANSWERS_CHANGED, ALREADY_DECIDED or BLOCK_CLOSED, or 422 by the rules. */
export const decideChange = command({
  id: endpoints.decideOrderChange.id,
  access: 'purchase-orders.use',
  idempotency: 'object',
  input: inputOf(endpoints.decideOrderChange),
  run: async (context, { purchaseOrderId: id, ...given }) => {
    const { companyId } = context.actor
    const [access, order] = await Promise.all([requireReadableChange(context, id), readOrder(context, companyId, id)])
    if (given.status === 'APPROVED' && access.status === 'PENDING') {
      const base = await approvalsOf(context, id).planningBase(companyId)
      const { baseVersion } = (base?.content ?? {}) as { baseVersion?: number }
      if (!order || order.status === 'CLOSED' || order.version !== baseVersion) throw orderMoved()
    }
    return say(context, id, {
      type: 'decide',
      blockId: given.levelGroupStatusId,
      decision: given.status,
      comment: given.comment ?? '',
      seenVersion: given.seenVersion ?? access.version,
      allMyNonTaskBlocks: given.approveAllNonTaskBlocks ?? false,
    })
  },
})

export const undoDecision = command({
  id: endpoints.undoOrderDecision.id,
  access: 'purchase-orders.use',
  idempotency: 'object',
  input: inputOf(endpoints.undoOrderDecision),
  run: async (context, { purchaseOrderId: id, sequence }) => {
    await requireReadableChange(context, id)
    return say(context, id, { type: 'undoDecision', sequence })
  },
})

export const remind = command({
  id: endpoints.remindOrderApprovers.id,
  access: 'purchase-orders.use',
  asAnother: 'ACTING',
  idempotency: 'object',
  input: inputOf(endpoints.remindOrderApprovers),
  run: async (context, { purchaseOrderId: id, levelGroupStatusId, note = '' }) => {
    const order = await requireReadableChange(context, id)
    const by = mayChange(context.actor, order.createdByUserId) ? tellAsManager : tell
    const { status, sequence } = await by(context, id, {
      command: { type: 'remind', blockId: levelGroupStatusId, note },
    })
    return { status, sequence }
  },
})

/** Throws FORBIDDEN without approval-bypass access, or on one's own. */
export const bypass = command({
  id: endpoints.bypassOrderBlock.id,
  access: 'purchase-orders.use',
  idempotency: 'object',
  input: inputOf(endpoints.bypassOrderBlock),
  run: async (context, { purchaseOrderId: id, levelGroupStatusId: blockId, approverNote }) => {
    await requireReadableChange(context, id)
    return say(context, id, { type: 'bypass', blockId, note: approverNote })
  },
})

/** What its object plans with when someone replaces approvers, or adds one. */
export const planOfWaiting = async (context: StaffContext, id: string, principalIds: readonly string[]) => {
  const base = await approvalsOf(context, id).planningBase(context.actor.companyId)
  if (!base) throw new Error('A change has an object')
  return planWaiting(context, base, principalIds)
}

/** Checks that the person can watch it. The transport then passes the socket to its object. */
export const watchChange = query({
  id: endpoints.watchOrderChange.id,
  access: 'purchase-orders.use',
  input: inputOf(endpoints.watchOrderChange),
  run: async (context, { purchaseOrderId }) => {
    await requireReadableChange(context, purchaseOrderId)
    return { id: purchaseOrderId }
  },
})

export const orderKind = orderChangeSubject.kind
