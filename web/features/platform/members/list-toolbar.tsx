import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { Select } from '../../../ui/choices/select.tsx'
import { FiltersButton, FiltersFrame } from '../../../ui/table/filters.tsx'
import { SearchBox } from '../../../ui/table/search-box.tsx'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { AsyncOptionSelect } from '../lookups/index.ts'
import { type MemberSearch, type SetMemberSearch, UNIT_FILTERS, unitFilterCount } from './filters.ts'
import classes from './members.module.css'
import { countOf } from './words.ts'

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
      <SearchBox
        label="Search members"
        placeholder="Name, or email with @"
        value={search.search ?? ''}
        onSearch={(text) => setSearch({ search: text, ...FIRST_PAGE })}
      />
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
      <FiltersButton count={count} onClick={filtering.open} />
      <FiltersFrame
        opened={opened}
        onClose={filtering.close}
        count={count}
        onClear={() => setSearch(NO_UNIT_FILTERS)}
        what="members"
      >
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
      </FiltersFrame>
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
