import { Fragment, type MouseEvent, useCallback, useRef, useState } from 'react'
import { type Address, useGo } from '../../lib/address.ts'
import { isPlainClick } from '../app-link.tsx'
import { useIsMobile } from '../viewport.ts'
import { DataRow } from './data-row.tsx'
import { GroupRow } from './group-row.tsx'
import classes from './table.module.css'
import type { Column, Grouping } from './types.ts'
import type { ModelRow } from './use-columns.ts'
import { useRowKeys } from './use-row-keys.ts'

/** The part of a long table that is rendered. */
export interface RowWindow {
  indexes: number[]
  /** Height of the rows that aren't rendered, right above a row and after the last one. */
  gapAbove: (index: number) => number
  after: number
  /** Keeps a row while one of its cells is edited, wherever the list is scrolled to. */
  keep: (rowId: string | null) => void
  measure: (element: Element | null) => void
  scrollTo: (index: number) => void
}

interface GroupedBy<Row> {
  /** In words. */
  textOf: (row: Row) => string
  keyOf: (row: Row) => string
  figuresOf: Grouping['figuresOf']
}

export interface TableBodyProps<Row extends object> {
  rows: ModelRow<Row>[]
  columns: Column<Row>[]
  /** The column that takes the remaining width. */
  flexId: string | undefined
  selectable: boolean
  rowKeys: boolean
  rowHref: ((row: Row) => Address) | undefined
  onOpen: ((row: Row) => void) | undefined
  /** The groups that rows are in. The rows of a group are together. */
  grouped: GroupedBy<Row> | undefined
  /** Without it all rows are rendered. */
  part?: RowWindow
}

const INTERACTIVE = 'a, button, input, select, textarea, label, [role="button"], [role="menuitem"], [data-no-open]'

/** Rows that open on click and with Enter. */
export const TableBody = <Row extends object>(props: TableBodyProps<Row>) => {
  const { rows, columns, flexId, selectable, rowKeys, rowHref, onOpen, grouped, part } = props
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const toggle = (group: string): void =>
    setClosed(new Set(closed.has(group) ? [...closed].filter((each) => each !== group) : [...closed, group]))
  const groups = grouped && rows.map(({ original }) => grouped.keyOf(original))
  const go = useGo()
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const opens = Boolean(rowHref || onOpen)
  const isMobile = useIsMobile()
  const edits = !isMobile && columns.some(({ edit }) => edit)
  const open = useCallback(
    (row: Row, inNewTab = false) => {
      if (onOpen) return onOpen(row)
      const href = rowHref?.(row)
      if (!href) return
      if (inNewTab) window.open(href, '_blank', 'noopener')
      else go.to(href)
    },
    [onOpen, rowHref, go],
  )
  const onRowClick = (event: MouseEvent, row: Row) => {
    if (!opens || (event.target as Element).closest(INTERACTIVE)) return
    if (window.getSelection()?.toString()) return
    if (isPlainClick(event)) open(row)
    else if (event.metaKey || event.ctrlKey) open(row, true)
  }
  const onKeyDown = useRowKeys({
    enabled: rowKeys && opens,
    edits,
    bodyRef,
    scrollTo: part?.scrollTo,
    count: rows.length,
    open: (index, inNewTab) => {
      const row = rows[index]
      if (row) open(row.original, inNewTab)
    },
  })
  const columnCount = columns.length + (selectable ? 1 : 0)
  return (
    <tbody ref={bodyRef} onKeyDown={onKeyDown}>
      {(part?.indexes ?? [...rows.keys()]).map((index) => {
        const row = rows[index]
        if (!row) return null
        const group = groups?.[index]
        const gap = part && <SpacerRow key={`above ${row.id}`} height={part.gapAbove(index)} columns={columnCount} />
        const dataRow = (
          <DataRow
            key={row.id}
            row={row.original}
            index={index}
            columns={columns}
            flexId={flexId}
            opens={opens}
            edits={edits}
            measure={part?.measure}
            rowIndex={part && index + 2}
            onClick={onRowClick}
            onEdit={part && ((isEdited) => part.keep(isEdited ? row.id : null))}
            selection={
              selectable ? { selected: row.getIsSelected(), toggle: row.getToggleSelectedHandler() } : undefined
            }
          />
        )
        if (groups === undefined || grouped === undefined || group === undefined) return gap ? [gap, dataRow] : dataRow
        return (
          <Fragment key={row.id}>
            {gap}
            {group !== groups[index - 1] && (
              <GroupRow
                group={grouped.textOf(row.original)}
                here={part ? null : groups.filter((each) => each === group).length}
                figures={grouped.figuresOf?.(group)}
                columns={columnCount}
                isOpen={part !== undefined || !closed.has(group)}
                {...(!part && { onToggle: () => toggle(group) })}
              />
            )}
            {(part || !closed.has(group)) && dataRow}
          </Fragment>
        )
      })}
      {part && <SpacerRow height={part.after} columns={columnCount} />}
    </tbody>
  )
}

const SpacerRow = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    <tr aria-hidden className={classes.spacer}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
