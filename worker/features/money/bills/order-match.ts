import type { WorkflowSnapshot } from '../../../../schema/approvals/engine/plan.ts'
import { type BillContent, type BillLabels, LABELS } from '../../../../schema/money/bills/content.ts'
import type { Bill } from '../../../../schema/money/bills/endpoints.ts'
import {
  drawsOf,
  matchOrder,
  ORDER_FACT,
  type OrderMatch,
  OVER,
  type Tolerance,
} from '../../../../schema/money/bills/match.ts'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { type Currency, formatMoney } from '../../../../schema/shared/money.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { BatchResults } from '../../../core/database.ts'
import type { StaffContext } from '../../../core/operation.ts'
import {
  type Draws,
  ORDERED_STATEMENTS,
  type OrderedAmounts,
  orderedOf,
  orderedStatements,
  readableOrderStatement,
} from '../../spend/purchase-orders/index.ts'

/**
 * Bills against purchase orders. What is over by more than the company's tolerance needs an approval of its own, whose
 * rule every bill has from the start, so that an edit can make it apply.
 */

type Reader = Pick<StaffContext, 'db' | 'actor'>

interface SettingsRow {
  basisPoints: number | null
  amountMinor: number | null
  groupIds: string
  userIds: string
  version: number
}

export interface Settings {
  tolerance: Tolerance
  groupIds: string[]
  userIds: string[]
  version: number
}

export const settingsStatement = ({ db, actor }: { db: Pick<StaffContext['db'], 'sql'>; actor: Reader['actor'] }) =>
  db.sql(
    `SELECT basis_points AS basisPoints, amount_minor AS amountMinor, group_ids AS groupIds, user_ids AS userIds, version
       FROM bill_match_settings WHERE company_id = ?`,
    actor.companyId,
  )

/** @param rows those of the statement. Until someone sets a tolerance, nothing may be over. */
export const settingsOf = (rows: readonly Record<string, unknown>[] | undefined, usual: Currency): Settings => {
  const row = rows?.[0] as unknown as SettingsRow | undefined
  if (!row) return { tolerance: { percent: null, amount: null }, groupIds: [], userIds: [], version: 0 }
  return {
    tolerance: {
      percent: row.basisPoints === null ? null : row.basisPoints / 100,
      amount: row.amountMinor === null ? null : { value: row.amountMinor, currency: usual },
    },
    groupIds: JSON.parse(row.groupIds) as string[],
    userIds: JSON.parse(row.userIds) as string[],
    version: row.version,
  }
}

/** SQL of the groups and people who approve what is over, for planning. ?1 is the company. */
export const MATCH_PRINCIPALS = `SELECT j.value AS id FROM bill_match_settings ms
   CROSS JOIN json_each(json_array(json(ms.group_ids), json(ms.user_ids))) l CROSS JOIN json_each(l.value) j
  WHERE ms.company_id = ?1`

export const MATCH_LABEL = 'Purchase order match'
const MATCH_ID = 'order-match'

/** The rule for bills over their order. */
export const matchDefinition = ({ groupIds, userIds, version }: Settings): WorkflowSnapshot => {
  const isOver = { ...NO_CONDITIONS, conditionAnyOfs: [{ valuesQuestionId: ORDER_FACT, values: [OVER] }] }
  return {
    ...{ id: MATCH_ID, label: MATCH_LABEL, version: Math.max(1, version), isConditional: true },
    definition: {
      entryPoints: isOver,
      levels: [
        {
          ...{ id: MATCH_ID, number: 1 },
          rules: [
            {
              ...isOver,
              ...{ id: MATCH_ID, label: MATCH_LABEL, type: 'APPROVAL', ordinal: 0, approverType: 'CUSTOM_APPROVERS' },
              ...{ approverGroupIds: groupIds, approverUserIds: userIds },
              ...{ approverMatrixId: null, approverMatrixColumnId: null, quorum: { kind: 'ANY' }, settings: {} },
              ...{ watcherType: 'NO_WATCHERS', watcherGroupIds: [], watcherUserIds: [] },
            },
          ],
        },
      ],
    },
  }
}

/** Bills that were entered before there were orders have no such rule. */
export const hasMatchRule = ({ definitions }: { definitions: readonly Pick<WorkflowSnapshot, 'id'>[] }): boolean =>
  definitions.some(({ id }) => id === MATCH_ID)

/** The order, and how much of it others have taken. */
export const MATCH_STATEMENTS = ORDERED_STATEMENTS + 1
export const matchStatements = (
  context: Reader,
  orderId: string | null,
  billId: string | null,
): D1PreparedStatement[] => [
  ...orderedStatements(context, context.actor.companyId, orderId, billId),
  settingsStatement(context),
]

interface Matching {
  order: OrderedAmounts | null
  settings: Settings
}
export const matchingOf = (results: BatchResults, usual: Currency): Matching => ({
  order: orderedOf(results.slice(0, ORDERED_STATEMENTS)),
  settings: settingsOf(results[ORDERED_STATEMENTS]?.results, usual),
})

type Matched = Pick<
  BillContent,
  'purchaseOrderId' | 'erpVendorId' | 'vendorId' | 'currency' | 'isCredit' | 'lines' | 'totalAmount'
>

const isOfVendor = (order: OrderedAmounts, { erpVendorId, vendorId }: Matched): boolean =>
  order.erpVendorId === erpVendorId || (order.vendorId !== null && order.vendorId === vendorId)

