import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, type MouseEvent, useCallback, useRef, useState } from 'react'
import { type Address, useGo } from '../../lib/address.ts'
import { isPlainClick } from '../app-link.tsx'
import { useIsMobile } from '../viewport.ts'
import { DataRow } from './data-row.tsx'
import classes from './table.module.css'
import type { Column } from './types.ts'
import type { ModelRow } from './use-columns.ts'
import { useRowKeys } from './use-row-keys.ts'

/** The part of a long table that is rendered. */
export interface RowWindow {
  indexes: number[]
  /** Height of the rows that aren't rendered, above and below. */
  before: number
  after: number
  measure: (element: Element | null) => void
  scrollTo: (index: number) => void
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
  /** In words, the group that a row is in. The rows of a group are together. */
  groupOf: ((row: Row) => string) | undefined
  /** Without it all rows are rendered. */
  part?: RowWindow
}

const INTERACTIVE = 'a, button, input, select, textarea, label, [role="button"], [role="menuitem"], [data-no-open]'

/** Rows that open on click and with Enter. */
export const TableBody = <Row extends object>(props: TableBodyProps<Row>) => {
  const { rows, columns, flexId, selectable, rowKeys, rowHref, onOpen, groupOf, part } = props
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const toggle = (group: string): void =>
    setClosed(new Set(closed.has(group) ? [...closed].filter((each) => each !== group) : [...closed, group]))
  const groups = groupOf && rows.map(({ original }) => groupOf(original))
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
      {part && <SpacerRow height={part.before} columns={columnCount} />}
      {(part?.indexes ?? [...rows.keys()]).map((index) => {
        const row = rows[index]
        if (!row) return null
        const group = groups?.[index]
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
            selection={
              selectable ? { selected: row.getIsSelected(), toggle: row.getToggleSelectedHandler() } : undefined
            }
          />
        )
        if (groups === undefined || group === undefined) return dataRow
        return (
          <Fragment key={row.id}>
            {group !== groups[index - 1] && (
              <GroupRow
                group={group}
                count={groups.filter((each) => each === group).length}
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

interface GroupRowProps {
  group: string
  /** How many rows it has here. */
  count: number
  columns: number
  isOpen: boolean
  /** Without it, the group is always open. */
  onToggle?: () => void
}

/** The heading of a group, which shows and hides its rows. */
const GroupRow = ({ group, count, columns, isOpen, onToggle }: GroupRowProps) => (
  <tr className={classes.group}>
    <th scope="rowgroup" colSpan={columns}>
      {onToggle ? (
        <button type="button" className={classes.groupButton} aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
          {group}
          <span className={classes.groupCount}>{count} on this page</span>
        </button>
      ) : (
        <span className={classes.groupButton}>{group}</span>
      )}
    </th>
  </tr>
)
