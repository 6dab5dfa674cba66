import { orderTotal } from '../../../../schema/spend/purchase-orders/content.ts'
import classes from '../../../ui/lines-table.module.css'
import { MoneyText } from '../../../ui/money-text.tsx'
import type { OrderContent } from './api.ts'

const NOTHING = <span aria-hidden>–</span>

interface OrderLinesProps {
  content: OrderContent
  isInBooks: boolean
  /** What bills took from each line. Without it, only what was ordered is shown. */
  billed?: { id: string; billed: number }[]
}

/** The lines of an order with their total. What no line has is left out. */
export const OrderLines = ({ content, isInBooks, billed }: OrderLinesProps) => {
  const taken = new Map(billed?.map((line) => [line.id, line.billed]))
  const { lines, currency } = content
  const shown = (['department', 'classification', 'location'] as const).filter((part) =>
    lines.some((line) => line[part]),
  )
  const account = isInBooks ? 'Account' : 'Spend category'
  const classification = isInBooks ? 'Class' : 'Business unit'
  const labels = { department: 'Department', classification, location: 'Location' }
  return (
    <div className={classes.frame}>
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col">{account}</th>
            {shown.map((part) => (
              <th key={part} scope="col">
                {labels[part]}
              </th>
            ))}
            <th scope="col" data-align="right">
              Amount
            </th>
            {billed && (
              <th scope="col" data-align="right">
                Billed
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td data-label="Description">{line.description || NOTHING}</td>
              <td data-label={account}>{line.account?.name ?? NOTHING}</td>
              {shown.map((part) => (
                <td key={part} data-label={labels[part]}>
                  {line[part]?.name ?? NOTHING}
                </td>
              ))}
              <td data-label="Amount" data-align="right">
                <MoneyText money={{ value: line.amount, currency }} />
              </td>
              {billed && (
                <td data-label="Billed" data-align="right">
                  <MoneyText money={{ value: taken.get(line.id) ?? 0, currency }} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2 + shown.length}>Total</td>
            <td data-align="right">
              <MoneyText money={orderTotal(content)} />
            </td>
            {billed && (
              <td data-align="right">
                <MoneyText money={{ value: billed.reduce((sum, line) => sum + line.billed, 0), currency }} />
              </td>
            )}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
