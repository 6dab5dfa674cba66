import { Checkbox } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { isPlainClick } from '../app-link.tsx'
import { EmptyState, ErrorState } from '../states.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { DataRow } from './data-row.tsx'
import { HeaderCell } from './header-cell.tsx'
import { OutdatedNote } from './outdated-note.tsx'
import { Placeholders } from './placeholders.tsx'
import { SortMenu } from './sort-menu.tsx'
import classes from './table.module.css'
import type { BulkContext, Column, Sort, TableEmpty } from './types.ts'
import { useColumns } from './use-columns.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

export interface TableViewProps<Row extends object> {
  /** What the table lists, for screen readers. */
  label: string
  columns: Column<Row>[]
  rows: Row[] | undefined
  rowId: (row: Row) => string
  /** Where a row leads; it opens on click and by Enter. */
  rowHref?: (row: Row) => string
  /** Instead of a link: opens a dialog, expands something. */
  onOpen?: (row: Row) => void
  empty: TableEmpty
  error?: unknown
  onRetry?: () => void
  sort?: Sort | null
  onSort?: (by: string) => void
  /** Remembers the chosen columns under this name and shows the column menu. */
  name?: string
  /** Buttons of the bar that appears with a selection; without it rows cannot be selected. */
  bulkActions?: (context: BulkContext<Row>) => ReactNode
  /** Filter chips and search, left of the column menu. */
  toolbar?: ReactNode
  /** Between the toolbar and the rows: the filters that are set. */
  underToolbar?: ReactNode
  /** Told the ids of the columns that are shown, so that only what they need is asked for. */
  onVisibleColumns?: (ids: string[]) => void
  /** False for a second table of the page. */
  rowKeys?: boolean
  /** Renders only the rows in sight, inside a box of the window's height. */
  virtual?: boolean
  /** Called when the last rows come in sight of a virtual table. */
  onEndReached?: () => void
  /** Which page of a list the rows are: a selection never outlives its page. */
  pageKey?: string | undefined
  /** While older rows stand for newer ones that are on their way. */
  updating?: boolean
  /** Of the placeholders; ten unless the list is known to be short. */
  placeholderRows?: number
  /** Under the rows: the pager. */
  footer?: ReactNode
}

const INTERACTIVE = 'a, button, input, select, textarea, label, [role="button"], [role="menuitem"], [data-no-open]'

