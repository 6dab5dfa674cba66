import { openOfLine, openOfOrder } from '../../../../../schema/money/bills/match.ts'
import type { Currency } from '../../../../../schema/shared/money.ts'
import table from '../../../../ui/lines-table.module.css'
import { MoneyText } from '../../../../ui/money-text.tsx'

interface OrderTableProps {
  order: {
    status: 'OPEN' | 'CLOSED'
    currency: Currency
    total: number
    billed: number
    lines: { id: string; description: string; amount: number; billed: number }[]
    /** How many lines the person doesn't see. */
    otherLines?: number
  }
  /** What the bill takes, by lines of the order. The empty text stands for the order as a whole. */
  draws: ReadonlyMap<string, number>
}

/** What the lines of an order have open, before and after a bill. */
export const OrderTable = ({ order, draws }: OrderTableProps) => {
  const money = (value: number) => <MoneyText money={{ value, currency: order.currency }} />
  const whole = draws.get('') ?? 0
  const total = [...draws.values()].reduce((sum, amount) => sum + amount, 0)
  const others = order.total - order.lines.reduce((sum, { amount }) => sum + amount, 0)
  const rows = [
    ...order.lines.map((line, at) => ({
      ...{ id: line.id, label: line.description || `Line ${at + 1}`, ordered: line.amount },
      ...{ open: openOfLine(order, line), taken: draws.get(line.id) ?? 0 },
    })),
    ...(order.otherLines
      ? [{ id: 'others', label: 'Other lines of the order', ordered: others, open: null, taken: 0 }]
      : []),
    ...(whole === 0 ? [] : [{ id: '', label: 'Not matched to a line', ordered: null, open: null, taken: whole }]),
  ]
  return (
    <div className={table.frame}>
      <table className={table.lines}>
        <thead>
          <tr>
            <th scope="col">Ordered</th>
            <th scope="col" data-align="right">
              Amount
            </th>
            <th scope="col" data-align="right">
              Open before
            </th>
            <th scope="col" data-align="right">
              This bill
            </th>
            <th scope="col" data-align="right">
              Open after
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, ordered, open, taken }) => (
            <tr key={id}>
              <td data-label="Ordered">{label}</td>
              <td data-label="Amount" data-align="right">
                {ordered === null ? <span aria-hidden>–</span> : money(ordered)}
              </td>
              <td data-label="Open before" data-align="right">
                {open === null ? <span aria-hidden>–</span> : money(open)}
              </td>
              <td data-label="This bill" data-align="right">
                {money(taken)}
              </td>
              <td data-label="Open after" data-align="right">
                {open === null ? <span aria-hidden>–</span> : money(open - taken)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>Total</td>
            <td data-label="Amount" data-align="right">
              {money(order.total)}
            </td>
            <td data-label="Open before" data-align="right">
              {money(openOfOrder(order))}
            </td>
            <td data-label="This bill" data-align="right">
              {money(total)}
            </td>
            <td data-label="Open after" data-align="right">
              {money(openOfOrder(order) - total)}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
