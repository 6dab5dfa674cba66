import { useState } from 'react'
import type { FilterOption } from '../../../../schema/requests/endpoints.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { FiltersFrame } from '../../../ui/table/filters.tsx'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCategories } from '../submissions/index.ts'
import { PeriodFields } from './answer-field.tsx'
import { AnswerFilters } from './answer-filters.tsx'
import { furtherCount, type ListSearch, NO_FURTHER, PERIODS, type SetListSearch } from './filters.ts'

interface FiltersDialogProps {
  opened: boolean
  onClose: () => void
  search: ListSearch
  setSearch: SetListSearch
  options: readonly FilterOption[]
  /** Drafts have no answers to filter by. */
  withAnswers: boolean
  /** The list of one category has no others. */
  withCategory: boolean
  /** Requests from public forms, whose senders aren't members. */
  isPublic: boolean
}

/** Filters that don't fit into the toolbar. */
export const FiltersDialog = ({
  opened,
  onClose,
  search,
  setSearch,
  options,
  withAnswers,
  withCategory,
  isPublic,
}: FiltersDialogProps) => {
  const { data: categories = [] } = useCategories(isPublic ? 'PUBLIC' : 'INTERNAL')
  // Chosen questions have no value yet, so clearing starts over.
  const [clearings, setClearings] = useState(0)
  const set = (patch: Parameters<SetListSearch>[0]): void => setSearch({ ...patch, ...FIRST_PAGE })
  const clear = (): void => {
    setClearings(clearings + 1)
    setSearch(NO_FURTHER)
  }
  return (
    <FiltersFrame
      opened={opened}
      onClose={onClose}
      count={furtherCount(search, withCategory ? undefined : 'this one')}
      onClear={clear}
      what={isPublic ? 'forms' : 'requests'}
    >
      {withCategory && (
        <Select
          label={isPublic ? 'Form' : 'Category'}
          placeholder="Any"
          data={categories.map(({ id, name }) => ({ value: id, label: name }))}
          value={search.intakeCategoryId ?? null}
          clearable
          searchable
          nothingFoundMessage="No results"
          onChange={(next) => set({ intakeCategoryId: next ?? undefined })}
        />
      )}
      {!isPublic && (
        <AsyncOptionSelect
          kind="member"
          label="Requester"
          placeholder="Anyone"
          value={search.requestorUserId ?? null}
          onChange={(next) => set({ requestorUserId: next ?? undefined })}
        />
      )}
      {withAnswers && (
        <AsyncOptionSelect
          kind="member"
          label="Assignee"
          placeholder="Anyone"
          value={search.assigneeUserId ?? null}
          onChange={(next) => set({ assigneeUserId: next ?? undefined })}
        />
      )}
      <AsyncOptionSelect
        kind="vendor"
        label="Vendor"
        placeholder="Any"
        value={search.vendorId ?? null}
        onChange={(next) => set({ vendorId: next ?? undefined })}
      />
      {PERIODS.filter(({ from }) => withAnswers || from === 'createdFrom' || from === 'dueFrom').map(
        ({ label, from, to }) => (
          <PeriodFields
            key={from}
            label={label}
            from={search[from] ?? null}
            to={search[to] ?? null}
            onChange={(period) => set({ [from]: period.from ?? undefined, [to]: period.to ?? undefined })}
          />
        ),
      )}
      {withAnswers && (
        <AnswerFilters
          key={clearings}
          options={options}
          pairs={search.answers}
          onChange={(answers) => set({ answers })}
          label="Filter by an answer"
          placeholder="Choose a question"
        />
      )}
    </FiltersFrame>
  )
}
