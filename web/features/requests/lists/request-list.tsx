import { Button, Menu, Tabs } from '@mantine/core'
import { IconFilePlus, IconInbox, IconMessageQuestion } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { FilterOption, ListedSubmission } from '../../../../schema/requests/endpoints.ts'
import { furtherCount } from '../../../../schema/shared/list-query.ts'
import { type Address, to } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { type Crumb, PageHeader } from '../../../ui/page-header.tsx'
import type { TableEmpty } from '../../../ui/table/types.ts'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { FileItem, ListTable, type OwnField, type UsedList, useList } from '../../platform/lists/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { useCategoryColumns, useFilterOptions } from '../submissions/index.ts'
import { AnswerFilters } from './answer-filters.tsx'
import { useAnswerChips } from './answers.ts'
import { Attention } from './attention.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { useCategorySource } from './category-source.ts'
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
import classes from './list.module.css'
import { SavedFilters } from './saved-filters.tsx'
import { listSearch } from './search.ts'
import { fixedFilters, LIST_VIEWS, type ListView, listOfView, VIEW_LABELS, viewOf } from './views.ts'

const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }))

const EMPTY: Record<ListView, { title: string; text: string }> = {
  all: { title: 'No open requests', text: 'Requests you file, approve or watch appear here.' },
  attention: { title: 'No open requests', text: 'Requests you file, approve or watch appear here.' },
  mine: { title: 'You have no open requests', text: 'Requests you file appear here until they’re decided.' },
  drafts: { title: 'No drafts', text: 'Requests you’ve started appear here until you submit them.' },
}

const NO_FORMS: TableEmpty = {
  icon: <IconInbox size={20} aria-hidden />,
  title: 'No open forms',
  text: 'Forms people outside your company send you appear here.',
}

/** Without any filter. */
const emptyOf = (view: ListView, newHref: Address): TableEmpty => ({
  icon: <IconFilePlus size={20} aria-hidden />,
  ...EMPTY[view],
  action: (
    <Button variant="default" component={AppLink} href={newHref}>
      New request
    </Button>
  ),
})

/** If nothing matches the filters. Without any but the choice of what needs the person, there is nothing to do. */
const unmatchedOf = (view: ListView, { definition, found }: UsedList<ListedSubmission>): TableEmpty | Words => {
  const { filters, nouns } = definition
  const isOther = found.search || found.status || furtherCount(filters, found) > 0
  if (view !== 'all' || found.filter !== 'ACTION_REQUIRED' || isOther) {
    return [`No ${nouns} match`, 'Change the filters, or view everything open.']
  }
  return {
    icon: <IconInbox size={20} aria-hidden />,
    title: 'You’re all caught up',
    text: `${nouns === 'forms' ? 'Forms' : 'Requests'} that need your approval or a task appear here.`,
  }
}
type Words = [title: string, text: string]

const NO_OPTIONS: FilterOption[] = []

/** Filters by answers to the questions of the category, or of all. */
const AnswersField: OwnField = ({ value, onChange, list }) => {
  const { intakeCategoryId, source } = list.query as { intakeCategoryId?: string; source?: 'PUBLIC' }
  const { data: options = NO_OPTIONS } = useFilterOptions(intakeCategoryId, source)
  return (
    <AnswerFilters
      options={options}
      pairs={value}
      onChange={onChange}
      label="Filter by an answer"
      placeholder="Choose a question"
    />
  )
}
const OWN_FIELDS = { answerFilters: AnswersField }
const WIDTHS = { choice: classes.choice, filter: classes.filter }

interface RequestListProps {
  /** What members filed, unless it says otherwise. */
  source?: 'PUBLIC'
  categoryId?: string
  title: string
  subtitle?: ReactNode
  breadcrumbs?: Crumb[]
}

/** The columns of a view. The list of one category, and of one public form, has custom ones besides. */
const useColumns = (view: ListView, isPublic: boolean, listed: string | undefined) => {
  const { data: added } = useCategoryColumns(listed)
  return useMemo(() => {
    if (view === 'drafts') return DRAFT_COLUMNS
    const ofForms = listed ? SOURCING_FORM_COLUMNS : SOURCING_COLUMNS
    const own = isPublic ? ofForms : listed ? CATEGORY_COLUMNS : REQUEST_COLUMNS
    return listed && added ? withAdded(own, added, isPublic) : own
  }, [view, isPublic, listed, added])
}

/** The list of a view of the page, by the filters in the address. */
const useRequestList = (categoryId: string | undefined, isPublic: boolean) => {
  const [search, setSearch] = usePageSearch(listSearch)
  const view = viewOf(search)
  const [shown, setShown] = useState<string[]>([])
  const include = useMemo(() => extrasOf(shown), [shown])
  const list = useList(listOfView(view, isPublic), listSearch, fixedFilters(view, isPublic, categoryId), {
    include: include.length > 0 ? include : ['none'],
  })
  return { search, setSearch, view, list, setShown }
}

/** The requests that the person can see, or those of one category on its page. */
export const RequestList = ({ categoryId, source, ...header }: RequestListProps) => {
  const isPublic = source === 'PUBLIC'
  const { search, setSearch, view, list, setShown } = useRequestList(categoryId, isPublic)
  const chosen = search.intakeCategoryId || undefined
  const answers = view === 'drafts' ? undefined : search.answers
  const { data: options = NO_OPTIONS } = useFilterOptions(categoryId ?? chosen, source, Boolean(answers?.length))
  const chips = useAnswerChips(answers, options)
  const sources = { intakeCategoryId: useCategorySource(isPublic ? 'PUBLIC' : 'INTERNAL') }
  // All public forms are on one page. Filtering by one shows its columns.
  const columns = useColumns(view, isPublic, categoryId ?? (isPublic ? chosen : undefined))
  const newHref = categoryId ? to('/intake-requests/$categoryId/new', { categoryId }) : to('/intake-requests/new')
  const mayAsk = useCan()('requests.ask') && !isPublic && !categoryId
  const setAsks = (asks: boolean): void => setSearch({ ask: asks ? 'true' : undefined })
  const show = (next: string | null): void =>
    setSearch({
      mine: next === 'mine' ? 'true' : undefined,
      drafts: next === 'drafts' ? 'true' : undefined,
      attention: next === 'attention' ? 'approver' : undefined,
      ...FIRST_PAGE,
    })
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
          (view !== 'attention' || mayAsk) && (
            <>
              {mayAsk && (
                <Menu.Item leftSection={<IconMessageQuestion size={16} aria-hidden />} onClick={() => setAsks(true)}>
                  Ask about requests
                </Menu.Item>
              )}
              {view !== 'attention' && <FileItem list={list} label="Export as CSV" />}
            </>
          )
        }
      />
      {mayAsk && search.ask && (
        <Suspense>
          <AskDialog onClose={() => setAsks(false)} />
        </Suspense>
      )}
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
            <ListTable<ListedSubmission>
              key={view}
              label={isPublic ? 'Forms received' : VIEW_LABELS[view]}
              name={isPublic ? 'sourcing-forms' : view === 'drafts' ? 'request-drafts' : 'intake-requests'}
              list={list}
              columns={columns}
              rowHref={hrefOf}
              onVisibleColumns={setShown}
              classes={WIDTHS}
              sources={sources}
              fields={OWN_FIELDS}
              chips={chips}
              toolbar={!isPublic && <SavedFilters />}
              {...(view !== 'drafts' && { bulkActions: (selected) => <BulkActions {...selected} /> })}
              empty={isPublic ? NO_FORMS : emptyOf(view, newHref)}
              unmatched={unmatchedOf(view, list)}
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
