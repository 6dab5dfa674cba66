import { Button, CloseButton, Group, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { IconFilter, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { FIRST_PAGE } from '../../ui/table/use-table-search.ts'
import { AsyncOptionSelect } from '../lookups/async-option-select.tsx'
import { type MemberSearch, type SetMemberSearch, UNIT_FILTERS, unitFilterCount } from './filters.ts'
import classes from './members.module.css'
import { countOf } from './words.ts'

const SEARCH_DEBOUNCE_MS = 400

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'disabled', label: 'Disabled' },
  { value: 'all', label: 'Active and disabled' },
]

const NO_UNIT_FILTERS = { ...Object.fromEntries(UNIT_FILTERS.map(({ key }) => [key, undefined])), ...FIRST_PAGE }

interface ToolbarProps {
  search: MemberSearch
  setSearch: SetMemberSearch
  withBusinessUnits: boolean
}

export const ListToolbar = ({ search, setSearch, withBusinessUnits }: ToolbarProps) => {
  const [opened, filtering] = useDisclosure(false)
  const count = unitFilterCount(search)
  const filters = UNIT_FILTERS.filter(({ kind }) => kind !== 'business-unit' || withBusinessUnits)
  return (
    <>
      <SearchBox value={search.search ?? ''} onSearch={(text) => setSearch({ search: text, ...FIRST_PAGE })} />
      <Select
        className={classes.status ?? ''}
        aria-label="Status"
        data={STATUSES}
        value={search.status ?? 'active'}
        allowDeselect={false}
        onChange={(next) =>
          setSearch({ status: next === 'all' || next === 'disabled' ? next : undefined, ...FIRST_PAGE })
        }
      />
      <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />} onClick={filtering.open}>
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      <Dialog opened={opened} onClose={filtering.close} title="Filters">
        <Stack gap="sm">
          {filters.map(({ key, label, kind }) => (
            <AsyncOptionSelect
              key={key}
              kind={kind}
              label={label}
              placeholder="Any"
              value={search[key] ?? null}
              onChange={(next) => setSearch({ [key]: next ?? undefined, ...FIRST_PAGE })}
            />
          ))}
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="subtle" color="gray" disabled={count === 0} onClick={() => setSearch(NO_UNIT_FILTERS)}>
              Clear filters
            </Button>
            <Button onClick={filtering.close}>Show members</Button>
          </Group>
        </Stack>
      </Dialog>
      {search.userIds && (
        <Button
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => setSearch({ userIds: undefined, ...FIRST_PAGE })}
        >
          {countOf(search.userIds.length, 'chosen member')}
        </Button>
      )}
    </>
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
      aria-label="Search members"
      placeholder="Name, or email with @"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={text && <CloseButton size="sm" aria-label="Clear search" onClick={() => change('')} />}
    />
  )
}
