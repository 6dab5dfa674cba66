import type { Currency } from '../../../../schema/shared/money.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import type { SpendRequest } from './api.ts'
import classes from './spend.module.css'

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const monthText = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`))

/** What it costs in each month: a bar each, with the amounts as text. */
export const MonthsChart = ({ months, currency }: { months: SpendRequest['months']; currency: Currency }) => {
  const most = Math.max(...months.map(({ amount }) => amount), 1)
  const [first] = months
  const last = months.at(-1)
  if (!first || !last || months.length < 2) return null
  return (
    <>
      <ul className={classes.chart} aria-label="Cost by month">
        {months.map(({ month, amount }) => {
          const text = `${monthText(month)}: ${formatMoney({ value: amount, currency })}`
          return (
            <li key={month} title={text}>
              <span className={classes.bar} data-bar-mark style={{ height: `${(100 * amount) / most}%` }} aria-hidden />
              <span className="ol-visually-hidden">{text}</span>
            </li>
          )
        })}
      </ul>
      <p className={classes.axis} aria-hidden>
        <span>{monthText(first.month)}</span>
        <span>{monthText(last.month)}</span>
      </p>
    </>
  )
}
