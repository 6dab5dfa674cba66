import type { PointerEvent, ReactNode } from 'react'
import { cellOf, type MatrixRow } from '../../../../../schema/approvals/approver-matrix/model.ts'
import type { GridColumn } from '../columns.ts'
import type { Range } from '../edits.ts'
import type { Names } from '../text/cell-text.ts'
import { Chips } from './chips.tsx'
import classes from './grid.module.css'
import { contains, type Place } from './places.ts'
import { type RowActions, RowHeader } from './row-header.tsx'
import { placeName } from './use-grid-places.ts'

interface GridRowProps {
  row: MatrixRow
  index: number
  count: number
  columns: readonly GridColumn[]
  names: Names
  /** How many of the columns are conditions. */
  conditions: number
  active: Place
  range: Range | null
  notes: readonly string[]
  hasNotes: boolean
  problems: ReadonlyMap<string, string>
  matches: boolean | undefined
  drop: 'before' | 'after' | undefined
  lifted: boolean
  measure: ((element: Element | null) => void) | undefined
  tabIndexAt: (place: Place) => number
  actions: RowActions
  /** On top of the active cell while editing, so that the grid keeps its shape. */
  editor: ((column: GridColumn) => ReactNode) | null
  onGrip: (event: PointerEvent) => void
  onDown: (place: Place) => (event: PointerEvent) => void
  onEnter: (place: Place) => (event: PointerEvent) => void
  onEdit: () => void
}

export const GridRow = (props: GridRowProps) => {
  const { row, index, columns, conditions, active, range, notes, hasNotes, problems, matches } = props
  const { tabIndexAt, onDown, onEnter, editor } = props
  const several = range !== null && (range.top !== range.bottom || range.left !== range.right)
  const wholeRows = range && range.bottom > range.top && range.right - range.left + 1 === columns.length
  const head = { row: index, column: 0 }
  const noteAt = { row: index, column: columns.length + 1 }
  return (
    <tr
      ref={props.measure}
      data-index={index}
      aria-rowindex={index + 2}
      data-match={matches}
      data-drop={props.drop}
      data-lifted={props.lifted || undefined}
    >
      <th
        scope="row"
        data-row-index={index}
        aria-colindex={1}
        onPointerDown={onDown(head)}
        onPointerEnter={onEnter(head)}
      >
        <RowHeader
          place={placeName(head)}
          index={index}
          count={props.count}
          tabIndex={tabIndexAt(head)}
          notes={notes}
          hasProblem={columns.some((column) => problems.has(`${row.id} ${column.id}`))}
          matches={matches}
          selection={wholeRows && contains(range, index, 0) ? range : null}
          actions={props.actions}
          onGrip={props.onGrip}
        />
      </th>
      {columns.map((column, at) => {
        const place = { row: index, column: at + 1 }
        const isActive = active.row === index && active.column === at + 1
        const selected = contains(range, index, at)
        const problem = problems.get(`${row.id} ${column.id}`)
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the cells of a grid are gridcells
          <td
            key={column.id}
            data-place={placeName(place)}
            tabIndex={tabIndexAt(place)}
            aria-colindex={at + 2}
            aria-selected={selected}
            aria-invalid={problem ? true : undefined}
            title={problem}
            data-active={isActive || undefined}
            data-editing={(isActive && editor !== null) || undefined}
            data-selected={(selected && several) || undefined}
            data-first-approver={(at === conditions && conditions > 0) || undefined}
            onPointerDown={onDown(place)}
            onPointerEnter={onEnter(place)}
            onDoubleClick={props.onEdit}
          >
            <Chips entries={cellOf(row, column.id)} column={column} names={props.names} />
            {isActive && editor?.(column)}
          </td>
        )
      })}
      {hasNotes && (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the cells of a grid are gridcells
        <td
          data-place={placeName(noteAt)}
          tabIndex={tabIndexAt(noteAt)}
          aria-colindex={noteAt.column + 1}
          aria-readonly
          className={classes.notes}
          onPointerDown={onDown(noteAt)}
        >
          {notes.join('. ')}
        </td>
      )}
    </tr>
  )
}
