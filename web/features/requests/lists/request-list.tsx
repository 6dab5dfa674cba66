import { Button, Menu, Tabs } from '@mantine/core'
import { IconDownload, IconFilePlus, IconInbox } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { ListedSubmission } from '../../../../schema/requests/endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { type Crumb, PageHeader } from '../../../ui/page-header.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { noMatch } from '../../../ui/table/filters.tsx'
import type { TableEmpty } from '../../../ui/table/types.ts'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { csvHref, fetchRequests, requestKeys, useCategoryColumns, useFilterOptions } from '../submissions/index.ts'
import { Attention } from './attention.tsx'
import { BulkActions } from './bulk-actions.tsx'
import {
  CATEGORY_COLUMNS,
  DRAFT_COLUMNS,
  extrasOf,
  hrefOf,
  REQUEST_COLUMNS,
  SOURCING_COLUMNS,
  SOURCING_FORM_COLUMNS,
  withAdded,
} from './columns.tsx'
import { FilterChips } from './filter-chips.tsx'
import {
  hasFilters,
  isNarrowed,
  LIST_VIEWS,
  type ListSearch,
  type ListView,
  listFilters,
  NO_FILTERS,
  VIEW_LABELS,
  viewOf,
} from './filters.ts'
import classes from './list.module.css'
import { ListToolbar } from './list-toolbar.tsx'
import { listSearch } from './search.ts'

const EMPTY: Record<Exclude<ListView, 'attention'>, { title: string; text: string }> = {
  all: { title: 'No open requests', text: 'Requests you file, approve or watch appear here.' },
  mine: { title: 'You have no open requests', text: 'Requests you file appear here until they’re decided.' },
  drafts: { title: 'No drafts', text: 'Requests you’ve started appear here until you submit them.' },
}

const NO_FORMS: TableEmpty = {
  icon: <IconInbox size={20} aria-hidden />,
  title: 'No open forms',
  text: 'Forms people outside your company send you appear here.',
}

const emptyOf = (search: ListSearch, isPublic: boolean, newHref: Address, clear: () => void): TableEmpty => {
  if (isPublic && !isNarrowed(search)) return NO_FORMS
  if (isNarrowed(search)) {
    const needsMe = viewOf(search) === 'all' && search.filter === 'ACTION_REQUIRED'
    if (needsMe && !hasFilters(search)) {
      return {
        icon: <IconInbox size={20} aria-hidden />,
        title: 'You’re all caught up',
        text: `${isPublic ? 'Forms' : 'Requests'} that need your approval or a task appear here.`,
      }
    }
    return noMatch(
      isPublic ? 'No forms match' : 'No requests match',
      'Change the filters, or view everything open.',
      clear,
    )
  }
  return {
    icon: <IconFilePlus size={20} aria-hidden />,
    ...EMPTY[search.drafts ? 'drafts' : search.mine ? 'mine' : 'all'],
    action: (
      <Button variant="default" component={AppLink} href={newHref}>
        New request
      </Button>
    ),
  }
}

interface RequestListProps {
  /** What members filed, unless it says otherwise. */
  source?: 'PUBLIC'
  categoryId?: string
  title: string
  subtitle?: ReactNode
  breadcrumbs?: Crumb[]
}

const NO_OPTIONS: never[] = []

/** The requests that the person can see, or those of one category on its page. */
export const RequestList = ({ categoryId, source, ...header }: RequestListProps) => {
  const [search, setSearch] = usePageSearch(listSearch)
  const view = viewOf(search)
  const filters = useMemo(
    () => ({ ...listFilters(search, categoryId), ...(source && { source }) }),
    [search, categoryId, source],
  )
  const { data: options = NO_OPTIONS } = useFilterOptions(categoryId ?? (search.intakeCategoryId || undefined), source)
  const [shown, setShown] = useState<string[]>([])
  const include = useMemo(() => extrasOf(shown), [shown])
  const newHref = categoryId ? to('/intake-requests/$categoryId/new', { categoryId }) : to('/intake-requests/new')
  const show = (next: string | null): void =>
    setSearch({
      mine: next === 'mine' ? 'true' : undefined,
      drafts: next === 'drafts' ? 'true' : undefined,
      attention: next === 'attention' ? 'approver' : undefined,
      ...FIRST_PAGE,
    })
  const isPublic = source === 'PUBLIC'
  // All public forms are on one page. Filtering by one shows its columns.
  const listed = categoryId ?? (isPublic ? search.intakeCategoryId || undefined : undefined)
  const { data: added } = useCategoryColumns(listed)
  const columns = useMemo(() => {
    if (view === 'drafts') return DRAFT_COLUMNS
    const own = isPublic
      ? listed
        ? SOURCING_FORM_COLUMNS
        : SOURCING_COLUMNS
      : listed
        ? CATEGORY_COLUMNS
        : REQUEST_COLUMNS
    return listed && added ? withAdded(own, added, isPublic) : own
  }, [view, isPublic, listed, added])
  // Needs attention covers all categories, so the page of one category doesn't have it.
  const views = LIST_VIEWS.filter((id) => (isPublic ? id === 'all' : id !== 'attention' || !categoryId))
  return (
    <>
      <PageHeader
        {...header}
        action={
          !isPublic && (
            <Button component={AppLink} href={newHref}>
              New request
            </Button>
          )
        }
        menu={
          view !== 'attention' && (
            <Menu.Item
              component="a"
              href={csvHref(filters)}
              download
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Export as CSV
            </Menu.Item>
          )
        }
      />
      <Tabs value={view} onChange={show}>
        <Tabs.List className={classes.views ?? ''} aria-label="Views" hidden={isPublic}>
          {views.map((id) => (
            <Tabs.Tab key={id} value={id}>
              {isPublic ? 'Forms' : VIEW_LABELS[id]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={view} pt="sm">
          {search.attention ? (
            <Attention
              filter={search.attention}
              onFilter={(attention) => setSearch({ attention }, { replace: false })}
            />
          ) : (
            <DataTable<ListedSubmission>
              key={view}
              label={isPublic ? 'Forms received' : VIEW_LABELS[view]}
              name={isPublic ? 'sourcing-forms' : view === 'drafts' ? 'request-drafts' : 'intake-requests'}
              columns={columns}
              rowId={(row) => row.id}
              rowHref={hrefOf}
              queryKey={requestKeys.list({ ...filters, include })}
              fetchPage={(page, signal) => fetchRequests(filters, page, signal, include)}
              onVisibleColumns={setShown}
              toolbar={
                <ListToolbar
                  search={search}
                  setSearch={setSearch}
                  categoryId={categoryId}
                  isPublic={isPublic}
                  options={options}
                />
              }
              underToolbar={
                <FilterChips
                  search={search}
                  setSearch={setSearch}
                  options={options}
                  categoryId={categoryId}
                  isPublic={isPublic}
                />
              }
              {...(view === 'drafts'
                ? {}
                : { bulkActions: ({ rows, clear }) => <BulkActions rows={rows} clear={clear} /> })}
              empty={emptyOf(search, isPublic, newHref, () => setSearch(NO_FILTERS))}
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
