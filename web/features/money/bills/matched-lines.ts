import { openOfLine } from '../../../../schema/money/bills/match.ts'
import type { OrderForBill } from '../../../../schema/money/bills/match-endpoints.ts'
import type { BillValues } from './form-values.ts'

/** Lines that say what a line of the order says, or ask for what it has open, are for it. Those with a line stay. */
export const matchedLines = (lines: BillValues['lines'], order: OrderForBill): BillValues['lines'] => {
  const only = order.lines.length === 1 ? order.lines[0] : undefined
  const plain = (text: string) => text.trim().toLowerCase()
  return lines.map((line) => {
    if (line.purchaseOrderLineId && order.lines.some(({ id }) => id === line.purchaseOrderLineId)) return line
    const same =
      only ??
      order.lines.find(({ description }) => description !== '' && plain(description) === plain(line.memo)) ??
      order.lines.find((one) => line.amount !== null && openOfLine(order, one) === line.amount)
    return { ...line, purchaseOrderLineId: same?.id ?? null }
  })
}
