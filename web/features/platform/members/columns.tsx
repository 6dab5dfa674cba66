import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconEye, IconMail, IconPencil, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import { groupKeyOf } from '../../../../schema/shared/list-totals.ts'
import { roleChips } from '../../../../schema/shared/permissions.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { type Address, to } from '../../../lib/address.ts'
import { monthKeyOfInstant, monthOfInstant } from '../../../lib/months.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { PersonAvatar } from '../../../ui/person-name.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { Column } from '../../../ui/table/types.ts'
import type { memberEdits } from './list-edits.tsx'
import classes from './members.module.css'
import { RoleChips } from './role-chips.tsx'

export const memberHref = (id: string): Address => to('/settings/members/$memberId', { memberId: id })

const Names = ({ units }: { units: { name: string }[] }) =>
  units.length === 0 ? (
    <span aria-hidden>–</span>
  ) : (
    <span title={units.map((unit) => unit.name).join(', ')}>
      {units[0]?.name}
      {units.length > 1 && <span className={classes.dim}> +{units.length - 1}</span>}
    </span>
  )

const Text = ({ text }: { text: string | null | undefined }) =>
  text ? <span title={text}>{text}</span> : <span aria-hidden>–</span>

export const enabledBadge = (member: Pick<Member, 'enabled' | 'isInvited' | 'emailBounces'>) =>
  member.enabled && member.emailBounces
    ? ({ tone: 'negative', label: 'Email bounced' } as const)
    : member.enabled && member.isInvited
      ? ({ tone: 'waiting', label: 'Invited' } as const)
      : member.enabled
        ? ({ tone: 'positive', label: 'Active' } as const)
        : ({ tone: 'archived', label: 'Disabled' } as const)

export interface RowActions {
  mayManage(member: Member): boolean
  mayViewAs(member: Member): boolean
  isSelf(member: Member): boolean
  invite(member: Member): void
  viewAs(member: Member): void
  setEnabled(member: Member): void
}

const Actions = ({ member, actions }: { member: Member; actions: RowActions }) => {
  const manages = actions.mayManage(member)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions of ${fullName(member)}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={AppLink} href={memberHref(member.id)} leftSection={<IconEye size={16} aria-hidden />}>
          Open
        </Menu.Item>
        {manages && (
          <Menu.Item
            component={AppLink}
            href={to('/settings/members/$memberId/edit', { memberId: member.id })}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            Edit
          </Menu.Item>
        )}
        {member.enabled && !actions.isSelf(member) && (
          <Menu.Item leftSection={<IconMail size={16} aria-hidden />} onClick={() => actions.invite(member)}>
            Send invitation
          </Menu.Item>
        )}
        {actions.mayViewAs(member) && (
          <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={() => actions.viewAs(member)}>
            View as this member
          </Menu.Item>
        )}
        {manages && !actions.isSelf(member) && (
          <>
            <Menu.Divider />
            <Menu.Item
              {...(member.enabled ? { color: 'red' } : {})}
              leftSection={
                member.enabled ? <IconUserOff size={16} aria-hidden /> : <IconUserCheck size={16} aria-hidden />
              }
              onClick={() => actions.setEnabled(member)}
            >
              {member.enabled ? 'Disable' : 'Enable'}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

export const memberColumns = (
  actions: RowActions,
  withBusinessUnits: boolean,
  edits: ReturnType<typeof memberEdits>,
): Column<Member>[] => [
  {
    id: 'name',
    header: 'Name',
    sortBy: 'name',
    card: 'title',
    cell: (member) => (
      <span className={classes.name}>
        <PersonAvatar name={fullName(member)} />
        <AppLink className="ol-link" href={memberHref(member.id)}>
          {fullName(member)}
        </AppLink>
      </span>
    ),
  },
  { id: 'email', header: 'Email', sortBy: 'email', width: '12.5rem', cell: (member) => <Text text={member.email} /> },
  {
    id: 'title',
    header: 'Title',
    width: '10rem',
    hiddenByDefault: true,
    cell: (member) => <Text text={member.title} />,
    edit: edits.title,
  },
  {
    id: 'roles',
    header: 'Roles',
    width: '11rem',
    sortBy: 'roles',
    group: (member) => roleChips(member).join(', '),
    cell: (member) => <RoleChips flags={member} />,
  },
  {
    id: 'departments',
    header: 'Departments',
    width: '7rem',
    sortBy: 'departments',
    group: ({ departments }) => departments.map(({ name }) => name).join(', ') || 'No department',
    groupKey: ({ departments }) => groupKeyOf(departments.map(({ id }) => id)),
    cell: (member) => <Names units={member.departments} />,
    edit: edits.departments,
  },
  ...(withBusinessUnits
    ? [
        {
          id: 'business-units',
          header: 'Business units',
          width: '9rem',
          hiddenByDefault: true,
          cell: (member: Member) => <Names units={member.businessUnits} />,
          edit: edits.businessUnits,
        },
      ]
    : []),
  {
    id: 'groups',
    header: 'Groups',
    width: '8rem',
    hiddenByDefault: true,
    cell: (member) => <Names units={member.groups} />,
    edit: edits.groups,
  },
  {
    id: 'location',
    header: 'Location',
    width: '8rem',
    hiddenByDefault: true,
    cell: (member) => <Text text={member.location?.name} />,
    edit: edits.location,
  },
  {
    id: 'manager',
    header: 'Manager',
    width: '9rem',
    hiddenByDefault: true,
    cell: (member) => <Text text={member.manager?.name} />,
    edit: edits.manager,
  },
  {
    id: 'created',
    header: 'Added',
    sortBy: 'createdAt',
    width: '8rem',
    hiddenByDefault: true,
    group: ({ createdAt }) => monthOfInstant(createdAt),
    groupKey: ({ createdAt }) => monthKeyOfInstant(createdAt),
    cell: (member) => <DateText instant={member.createdAt} />,
  },
  {
    id: 'enabled',
    header: 'Status',
    width: '6.5rem',
    cell: (member) => <StatusBadge plain {...enabledBadge(member)} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    width: '5rem',
    always: true,
    cell: (member) => <Actions member={member} actions={actions} />,
  },
]
