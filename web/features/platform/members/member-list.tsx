import { Button, Menu } from '@mantine/core'
import { IconDownload, IconPlus, IconUsers } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import { manageRefusal, managesEveryone } from '../../../../schema/platform/members/rules.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { useGo } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { noMatch } from '../../../ui/table/filters.tsx'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { useCan, useCompany, viewAs } from '../session/index.ts'
import { AddMemberDialog } from './add-dialog.tsx'
import { csvHref, fetchMembers, invite, memberKeys, useManager } from './api.ts'
import { BulkActions } from './bulk-actions.tsx'
import { memberColumns, memberHref } from './columns.tsx'
import { useEnableMember } from './enable-member.tsx'
import { isNarrowed, memberFilters, UNIT_FILTERS } from './filters.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { managedOf } from './managed.ts'
import { memberSearch } from './search.ts'
import { StatsTiles } from './stats-tiles.tsx'

const CLEAR = {
  search: undefined,
  status: undefined,
  userIds: undefined,
  ...Object.fromEntries(UNIT_FILTERS.map(({ key }) => [key, undefined])),
  ...FIRST_PAGE,
}

/** Settings › Members. */
export const MemberList = () => {
  const go = useGo()
  const manager = useManager()
  const can = useCan()
  const { enableBusinessUnits } = useCompany()
  const [search, setSearch] = usePageSearch(memberSearch)
  const filters = useMemo(() => memberFilters(search), [search])
  const enabling = useEnableMember()
  const inviteOne = useCommand<Member>({
    run: ({ id }, { commandId }) => invite([id], commandId),
    success: (_, member) => `Invitation sent to ${fullName(member)}`,
  })
  const viewing = useCommand<Member>({
    run: ({ id }, { commandId }) => viewAs(id, null, commandId),
    onSuccess: () => window.location.assign('/'),
  })
  const mayViewAs = can('members.view-as')
  // biome-ignore lint/correctness/useExhaustiveDependencies: commands keep nothing of the render they were made in
  const columns = useMemo(
    () =>
      memberColumns(
        {
          mayManage: (member) => manageRefusal(manager, managedOf(member)) === null,
          mayViewAs: (member) => mayViewAs && member.enabled && member.id !== manager.userId,
          isSelf: (member) => member.id === manager.userId,
          invite: inviteOne.send,
          viewAs: viewing.send,
          setEnabled: (member) => void enabling.ask(member),
        },
        enableBusinessUnits,
      ),
    [manager.userId, mayViewAs, enableBusinessUnits],
  )
  const narrowed = isNarrowed(search)
  const add = can('members.create') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setSearch({ dialog: 'new' })}>
      Add member
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Members"
        subtitle={
          managesEveryone(manager)
            ? 'Everyone in your company, their access and where they work.'
            : 'The members of your departments and business units.'
        }
        action={add}
        menu={
          <Menu.Item
            component="a"
            href={csvHref(filters)}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Export as CSV
          </Menu.Item>
        }
      />
      <StatsTiles />
      <DataTable
        label="Members"
        name="members"
        columns={columns}
        rowId={(member) => member.id}
        rowHref={(member) => memberHref(member.id)}
        queryKey={memberKeys.list(filters)}
        fetchPage={(page, signal) => fetchMembers(filters, page, signal)}
        toolbar={<ListToolbar search={search} setSearch={setSearch} withBusinessUnits={enableBusinessUnits} />}
        bulkActions={({ rows, clear }) => (
          <BulkActions rows={rows} clear={clear} withBusinessUnits={enableBusinessUnits} />
        )}
        empty={
          narrowed
            ? noMatch('No members match', 'Change the filters, or view all members.', () => setSearch(CLEAR))
            : {
                icon: <IconUsers size={20} aria-hidden />,
                title: 'No members yet',
                text: 'The people you manage appear here.',
                action: add,
              }
        }
      />
      <AddMemberDialog
        opened={search.dialog === 'new'}
        onClose={() => setSearch({ dialog: undefined })}
        onAdded={(id) => go.to(memberHref(id))}
      />
      {enabling.dialog}
    </>
  )
}
