import { Button, Group, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import type { PaymentMethod } from '../../../schema/vendors/values.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { OptionSelect } from '../../ui/fields/option-select.tsx'
import { FIRST_PAGE } from '../../ui/table/use-table-search.ts'
import { AsyncOptionSelect } from '../lookups/async-option-select.tsx'
import { AnswerField } from '../requests/list/answer-field.tsx'
import { type AnswerFilter, answerFiltersOf, answerPairs } from '../requests/list/filters.ts'
import { useCompany } from '../shell/use-can.ts'
import { useCategorySource, useFilterOptions } from './api.ts'
import { furtherCount, type ListSearch, NO_FURTHER, type SetListSearch } from './filters.ts'
import { PAYMENT_METHOD_OPTIONS } from './words.tsx'

interface FiltersDialogProps {
  onClose: () => void
  search: ListSearch
  setSearch: SetListSearch
}

/** Filters that the toolbar has no room for. What is chosen holds at once. */
export const FiltersDialog = ({ onClose, search, setSearch }: FiltersDialogProps) => {
  const { data: options = [] } = useFilterOptions()
  const { enableVendorCategories } = useCompany()
  const categorySource = useCategorySource()
  // Fields that were picked, and have no value yet.
  const [begun, setBegun] = useState<string[]>([])
  const set: SetListSearch = (patch) => setSearch({ ...patch, ...FIRST_PAGE })
  const chosen = answerFiltersOf(search.answers)
  const rows: AnswerFilter[] = [
    ...chosen,
    ...begun
      .filter((label) => !chosen.some((filter) => filter.label === label))
      .map((label) => ({ label, values: [] })),
  ]
  const change = (label: string, values: string[]): void => {
    setBegun((before) => [...new Set([...before, ...rows.map((row) => row.label)])])
    set({ answers: answerPairs(rows.map((row) => (row.label === label ? { label, values } : row))) })
  }
  const remove = (label: string): void => {
    setBegun((before) => before.filter((other) => other !== label))
    set({ answers: answerPairs(chosen.filter((filter) => filter.label !== label)) })
  }
  const unused = [...new Set(options.map(({ label }) => label))].filter(
    (label) => !rows.some((row) => row.label === label),
  )
  return (
    <Dialog opened onClose={onClose} title="Filters">
      <Stack gap="sm">
        {enableVendorCategories && (
          <AsyncOptionSelect
            kind="vendor"
            source={categorySource}
            label="Category"
            placeholder="Any"
            value={search.vendorCategoryId ?? null}
            onChange={(next) => set({ vendorCategoryId: next ?? undefined })}
          />
        )}
        <OptionSelect
          label="Payment method"
          placeholder="Any"
          options={PAYMENT_METHOD_OPTIONS}
          value={search.paymentMethod ?? null}
          onChange={(next) => set({ paymentMethod: (next as PaymentMethod | null) ?? undefined })}
        />
        {rows.map((row) => (
          <AnswerField
            key={row.label}
            filter={row}
            option={options.find(({ label }) => label.toLowerCase() === row.label.toLowerCase())}
            onChange={(values) => change(row.label, values)}
            onRemove={() => remove(row.label)}
          />
        ))}
        {unused.length > 0 && (
          <Select
            label="Filter by a field of your own"
            placeholder="Choose a field"
            data={unused}
            value={null}
            searchable
            nothingFoundMessage="No results"
            onChange={(label) => label && setBegun([...begun, label])}
          />
        )}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button
            variant="subtle"
            color="gray"
            disabled={furtherCount(search) === 0}
            onClick={() => {
              setBegun([])
              set(NO_FURTHER)
            }}
          >
            Clear filters
          </Button>
          <Button onClick={onClose}>Show vendors</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
