import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { LEAST_WIDTH, MOST_WIDTH, widthWithin } from '../../../schema/shared/list-columns.ts'
import classes from './table.module.css'

const STEP = 16
const LONG_STEP = 64
/** A rem, as widths of columns are written. */
const REM = 16

interface WidthHandleProps {
  header: string
  /** The column's width as it is written, for before it was measured. */
  width: string | undefined
  /** While it is dragged, and once it is. Null for the column's own width. */
  onDrag: (width: number) => void
  onWidth: (width: number | null) => void
}

const writtenWidth = (width: string | undefined): number => {
  const amount = Number.parseFloat(width ?? '')
  return Number.isNaN(amount) ? LEAST_WIDTH : widthWithin(width?.endsWith('rem') ? amount * REM : amount)
}

/**
 * The line at the right end of a header, which sets the column's width: by dragging, or with the arrow keys (with Shift
 * in longer steps). Home makes it as narrow as possible, and Delete or a double click gives the column's own width.
 */
export const WidthHandle = ({ header, width, onDrag, onWidth }: WidthHandleProps) => {
  const ref = useRef<HTMLHRElement>(null)
  const dragged = useRef<{ from: number; width: number; now: number } | null>(null)
  const [measured, setMeasured] = useState<number | null>(null)
  const measure = (): number => {
    const found = widthWithin(ref.current?.parentElement?.getBoundingClientRect().width ?? LEAST_WIDTH)
    setMeasured(found)
    return found
  }
  const end = (event: PointerEvent): void => {
    const drag = dragged.current
    dragged.current = null
    if (!drag) return
    event.currentTarget.releasePointerCapture(event.pointerId)
    if (drag.now !== drag.width) onWidth(drag.now)
  }
  const set = (next: number): void => {
    setMeasured(widthWithin(next))
    onWidth(widthWithin(next))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? LONG_STEP : STEP
    if (event.key === 'ArrowLeft') set(measure() - step)
    else if (event.key === 'ArrowRight') set(measure() + step)
    else if (event.key === 'Home') set(LEAST_WIDTH)
    else if (event.key === 'Delete') onWidth(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <hr
      ref={ref}
      tabIndex={0}
      className={classes.widthHandle}
      aria-orientation="vertical"
      aria-label={`Width of ${header}`}
      aria-valuenow={measured ?? writtenWidth(width)}
      aria-valuemin={LEAST_WIDTH}
      aria-valuemax={MOST_WIDTH}
      aria-valuetext={`${measured ?? writtenWidth(width)} pixels`}
      onFocus={measure}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onWidth(null)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        const now = measure()
        dragged.current = { from: event.clientX, width: now, now }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        const drag = dragged.current
        if (!drag) return
        drag.now = widthWithin(drag.width + event.clientX - drag.from)
        setMeasured(drag.now)
        onDrag(drag.now)
      }}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}
