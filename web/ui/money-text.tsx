import { formatAmount, type Money } from '../../schema/shared/money.ts'
import { formatMoney } from '../lib/format.ts'
import classes from './text.module.css'

interface MoneyTextProps {
  money: Money | null | undefined
  /** Adds the code, for amounts in several currencies. */
  withCode?: boolean
}

/** "$12,000.00", or "12,000.00 EUR" with the code, never broken across lines. */
export const MoneyText = ({ money, withCode = false }: MoneyTextProps) => {
  if (!money) return <span aria-hidden>–</span>
  return (
    <span className={classes.number}>
      {withCode ? (
        <>
          {formatAmount(money)} <span className={classes.dim}>{money.currency}</span>
        </>
      ) : (
        formatMoney(money)
      )}
    </span>
  )
}