/** A table of rows that are already here (or still loading, empty or failed). Paging is DataTable's. */
export const TableView = <Row extends object>(props: TableViewProps<Row>) => {
  const { label, columns, rows, rowId, rowHref, onOpen, empty, error, onRetry, sort = null, onSort, name } = props
  const {
    bulkActions,
    toolbar,
    underToolbar,
    onVisibleColumns,
    rowKeys = true,
    virtual = false,
    onEndReached,
    updating = false,
    pageKey,
    placeholderRows,
    footer,
  } = props
  const router = useRouter()
  const selectable = Boolean(bulkActions)
  const opens = Boolean(rowHref || onOpen)
  const { table, visibility, visibleColumns, toggleColumn, clearSelection } = useColumns({
    name,
    columns,
    rows: rows ?? NO_ROWS,
    rowId,
    selectable,
    pageKey,
  })
  const visibleIds = visibleColumns.map((column) => column.id).join(' ')
  useEffect(() => onVisibleColumns?.(visibleIds.split(' ')), [onVisibleColumns, visibleIds])
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const scrollRef = useRef<HTMLDivElement>(null)
  const modelRows = table.getRowModel().rows
  const virtualRows = useVirtualRows({ enabled: virtual, count: modelRows.length, scrollRef, onEndReached })

  const open = useCallback(
    (row: Row, inNewTab = false) => {
      if (onOpen) return onOpen(row)
      const href = rowHref?.(row)
      if (!href) return
      if (inNewTab) window.open(href, '_blank', 'noopener')
      else router.history.push(href)
    },
    [onOpen, rowHref, router],
  )
  const onRowClick = (event: MouseEvent, row: Row) => {
    if (!opens || (event.target as Element).closest(INTERACTIVE)) return
    if (window.getSelection()?.toString()) return
    if (isPlainClick(event)) open(row)
    else if (event.metaKey || event.ctrlKey) open(row, true)
  }
  const onKeyDown = useRowKeys({
    enabled: rowKeys && opens,
    bodyRef,
    scrollTo: virtualRows.scrollTo,
    count: modelRows.length,
    open: (index, inNewTab) => {
      const row = modelRows[index]
      if (row) open(row.original, inNewTab)
    },
  })

  // The first column without a width of its own takes what the others leave.
  const flexId = visibleColumns.find((column) => !column.width)?.id
  const columnCount = visibleColumns.length + (selectable ? 1 : 0)
  const selected = table.getSelectedRowModel().rows.map((row) => row.original)
  const showsMenu = Boolean(name) && columns.length > 2
  const failed = error !== undefined && error !== null
  const isEmpty = rows !== undefined && rows.length === 0
  return (
    <section aria-label={label} className={classes.table}>
      {(toolbar || showsMenu || onSort) && (
        <div className={classes.toolbar} data-sort-only={!(toolbar || showsMenu) || undefined}>
          <div className={classes.filters}>{toolbar}</div>
          {onSort && <SortMenu columns={visibleColumns} sort={sort} onSort={onSort} />}
          {showsMenu && <ColumnMenu columns={columns} visibility={visibility} onToggle={toggleColumn} />}
        </div>
      )}
      {underToolbar}
      {failed && rows !== undefined && <OutdatedNote error={error} onRetry={onRetry} />}
      {bulkActions && selected.length > 0 && (
        <BulkBar count={selected.length} onClear={clearSelection}>
          {bulkActions({ rows: selected, clear: clearSelection })}
        </BulkBar>
      )}
      {failed && rows === undefined ? (
        <ErrorState error={error} onRetry={onRetry} compact />
      ) : isEmpty ? (
        <EmptyState {...empty} compact />
      ) : (
        <div
          ref={scrollRef}
          className={classes.scroll}
          data-virtual={virtual || undefined}
          data-updating={updating || undefined}
        >
          <table
            aria-label={label}
            aria-busy={rows === undefined || updating}
            aria-rowcount={virtual ? modelRows.length + 1 : undefined}
          >
            <thead>
              <tr>
                {selectable && (
                  <th className={classes.check}>
                    <Checkbox
                      size="xs"
                      aria-label="Select all rows"
                      checked={table.getIsAllRowsSelected()}
                      indeterminate={table.getIsSomeRowsSelected()}
                      onChange={table.getToggleAllRowsSelectedHandler()}
                    />
                  </th>
                )}
                {visibleColumns.map((column) => (
                  <HeaderCell
                    key={column.id}
                    column={column}
                    isFlex={column.id === flexId}
                    sort={sort}
                    onSort={onSort}
                  />
                ))}
              </tr>
            </thead>
            {rows === undefined ? (
              <Placeholders columns={visibleColumns} selectable={selectable} rows={placeholderRows} />
            ) : (
              <tbody ref={bodyRef} onKeyDown={onKeyDown}>
                {virtualRows.before > 0 && <SpacerRow height={virtualRows.before} columns={columnCount} />}
                {virtualRows.indexes.map((index) => {
                  const row = modelRows[index]
                  return row ? (
                    <DataRow
                      key={row.id}
                      row={row.original}
                      index={index}
                      columns={visibleColumns}
                      flexId={flexId}
                      opens={opens}
                      measure={virtualRows.measure}
                      rowIndex={virtual ? index + 2 : undefined}
                      onClick={onRowClick}
                      selection={
                        selectable
                          ? { selected: row.getIsSelected(), toggle: row.getToggleSelectedHandler() }
                          : undefined
                      }
                    />
                  ) : null
                })}
                {virtualRows.after > 0 && <SpacerRow height={virtualRows.after} columns={columnCount} />}
              </tbody>
            )}
          </table>
        </div>
      )}
      {!isEmpty && footer}
    </section>
  )
}

const NO_ROWS: never[] = []

const SpacerRow = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden className={classes.spacer}>
    <td colSpan={columns} style={{ height }} />
  </tr>
)
