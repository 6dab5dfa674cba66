import { Button, Menu } from '@mantine/core'
import { IconFileImport, IconPlus, IconUsers, IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import { manageRefusal, managesEveryone } from '../../../../schema/platform/members/rules.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { useGo } from '../../../lib/address.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { FileItem, ListTable, useList } from '../lists/index.ts'
import { MEMBER_IMPORTS_HREF } from '../member-imports/index.ts'
import { useCan, useCompany, viewAs } from '../session/index.ts'
import { AddMemberDialog } from './add-dialog.tsx'
import { invite, useManager } from './api.ts'
import { BulkActions } from './bulk-actions.tsx'
import { memberColumns, memberHref } from './columns.tsx'
import { useEnableMember } from './enable-member.tsx'
import { memberPage } from './filters.ts'
import { memberEdits } from './list-edits.tsx'
import { managedOf } from './managed.ts'
import classes from './members.module.css'
import { memberSearch } from './search.ts'
import { StatsTiles } from './stats-tiles.tsx'
import { countOf } from './words.ts'

/** Settings › Members. */
export const MemberList = () => {
  const go = useGo()
  const manager = useManager()
  const can = useCan()
  const { enableBusinessUnits } = useCompany()
  const list = useList(memberPage, memberSearch)
  const { dialog, userIds } = list.found
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
  const columns = useMemo(() => {
    const mayManage = (member: Member): boolean => manageRefusal(manager, managedOf(member)) === null
    return memberColumns(
      {
        mayManage,
        mayViewAs: (member) => mayViewAs && member.enabled && member.id !== manager.userId,
        isSelf: (member) => member.id === manager.userId,
        invite: inviteOne.send,
        viewAs: viewing.send,
        setEnabled: (member) => void enabling.ask(member),
      },
      enableBusinessUnits,
      memberEdits(mayManage),
    )
  }, [manager.userId, mayViewAs, enableBusinessUnits])
  const add = can('members.create') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => list.setFound({ dialog: 'new' })}>
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
          <>
            {can('members.import') && (
              <Menu.Item
                component={AppLink}
                href={MEMBER_IMPORTS_HREF}
                leftSection={<IconFileImport size={16} aria-hidden />}
              >
                Import members
              </Menu.Item>
            )}
            <FileItem list={list} label="Export as CSV" />
          </>
        }
      />
      <StatsTiles />
      <ListTable<Member>
        label="Members"
        list={list}
        columns={columns}
        rowHref={(member) => memberHref(member.id)}
        classes={{ choice: classes.status }}
        toolbar={
          userIds && (
            <Button
              variant="light"
              rightSection={<IconX size={14} aria-hidden />}
              onClick={() => list.set({ userIds: undefined })}
            >
              {countOf(userIds.length, 'chosen member')}
            </Button>
          )
        }
        bulkActions={({ rows, clear }) => (
          <BulkActions rows={rows} clear={clear} withBusinessUnits={enableBusinessUnits} />
        )}
        empty={{
          icon: <IconUsers size={20} aria-hidden />,
          title: 'No members yet',
          text: 'The people you manage appear here.',
          action: add,
        }}
      />
      <AddMemberDialog
        opened={dialog === 'new'}
        onClose={() => list.setFound({ dialog: undefined })}
        onAdded={(id) => go.to(memberHref(id))}
      />
      {enabling.dialog}
    </>
  )
}
