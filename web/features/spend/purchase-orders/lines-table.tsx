import { orderTotal } from '../../../../schema/spend/purchase-orders/content.ts'
import classes from '../../../ui/lines-table.module.css'
import { MoneyText } from '../../../ui/money-text.tsx'
import type { OrderContent } from './api.ts'

const NOTHING = <span aria-hidden>–</span>

/** The lines of an order with their total. What no line has is left out. */
export const OrderLines = ({ content, isInBooks }: { content: OrderContent; isInBooks: boolean }) => {
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
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2 + shown.length}>Total</td>
            <td data-align="right">
              <MoneyText money={orderTotal(content)} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
