import { orderNumber } from '../../../../schema/spend/purchase-orders/content.ts'
import * as endpoints from '../../../../schema/spend/purchase-orders/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { nudgeSync, syncStatements } from '../../../core/syncs.ts'
import { linkStatement, requireDocuments, unlinkStatement } from '../../documents/documents/index.ts'
import { startThread } from '../../documents/threads/index.ts'
import { readConnection, resendEntry } from '../../platform/accounting/index.ts'
import { limitRate } from '../../platform/session/index.ts'
import { requireChangeable, requireOrder } from './access.ts'
import { followOrder } from './follow.ts'
import { ORDERS_SYNC } from './refresh.ts'
import { entryName, stateAfterWriting } from './write.ts'

/** What people do with an order on its page. */

const TARGET = 'PURCHASE_ORDER' as const

const audited = (context: StaffContext, id: string, what: string, message: string, changeData: unknown = null) => ({
  changeKey: `purchase-order:${id}:${what}:${context.newId()}`,
  action: `purchase-order.${what}`,
  targetType: TARGET,
  targetId: id,
  message,
  changeData,
})

export const createThread = command({
  id: endpoints.createOrderThread.id,
  access: 'purchase-orders.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.createOrderThread),
  run: async (context, { purchaseOrderId, ...thread }) => startThread(context, TARGET, purchaseOrderId, thread),
})

/** Orders in an accounting system are closed there. */
export const closeOrder = command({
  id: endpoints.closeOrder.id,
  access: 'purchase-orders.use',
  input: inputOf(endpoints.closeOrder),
  run: async (context, { purchaseOrderId: id, closed, reason }) => {
    const { db, clock } = context
    const order = await requireChangeable(context, id)
    if (order.connectionId !== null)
      throw new AppError(
        'RULE_BROKEN',
        'Close this order in the accounting system. Outlay shows it after the next sync.',
        {
          reason: 'IN_BOOKS',
        },
      )
    const status = closed ? 'CLOSED' : 'OPEN'
    if (order.status === status)
      return commit(context, { subject: 'The order', statements: [], audit: [], result: { id } })
    return commit(context, {
      subject: 'The purchase order',
      statements: [
        db.sql(
          `UPDATE purchase_orders SET status = ?3, closed_at = ?4, close_reason = ?5, updated_at = ?6
            WHERE id = ?1 AND company_id = ?2 AND status <> ?3`,
          ...[id, order.companyId, status, closed ? clock.now() : null, closed ? reason : null, clock.now()],
        ),
        guardOneRow(db),
      ],
      audit: [
        audited(context, id, closed ? 'closed' : 'reopened', closed ? 'Closed the order' : 'Opened the order again', {
          before: { status: order.status },
          after: { status, ...(reason && { reason }) },
        }),
      ],
      result: { id },
    })
  },
})

export const resendOrder = command({
  id: endpoints.resendOrder.id,
  access: 'purchase-orders.use',
  input: inputOf(endpoints.resendOrder),
  run: async (context, { purchaseOrderId: id }) => {
    const { db, actor } = context
    const order = await requireChangeable(context, id)
    const again = order.syncState === 'ERRORED' ? await resendEntry(context, actor.companyId, entryName(id)) : null
    if (!again)
      throw new AppError('RULE_BROKEN', 'The accounting system hasn’t refused this order.', { reason: 'NOT_REFUSED' })
    const result = await commit(context, {
      subject: 'The purchase order',
      statements: [
        ...again.statements,
        db.sql(
          'UPDATE purchase_orders SET revision = revision + 1 WHERE id = ? AND company_id = ?',
          id,
          order.companyId,
        ),
        ...stateAfterWriting(context, order.companyId, id),
      ],
      outbox: [...again.outbox, { topic: 'purchase-order.follow', payload: { purchaseOrderId: id } }],
      audit: [audited(context, id, 'sent-again', 'Sent the order to the accounting system again')],
      result: { id },
    })
    await followOrder(context, order.companyId, id).catch((error) =>
      context.log.error('purchase-order.step-not-told', { id, error: String(error) }),
    )
    context.db.noteWriteElsewhere()
    return result
  },
})

/** Asking again while it is read starts nothing, so that a repeated command needs no memory. */
export const refreshOrder = command({
  id: endpoints.refreshOrder.id,
  access: 'purchase-orders.use',
  idempotency: 'none',
  input: inputOf(endpoints.refreshOrder),
  run: async (context, { purchaseOrderId: id }) => {
    const order = await requireOrder(context, id)
    const books = await readConnection(context, order.companyId)
    if (!books || order.connectionId !== books.id)
      throw new AppError('RULE_BROKEN', 'This order isn’t in a connected accounting system.', {
        reason: 'NOT_IN_BOOKS',
      })
    const runId = context.newId()
    const run = {
      id: runId,
      companyId: order.companyId,
      provider: books.system,
      kind: ORDERS_SYNC,
      trigger: 'HAND' as const,
    }
    const result = await commit(context, {
      subject: 'Refreshing',
      statements: syncStatements(context.db, [run], context.clock.now()),
      audit: [],
      result: { id },
    })
    nudgeSync(context, runId)
    return result
  },
})

const HOUR_MS = 60 * 60 * 1000
/** They go to addresses outside. */
const MOST_AN_HOUR = 60

export const mailOrder = command({
  id: endpoints.mailOrder.id,
  access: 'purchase-orders.use',
  input: inputOf(endpoints.mailOrder),
  run: async (context, { purchaseOrderId: id, email, message }) => {
    const { db, clock, actor } = context
    const order = await requireChangeable(context, id)
    await limitRate(context, HOUR_MS, [{ key: `mail-orders:${actor.companyId}:${actor.userId}`, max: MOST_AN_HOUR }])
    return commit(context, {
      subject: 'The purchase order',
      statements: [
        db.sql(
          'UPDATE purchase_orders SET mailed_to = ?3, mailed_at = ?4 WHERE id = ?1 AND company_id = ?2',
          ...[id, order.companyId, email, clock.now()],
        ),
      ],
      audit: [
        audited(context, id, 'mailed', `Emailed ${orderNumber(order.number)} to ${email}`, {
          after: { email, ...(message && { message }), version: order.version },
        }),
      ],
      outbox: [
        {
          topic: 'purchase-order.mail',
          payload: { purchaseOrderId: id, email, message, by: { name: actor.name, email: actor.email } },
        },
      ],
      result: { id },
    })
  },
})

export const addDocuments = command({
  id: endpoints.addOrderDocuments.id,
  access: 'purchase-orders.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.addOrderDocuments),
  run: async (context, { purchaseOrderId: id, documentIds }) => {
    await requireChangeable(context, id)
    const documents = await requireDocuments(context, documentIds)
    const names = documents.map(({ name }) => name).join(', ')
    return commit(context, {
      subject: 'The purchase order',
      statements: [linkStatement(context, documents, [[TARGET, id]])],
      audit: [audited(context, id, 'documents-added', `Added ${names}`)],
      result: { id },
    })
  },
})

export const removeDocuments = command({
  id: endpoints.removeOrderDocuments.id,
  access: 'purchase-orders.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.removeOrderDocuments),
  run: async (context, { purchaseOrderId: id, documentIds }) => {
    await requireChangeable(context, id)
    const documents = await requireDocuments(context, documentIds, new Set(documentIds))
    const names = documents.map(({ name }) => name).join(', ')
    return commit(context, {
      subject: 'The purchase order',
      statements: [unlinkStatement(context, documents, [[TARGET, id]])],
      audit: [audited(context, id, 'documents-removed', `Removed ${names}`)],
      result: { id },
    })
  },
})
