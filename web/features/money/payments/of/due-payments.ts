import type { BillPaymentRow } from '../../../../../schema/money/payments/bill-payment-endpoints.ts'
import { MOST_IN_RUN } from '../../../../../schema/money/payments/run-endpoints.ts'
import type { Connection } from '../../../../../schema/shared/paging.ts'

/** What is due to be paid, however much it is. */

/** There is nothing to pay for a bill of zero. */
export const isPayable = ({ status, amount }: Pick<BillPaymentRow, 'status' | 'amount'>): boolean =>
  status === 'APPROVED' && amount.value > 0

const isDue = ({ dueDate }: BillPaymentRow, today: string): boolean => dueDate !== null && dueDate <= today

/** @param ask for a page of payments that are ready, those that are due first before the others */
export const readDue = async (
  today: string,
  ask: (cursor: string | undefined) => Promise<Connection<BillPaymentRow>>,
): Promise<BillPaymentRow[]> => {
  const due: BillPaymentRow[] = []
  for (let cursor: string | undefined, isMore = true; isMore; ) {
    const { edges, pageInfo } = await ask(cursor)
    const rows = edges.map(({ node }) => node)
    due.push(...rows.filter((row) => isDue(row, today) && isPayable(row) && row.payOn === null))
    const last = rows.at(-1)
    cursor = pageInfo.endCursor ?? undefined
    isMore = pageInfo.hasNextPage && cursor !== undefined && (last === undefined || isDue(last, today))
  }
  return due
}

/** As many as are paid together, one after the other. */
export const inRuns = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / MOST_IN_RUN) }, (_, at) =>
    rows.slice(at * MOST_IN_RUN, (at + 1) * MOST_IN_RUN),
  )
