import { Checkbox } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Address } from '../../lib/address.ts'
import { useNotYet } from '../settling/not-yet.ts'
import { EmptyState, ErrorState } from '../states.tsx'
import { flexOf } from './arrangement.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { HeaderCell } from './header-cell.tsx'
import { OutdatedNote } from './outdated-note.tsx'
import { Placeholders } from './placeholders.tsx'
import { SortMenu } from './sort-menu.tsx'
import classes from './table.module.css'
import { TableBody } from './table-body.tsx'
import type { BulkContext, Column, Grouping, Sort, TableEmpty } from './types.ts'
import { type ColumnsInAddress, useColumns } from './use-columns.ts'
import type { VirtualBody as VirtualBodyOf } from './virtual-body.tsx'
import { WidthHandle } from './width-handle.tsx'

/** Few tables are that long, and the code that measures their rows is large. */
const VirtualBody = lazy(() =>
  import('./virtual-body.tsx').then((module) => ({ default: module.VirtualBody })),
) as unknown as typeof VirtualBodyOf

export interface TableViewProps<Row extends object> {
  /** What the table lists, for screen readers. */
  label: string
  columns: Column<Row>[]
  rows: Row[] | undefined
  rowId: (row: Row) => string
  /** Where a row leads. It opens on click and with Enter. */
  rowHref?: (row: Row) => Address
  /** Instead of a link: opens a dialog, expands something. */
  onOpen?: (row: Row) => void
  empty: TableEmpty
  error?: unknown
  onRetry?: () => void
  sort?: Sort | null
  onSort?: (by: string) => void
  /** Keeps the chosen columns under this name, with their order and widths, and shows the column menu. */
  name?: string
  /** Columns in the page's address, for a page's main table. */
  columnsInAddress?: ColumnsInAddress
  /** For a list whose columns have groups. Its rows come in their order. */
  grouping?: Grouping
  /** Buttons of the bar that appears with a selection. Without it rows can't be selected. */
  bulkActions?: (context: BulkContext<Row>) => ReactNode
  /** Filter chips and search, to the left of the column menu. */
  toolbar?: ReactNode
  /** Between the toolbar and the rows: the active filters. */
  underToolbar?: ReactNode
  /** Gets the ids of the visible columns, so that only what they need is requested. */
  onVisibleColumns?: (ids: string[]) => void
  /** False for a second table on the page. */
  rowKeys?: boolean
  /** Renders only the visible rows, inside a box of the window's height. */
  virtual?: boolean
  /** Called when the last rows of a virtual table become visible. */
  onEndReached?: () => void
  /** Identifies the page of a list, because a selection never outlives its page. */
  pageKey?: string | undefined
  /** While older rows are shown until newer ones arrive. */
  updating?: boolean
  /** Number of placeholders. Ten unless the list is known to be short. */
  placeholderRows?: number
  /** Below the rows: the pager. */
  footer?: ReactNode
}

/** A table of rows that are already here (or still loading, empty or failed). DataTable adds paging. */
export const TableView = <Row extends object>(props: TableViewProps<Row>) => {
  const { label, columns, rows, rowId, rowHref, onOpen, empty, error, onRetry, sort = null, onSort, name } = props
  const {
    bulkActions,
    toolbar,
    underToolbar,
    columnsInAddress,
    grouping,
    onVisibleColumns,
    rowKeys = true,
    virtual = false,
    onEndReached,
    updating = false,
    pageKey,
    placeholderRows,
    footer,
  } = props
  const selectable = Boolean(bulkActions)
  const { table, arrangement, arrange, isArranged, visibleColumns, clearSelection } = useColumns({
    name,
    address: columnsInAddress,
    columns,
    rows: rows ?? NO_ROWS,
    rowId,
    selectable,
    pageKey,
  })
  const visibleIds = visibleColumns.map((column) => column.id).join(' ')
  useEffect(() => onVisibleColumns?.(visibleIds.split(' ')), [onVisibleColumns, visibleIds])
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const modelRows = table.getRowModel().rows

  /** While a column is dragged to its width. */
  const [dragged, setDragged] = useState<{ id: string; width: number } | null>(null)
  const shownColumns = visibleColumns.map((column) =>
    column.id === dragged?.id ? { ...column, width: `${dragged.width}px`, clip: true, sized: dragged.width } : column,
  )
  const setWidth = (id: string, width: number | null): void => {
    setDragged(null)
    arrange(arrangement.map((each) => (each.column.id === id ? { ...each, width } : each)))
  }
  const flexId = flexOf(shownColumns)?.id
  const selected = table.getSelectedRowModel().rows.map((row) => row.original)
  const showsMenu = Boolean(name) && columns.length > 2
  const placeholders = <Placeholders columns={shownColumns} selectable={selectable} rows={placeholderRows} />
  const grouped = grouping?.by ? columns.find(({ sortBy, group }) => group && sortBy === grouping.by) : undefined
  const groups = grouped?.group && {
    textOf: grouped.group,
    keyOf: grouped.groupKey ?? grouped.group,
    figuresOf: grouping?.figuresOf,
  }
  const body = { rows: modelRows, columns: shownColumns, flexId, selectable, rowKeys, rowHref, onOpen, grouped: groups }
  const failed = error !== undefined && error !== null
  const isEmpty = rows !== undefined && rows.length === 0
  useNotYet(rows === undefined && !failed)
  return (
    <section aria-label={label} className={classes.table}>
      {(toolbar || showsMenu || onSort) && (
        <div className={classes.toolbar} data-sort-only={!(toolbar || showsMenu) || undefined}>
          <div className={classes.filters}>{toolbar}</div>
          {onSort && <SortMenu columns={visibleColumns} sort={sort} onSort={onSort} />}
          {showsMenu && (
            <ColumnMenu
              arrangement={arrangement as never}
              onArrange={arrange as never}
              isArranged={isArranged}
              grouping={grouping}
            />
          )}
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
        // Without links in it, people with a keyboard could not scroll it sideways.
        <div
          ref={virtual ? setScroller : undefined}
          className={classes.scroll}
          tabIndex={rowHref || onOpen || selectable ? undefined : 0}
          data-virtual={virtual || undefined}
          data-updating={updating || undefined}
        >
          <table
            aria-label={label}
            aria-busy={rows === undefined || updating}
            data-fixed={flexId ? undefined : true}
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
                {shownColumns.map((column) => (
                  <HeaderCell
                    key={column.id}
                    column={column}
                    isFlex={column.id === flexId}
                    sort={sort}
                    onSort={onSort}
                    handle={
                      name &&
                      column.header && (
                        <WidthHandle
                          header={column.header}
                          width={column.width}
                          onDrag={(width) => setDragged({ id: column.id, width })}
                          onWidth={(width) => setWidth(column.id, width)}
                        />
                      )
                    }
                  />
                ))}
              </tr>
            </thead>
            {rows === undefined ? (
              placeholders
            ) : virtual ? (
              <Suspense fallback={placeholders}>
                <VirtualBody {...body} scroller={scroller} onEndReached={onEndReached} />
              </Suspense>
            ) : (
              <TableBody {...body} />
            )}
          </table>
        </div>
      )}
      {!isEmpty && footer}
    </section>
  )
}

const NO_ROWS: never[] = []
