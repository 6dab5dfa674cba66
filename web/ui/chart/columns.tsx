import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Address } from '../../lib/address.ts'
import { AppLink } from '../app-link.tsx'
import classes from './columns.module.css'
import { axisName, placeIn, type Scale } from './scale.ts'

/** One place on the time axis. */
export interface Column {
  key: string
  name: string
  /** What it says on hover, with the focus on it, and to screen readers: "Nov 2026: $1,200, 3 bills". */
  title: string
  /** Makes it a button. */
  onPick?: (() => void) | undefined
  /** Makes it a link. */
  href?: Address | undefined
}

interface ColumnsProps<Each extends Column> {
  label: string
  columns: readonly Each[]
  scale: Scale
  /** What the axis says at a value. */
  axisText: (value: number) => string
  /** What is drawn for a column, placed in percent from below. */
  mark: (column: Each) => ReactNode
  legend?: ReactNode
}

/** With more columns than this, names that wouldn't fit are left out. */
const ALL_NAMED = 7
const FEW_NAMED = 16

/** Every one, every second or every fourth. */
const nameStep = (count: number): number => (count <= ALL_NAMED ? 1 : count <= FEW_NAMED ? 2 : 4)

const arrows: Readonly<Record<string, number | undefined>> = { ArrowLeft: -1, ArrowRight: 1 }

/**
 * A chart over time, from left to right, with a labelled axis on each side. Values are said on hover, for the column in
 * the focus, and to screen readers; the arrow keys go from column to column.
 */
export const Columns = <Each extends Column>({ label, columns, scale, axisText, mark, legend }: ColumnsProps<Each>) => {
  const [said, setSaid] = useState<string | null>(null)
  // Columns that lead nowhere are one stop of the Tab key together.
  const [stop, setStop] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const step = nameStep(columns.length)
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = arrows[event.key]
    if (by === undefined) return
    const places = [...(list.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
    const next = places[places.indexOf(document.activeElement as HTMLElement) + by]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <figure className={classes.figure}>
      <p className={classes.said} aria-hidden>
        {said}
      </p>
      <div className={classes.frame}>
        <div className={classes.values} aria-hidden>
          {scale.ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${placeIn(scale, tick)}%` }}>
              {axisText(tick)}
            </span>
          ))}
        </div>
        <div className={classes.plot}>
          {scale.ticks.map((tick) => (
            <span
              key={tick}
              className={classes.line}
              data-zero={tick === 0 || undefined}
              style={{ bottom: `${placeIn(scale, tick)}%` }}
              aria-hidden
            />
          ))}
          <ul ref={list} className={classes.columns} aria-label={label}>
            {columns.map((column, at) => (
              <li
                key={column.key}
                onMouseEnter={() => setSaid(column.title)}
                onMouseLeave={() => setSaid(null)}
                onFocus={() => {
                  setSaid(column.title)
                  setStop(at)
                }}
                onBlur={() => setSaid(null)}
                onKeyDown={onKeyDown}
              >
                <Place column={column} tabIndex={at === stop ? 0 : -1}>
                  {mark(column)}
                </Place>
              </li>
            ))}
          </ul>
        </div>
        <div className={classes.names} aria-hidden>
          {columns.map(({ key, name }, at) => {
            const isNamed = at % step === 0
            const { text, year } = axisName(name, columns[at - step]?.name)
            return (
              <span key={key} data-few={(isNamed && at % (step * 2) === 0) || undefined}>
                {isNamed && (
                  <span>
                    {text}
                    {year && <small>{year}</small>}
                  </span>
                )}
              </span>
            )
          })}
        </div>
      </div>
      {legend && <figcaption className={classes.legend}>{legend}</figcaption>}
    </figure>
  )
}

const Place = ({ column, tabIndex, children }: { column: Column; tabIndex: number; children: ReactNode }) => {
  const { title, href, onPick } = column
  const own = { className: classes.column ?? '', 'aria-label': title, 'data-column': true }
  if (href)
    return (
      <AppLink href={href} {...own}>
        {children}
      </AppLink>
    )
  return onPick ? (
    <button type="button" onClick={onPick} {...own}>
      {children}
    </button>
  ) : (
    // Its value is said with the focus on it.
    <div role="img" tabIndex={tabIndex} {...own}>
      {children}
    </div>
  )
}
