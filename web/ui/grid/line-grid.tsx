import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Option } from '../../../schema/shared/values.ts'
import { useKeyGroup } from '../keys/shown-keys.ts'
import type { GridColumn, GridRow, Spot } from './columns.ts'
import { cellsIn, cleared, filledDown, nameKey, namesIn, pasted, rangeOf, textOfRange } from './edits.ts'
import classes from './grid.module.css'
import { GridCell } from './grid-cell.tsx'
import { LINE_KEYS } from './line-keys.ts'
import type { Next } from './text-editor.tsx'
import { useUndo } from './use-undo.ts'

interface LineGridProps<Row extends GridRow> {
  label: string
  columns: readonly GridColumn<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
  onRows: (rows: Row[]) => void
  newRow: (rows: readonly Row[]) => Row
  /** The most rows. */
  most: number
  /** In words, beside the cell. */
  errorOf: (row: number, column: string) => ReactNode
  /** The cell's name in the form. */
  pathOf: (row: number, column: string) => string
  /** What is done with lines, below them. */
  children?: (lines: GridLines<Row>) => ReactNode
}

/** For the buttons below the lines. */
interface GridLines<Row> {
  /** The line that has or had the focus. */
  active: number
  /** As one step that can be undone, with the focus in a cell afterwards. */
  change: (rows: Row[], focus: { row: number; column?: string }) => void
}

