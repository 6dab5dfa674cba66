import type { Facts } from '../../../../schema/approvals/engine/facts.ts'
import type { ApprovalView, Block } from '../../../../schema/approvals/engine/model.ts'
import { keptLineIds } from '../../../../schema/shared/record.ts'
import { type OrderContent, orderNumber } from '../../../../schema/spend/purchase-orders/content.ts'
import * as endpoints from '../../../../schema/spend/purchase-orders/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, invalidFields } from '../../../core/errors.ts'
import { idFrom } from '../../../core/hash.ts'
import { type BaseContext, command, inputOf, query } from '../../../core/operation.ts'
import { factsInProgress } from '../../../objects/approval/subject.ts'
import { announce, objectOf, requireReadableBlock } from '../../approvals/blocks/index.ts'
import { requireKind, requireTaskByHand } from '../../approvals/tasks/index.ts'
import { type Connection, connectionStatement, readEntries } from '../../platform/accounting/index.ts'
import { booksToday, readCompanyDay } from '../../platform/members/index.ts'
import { orderBooks, resolveOrder, systemName, toOrderBooks } from './books.ts'
import { followOrder } from './follow.ts'
import { type Order, ofBlockStatement, readOrderOfBlock } from './order.ts'
import { prefill, requestStatements } from './prefill.ts'
import { isoOrNull } from './rows.ts'
import { changedOrder, newOrder, OWNER_KIND, readOrderCompany } from './write.ts'

/**
 * NETSUITE_PURCHASE_ORDER: someone the task asks fills the order in, and the task completes once it is there. Invariant:
 * a step has one order, no matter who sends what and how often; after an edit of the request the same order is changed.
 */

const RULE = 'NETSUITE_PURCHASE_ORDER'
const NOUN = 'purchase order'

/** One for each step. */
export const orderIdOf = (blockId: string): string => idFrom(`purchase-order\n${blockId}`)

export const readTaskForm = query({
  id: endpoints.orderTaskForm.id,
  access: 'purchase-orders.use',
  input: inputOf(endpoints.orderTaskForm),
  run: async (context, { levelGroupStatusId: blockId }) => {
    const { companyId } = context.actor
    const { access, reader, block, results } = await requireReadableBlock(context, blockId, [
      ofBlockStatement(context, companyId, blockId),
      connectionStatement(context, companyId),
      ...requestStatements(context, companyId, { blockId }),
    ])
    requireKind(block, RULE, NOUN)
    const object = objectOf(context, { targetType: reader.targetType, id: access.id })
    const [state, base] = await Promise.all([object.read(companyId), object.planningBase(companyId)])
    const facts: Facts = state && base ? factsInProgress(state, base) : new Map()
    const [orders, connections, ...requestRows] = results
    const order = (orders?.[0] ?? null) as unknown as Order | null
    const books = toOrderBooks((connections?.[0] ?? null) as unknown as Connection | null)
    if (!state) throw new AppError('NOT_FOUND', 'The request wasn’t found.')
    const { content, missing } = await prefill(
      context,
      { ...context.actor.company, today: booksToday(context) },
      books,
      { state, block, facts },
      requestRows,
    )
    return {
      system: books && systemName(books),
      // What was written already is only changed by people.
      content: order ? (JSON.parse(order.content) as OrderContent) : content,
      missing: order ? [] : missing,
      purchaseOrder: order && { id: order.id, readableId: orderNumber(order.number) },
    }
  },
})

export const lineIdOf = (
  orderId: string,
  version: number,
  body: endpoints.OrderBody,
  before: OrderContent['lines'],
): ((index: number) => string) => {
  const fresh = (index: number): string => idFrom(`${orderId}\n${version}\n${index}`)
  const ids = keptLineIds(
    body.lines,
    before,
    [
      [
        ({ description, account, amount }) => [description, account, amount],
        ({ description, account, amount }) => [description, account?.id ?? null, amount],
      ],
      [
        ({ description, account }) => [description, account],
        ({ description, account }) => [description, account?.id ?? null],
      ],
    ],
    fresh,
  )
  return (index) => ids[index] ?? fresh(index)
}

export const invalid = (fields: Record<string, string>): AppError => invalidFields(fields)

