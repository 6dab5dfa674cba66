import { Button, Menu } from '@mantine/core'
import { IconPencil, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useMemo } from 'react'
import { z } from 'zod'
import { usePageSearch } from '../../../lib/search-params.ts'
import { searchText } from '../../../lib/search-text.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { SearchBox } from '../../../ui/table/search-box.tsx'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { type UnitKind, type UnitRow, unitHref, unitKeys } from './api.ts'
import { NamesEditor } from './names-editor.tsx'
import { columnsOf } from './unit-columns.tsx'
import { useUnitActions } from './use-unit-actions.tsx'

const search = z.object({
  search: z.string().trim().optional().catch(undefined),
  dialog: z.enum(['new']).optional().catch(undefined),
  /** Whose history is open. */
  history: searchText,
  /** All names at once, instead of the table. */
  edit: z.enum(['names']).optional().catch(undefined),
  cursor: z.unknown().optional(),
})

/** A list in Settings › Company. */
export const UnitList = ({ kind }: { kind: UnitKind }) => {
  const [filters, setFilters] = usePageSearch(search)
  const { actions, dialogs } = useUnitActions(kind, {
    isNew: filters.dialog === 'new',
    onNewClosed: () => setFilters({ dialog: undefined }),
    historyOf: filters.history,
    onHistory: (history) => setFilters({ history }, { replace: history === undefined }),
  })
  const columns = useMemo(() => columnsOf(kind, actions), [kind, actions])
  const text = filters.search || undefined
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setFilters({ dialog: 'new' })}>
      New {kind.noun}
    </Button>
  )
  if (filters.edit === 'names' && kind.saveNames) {
    return (
      <>
        <PageHeader
          title={`Rename ${kind.plural}`}
          subtitle="Either all names are saved or none are."
          breadcrumbs={[{ label: kind.title, href: kind.href }]}
        />
        <NamesEditor kind={kind} onDone={() => setFilters({ edit: undefined })} />
      </>
    )
  }
  const renameSeveral = kind.saveNames && (
    <Menu.Item
      leftSection={<IconPencil size={16} aria-hidden />}
      onClick={() => setFilters({ edit: 'names', ...FIRST_PAGE }, { replace: false })}
    >
      Rename several
    </Menu.Item>
  )
  return (
    <>
      <PageHeader title={kind.title} subtitle={kind.purpose} action={create} menu={renameSeveral} />
      <DataTable<UnitRow>
        label={kind.title}
        name={`units.${kind.noun}`}
        columns={columns}
        rowId={(row) => row.id}
        {...(kind.page ? { rowHref: (row) => unitHref(kind, row.id) } : { onOpen: actions.edit })}
        queryKey={unitKeys.list(kind, text)}
        fetchPage={(page, signal) => kind.calls.list({ ...page, search: text }, signal)}
        toolbar={
          <SearchBox
            label={`Search ${kind.plural} by name`}
            placeholder="Search by name"
            value={text ?? ''}
            onSearch={(next) => setFilters({ search: next, ...FIRST_PAGE })}
          />
        }
        empty={{
          icon: <IconUsersGroup size={20} aria-hidden />,
          title: text ? `No ${kind.noun} matches that name` : `No ${kind.plural} yet`,
          text: text ? 'Try fewer letters.' : kind.purpose,
          action: text ? undefined : create,
        }}
      />
      {dialogs}
    </>
  )
}
