import { z } from 'zod'
import type { Fact, Facts } from '../../approvals/engine/facts.ts'
import { type Exchange, inCompanyCurrency } from '../../shared/exchange.ts'
import { type Currency, currency as currencyCode, formatMoney, money } from '../../shared/money.ts'
import { shownDate } from '../../shared/values.ts'

/** A bill against its purchase order: what the order still has open, and by how much the bill is over it. */

/** By how much a bill may be over. If both are set, the smaller one counts. Without either, by nothing. */
export const tolerance = z.object({
  /** A share of the order's total. */
  percent: z.number().min(0).max(100).nullable(),
  amount: money.nullable(),
})
export type Tolerance = z.output<typeof tolerance>

/** How a bill was matched when it was last saved. */
export const orderMatch = z.object({
  /** "PO-12" */
  number: z.string(),
  isClosed: z.boolean(),
  /** What the order had open before this bill, in its minor units. */
  open: z.number().int(),
  /** What those lines of the order had open that the bill is over, if it is over lines rather than the order. */
  linesOpen: z.number().int().nullable().default(null),
  /** By how much the bill is over the order or its lines. 0 if it isn't. */
  over: z.number().int().min(0),
  /** Whether that is more than the company lets through. */
  isOver: z.boolean(),
  tolerance,
})
export type OrderMatch = z.output<typeof orderMatch>

/** An order as other bills leave it. */
export interface OpenOrder {
  readableId: string
  status: 'OPEN' | 'CLOSED'
  currency: Currency
  total: number
  /** What other bills take, without those that were rejected or withdrawn. */
  billed: number
  lines: readonly { id: string; amount: number; billed: number }[]
}

/** A line of a bill, and the line of the order that it is for. */
export interface MatchedLine {
  amount: number
  purchaseOrderLineId: string | null
}

/** Other bills can be over, and credits can be for more than was billed. */
const openOf = (ordered: number, billed: number): number => ordered - Math.max(0, billed)

export const openOfOrder = ({ status, total, billed }: Pick<OpenOrder, 'status' | 'total' | 'billed'>): number =>
  status === 'CLOSED' ? 0 : Math.max(0, openOf(total, billed))

export const openOfLine = ({ status }: Pick<OpenOrder, 'status'>, line: { amount: number; billed: number }): number =>
  status === 'CLOSED' ? 0 : Math.max(0, openOf(line.amount, line.billed))

/** What the bill takes, by lines of the order. The empty text stands for the order as a whole. */
export const drawsOf = (lines: readonly MatchedLine[], isCredit: boolean): Map<string, number> => {
  const draws = new Map<string, number>()
  for (const { amount, purchaseOrderLineId } of lines) {
    const of = purchaseOrderLineId ?? ''
    draws.set(of, (draws.get(of) ?? 0) + (isCredit ? -amount : amount))
  }
  return draws
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0)

/**
 * By how much a bill is over: the order's lines that it names, or the whole order, whichever is more. What earlier bills
 * were over counts again, so that many small ones don't add up unseen. A closed order has nothing open.
 */
export const overOf = (
  order: OpenOrder,
  draws: ReadonlyMap<string, number>,
): Pick<OrderMatch, 'over' | 'linesOpen'> => {
  const total = sum(draws.values())
  if (total <= 0) return { over: 0, linesOpen: null }
  if (order.status === 'CLOSED') return { over: total, linesOpen: null }
  const lines = new Map(order.lines.map((line) => [line.id, line]))
  const overLines = [...draws].flatMap(([id, amount]) => {
    const line = lines.get(id)
    // What was ordered there is no longer on the order.
    if (!line) return id === '' ? [] : [{ over: amount, open: 0 }]
    const over = amount - openOf(line.amount, line.billed)
    return over > 0 ? [{ over, open: openOfLine(order, line) }] : []
  })
  const ofLines = sum(overLines.map(({ over }) => over))
  const ofOrder = total - openOf(order.total, order.billed)
  return ofLines > Math.max(0, ofOrder)
    ? { over: ofLines, linesOpen: sum(overLines.map(({ open }) => open)) }
    : { over: Math.max(0, ofOrder), linesOpen: null }
}

const exceeds = (over: number, order: OpenOrder, { percent, amount }: Tolerance, exchange: Exchange | undefined) => {
  if (over === 0) return false
  if (percent === null && amount === null) return true
  // Whole numbers, so that 5% of an odd amount has no rounding.
  if (percent !== null && over * 10_000 > order.total * Math.round(percent * 100)) return true
  if (amount === null) return false
  const compared = inCompanyCurrency({ value: over, currency: order.currency }, exchange)
  return compared === null || compared.value > amount.value
}

export const matchOrder = (
  order: OpenOrder,
  bill: { lines: readonly MatchedLine[]; isCredit: boolean },
  allowed: Tolerance,
  exchange: Exchange | undefined,
): OrderMatch => {
  const { over, linesOpen } = overOf(order, drawsOf(bill.lines, bill.isCredit))
  const isClosed = order.status === 'CLOSED'
  return {
    ...{ number: order.readableId, isClosed, open: openOfOrder(order), linesOpen, over },
    isOver: isClosed ? over > 0 : exceeds(over, order, allowed, exchange),
    tolerance: allowed,
  }
}

const PERCENT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** "5%, at most $100.00" */
export const toleranceText = ({ percent, amount }: Tolerance): string => {
  const share = percent === null ? null : `${PERCENT.format(percent)}%`
  const most = amount === null ? null : formatMoney(amount)
  if (share && most) return `${share}, at most ${most}`
  return share ?? most ?? 'none'
}

/**
 * "$600.00 over what PO-12 has open ($1,000.00; tolerance: 5%)", or over what its lines have open, which the order as a
 * whole may have.
 */
export const overText = (
  { number, isClosed, open, linesOpen, over, tolerance: allowed }: OrderMatch,
  code: Currency,
): string => {
  const text = (value: number) => formatMoney({ value, currency: code })
  return isClosed
    ? `${text(over)} over ${number}, which is closed`
    : // Bills that were matched before have none.
      typeof linesOpen !== 'number'
      ? `${text(over)} over what ${number} has open (${text(open)}; tolerance: ${toleranceText(allowed)})`
      : `${text(over)} over what these lines of ${number} have open (${text(linesOpen)}; tolerance: ${toleranceText(allowed)})`
}

/** What the rule for bills over their order reads. */
export const ORDER_FACT = 'fact:order-match'
export const OVER = 'OVER'
const WITHIN = 'WITHIN'

/** @param match of the bill, if it has an order */
export const orderFacts = (match: OrderMatch | null | undefined, code: Currency): Facts =>
  new Map<string, Fact>([
    [
      ORDER_FACT,
      {
        ...{ label: 'This bill', type: 'CHOICE', value: match ? (match.isOver ? OVER : WITHIN) : null },
        nameOf: (of) => (of === OVER && match?.isOver ? overText(match, code) : undefined),
      },
    ],
  ])

/** Amounts of an order as screens show them. */
export const orderOpen = z.object({
  id: z.string(),
  readableId: z.string(),
  /** Its number in the accounting system. */
  erpNumber: z.string().nullable(),
  status: z.enum(['OPEN', 'CLOSED']),
  currency: currencyCode,
  memo: z.string(),
  transactionDate: shownDate,
  total: z.number().int(),
  /** By other bills than the one that is asked for. */
  billed: z.number().int(),
})
export type OrderOpen = z.infer<typeof orderOpen>
