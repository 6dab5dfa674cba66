import { useCallback, useMemo } from 'react'
import { usePageSearch } from '../../lib/search-params.ts'
import { formatSort, type PagePosition, parseSort } from './paging.ts'
import { tableSearch } from './table-search.ts'
import type { Sort } from './types.ts'
import type { ColumnsInAddress } from './use-columns.ts'

export interface TableSearch extends PagePosition {
  sort: Sort | null
  viewAll: boolean
  setPage: (position: PagePosition) => void
  setSort: (sort: Sort | null) => void
  setViewAll: (viewAll: boolean) => void
  columns: ColumnsInAddress
  groupBy: string | null
  setGroupBy: (groupBy: string | null) => void
}

/** Resets the page of the list. Spread it into the patch of every filter change. */
export const FIRST_PAGE = { cursor: undefined } as const

/** Cursor, sorting and View all of the page's table, in the address. */
export const useTableSearch = (): TableSearch => {
  const [search, setSearch] = usePageSearch(tableSearch)
  const setPage = useCallback(
    ({ cursors }: PagePosition) => setSearch({ cursor: cursors.length ? cursors : undefined }, { replace: false }),
    [setSearch],
  )
  const setSort = useCallback((sort: Sort | null) => setSearch({ sort: formatSort(sort), ...FIRST_PAGE }), [setSearch])
  const setViewAll = useCallback(
    (viewAll: boolean) => setSearch({ view: viewAll ? 'all' : undefined, ...FIRST_PAGE }, { replace: false }),
    [setSearch],
  )
  return useMemo(
    () => ({
      cursors: search.cursor,
      sort: parseSort(search.sort),
      viewAll: search.view === 'all',
      setPage,
      setSort,
      setViewAll,
      groupBy: search.groupBy ?? null,
      setGroupBy: (groupBy) => setSearch({ groupBy: groupBy ?? undefined, ...FIRST_PAGE }),
      columns: { text: search.columns, set: (columns) => setSearch({ columns }, { resetScroll: false }) },
    }),
    [search, setSearch, setPage, setSort, setViewAll],
  )
}
