import { Button, Group } from '@mantine/core'
import { IconBuildings, IconPlus } from '@tabler/icons-react'
import type { ListedCompany } from '../../../../schema/platform/super-admin/endpoints.ts'
import { to, useGo } from '../../../lib/address.ts'
import { formatNumber } from '../../../lib/format.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { AgeText, DateText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { SearchBox } from '../../../ui/table/search-box.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { AddCompanyDialog } from './add-company-dialog.tsx'
import { companiesPage, superAdminKeys } from './api.ts'
import { companyListSearch } from './search.ts'
import { STATE_BADGES } from './words.ts'

const COLUMNS: Column<ListedCompany>[] = [
  { id: 'name', header: 'Company', sortBy: 'name', cell: ({ name }) => name },
  { id: 'short-name', header: 'Short name', width: '11rem', clip: true, cell: ({ emailShortName }) => emailShortName },
  { id: 'state', header: 'State', width: '8rem', cell: ({ state }) => <StatusBadge plain {...STATE_BADGES[state]} /> },
  {
    id: 'members',
    header: 'Members',
    align: 'right',
    width: '6rem',
    cell: ({ memberCount }) => (memberCount === null ? '–' : formatNumber(memberCount)),
  },
  { id: 'cell', header: 'Database', align: 'right', width: '6rem', cell: ({ cell }) => cell },
  {
    id: 'activity',
    header: 'Last activity',
    width: '8rem',
    cell: ({ lastActivityAt }) => <AgeText instant={lastActivityAt} />,
  },
  {
    id: 'created',
    header: 'Added',
    sortBy: 'createdAt',
    width: '8rem',
    cell: ({ createdAt }) => <DateText instant={createdAt} />,
  },
]

const PURPOSE = 'Companies that use Outlay. Each change is in the company’s audit log with your name.'

/** The platform's desk: every company. */
export const CompanyList = () => {
  const [{ search, dialog }, setSearch] = usePageSearch(companyListSearch)
  const go = useGo()
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setSearch({ dialog: 'new' })}>
      Add company
    </Button>
  )
  const pageOf = (companyId: string) => to('/super-admin/$companyId/edit', { companyId })
  return (
    <>
      <PageHeader
        title="Super admin"
        subtitle={PURPOSE}
        action={
          <Group gap="xs">
            <Button variant="default" component={AppLink} href={to('/super-admin/operations')}>
              Operations
            </Button>
            {add}
          </Group>
        }
      />
      <DataTable<ListedCompany>
        label="Companies"
        name="super-admin.companies"
        columns={COLUMNS}
        rowId={({ id }) => id}
        rowHref={({ id }) => pageOf(id)}
        queryKey={superAdminKeys.list(search)}
        fetchPage={(page, signal) => companiesPage(search, page, signal)}
        toolbar={
          <SearchBox
            label="Search companies by name or short name"
            placeholder="Search by name"
            value={search ?? ''}
            onSearch={(next) => setSearch({ search: next, ...FIRST_PAGE })}
          />
        }
        empty={{
          icon: <IconBuildings size={20} aria-hidden />,
          title: search ? 'No company matches that name' : 'No companies yet',
          text: search ? 'Try fewer letters.' : PURPOSE,
          action: search ? undefined : add,
        }}
      />
      <AddCompanyDialog
        opened={dialog === 'new'}
        onClose={() => setSearch({ dialog: undefined })}
        onAdded={(id) => go.to(pageOf(id))}
      />
    </>
  )
}
