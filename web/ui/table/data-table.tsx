import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Connection, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../schema/shared/paging.ts'
import { formatNumber } from '../../lib/format.ts'
import { Pager } from './pager.tsx'
import { currentCursor, nextPage, nextSort, orderBy, previousPage, rangeLabel } from './paging.ts'
import { TableView, type TableViewProps } from './table-view.tsx'
import type { Column, Grouping } from './types.ts'
import { type TableSearch, useTableSearch } from './use-table-search.ts'

export interface PageRequest {
  cursor?: string | undefined
  first: number
  orderBy?: { by: string[]; dir: ('ASC' | 'DESC')[] } | undefined
}

type OwnProps<Row extends object> = Omit<
  TableViewProps<Row>,
  | 'rows'
  | 'error'
  | 'onRetry'
  | 'sort'
  | 'onSort'
  | 'columnsInAddress'
  | 'virtual'
  | 'onEndReached'
  | 'updating'
  | 'pageKey'
  | 'footer'
>

export interface DataTableProps<Row extends object> extends OwnProps<Row> {
  /** Key of the list with its filters. Page and sorting are added. */
  queryKey: QueryKey
  fetchPage: (page: PageRequest, signal: AbortSignal) => Promise<Connection<Row>>
  pageSize?: number
  /** Set if the list can't be sorted by several fields. */
  hasOneSort?: boolean
  /** What is known of a group of the whole list, by its key. */
  groupFigures?: Grouping['figuresOf']
}

/** Only columns with groups count, whatever the address says. */
const groupingOf = <Row extends object>(
  columns: readonly Column<Row>[],
  search: TableSearch,
  figuresOf: Grouping['figuresOf'],
): Grouping => ({
  figuresOf,
  by: columns.some(({ sortBy, group }) => group && sortBy === search.groupBy) ? search.groupBy : null,
  set: search.setGroupBy,
})

/** A server's keyset-paged list. Page, sorting and View all are in the address. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>) => {
  const search = useTableSearch()
  return search.viewAll ? <AllRows {...props} search={search} /> : <PagedRows {...props} search={search} />
}

type InnerProps<Row extends object> = DataTableProps<Row> & { search: TableSearch }

const PagedRows = <Row extends object>(props: InnerProps<Row>) => {
  const { queryKey, fetchPage, pageSize = DEFAULT_PAGE_SIZE, hasOneSort, groupFigures, search, ...view } = props
  const grouping = groupingOf(view.columns, search, groupFigures)
  const order = orderBy(search.sort, grouping.by, hasOneSort)
  const cursor = currentCursor(search)
  const page = useQuery({
    queryKey: [
      ...queryKey,
      'page',
      { cursor, sort: search.sort, pageSize, ...(grouping.by && { groupBy: grouping.by }) },
    ],
    queryFn: ({ signal }) => fetchPage({ cursor, first: pageSize, orderBy: order }, signal),
    placeholderData: keepPreviousData,
  })
  const rows = page.data?.edges.map((edge) => edge.node)
  const info = page.data?.pageInfo
  return (
    <TableView
      {...view}
      columnsInAddress={search.columns}
      grouping={grouping}
      rows={rows}
      error={page.error}
      onRetry={() => void page.refetch()}
      sort={search.sort}
      onSort={(by) => search.setSort(nextSort(search.sort, by))}
      updating={page.isPlaceholderData}
      pageKey={cursor}
      footer={
        rows && (
          <Pager
            label={rangeLabel(search, rows.length, pageSize, info?.hasNextPage ?? false)}
            hasPrevious={search.cursors.length > 0}
            hasNext={Boolean(info?.hasNextPage && info.endCursor)}
            viewAll={false}
            onPrevious={() => search.setPage(previousPage(search))}
            onNext={() => info?.endCursor && search.setPage(nextPage(search, info.endCursor))}
            onViewAll={search.setViewAll}
          />
        )
      }
    />
  )
}

const AllRows = <Row extends object>(props: InnerProps<Row>) => {
  const { queryKey, fetchPage, pageSize: _, hasOneSort, groupFigures, search, ...view } = props
  const grouping = groupingOf(view.columns, search, groupFigures)
  const order = orderBy(search.sort, grouping.by, hasOneSort)
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, 'all', { sort: search.sort, ...(grouping.by && { groupBy: grouping.by }) }],
    queryFn: ({ pageParam, signal }) => fetchPage({ cursor: pageParam, first: MAX_PAGE_SIZE, orderBy: order }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.pageInfo.hasNextPage ? (last.pageInfo.endCursor ?? undefined) : undefined),
    placeholderData: keepPreviousData,
  })
  const rows = pages.data?.pages.flatMap((page) => page.edges.map((edge) => edge.node))
  const { hasNextPage, isFetching, fetchNextPage } = pages
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const count = rows?.length ?? 0
  return (
    <TableView
      {...view}
      columnsInAddress={search.columns}
      grouping={grouping}
      rows={rows}
      error={pages.error}
      onRetry={() => void pages.refetch()}
      sort={search.sort}
      onSort={(by) => search.setSort(nextSort(search.sort, by))}
      updating={pages.isPlaceholderData}
      virtual
      onEndReached={loadMore}
      footer={
        rows && (
          <Pager
            label={`${count > 0 ? '1–' : ''}${formatNumber(count)}${hasNextPage ? ' of more' : ''}`}
            hasPrevious={false}
            hasNext={false}
            viewAll
            onPrevious={() => {}}
            onNext={() => {}}
            onViewAll={search.setViewAll}
          />
        )
      }
    />
  )
}
