import { Button, Tabs } from '@mantine/core'
import { IconFilePlus, IconInbox, IconSearch } from '@tabler/icons-react'
import { useMemo } from 'react'
import { usePageSearch } from '../../../lib/search-params.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { TableEmpty } from '../../../ui/table/types.ts'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { fetchRequests, requestKeys } from '../api.ts'
import { CATEGORY_COLUMNS, DRAFT_COLUMNS, hrefOf, REQUEST_COLUMNS } from './columns.tsx'
import {
  isNarrowed,
  LIST_VIEWS,
  type ListSearch,
  type ListView,
  listFilters,
  listSearch,
  VIEW_LABELS,
  viewOf,
} from './filters.ts'
import classes from './list.module.css'
import { ListToolbar } from './list-toolbar.tsx'

const CLEAR = {
  search: undefined,
  status: undefined,
  intakeCategoryId: undefined,
  vendorId: undefined,
  filter: undefined,
  ...FIRST_PAGE,
} as const

const EMPTY: Record<ListView, { title: string; text: string }> = {
  all: { title: 'No open requests', text: 'Requests that you file, approve or watch appear here.' },
  mine: { title: 'You have no open requests', text: 'Requests that you file stay here until they are decided.' },
  drafts: { title: 'No drafts', text: 'A request that you begin is kept here until you submit it.' },
}

const emptyOf = (search: ListSearch, newHref: string, clear: () => void): TableEmpty => {
  if (isNarrowed(search)) {
    const needsMe = viewOf(search) === 'all' && search.filter === 'ACTION_REQUIRED'
    const others = Boolean(search.search?.trim() || search.status || search.intakeCategoryId || search.vendorId)
    if (needsMe && !others) {
      return {
        icon: <IconInbox size={20} aria-hidden />,
        title: 'Nothing waits for you',
        text: 'Requests that need your approval or a task from you appear here.',
      }
    }
    return {
      icon: <IconSearch size={20} aria-hidden />,
      title: 'No requests match',
      text: 'Change the filters, or look at all that is open.',
      action: (
        <Button variant="default" onClick={clear}>
          Clear filters
        </Button>
      ),
    }
  }
  return {
    icon: <IconFilePlus size={20} aria-hidden />,
    ...EMPTY[viewOf(search)],
    action: (
      <Button variant="default" component={AppLink} href={newHref}>
        New request
      </Button>
    ),
  }
}

/** The requests that the person may see, of one category where the page is that category's. */
export const RequestList = ({ categoryId }: { categoryId?: string }) => {
  const [search, setSearch] = usePageSearch(listSearch)
  const view = viewOf(search)
  const filters = useMemo(() => listFilters(search, categoryId), [search, categoryId])
  const newHref = categoryId ? `/intake-requests/${categoryId}/new` : '/intake-requests/new'
  const show = (next: string | null): void =>
    setSearch({
      mine: next === 'mine' ? 'true' : undefined,
      drafts: next === 'drafts' ? 'true' : undefined,
      ...FIRST_PAGE,
    })
  const columns = view === 'drafts' ? DRAFT_COLUMNS : categoryId ? CATEGORY_COLUMNS : REQUEST_COLUMNS
  return (
    <Tabs value={view} onChange={show}>
      <Tabs.List className={classes.views ?? ''} aria-label="Views">
        {LIST_VIEWS.map((id) => (
          <Tabs.Tab key={id} value={id}>
            {VIEW_LABELS[id]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={view} pt="sm">
        <DataTable
          key={view}
          label={VIEW_LABELS[view]}
          name={view === 'drafts' ? 'request-drafts' : 'intake-requests'}
          columns={columns}
          rowId={(row) => row.id}
          rowHref={hrefOf}
          queryKey={requestKeys.list(filters)}
          fetchPage={(page, signal) => fetchRequests(filters, page, signal)}
          toolbar={<ListToolbar search={search} setSearch={setSearch} categoryId={categoryId} />}
          empty={emptyOf(search, newHref, () => setSearch(CLEAR))}
        />
      </Tabs.Panel>
    </Tabs>
  )
}
