import { CloseButton, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { LIST_FILTER_LABELS, listStatusFilter } from '../../../../schema/intake/endpoints.ts'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { AsyncOptionSelect } from '../../lookups/async-option-select.tsx'
import { useCategories } from '../api.ts'
import { type ListSearch, type listSearch, viewOf } from './filters.ts'
import classes from './list.module.css'

const SEARCH_DEBOUNCE_MS = 400

/** In the order that the product names them. */
const FILTERS = (['ACTION_REQUIRED', 'ACTIVE', 'ALL', 'ARCHIVED'] as const).map((value) => ({
  value,
  label: LIST_FILTER_LABELS[value],
}))

const STATUSES = [
  { value: 'PENDING', label: 'Pending' },
  { value: 'APPROVED', label: 'Approved' },
  { value: 'REJECTED', label: 'Rejected' },
]

interface ListToolbarProps {
  search: ListSearch
  setSearch: (patch: Partial<z.input<typeof listSearch>>) => void
  categoryId: string | undefined
}

export const ListToolbar = ({ search, setSearch, categoryId }: ListToolbarProps) => {
  const drafts = viewOf(search) === 'drafts'
  return (
    <>
      <SearchBox value={search.search ?? ''} onSearch={(text) => setSearch({ search: text, ...FIRST_PAGE })} />
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
      {search.vendorId && (
        <div className={classes.category}>
          <AsyncOptionSelect
            kind="vendor"
            aria-label="Vendor"
            value={search.vendorId}
            onChange={(next) => setSearch({ vendorId: next ?? undefined, ...FIRST_PAGE })}
          />
        </div>
      )}
      {!categoryId && (
        <CategorySelect
          value={search.intakeCategoryId ?? null}
          onChange={(next) => setSearch({ intakeCategoryId: next ?? undefined, ...FIRST_PAGE })}
        />
      )}
    </>
  )
}

const CategorySelect = ({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) => {
  const { data } = useCategories()
  return (
    <Select
      className={classes.category ?? ''}
      aria-label="Category"
      placeholder="Any category"
      data={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      clearable
      searchable
      nothingFoundMessage="No results"
      onChange={onChange}
    />
  )
}

/** Types ahead of the address, which follows a moment later. White space clears the search. */
const SearchBox = ({ value, onSearch }: { value: string; onSearch: (text: string | undefined) => void }) => {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const send = useDebouncedCallback((next: string) => {
    sent.current = next.trim()
    onSearch(next.trim() || undefined)
  }, SEARCH_DEBOUNCE_MS)
  useEffect(() => {
    // Back, Forward and Clear filters change the address from outside.
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  const change = (next: string): void => {
    setText(next)
    send(next)
  }
  return (
    <TextInput
      className={classes.search ?? ''}
      aria-label="Search requests"
      placeholder="Search title or number"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={text && <CloseButton size="sm" aria-label="Clear search" onClick={() => change('')} />}
    />
  )
}
