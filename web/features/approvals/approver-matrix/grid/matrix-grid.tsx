import { useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, Fragment, type PointerEvent, useCallback, useMemo, useRef, useState } from 'react'
import { cellOf, type MatrixGrid as Grid } from '../../../../../schema/approvals/approver-matrix/model.ts'
import { newCommandId } from '../../../../lib/rest.ts'
import { columnsOf, type GridColumn } from '../columns.ts'
import { type Range, renameColumn, setCell } from '../edits.ts'
import { isUnknown } from '../unknown.ts'
import type { NameBook } from '../use-name-book.ts'
import { CellEditor, type EditEnd } from './cell-editor.tsx'
import { ColumnHeader } from './column-header.tsx'
import classes from './grid.module.css'
import { GridRow } from './grid-row.tsx'
import { type Extent, type Place, tabFrom } from './places.ts'
import { useClipboard } from './use-clipboard.ts'
import { useDragOrder } from './use-drag-order.ts'
import { useGridActions } from './use-grid-actions.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { placeName, useGridPlaces } from './use-grid-places.ts'

/** Above this many rows only the visible ones are drawn. */
const VIRTUAL_FROM = 80
const ROW_HEIGHT = 41

export interface MatrixGridProps {
  label: string
  grid: Grid
  book: NameBook
  /** Findings about rows, by row id. */
  notes: ReadonlyMap<string, readonly string[]>
  /** Problems that prevent saving, by `rowId columnId` and by column id. */
  problems: ReadonlyMap<string, string>
  /** During a trial: the rows that match the request. */
  matching: ReadonlySet<string> | null
  edit: (change: (grid: Grid) => Grid, mergeKey?: string | null) => void
  /** Unknown text was typed into a cell. */
  onTyped: (rowId: string, columnId: string, entries: string[]) => void
  onRemoveColumn: (column: GridColumn) => void
  /** Set by the page to jump to a cell, such as a problem or a matching row. */
  placeRef: { current: ((rowId: string | null, columnId: string | null) => void) | null }
}

