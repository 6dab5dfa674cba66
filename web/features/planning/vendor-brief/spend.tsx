import type { VendorBrief } from '../../../../schema/planning/vendor-brief/endpoints.ts'
import type { Address } from '../../../lib/address.ts'
import { formatMoney } from '../../../lib/format.ts'
import { monthText } from '../../../lib/months.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import classes from './brief.module.css'

type Spend = NonNullable<VendorBrief['spend']>

/** "12% more than in the 12 months before (gray)". Null where there was nothing before. */
const differenceText = (now: number, before: number): string | null => {
  if (before <= 0) return null
  const percent = Math.round((100 * (now - before)) / before)
  if (percent === 0) return 'As much as in the 12 months before (gray)'
  return `${Math.abs(percent)}% ${percent > 0 ? 'more' : 'less'} than in the 12 months before (gray)`
}

/** What the vendor cost by month, beside the same months a year before. */
export const SpendPart = ({ spend, href }: { spend: Spend; href: Address | null }) => {
  const most = Math.max(...spend.months.flatMap(({ spent, yearBefore }) => [spent.value, yearBefore.value]), 1)
  const height = (value: number) => ({ height: `${Math.max(0, (100 * value) / most)}%` })
  const difference = differenceText(spend.total.value, spend.yearBefore.value)
  const total = formatMoney(spend.total)
  return (
    <div className={classes.part}>
      <h2 className={classes.label}>Spend in the last 12 months</h2>
      <p className={classes.figure}>
        {href ? (
          <AppLink className="ol-link" href={href}>
            {total}
          </AppLink>
        ) : (
          total
        )}
      </p>
      {difference && <p className={classes.note}>{difference}</p>}
      <ul className={classes.columns} aria-label="Spend by month, and a year before">
        {spend.months.map(({ month, spent, yearBefore }) => {
          const text = `${monthText(month)}: ${formatMoney(spent)}, a year before ${formatMoney(yearBefore)}`
          return (
            <li key={month} title={text}>
              <span className="ol-visually-hidden">{text}</span>
              <span className={classes.bar} data-before style={height(yearBefore.value)} aria-hidden />
              <span className={classes.bar} style={height(spent.value)} aria-hidden />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
