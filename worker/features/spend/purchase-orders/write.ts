import { type Exchange, inCompanyCurrency } from '../../../../schema/shared/exchange.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { type OrderContent, orderTotal } from '../../../../schema/spend/purchase-orders/content.ts'
import type { Change } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import { type Connection, type EntryChange, writeEntry } from '../../platform/accounting/index.ts'
import { loadExchange } from '../../platform/currency-rates/index.ts'
import { type FoundRefs, orderEntry, systemName } from './books.ts'

/** An order's rows, with what sends it into the accounting system in the same batch. */

export const OWNER_KIND = 'PURCHASE_ORDER'
export const entryName = (orderId: string) => ({
  ownerKind: OWNER_KIND,
  ownerId: orderId,
  kind: 'PURCHASE_ORDER' as const,
})

export interface OrderCompany {
  id: string
  currency: Currency
  exchange: Exchange
  hasOrders: boolean
}

export const readOrderCompany = async (
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  companyId: string,
): Promise<OrderCompany> => {
  const row = await db.first<{ currency: Currency; flags: string }>(
    db.sql('SELECT currency, flags FROM companies WHERE id = ?', companyId),
  )
  if (!row) throw new Error('An order has a company')
  const flags = readCompanyFlags(row.flags)
  const company = { id: companyId, currency: row.currency, allowsOthers: flags.enableCurrencies }
  return {
    ...{ id: companyId, currency: row.currency, hasOrders: flags.enableNetsuitePurchaseOrder },
    exchange: await loadExchange(db, company, clock.now()),
  }
}

/** The entry, or why it can't be made, which then waits for a person. */
const sending = async (
  context: Pick<BaseContext, 'db' | 'clock' | 'newId'>,
  companyId: string,
  books: Connection,
  orderId: string,
  { content, refs }: { content: OrderContent; refs: FoundRefs },
): Promise<EntryChange> => {
  try {
    return writeEntry(context, books, {
      ...entryName(orderId),
      entry: await orderEntry(context, companyId, content, refs),
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return writeEntry(context, books, { ...entryName(orderId), problem: error.message })
  }
}

type Writing = Pick<BaseContext, 'db' | 'clock' | 'newId'>
type Written = Pick<Change<unknown>, 'statements' | 'audit'> & { outbox: NonNullable<Change<unknown>['outbox']> }

export interface Writer {
  userId: string | null
  name: string
}

interface Order {
  id: string
  content: OrderContent
  refs: FoundRefs
}

const columnsOf = (company: OrderCompany, content: OrderContent) => {
  const total = orderTotal(content)
  const companyMinor = inCompanyCurrency(total, company.exchange)?.value ?? null
  return [
    ...[content.vendor?.id ?? null, content.currency, total.value, companyMinor, companyMinor ?? -1],
    ...[content.transactionDate, content.memo, JSON.stringify(content)],
  ]
}

const versionStatement = (
  { db, clock }: Writing,
  { id: companyId }: OrderCompany,
  order: Pick<Order, 'id' | 'content'>,
  by: Writer,
  note: string,
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO purchase_order_versions (purchase_order_id, version, company_id, content, note, changed_by_name, changed_at)
     SELECT id, version, company_id, content, ?3, ?4, ?5 FROM purchase_orders WHERE id = ?1 AND company_id = ?2`,
    ...[order.id, companyId, note, by.name, clock.now()],
  )

const follow = (orderId: string): Written['outbox'][number] => ({
  topic: 'purchase-order.follow',
  payload: { purchaseOrderId: orderId },
})

/** A new order, with the company's next number. */
export const newOrder = async (
  context: Writing,
  company: OrderCompany,
  books: Connection | null,
  order: Order & { submissionId: string; blockId: string },
  by: Writer,
): Promise<Written> => {
  const { db, clock } = context
  const now = clock.now()
  const sent = books ? await sending(context, company.id, books, order.id, order) : null
  return {
    statements: [
      db.sql(
        `INSERT INTO purchase_orders (id, company_id, number, status, vendor_id, currency, total_minor, company_minor,
           amount_sort, transaction_date, memo, content, intake_submission_id, block_id, created_by_user_id, created_at,
           updated_at, connection_id, sync_state)
         SELECT ?1, ?2, (SELECT COALESCE(MAX(number), 0) + 1 FROM purchase_orders WHERE company_id = ?2), 'OPEN', ?3, ?4,
                ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?14, ?15, iif(?15 IS NULL, 'NONE', 'SENDING')`,
        ...[order.id, company.id, ...columnsOf(company, order.content), order.submissionId, order.blockId, by.userId],
        ...[now, books?.id ?? null],
      ),
      versionStatement(context, company, order, by, ''),
      ...(sent?.statements ?? []),
      ...stateAfterWriting(context, company.id, order.id),
    ],
    audit: [
      {
        changeKey: `purchase-order:${order.id}:created`,
        action: 'purchase-order.created',
        targetType: 'PURCHASE_ORDER',
        targetId: order.id,
        message: books ? `Created the order, to be sent to ${systemName(books)}` : 'Created the order',
        changeData: { after: { total: orderTotal(order.content), lines: order.content.lines.length } },
      },
    ],
    outbox: [...(sent?.outbox ?? []), follow(order.id)],
  }
}

/** An entry that can't be made yet is known at once. */
export const stateAfterWriting = (
  { db }: Pick<BaseContext, 'db'>,
  companyId: string,
  orderId: string,
): D1PreparedStatement[] => [
  db.sql(
    `UPDATE purchase_orders SET sync_state = iif(e.state = 'ERRORED', 'ERRORED', 'SENDING'),
            sync_error = iif(e.state = 'ERRORED', e.error, NULL)
       FROM erp_entries e
      WHERE purchase_orders.id = ?1 AND e.company_id = ?2 AND e.owner_kind = '${OWNER_KIND}' AND e.owner_id = ?1
        AND e.kind = 'PURCHASE_ORDER' AND e.state <> 'SYNCED'`,
    ...[orderId, companyId],
  ),
]

/** A new version of an order. Throws CONFLICT by the guard if it isn't the version that the caller read. */
export const changedOrder = async (
  context: Writing,
  company: OrderCompany,
  books: Connection | null,
  order: Order & { version: number },
  { by, note, audit }: { by: Writer; note: string; audit: Written['audit'][number] },
): Promise<Written> => {
  const { db, clock } = context
  const sent = books ? await sending(context, company.id, books, order.id, order) : null
  return {
    statements: [
      db.sql(
        `UPDATE purchase_orders SET vendor_id = ?4, currency = ?5, total_minor = ?6, company_minor = ?7, amount_sort = ?8,
                transaction_date = ?9, memo = ?10, content = ?11, version = version + 1, revision = revision + 1,
                updated_at = ?12, connection_id = ?13
          WHERE id = ?1 AND company_id = ?2 AND version = ?3`,
        ...[order.id, company.id, order.version, ...columnsOf(company, order.content), clock.now(), books?.id ?? null],
      ),
      guardOneRow(db),
      versionStatement(context, company, order, by, note),
      ...(sent?.statements ?? []),
      ...stateAfterWriting(context, company.id, order.id),
    ],
    audit: [audit],
    outbox: [...(sent?.outbox ?? []), follow(order.id)],
  }
}