/** Why a bill can't be for this order, by field. An order that it had before may have been closed since. */
export const matchProblems = (
  content: Matched,
  order: OrderedAmounts | null,
  before: Pick<BillContent, 'purchaseOrderId'> | null,
): Record<string, string> => {
  const fields: Record<string, string> = {}
  const known = new Set(order?.lines.map(({ id }) => id))
  content.lines.forEach(({ purchaseOrderLineId }, at) => {
    if (purchaseOrderLineId === null) return
    const path = `lines.${at}.purchaseOrderLineId`
    if (content.purchaseOrderId === null) fields[path] = 'Choose the purchase order first'
    else if (!known.has(purchaseOrderLineId)) fields[path] = 'This line isn’t on the purchase order anymore'
  })
  if (content.purchaseOrderId === null) return fields
  const fault = orderFault(content, order, before)
  return fault ? { ...fields, purchaseOrderId: fault } : fields
}

const orderFault = (
  content: Matched,
  order: OrderedAmounts | null,
  before: Pick<BillContent, 'purchaseOrderId'> | null,
): string | null => {
  if (!order) return 'This isn’t a valid option'
  const { readableId, currency, status } = order
  if (!isOfVendor(order, content)) return `${readableId} is of another vendor`
  if (currency !== content.currency) return `${readableId} is in ${currency}. This bill is in ${content.currency}`
  if (status === 'CLOSED' && before?.purchaseOrderId !== order.id) return `${readableId} is closed. Choose another one`
  const billed = Math.max(0, order.billed)
  if (content.isCredit && content.totalAmount > billed)
    return `Only ${formatMoney({ value: billed, currency })} of ${readableId} was billed. A credit can’t be for more`
  return null
}

/** The same for a bill that is shown, and whether the person may open the order itself. */
export const ofBillStatements = (context: Reader, orderId: string, billId: string): D1PreparedStatement[] => [
  ...matchStatements(context, orderId, billId),
  readableOrderStatement(context, orderId),
]

interface OrderFound extends Matching {
  canOpen: boolean
}
export const orderFoundOf = (results: BatchResults, actor: Reader['actor']): OrderFound => ({
  ...matchingOf(results, actor.company.currency),
  canOpen: can(actor.policy, 'purchase-orders.use') && results[MATCH_STATEMENTS]?.results.length === 1,
})

/**
 * A bill's order as other bills leave it now, beside how it was matched when it was saved. Who reads the bill but not
 * the order sees what the bill is compared with: its lines of the order, and the order's total and open amount.
 */
export const orderOfBill = (
  found: OrderFound | null,
  { lines, isCredit, match }: BillContent,
  exchange: Exchange | null | undefined,
): Bill['purchaseOrder'] => {
  if (!found?.order || !match) return null
  const now = matchOf({ lines, isCredit }, found, exchange ?? undefined)
  const order = shownOrder(found.order)
  const named = new Set(lines.map(({ purchaseOrderLineId }) => purchaseOrderLineId))
  const shown = found.canOpen ? order.lines : order.lines.filter((line) => named.has(line.id))
  return {
    ...order,
    memo: found.canOpen ? order.memo : '',
    lines: shown,
    otherLines: order.lines.length - shown.length,
    canOpen: found.canOpen,
    match,
    overNow: now && now.over !== match.over ? now.over : null,
  }
}

export const matchOf = (
  content: Pick<BillContent, 'lines' | 'isCredit'>,
  { order, settings }: Matching,
  exchange: Exchange | undefined,
): OrderMatch | null => order && matchOrder(order, content, settings.tolerance, exchange)

/** Names of the order and its lines, for what changed. */
export const orderLabels = (order: OrderedAmounts | null, before: BillLabels = {}) => ({
  [LABELS.orders]: {
    ...before[LABELS.orders],
    ...(order &&
      Object.fromEntries([
        [order.id, order.readableId],
        ...order.lines.map(({ id, description }, at) => [
          id,
          `${order.readableId} line ${at + 1}${description && ` (${description})`}`,
        ]),
      ])),
  },
})

export const drawsOfBill = (
  companyId: string,
  billId: string,
  {
    purchaseOrderId = null,
    lines,
    isCredit,
  }: Pick<BillContent, 'lines' | 'isCredit'> & Partial<Pick<BillContent, 'purchaseOrderId'>>,
): Draws => ({
  ...{ companyId, billId, orderId: purchaseOrderId },
  amounts: purchaseOrderId === null ? new Map() : drawsOf(lines, isCredit),
})

/** What the bill takes as it is stored, for one whose change was refused. */
export const restoreDraws = ({ db, actor }: Reader, billId: string): D1PreparedStatement[] => [
  db.sql('DELETE FROM purchase_order_draws WHERE company_id = ?1 AND bill_id = ?2', actor.companyId, billId),
  db.sql(
    `INSERT INTO purchase_order_draws (company_id, bill_id, purchase_order_id, order_line_id, amount_minor, counts, is_paid)
     SELECT b.company_id, b.id, b.purchase_order_id, coalesce(l.value ->> 'purchaseOrderLineId', '') AS line,
            sum(iif(b.is_credit, -1, 1) * (l.value ->> 'amount')),
            b.status = 'APPROVED' OR (b.status = 'PENDING' AND b.archived_at IS NULL), b.paid_at IS NOT NULL
       FROM bills b CROSS JOIN json_each(b.content, '$.lines') l
      WHERE b.company_id = ?1 AND b.id = ?2 AND b.deleted_at IS NULL AND b.purchase_order_id IS NOT NULL
      GROUP BY line`,
    actor.companyId,
    billId,
  ),
]

/** For screens. */
export const shownOrder = ({
  vendorId: _,
  erpVendorId: __,
  version: ___,
  drawRevision: ____,
  ...order
}: OrderedAmounts) => order
