import { type Currency, currencyExponent, formatLimit, formatRough } from '../../../schema/shared/money.ts'
import { type Column, Columns } from './columns.tsx'
import { placeIn, scaleOf } from './scale.ts'
import classes from './variance.module.css'

interface PlannedMonth {
  key: string
  name: string
  /** Minor units. */
  planned: number
  /** Null where nothing could have happened yet. */
  actual: number | null
  /** The month isn't over. */
  isOpen?: boolean
}

interface VarianceProps {
  label: string
  months: readonly PlannedMonth[]
  currency: Currency
  /** Which side people have to look at: more than planned of what is spent, less of what is earned. */
  worse: 'over' | 'under'
}

interface Drawn extends Column {
  over: number | null
  isOpen: boolean
}

/** How far the actual amounts are above or below the planned ones, month by month, from one line. */
export const VarianceColumns = ({ label, months, currency, worse }: VarianceProps) => {
  const text = (value: number): string => formatLimit({ value, currency })
  const columns = months.map(({ key, name, planned, actual, isOpen = false }): Drawn => {
    const over = actual === null ? null : actual - planned
    const said = [
      `planned ${text(planned)}`,
      ...(actual === null ? [] : [`actual ${text(actual)}`]),
      ...(over === null ? [] : [over === 0 ? 'as planned' : `${text(Math.abs(over))} ${over > 0 ? 'over' : 'under'}`]),
      ...(isOpen && over !== null ? ['so far'] : []),
    ]
    return { key, name, over, isOpen, title: `${name}: ${said.join(', ')}` }
  })
  const scale = scaleOf(
    columns.map(({ over }) => over ?? 0),
    10 ** currencyExponent(currency),
  )
  const zero = placeIn(scale, 0)
  return (
    <Columns
      label={label}
      columns={columns}
      scale={scale}
      axisText={(value) => (value > 0 ? '+' : '') + formatRough({ value, currency })}
      mark={({ over, isOpen }) => {
        if (over === null) return null
        const size = placeIn(scale, over) - zero
        return (
          <span
            className={classes.mark}
            data-bar-mark
            data-worse={(worse === 'over' ? over > 0 : over < 0) || undefined}
            data-open={isOpen || undefined}
            style={{ height: `${Math.abs(size)}%`, bottom: `${Math.min(zero, zero + size)}%` }}
          />
        )
      }}
      legend={
        <>
          <span>
            <span className={classes.key} data-worse={worse === 'over' || undefined} aria-hidden /> Over plan
          </span>
          <span>
            <span className={classes.key} data-worse={worse === 'under' || undefined} aria-hidden /> Under plan
          </span>
        </>
      }
    />
  )
}
