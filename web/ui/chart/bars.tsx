import type { ReactNode } from 'react'
import type { Money } from '../../../schema/shared/money.ts'
import type { Address } from '../../lib/address.ts'
import { AppLink } from '../app-link.tsx'
import { MoneyText } from '../money-text.tsx'
import classes from './bars.module.css'

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

const Picked = ({
  bar,
  className,
  label,
  children,
}: {
  bar: Bar | Counted
  className: string
  label?: string
  children: ReactNode
}) => {
  if (bar.href)
    return (
      <AppLink href={bar.href} className={className} title={bar.title} aria-label={label}>
        {children}
      </AppLink>
    )
  return bar.onPick ? (
    <button type="button" className={className} title={bar.title} aria-label={label} onClick={bar.onPick}>
      {children}
    </button>
  ) : (
    <div className={className} title={bar.title} {...(label && { role: 'img', 'aria-label': label })}>
      {children}
    </div>
  )
}

const Ink = ({ bar, style }: { bar: Bar | Counted; style: object }) => (
  <span
    className={classes.bar}
    data-bar-mark
    data-tone={bar.tone}
    data-negative={heightOf(bar) < 0 || undefined}
    style={style}
  />
)

/** A column with the gap beside it has at most this width. */
const WIDEST_REM = 4.25

/** Over time, from left to right. */
export const BarColumns = ({ label, bars }: { label: string; bars: readonly (Bar | Counted)[] }) => {
  const size = sizeOf(bars)
  const [first] = bars
  const last = bars.at(-1)
  return (
    // The names are below the first and the last column, also where few columns don't fill the width.
    <div style={{ maxWidth: `${WIDEST_REM * bars.length}rem` }}>
      <ul className={classes.columns} aria-label={label}>
        {bars.map((bar) => (
          <li key={bar.key}>
            <Picked bar={bar} className={classes.column ?? ''} label={bar.title}>
              <Ink bar={bar} style={{ height: size(bar) }} />
            </Picked>
          </li>
        ))}
      </ul>
      {first && last && (
        <p className={classes.axis} aria-hidden>
          <span>{first.name}</span>
          {first !== last && <span>{last.name}</span>}
        </p>
      )}
    </div>
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
