import { useDisclosure } from '@mantine/hooks'
import type { FilterOption } from '../../../../schema/requests/endpoints.ts'
import { listStatusFilter } from '../../../../schema/requests/lists/values.ts'
import { LIST_FILTER_LABELS } from '../../../../schema/shared/list-filters.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { FiltersButton } from '../../../ui/table/filters.tsx'
import { SearchBox } from '../../../ui/table/search-box.tsx'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { furtherCount, type ListSearch, type SetListSearch, viewOf } from './filters.ts'
import { FiltersDialog } from './filters-dialog.tsx'
import classes from './list.module.css'
import { SavedFilters } from './saved-filters.tsx'

/** In the order in which the product names them. */
const FILTERS = (['ACTION_REQUIRED', 'ACTIVE', 'ALL', 'ARCHIVED'] as const).map((value) => ({
  value,
  label: LIST_FILTER_LABELS[value],
}))

const STATUSES = [
  { value: 'PENDING', label: 'Pending' },
  { value: 'APPROVED', label: 'Approved' },
  { value: 'REJECTED', label: 'Rejected' },
  { value: 'WITHDRAWN', label: 'Withdrawn' },
]

interface ListToolbarProps {
  search: ListSearch
  setSearch: SetListSearch
  categoryId: string | undefined
  /** For requests from public forms. */
  isPublic: boolean
  options: readonly FilterOption[]
}

export const ListToolbar = ({ search, setSearch, categoryId, isPublic, options }: ListToolbarProps) => {
  const drafts = viewOf(search) === 'drafts'
  const [opened, filtering] = useDisclosure(false)
  const count = furtherCount(search, categoryId)
  return (
    <>
      <SearchBox
        label={isPublic ? 'Search forms' : 'Search requests'}
        placeholder="Search title or number"
        value={search.search ?? ''}
        onSearch={(text) => setSearch({ search: text, ...FIRST_PAGE })}
      />
      {!drafts && (
        <>
          <Select
            className={classes.filter ?? ''}
            aria-label="Show"
            data={FILTERS}
            value={search.filter}
            allowDeselect={false}
            onChange={(next) => setSearch({ filter: listStatusFilter.catch('ACTIVE').parse(next), ...FIRST_PAGE })}
          />
          <Select
            className={classes.choice ?? ''}
            aria-label="Status"
            placeholder="Any status"
            data={STATUSES}
            value={search.status ?? null}
            clearable
            onChange={(next) => setSearch({ status: (next ?? undefined) as ListSearch['status'], ...FIRST_PAGE })}
          />
        </>
      )}
      <FiltersButton count={count} onClick={filtering.open} />
      {!isPublic && <SavedFilters />}
      <FiltersDialog
        opened={opened}
        onClose={filtering.close}
        search={search}
        setSearch={setSearch}
        options={options}
        withAnswers={!drafts}
        withCategory={!categoryId}
        isPublic={isPublic}
      />
    </>
  )
}
