import type { ReactNode } from 'react'
import { currencyExponent, formatRough, type Money } from '../../../schema/shared/money.ts'
import type { Address } from '../../lib/address.ts'
import { formatNumber } from '../../lib/format.ts'
import { AppLink } from '../app-link.tsx'
import { MoneyText } from '../money-text.tsx'
import classes from './bars.module.css'
import { Columns } from './columns.tsx'
import { placeIn, scaleOf } from './scale.ts'

/** Charts of amounts, as lists that screen readers read. */

export interface Bar {
  key: string
  name: string
  amount: Money
  /** On hover, and for screen readers of columns: "Nov 2026: $1,200, 3 bills". */
  title: string
  tone?: 'warning' | 'late' | undefined
  /** Makes it a button. */
  onPick?: (() => void) | undefined
  /** Makes it a link. */
  href?: Address | undefined
}

/** Charts may also count. Rows show the text in place of an amount. */
export type Counted = Omit<Bar, 'amount'> & { size: number; text?: string }

const heightOf = (bar: Bar | Counted): number => ('size' in bar ? bar.size : bar.amount.value)

const sizeOf = (bars: readonly (Bar | Counted)[]) => {
  const most = Math.max(...bars.map((bar) => Math.abs(heightOf(bar))), 1)
  return (bar: Bar | Counted): string => `${(100 * Math.abs(heightOf(bar))) / most}%`
}

const Picked = ({ bar, className, children }: { bar: Bar | Counted; className: string; children: ReactNode }) => {
  if (bar.href)
    return (
      <AppLink href={bar.href} className={className} title={bar.title}>
        {children}
      </AppLink>
    )
  return bar.onPick ? (
    <button type="button" className={className} title={bar.title} onClick={bar.onPick}>
      {children}
    </button>
  ) : (
    <div className={className} title={bar.title}>
      {children}
    </div>
  )
}

const Ink = ({ bar, style, inColumn }: { bar: Bar | Counted; style: object; inColumn?: boolean }) => (
  <span
    className={classes.bar}
    data-bar-mark
    data-column-mark={inColumn}
    data-tone={bar.tone}
    data-negative={heightOf(bar) < 0 || undefined}
    style={style}
  />
)

/** What the axis says, and its smallest step. */
const axisOf = (bars: readonly (Bar | Counted)[]): [text: (value: number) => string, smallest: number] => {
  const [first] = bars
  if (!first || 'size' in first) return [formatNumber, 1]
  const { currency } = first.amount
  return [(value) => formatRough({ value, currency }), 10 ** currencyExponent(currency)]
}

interface BarColumnsProps {
  label: string
  bars: readonly (Bar | Counted)[]
  /** What the axis says of a size, where it isn't a count. */
  axisText?: ((size: number) => string) | undefined
}

/** Over time, from left to right. Amounts below zero go down from it. */
export const BarColumns = ({ label, bars, axisText }: BarColumnsProps) => {
  const [text, smallest] = axisOf(bars)
  const scale = scaleOf(bars.map(heightOf), smallest)
  const zero = placeIn(scale, 0)
  return (
    <Columns
      label={label}
      columns={bars}
      scale={scale}
      axisText={axisText ?? text}
      mark={(bar) => {
        const size = placeIn(scale, heightOf(bar)) - zero
        return (
          <Ink inColumn bar={bar} style={{ height: `${Math.abs(size)}%`, bottom: `${Math.min(zero, zero + size)}%` }} />
        )
      }}
    />
  )
}

const Value = ({ bar }: { bar: Bar | Counted }) =>
  'size' in bar ? <span className={classes.count}>{bar.text ?? bar.size}</span> : <MoneyText money={bar.amount} />

/** One below the other, each with its name and amount. */
export const BarRows = ({
  label,
  bars,
  rest,
}: {
  label: string
  bars: readonly (Bar | Counted)[]
  /** What has no bar of its own. */
  rest?: { name: string; amount: Money } | undefined
}) => {
  const size = sizeOf(bars)
  return (
    <ul className={classes.rows} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.key}>
          <Picked bar={bar} className={classes.row ?? ''}>
            <span className={classes.name}>{bar.name}</span>
            <span className={classes.track}>
              <Ink bar={bar} style={{ width: size(bar) }} />
            </span>
            <Value bar={bar} />
          </Picked>
        </li>
      ))}
      {rest && (
        <li className={classes.row} data-rest>
          <span className={classes.name}>{rest.name}</span>
          <span className={classes.track} />
          <MoneyText money={rest.amount} />
        </li>
      )}
    </ul>
  )
}
