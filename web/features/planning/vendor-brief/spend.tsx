import type { VendorBrief } from '../../../../schema/planning/vendor-brief/endpoints.ts'
import { currencyExponent, formatRough } from '../../../../schema/shared/money.ts'
import type { Address } from '../../../lib/address.ts'
import { formatMoney } from '../../../lib/format.ts'
import { shortMonthText } from '../../../lib/months.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Columns } from '../../../ui/chart/columns.tsx'
import { placeIn, scaleOf } from '../../../ui/chart/scale.ts'
import classes from './brief.module.css'

type Spend = NonNullable<VendorBrief['spend']>

/** "12% more than the 12 months before (gray)". Null where there was nothing before. */
const differenceText = (now: number, before: number): string | null => {
  if (before <= 0) return null
  const percent = Math.round((100 * (now - before)) / before)
  if (percent === 0) return 'Same as the 12 months before (gray)'
  return `${Math.abs(percent)}% ${percent > 0 ? 'more' : 'less'} than the 12 months before (gray)`
}

/** What the vendor cost by month, beside the same months a year before. */
export const SpendPart = ({ spend, href }: { spend: Spend; href: Address | null }) => {
  const difference = differenceText(spend.total.value, spend.yearBefore.value)
  const total = formatMoney(spend.total)
  return (
    <div className={classes.spend}>
      <div>
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
      </div>
      {spend.months.some(({ spent, yearBefore }) => spent.value !== 0 || yearBefore.value !== 0) && (
        <SpendColumns spend={spend} />
      )}
    </div>
  )
}

const SpendColumns = ({ spend: { months, total } }: { spend: Spend }) => {
  const { currency } = total
  const amounts = months.flatMap(({ spent, yearBefore }) => [spent.value, yearBefore.value])
  const scale = scaleOf(amounts, 10 ** currencyExponent(currency))
  const zero = placeIn(scale, 0)
  const bar = (value: number, isBefore: boolean) => {
    const size = placeIn(scale, value) - zero
    const place = { height: `${Math.abs(size)}%`, bottom: `${Math.min(zero, zero + size)}%` }
    return <span className={classes.bar} data-before={isBefore || undefined} style={place} aria-hidden />
  }
  return (
    <Columns
      label="Spend by month, and a year before"
      columns={months.map(({ month, spent, yearBefore }) => ({
        key: month,
        name: shortMonthText(month),
        title: `${shortMonthText(month)}: ${formatMoney(spent)}, a year before ${formatMoney(yearBefore)}`,
        spent: spent.value,
        before: yearBefore.value,
      }))}
      scale={scale}
      axisText={(value) => formatRough({ value, currency })}
      mark={({ spent, before }) => (
        <>
          {bar(before, true)}
          {bar(spent, false)}
        </>
      )}
    />
  )
}