const steps: Partial<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** The lines of a bill or an order, typed like in a spreadsheet. See `LINE_KEYS`. */
export const LineGrid = <Row extends GridRow>(props: LineGridProps<Row>) => {
  const { label, columns, rows, keyOf, onRows, newRow, most, errorOf, pathOf, children } = props
  const [spot, setSpot] = useState<Spot>({ row: 0, column: 0 })
  /** Where a selection of several cells began. */
  const [from, setFrom] = useState<Spot | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const focusWanted = useRef(false)
  const { change, undo, redo } = useUndo(rows, onRows)
  // Names of a paste are looked up while someone may go on typing.
  const latest = useRef({ rows, change })
  latest.current = { rows, change }
  useKeyGroup(LINE_KEYS)
  const active: Spot = {
    row: Math.min(spot.row, rows.length - 1),
    column: Math.min(spot.column, columns.length - 1),
  }
  const range = rangeOf(from ?? active, active)
  // The cell that it is may only be there now.
  useEffect(() => {
    if (!focusWanted.current) return
    focusWanted.current = false
    table.current?.querySelector<HTMLElement>('td[tabindex="0"]')?.focus()
  })
  const goTo = (next: Spot, isLonger = false): void => {
    setFrom(isLonger ? (from ?? active) : null)
    setSpot({
      row: Math.max(0, Math.min(next.row, rows.length - 1)),
      column: Math.max(0, Math.min(next.column, columns.length - 1)),
    })
    setEditing(null)
    focusWanted.current = true
  }
  /** Past the last cell the focus leaves the lines. */
  const across = (step: number): Spot | null => {
    const at = active.row * columns.length + active.column + step
    if (at < 0 || at >= rows.length * columns.length) return null
    return { row: Math.floor(at / columns.length), column: at % columns.length }
  }
  const goOn = (next: Next): void => {
    if (next === 'away') {
      setEditing(null)
      return
    }
    if (next === 'right' || next === 'left') goTo(across(next === 'right' ? 1 : -1) ?? active)
    else goTo({ ...active, row: active.row + (next === 'down' ? 1 : next === 'up' ? -1 : 0) })
  }
  const done = (at: number, row: Row, next: Next): void => {
    change(rows.map((one, index) => (index === at ? row : one)))
    goOn(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLTableCellElement) || event.nativeEvent.isComposing) return
    const { key, shiftKey, altKey } = event
    const isCommand = event.ctrlKey || event.metaKey
    const act = (done: unknown): void => {
      if (done !== false) event.preventDefault()
    }
    const step = steps[key]
    if (step) act(goTo({ row: active.row + step[0], column: active.column + step[1] }, shiftKey))
    else if (key === 'Home') act(goTo({ row: isCommand ? 0 : active.row, column: 0 }))
    else if (key === 'End') act(goTo({ row: isCommand ? rows.length - 1 : active.row, column: columns.length - 1 }))
    else if (key === 'Tab') {
      const next = across(shiftKey ? -1 : 1)
      if (next) act(goTo(next))
    } else if (isCommand && key.toLowerCase() === 'd') act(change(filledDown(columns, rows, range)))
    else if (isCommand && key.toLowerCase() === 'z') act(shiftKey ? redo() : undo())
    else if (isCommand && key.toLowerCase() === 'y') act(redo())
    else if (key === 'Delete' || key === 'Backspace') act(change(cleared(columns, rows, range)))
    else if ((key === 'Enter' && !isCommand) || key === 'F2') act(setEditing(''))
    else if (key.length === 1 && key !== ' ' && !isCommand && !altKey) act(setEditing(key))
  }
  const onCopy = (event: ClipboardEvent): void => {
    if (editing !== null) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', textOfRange(columns, rows, range))
  }
  const onPaste = (event: ClipboardEvent): void => {
    if (editing !== null) return
    event.preventDefault()
    const cells = cellsIn(event.clipboardData.getData('text/plain'))
    const at = { row: range.top, column: range.left }
    void lookUp(columns, at.column, cells).then((meant) => {
      const now = latest.current
      now.change(pasted({ columns, rows: now.rows, at, cells, newRow, most, meant }))
    })
  }
  return (
    <div className={classes.frame}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are moved through and edited
        role="grid"
        aria-label={label}
        aria-multiselectable
        className={classes.grid}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onPaste={onPaste}
      >
        <thead>
          <tr>
            <th scope="col" className={classes.number}>
              <span className={classes.hidden}>Line</span>
            </th>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                data-align={column.kind === 'amount' ? 'right' : undefined}
                data-kind={column.kind}
              >
                {column.header}
                {column.required && (
                  <span aria-hidden className={classes.asterisk}>
                    {' '}
                    *
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row)} data-active={at === active.row || undefined}>
              <th scope="row" className={classes.number}>
                {at + 1}
              </th>
              {columns.map((column, index) => {
                const error = errorOf(at, column.id)
                const isActive = at === active.row && index === active.column
                const isIn = at >= range.top && at <= range.bottom && index >= range.left && index <= range.right
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the grid
                  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid
                  <td
                    key={column.id}
                    tabIndex={isActive ? 0 : -1}
                    aria-selected={isIn}
                    aria-invalid={error ? true : undefined}
                    aria-required={column.required ? true : undefined}
                    data-path={pathOf(at, column.id)}
                    data-label={column.header}
                    data-align={column.kind === 'amount' ? 'right' : undefined}
                    data-kind={column.kind}
                    onFocus={(event) => {
                      if (event.target !== event.currentTarget || isActive) return
                      setSpot({ row: at, column: index })
                      setFrom(null)
                    }}
                    onMouseDown={(event) => {
                      if (event.target instanceof HTMLInputElement || !event.shiftKey) return
                      event.preventDefault()
                      goTo({ row: at, column: index }, true)
                    }}
                    onClick={(event) => {
                      const isFinger = (event.nativeEvent as PointerEvent).pointerType === 'touch'
                      if (event.target instanceof HTMLInputElement || event.shiftKey || editing !== null) return
                      if (isFinger || event.detail > 1) setEditing('')
                    }}
                  >
                    <GridCell
                      column={column}
                      row={row}
                      number={at + 1}
                      error={error}
                      editing={isActive ? editing : null}
                      onDone={(next, where) => done(at, next, where)}
                      onCancel={goOn}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {children?.({
        active: active.row,
        change: (next, focus) => {
          change(next)
          const column = columns.findIndex(({ id }) => id === focus.column)
          setSpot({ row: Math.max(0, Math.min(focus.row, next.length - 1)), column: Math.max(0, column) })
          setFrom(null)
          setEditing(null)
          focusWanted.current = true
        },
      })}
    </div>
  )
}

/** What pasted names mean. One that isn't found stays as text in its cell. */
const lookUp = async <Row extends GridRow>(
  columns: readonly GridColumn<Row>[],
  left: number,
  cells: string[][],
): Promise<Map<string, Option | null>> => {
  const names = namesIn(columns, left, cells)
  const found = await Promise.all(names.map(({ column, text }) => column.resolve(text).catch(() => null)))
  for (const [at, { column }] of names.entries()) {
    const option = found[at]
    if (option) column.remember(option)
  }
  return new Map(names.map(({ column, text }, at) => [nameKey(column.id, text), found[at] ?? null]))
}
