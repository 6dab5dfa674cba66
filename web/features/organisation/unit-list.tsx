import { ActionIcon, Button, Menu, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconDots, IconPencil, IconPlus, IconSearch, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { formatNumber } from '../../lib/format.ts'
import { usePageSearch } from '../../lib/search-params.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { Column } from '../../ui/table/types.ts'
import { FIRST_PAGE } from '../../ui/table/use-table-search.ts'
import { type UnitKind, type UnitRow, unitKeys } from './api.ts'
import { NameDialog } from './name-dialog.tsx'
import { useDeleteUnit } from './use-delete-unit.tsx'

const search = z.object({
  search: z.string().trim().optional().catch(undefined),
  dialog: z.enum(['new']).optional().catch(undefined),
  cursor: z.unknown().optional(),
})

const NO_SPEND = 'Spend appears here once transactions are recorded'

interface RowActions {
  rename: (unit: UnitRow) => void
  remove: (unit: UnitRow) => void
}

const columnsOf = (kind: UnitKind, { rename, remove }: RowActions): Column<UnitRow>[] => [
  {
    id: 'name',
    header: 'Name',
    card: 'title',
    cell: (row) => (
      <AppLink className="ol-link" href={`${kind.href}/${row.id}`}>
        {row.name}
      </AppLink>
    ),
  },
  { id: 'members', header: 'Members', align: 'right', width: '8rem', cell: (row) => formatNumber(row.memberCount) },
  ...(kind.hasApprovers
    ? [
        {
          id: 'l12m',
          header: 'Spend, last 12 months',
          align: 'right' as const,
          width: '13rem',
          cell: (row: UnitRow) =>
            row.l12m ? (
              <MoneyText money={row.l12m} />
            ) : (
              <span title={NO_SPEND}>
                <span aria-hidden>–</span>
                <VisuallyHidden>{NO_SPEND}</VisuallyHidden>
              </span>
            ),
        },
      ]
    : []),
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    width: '6rem',
    always: true,
    cell: (row) => (
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions of ${row.name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => rename(row)}>
            Rename
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => remove(row)}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
  },
]

/** Settings › Company › Groups and Departments. */
export const UnitList = ({ kind }: { kind: UnitKind }) => {
  const router = useRouter()
  const [filters, setFilters] = usePageSearch(search)
  const [renamed, setRenamed] = useState<UnitRow | null>(null)
  const { ask, refusal } = useDeleteUnit(kind)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking keeps nothing of the render it was made in
  const columns = useMemo(() => columnsOf(kind, { rename: setRenamed, remove: (unit) => void ask(unit) }), [kind])
  const text = filters.search || undefined
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setFilters({ dialog: 'new' })}>
      New {kind.noun}
    </Button>
  )
  return (
    <>
      <PageHeader title={kind.title} subtitle={kind.purpose} action={create} />
      <DataTable
        label={kind.title}
        columns={columns}
        rowId={(row) => row.id}
        rowHref={(row) => `${kind.href}/${row.id}`}
        queryKey={unitKeys.list(kind, text)}
        fetchPage={(page, signal) => kind.calls.list({ ...page, search: text }, signal)}
        toolbar={
          <NameFilter kind={kind} value={text} onChange={(next) => setFilters({ search: next, ...FIRST_PAGE })} />
        }
        empty={{
          icon: <IconUsersGroup size={20} aria-hidden />,
          title: text ? `No ${kind.noun} is called like that` : `No ${kind.noun}s yet`,
          text: text ? 'Try a shorter part of the name.' : kind.purpose,
          action: text ? undefined : create,
        }}
      />
      <NameDialog
        kind={kind}
        unit={renamed}
        opened={filters.dialog === 'new' || renamed !== null}
        onClose={() => (renamed ? setRenamed(null) : setFilters({ dialog: undefined }))}
        onCreated={(id) => router.history.push(`${kind.href}/${id}`)}
      />
      {refusal}
    </>
  )
}

interface NameFilterProps {
  kind: UnitKind
  value: string | undefined
  onChange: (value: string | undefined) => void
}

const NameFilter = ({ kind, value, onChange }: NameFilterProps) => {
  const [text, setText] = useState(value ?? '')
  const apply = useDebouncedCallback((next: string) => onChange(next.trim() || undefined), 300)
  return (
    <TextInput
      aria-label={`Search ${kind.noun}s by name`}
      placeholder="Search by name"
      leftSection={<IconSearch size={14} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        apply(event.currentTarget.value)
      }}
    />
  )
}
