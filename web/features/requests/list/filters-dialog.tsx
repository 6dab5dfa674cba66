import { Button, Group, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import type { FilterOption } from '../../../../schema/intake/endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { AsyncOptionSelect } from '../../lookups/async-option-select.tsx'
import { useCategories } from '../api.ts'
import { AnswerField, PeriodFields } from './answer-field.tsx'
import {
  type AnswerFilter,
  answerFiltersOf,
  answerPairs,
  furtherCount,
  type ListSearch,
  NO_FURTHER,
  PERIODS,
  type SetListSearch,
} from './filters.ts'

interface FiltersDialogProps {
  opened: boolean
  onClose: () => void
  search: ListSearch
  setSearch: SetListSearch
  options: readonly FilterOption[]
  /** Drafts have no answers to filter by. */
  withAnswers: boolean
  /** The list of one category has no other. */
  withCategory: boolean
  /** What came by public forms: their senders are no members. */
  isPublic: boolean
}

/** Filters that the toolbar has no room for. What is chosen holds at once. */
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
  // Questions that were picked, and have no value yet.
  const [begun, setBegun] = useState<string[]>([])
  const set = (patch: Parameters<SetListSearch>[0]): void => setSearch({ ...patch, ...FIRST_PAGE })
  const chosen = answerFiltersOf(search.answers)
  const rows: AnswerFilter[] = [
    ...chosen,
    ...begun
      .filter((label) => !chosen.some((filter) => filter.label === label))
      .map((label) => ({ label, values: [] })),
  ]
  const optionOf = (label: string) => options.find((option) => option.label.toLowerCase() === label.toLowerCase())
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
  const clear = (): void => {
    setBegun([])
    setSearch(NO_FURTHER)
  }
  return (
    <Dialog opened={opened} onClose={onClose} title="Filters">
      <Stack gap="sm">
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
            label="Requestor"
            placeholder="Anybody"
            value={search.requestorUserId ?? null}
            onChange={(next) => set({ requestorUserId: next ?? undefined })}
          />
        )}
        {withAnswers && (
          <AsyncOptionSelect
            kind="member"
            label="Assignee"
            placeholder="Anybody"
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
        {withAnswers &&
          rows.map((row) => (
            <AnswerField
              key={row.label}
              filter={row}
              option={optionOf(row.label)}
              onChange={(values) => change(row.label, values)}
              onRemove={() => remove(row.label)}
            />
          ))}
        {withAnswers && unused.length > 0 && (
          <Select
            label="Filter by an answer"
            placeholder="Choose a question"
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
            disabled={furtherCount(search, withCategory ? undefined : 'this one') === 0}
            onClick={clear}
          >
            Clear filters
          </Button>
          <Button onClick={onClose}>{isPublic ? 'Show forms' : 'Show requests'}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