/** Throws INVALID beside the fields, and the same as `requireTaskByHand`. */
export const completeTask = command({
  id: endpoints.completeOrderTask.id,
  access: 'purchase-orders.use',
  input: inputOf(endpoints.completeOrderTask),
  run: async (context, { levelGroupStatusId: blockId, ...body }) => {
    const { actor } = context
    const { companyId } = actor
    const { target } = await requireTaskByHand(context, blockId, {
      ...{ ruleType: RULE, noun: NOUN, running: 'The order is being made right now.' },
    })
    const order = await readOrderOfBlock(context, companyId, blockId)
    if (order?.syncState === 'SENDING')
      throw new AppError('CONFLICT', 'The order is being sent right now. Wait for the accounting system’s answer.', {
        reason: 'TASK_RUNNING',
      })
    const [books, company] = [await orderBooks(context, companyId), await readOrderCompany(context, companyId)]
    const before = order ? (JSON.parse(order.content) as OrderContent) : null
    const orderId = order?.id ?? orderIdOf(blockId)
    const { content, refs, problems } = await resolveOrder(
      context,
      { companyId, books, currency: company.currency, exchange: company.exchange },
      body,
      lineIdOf(orderId, (order?.version ?? 0) + 1, body, before?.lines ?? []),
    )
    if (Object.keys(problems).length > 0) throw invalid(problems)
    const by = { userId: actor.userId, name: actor.name }
    const given = { id: orderId, content, refs }
    const written = order
      ? await changedOrder(
          context,
          company,
          books,
          { ...given, version: order.version },
          {
            ...{ by, note: 'The request was edited, or the accounting system didn’t accept the order' },
            audit: changedByTask(order, before, content),
          },
        )
      : await newOrder(context, company, books, { ...given, submissionId: target.id, blockId }, by)
    const result = await commit(context, {
      subject: 'The purchase order',
      ...written,
      result: { id: blockId, purchaseOrderId: orderId },
      onDuplicate: {
        'purchase_orders.id': alreadyMade,
        'purchase_orders.company_id, purchase_orders.block_id': alreadyMade,
      },
    })
    // The outbox tells the step too. Doing it now shows it at once.
    await followOrder(context, companyId, orderId).catch((error) =>
      context.log.error('purchase-order.step-not-told', { blockId, error: String(error) }),
    )
    context.db.noteWriteElsewhere()
    announce(context, target)
    return result
  },
})

const alreadyMade = (): AppError =>
  new AppError('CONFLICT', 'The purchase order of this task has just been made.', { reason: 'ALREADY_DECIDED' })

const changedByTask = (order: Order, before: OrderContent | null, after: OrderContent) => ({
  changeKey: `purchase-order:${order.id}:changed:${order.version + 1}`,
  action: 'purchase-order.changed',
  targetType: 'PURCHASE_ORDER' as const,
  targetId: order.id,
  message: 'Changed the order for its task',
  changeData: { before, after },
})

export const readTaskStatus = query({
  id: endpoints.orderTaskStatus.id,
  access: 'purchase-orders.use',
  input: inputOf(endpoints.orderTaskStatus),
  run: async (context, { levelGroupStatusId: blockId }) => {
    const { companyId } = context.actor
    const { block, results } = await requireReadableBlock(context, blockId, [
      ofBlockStatement(context, companyId, blockId),
    ])
    requireKind(block, RULE, NOUN)
    const order = (results[0]?.[0] ?? null) as unknown as Order | null
    const [entry] = order?.syncState === 'ERRORED' ? await readEntries(context, companyId, OWNER_KIND, [order.id]) : []
    return {
      completed: block.status === 'APPROVED',
      error: order ? order.syncError : (block.automatic?.error ?? null),
      lastUpdatedAt: isoOrNull(order?.updatedAt ?? block.automatic?.finishedAt ?? null),
      advice: entry?.advice ?? null,
      purchaseOrderId: order?.id ?? null,
      readableId: order && orderNumber(order.number),
      isSending: order?.syncState === 'SENDING',
    }
  },
})

/** Makes the order of a task that asks no one. Null if something is missing, in words. */
export const makeByItself = async (
  context: BaseContext & { system: object },
  { state, block, facts }: { state: ApprovalView; block: Block; facts: Facts },
): Promise<string | null> => {
  const { companyId } = state
  const [books, company] = [await orderBooks(context, companyId), await readOrderCompany(context, companyId)]
  const read = await context.db.batch(requestStatements(context, companyId, { submissionId: state.targetId }))
  const { content, missing } = await prefill(
    context,
    { ...company, today: await readCompanyDay(context, companyId) },
    books,
    { state, block, facts },
    read.map(({ results }) => results as Record<string, unknown>[]),
  )
  if (missing.length > 0) return `The order couldn’t be filled in. Missing: ${missing.join('; ')}. Fill it in by hand`
  const orderId = orderIdOf(block.id)
  const resolved = await resolveOrder(
    context,
    { companyId, books, currency: company.currency, exchange: company.exchange },
    bodyOf(content),
    (index) => idFrom(`${orderId}\n1\n${index}`),
  )
  const [problem] = Object.values(resolved.problems)
  if (problem) return `${problem}. Fill the order in by hand`
  const written = await newOrder(
    ...([context, company, books] as const),
    { id: orderId, ...resolved, submissionId: state.targetId, blockId: block.id },
    { userId: null, name: 'Outlay' },
  )
  await commit(context, { subject: 'The purchase order', ...written, result: null })
  return null
}

const bodyOf = (content: OrderContent): endpoints.OrderBody => ({
  vendorId: content.vendor?.id ?? null,
  erpVendorId: content.erpVendor?.id ?? null,
  erpEntityId: content.entity?.id ?? null,
  entityId: null,
  locationId: content.location?.id ?? null,
  departmentId: content.department?.id ?? null,
  classificationId: content.classification?.id ?? null,
  currency: content.currency,
  ...{ transactionDate: content.transactionDate, memo: content.memo },
  lines: content.lines.map(({ id, description, amount, account, department, classification, location }) => ({
    ...{ id, description, amount, account: account?.id ?? null, department: department?.id ?? null },
    ...{ classification: classification?.id ?? null, location: location?.id ?? null },
  })),
})