export const MatrixGrid = (props: MatrixGridProps) => {
  const { label, grid, book, notes, problems, matching, edit, onTyped, onRemoveColumn, placeRef } = props
  const columns = useMemo(() => columnsOf(grid), [grid])
  const hasNotes = notes.size > 0
  const count = grid.rows.length
  const conditions = grid.conditionColumns.length
  const extent = useMemo(
    (): Extent => ({ rows: count, columns: columns.length, hasNotes }),
    [count, columns.length, hasNotes],
  )
  const scrollRef = useRef<HTMLDivElement>(null)
  const [status, setStatus] = useState('')
  const [renaming, setRenaming] = useState<string | null>(null)
  const isVirtual = count > VIRTUAL_FROM
  const virtualizer = useVirtualizer({
    enabled: isVirtual,
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  })
  const virtualRef = useRef(virtualizer)
  virtualRef.current = virtualizer
  const scrollToRow = useCallback((row: number) => virtualRef.current.scrollToIndex(row), [])
  const places = useGridPlaces(extent, scrollToRow)
  const { active, range, editing, go } = places
  const actions = useGridActions({ grid, columns, places, edit, say: setStatus })
  const drag = useDragOrder({
    scrollRef,
    onDrop: (axis, from, slot) => {
      if (axis === 'row') actions.rows.move(from, slot)
      else actions.moveColumn(from, from < conditions ? Math.min(slot, conditions) : Math.max(slot, conditions))
    },
  })
  const onKeyDown = useGridKeys(places, extent, {
    edit,
    addRow: actions.addRow,
    removeRows: actions.rows.remove,
    moveRow: actions.rows.move,
    moveColumn: actions.moveColumn,
    rename: (index) => {
      const column = columns[index]
      if (column?.kind === 'approver') setRenaming(column.id)
    },
    say: setStatus,
  })
  const atEnd = active.row >= count && columns.length > 0
  const clipboard = useClipboard({
    grid,
    range,
    pasteAt: atEnd ? { top: count, bottom: count, left: 0, right: 0 } : active.row >= 0 ? range : null,
    book,
    newId: newCommandId,
    edit,
    onPasted: (to: Range) =>
      places.select({ row: to.top, column: to.left + 1 }, { row: to.bottom, column: to.right + 1 }),
    say: setStatus,
  })
  placeRef.current = (rowId, columnId) => {
    const row = rowId === null ? -1 : grid.rows.findIndex((candidate) => candidate.id === rowId)
    go({ row, column: columns.findIndex((candidate) => candidate.id === columnId) + 1 })
  }

  const finish = (column: GridColumn, entries: string[], where: EditEnd): void => {
    const row = grid.rows[active.row]
    if (row) {
      edit((current) => setCell(current, row.id, column.id, entries))
      const before = new Set(cellOf(row, column.id))
      if (entries.some((entry) => isUnknown(entry) && !before.has(entry))) onTyped(row.id, column.id, entries)
    }
    places.stopEditing()
    if (where === 'down') go({ row: active.row + 1, column: active.column })
    else if (where !== 'stay') {
      // After the last cell comes the line that adds a row.
      const next = tabFrom(active, extent, where === 'previous')
      go(next ?? (where === 'next' ? { row: count, column: 1 } : active))
    }
  }
  const editor =
    editing &&
    ((column: GridColumn) => (
      <CellEditor
        column={column}
        label={`Row ${active.row + 1}, ${column.label}`}
        entries={cellOf(grid.rows[active.row] ?? NO_ROW, column.id)}
        names={book.names}
        text={editing.text}
        onOptions={book.learnOptions}
        onDone={(next, where) => finish(column, next, where)}
        onCancel={places.stopEditing}
      />
    ))

  const onDown = (place: Place) => (event: PointerEvent) => {
    if (event.button !== 0 || (event.target as Element).closest('[data-own-undo]')) return
    // Keeps what is typed in an open cell. Otherwise the input would disappear before reporting it.
    if (editing && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const again = event.pointerType === 'touch' && place.row === active.row && place.column === active.column
    go(place, { extend: event.shiftKey })
    if (again) places.edit()
  }
  const onEnter = (place: Place) => (event: PointerEvent) => {
    if (event.buttons === 1 && event.pointerType === 'mouse' && !drag.drag && !editing) go(place, { extend: true })
  }
  /** The focus moved without the grid's keys: by a click on a header, or by a screen reader. */
  const onFocus = (event: FocusEvent): void => {
    const name = (event.target as Element).closest('[data-place]')?.getAttribute('data-place')
    const [row, column] = (name ?? '').split(':').map(Number)
    if (row === undefined || column === undefined || (row === active.row && column === active.column)) return
    go({ row, column }, { focus: false })
  }
  const tabIndexAt = ({ row, column }: Place): number =>
    active.row === row && active.column === column && !editing ? 0 : -1

  const draggedRow = drag.drag?.axis === 'row' ? drag.drag.from : -1
  const drawn = isVirtual
    ? withKept(virtualizer.getVirtualItems(), [active.row, draggedRow], virtualizer.measurementsCache)
    : grid.rows.map((_, index) => ({ index, start: 0, end: 0 }))
  const width = columns.length + 1 + (hasNotes ? 1 : 0)
  const lineAt = { row: count, column: atEnd ? active.column : 0 }
  const total = virtualizer.getTotalSize()
  const lastDrawn = drawn.at(-1)?.end ?? 0

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and clipboard events bubble up from the cells
    <div className={classes.frame} onKeyDown={onKeyDown} onFocus={onFocus} {...clipboard}>
      <div ref={scrollRef} className={classes.scroll} data-dragging={drag.drag?.axis}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are moved through and edited
          role="grid"
          aria-label={label}
          aria-rowcount={count + 2}
          aria-colcount={width}
          aria-multiselectable
          aria-describedby="matrix-keys"
          className={classes.grid}
        >
          <thead>
            <tr aria-rowindex={1}>
              <th
                data-place={placeName(HEAD)}
                tabIndex={tabIndexAt(HEAD)}
                className={classes.corner}
                aria-colindex={1}
                scope="col"
                onPointerDown={onDown(HEAD)}
              >
                <span className="ol-visually-hidden">Row</span>
              </th>
              {columns.map((column, index) => {
                const place = { row: -1, column: index + 1 }
                return (
                  <th
                    key={column.id}
                    data-column-index={index}
                    data-drop={drag.dropMark('column', index, columns.length)}
                    data-first-approver={(index === conditions && conditions > 0) || undefined}
                    aria-colindex={index + 2}
                    scope="col"
                  >
                    <ColumnHeader
                      place={placeName(place)}
                      column={column}
                      name={grid.approverColumns.find(({ id }) => id === column.id)?.name ?? ''}
                      index={index}
                      canMove={actions.canMoveColumn(index)}
                      tabIndex={tabIndexAt(place)}
                      problem={problems.get(column.id)}
                      renaming={renaming === column.id}
                      onRename={(start) => {
                        setRenaming(start ? column.id : null)
                        if (!start) go(place)
                      }}
                      actions={{
                        rename: (id, name) => edit((current) => renameColumn(current, id, name)),
                        move: actions.moveColumn,
                        remove: onRemoveColumn,
                      }}
                      onGrip={drag.start('column', index)}
                    />
                  </th>
                )
              })}
              {hasNotes && (
                <th
                  data-place={placeName({ row: -1, column: columns.length + 1 })}
                  tabIndex={tabIndexAt({ row: -1, column: columns.length + 1 })}
                  aria-colindex={width}
                  className={classes.notesHead}
                  scope="col"
                >
                  Check this
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {drawn.map(({ index, start }, at) => {
              const row = grid.rows[index]
              const gap = isVirtual ? start - (drawn[at - 1]?.end ?? 0) : 0
              // Keyed by row. Otherwise every scroll would recreate all rows and lose the focus.
              return (
                row && (
                  <Fragment key={row.id}>
                    {gap > 0 && <Spacer height={gap} columns={width} />}
                    <GridRow
                      row={row}
                      index={index}
                      count={count}
                      columns={columns}
                      names={book.names}
                      conditions={conditions}
                      active={active}
                      range={range}
                      notes={notes.get(row.id) ?? NONE}
                      hasNotes={hasNotes}
                      problems={problems}
                      matches={matching?.has(row.id)}
                      drop={drag.dropMark('row', index, count)}
                      lifted={drag.drag?.axis === 'row' && drag.drag.from === index}
                      measure={isVirtual ? virtualizer.measureElement : undefined}
                      tabIndexAt={tabIndexAt}
                      actions={actions.rows}
                      editor={editor}
                      onGrip={drag.start('row', index)}
                      onDown={onDown}
                      onEnter={onEnter}
                      onEdit={() => places.edit()}
                    />
                  </Fragment>
                )
              )
            })}
            {isVirtual && total > lastDrawn && <Spacer height={total - lastDrawn} columns={width} />}
            <tr aria-rowindex={count + 2} className={classes.addLine}>
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter and Space are the grid's */}
              <td
                colSpan={width}
                aria-colindex={1}
                data-place={placeName(lineAt)}
                tabIndex={atEnd ? 0 : -1}
                data-active={atEnd || undefined}
                onClick={() => actions.addRow(count)}
              >
                <span>+ Add row</span>
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      <p id="matrix-keys" className="ol-visually-hidden">
        Move with the arrow keys. Enter or typing edits a cell, Delete clears it, Alt with the arrows moves a row or
        column. Escape, then Tab, leaves the grid.
      </p>
      <p role="status" className="ol-visually-hidden">
        {status}
      </p>
    </div>
  )
}

const HEAD: Place = { row: -1, column: 0 }
const NONE: readonly string[] = []
const NO_ROW = { id: '', conditions: {}, approvers: {} }

interface Drawn {
  index: number
  start: number
  end: number
}

/** Rows with the focus or under the pointer stay drawn when scrolled out of view, so that neither is lost. */
const withKept = (items: readonly Drawn[], rows: readonly number[], measured: readonly Drawn[]): readonly Drawn[] => {
  const kept = [...new Set(rows)].flatMap((row) => {
    const known = measured[row]
    return known && !items.some((item) => item.index === row) ? [known] : []
  })
  return kept.length === 0 ? items : [...items, ...kept].sort((a, b) => a.index - b.index)
}

const Spacer = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden className={classes.spacer}>
    <td colSpan={columns} style={{ height }} />
  </tr>
)
