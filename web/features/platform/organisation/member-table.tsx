import { ActionIcon, Button, Switch } from '@mantine/core'
import { IconUserMinus, IconUsers } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { UnitMember } from '../../../../schema/platform/organisation/endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { saidOfRights } from '../guarded/index.ts'
import { pageOf, type UnitKind, type UnitWithMembers, unitKeys } from './api.ts'
import classes from './organisation.module.css'

/** Above this many, only visible rows are drawn. */
const MANY = 100

interface MemberTableProps {
  kind: UnitKind
  unit: UnitWithMembers
  onAdd: () => void
}

export const MemberTable = ({ kind, unit, onAdd }: MemberTableProps) => {
  const remove = useCommand({
    run: (member: UnitMember, { commandId }) => pageOf(kind).removeMember(unit.id, member.id, commandId),
    success: (answer, member) => saidOfRights(`${fullName(member)} removed`, answer),
    invalidates: [unitKeys.all(kind)],
  })
  const tell = useCommand<{ member: UnitMember; approvesRequests: boolean }>({
    run: ({ member, approvesRequests }, { commandId }) =>
      pageOf(kind).addMembers(unit.id, { userIds: [member.id], approvesRequests }, commandId),
    success: (_, { member, approvesRequests }) =>
      `${fullName(member)} ${approvesRequests ? 'approves' : 'no longer approves'} requests`,
    invalidates: [unitKeys.all(kind)],
  })
  const askToRemove = async (member: UnitMember): Promise<void> => {
    const agreed = await confirm({
      title: `Remove ${fullName(member)} from ${unit.name}?`,
      text: `Requests already waiting for them stay with them. New requests won’t reach them through this ${kind.noun}.`,
      confirmLabel: 'Remove person',
      danger: true,
    })
    if (agreed) remove.send(member)
  }
  const { isPending } = tell
  // biome-ignore lint/correctness/useExhaustiveDependencies: commands keep nothing of the render they were made in
  const columns = useMemo(
    (): Column<UnitMember>[] => [
      {
        id: 'name',
        header: 'Name',
        card: 'title',
        cell: (member) => (
          <span className={classes.member}>
            <PersonName name={fullName(member)} />
            {member.disabled && <StatusBadge plain tone="archived" label="Disabled" />}
          </span>
        ),
      },
      { id: 'email', header: 'Email', width: '18rem', cell: (member) => member.email },
      ...(kind.hasApprovers
        ? [
            {
              id: 'approves',
              header: 'Approves requests',
              width: '10rem',
              cell: (member: UnitMember) => (
                <Switch
                  aria-label={`${fullName(member)} approves requests`}
                  checked={member.approvesRequests}
                  disabled={isPending}
                  onChange={(event) => tell.send({ member, approvesRequests: event.currentTarget.checked })}
                />
              ),
            },
          ]
        : []),
      {
        id: 'remove',
        header: 'Remove',
        align: 'right',
        width: '6rem',
        card: 'corner',
        always: true,
        cell: (member) => (
          <ActionIcon aria-label={`Remove ${fullName(member)}`} onClick={() => void askToRemove(member)}>
            <IconUserMinus size={16} />
          </ActionIcon>
        ),
      },
    ],
    [kind, unit.id, unit.name, isPending],
  )
  return (
    <TableView
      label={`Members of ${unit.name}`}
      columns={columns}
      rows={unit.companyMemberships}
      rowId={(member) => member.id}
      virtual={unit.companyMemberships.length > MANY}
      empty={{
        icon: <IconUsers size={20} aria-hidden />,
        title: 'No members yet',
        text: kind.withoutPeople,
        action: (
          <Button variant="default" onClick={onAdd}>
            Add the first people
          </Button>
        ),
      }}
    />
  )
}
