import { formatMoney } from '../../../../schema/shared/money.ts'
import {
  type OrderContent,
  type OrderDifference,
  type OrderLine,
  orderTotal,
  vendorOf,
} from '../../../../schema/spend/purchase-orders/content.ts'

/** What differs between two versions of an order, in words. Pure. */

const NOTHING = '—'

const lineText = (line: OrderLine | undefined, { currency }: Pick<OrderContent, 'currency'>): string => {
  if (!line) return NOTHING
  const { description, amount, account, department, classification, location } = line
  const names = [account, department, classification, location].flatMap((ref) => ref?.name ?? [])
  return [formatMoney({ value: amount, currency }), description, ...names].filter(Boolean).join(', ')
}

export const orderDifferences = (before: OrderContent, after: OrderContent): OrderDifference[] => {
  const fields: [string, (content: OrderContent) => string | undefined][] = [
    ['Total', (content) => formatMoney(orderTotal(content))],
    ['Vendor', (content) => content.erpVendor?.name ?? vendorOf(content)],
    ['Order date', (content) => content.transactionDate],
    ['Memo', (content) => content.memo],
    ['Entity', (content) => content.entity?.name],
    ['Department', (content) => content.department?.name],
    ['Class', (content) => content.classification?.name],
    ['Location', (content) => content.location?.name],
  ]
  const simple = fields.flatMap(([label, textOf]) => {
    const [old, now] = [textOf(before) || NOTHING, textOf(after) || NOTHING]
    return old === now ? [] : [{ label, before: old, after: now }]
  })
  const kept = new Map(after.lines.map((line) => [line.id, line]))
  const known = new Set(before.lines.map(({ id }) => id))
  const changed = before.lines.flatMap((line, index) => {
    const [old, now] = [lineText(line, before), lineText(kept.get(line.id), after)]
    return old === now ? [] : [{ label: `Line ${index + 1}`, before: old, after: now }]
  })
  const added = after.lines.flatMap((line) =>
    known.has(line.id) ? [] : [{ label: 'New line', before: NOTHING, after: lineText(line, after) }],
  )
  return [...simple, ...changed, ...added]
}
