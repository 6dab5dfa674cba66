import { Button, Menu } from '@mantine/core'
import { IconCheck, IconEye, IconMail, IconPencil, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { type ReactNode, useCallback } from 'react'
import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import { FLAG_LABELS, manageRefusal, managesEveryone } from '../../../../schema/platform/members/rules.ts'
import { ACCESS_FLAGS } from '../../../../schema/shared/permissions.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { to } from '../../../lib/address.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { Columns, Fact, Facts, Section } from '../../../ui/details.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { History } from '../audit/index.ts'
import { MemberFactors } from '../factors/index.ts'
import { useCan, useCompany, viewAs } from '../session/index.ts'
import { MemberMethods } from '../sign-on/index.ts'
import { invite, memberKeys, useManager, useMember, useOwned } from './api.ts'
import { enabledBadge, memberHref } from './columns.tsx'
import { useEnableMember } from './enable-member.tsx'
import { managedOf } from './managed.ts'
import { MemberNotifications } from './member-notifications.tsx'
import classes from './members.module.css'
import { ownedKinds } from './owned.ts'
import { RoleChips } from './role-chips.tsx'
import { FLAG_HELP } from './words.ts'

const CRUMBS = [{ label: 'Members', href: to('/settings/members') }]

interface MemberPageProps {
  id: string
  /** What else admins manage for the member. */
  delegates: (member: Member) => ReactNode
}

/** One member: their details, access, delegates, notifications and history. */
export const MemberPage = ({ id, delegates }: MemberPageProps) => {
  const { data, error, refetch } = useMember(id)
  if (data) return <Shown member={data} delegates={delegates} />
  return <PendingPage title="Member" breadcrumbs={CRUMBS} error={error} onRetry={() => void refetch()} />
}

const Shown = ({ member, delegates }: { member: Member } & Pick<MemberPageProps, 'delegates'>) => {
  const manager = useManager()
  const can = useCan()
  const { enableBusinessUnits, enableEntities } = useCompany()
  const enabling = useEnableMember()
  const name = fullName(member)
  const refusal = manageRefusal(manager, managedOf(member))
  const isSelf = member.id === manager.userId
  const send = useCommand<string>({
    run: (id, { commandId }) => invite([id], commandId),
    success: `Invitation sent to ${name}`,
    invalidates: [memberKeys.one(member.id)],
  })
  const view = useCommand<string>({
    run: (id, { commandId }) => viewAs(id, null, commandId),
    onSuccess: () => window.location.assign('/'),
  })
  const mayEnable = refusal === null && !isSelf
  const menu = (
    <>
      {member.enabled && !isSelf && (
        <Menu.Item leftSection={<IconMail size={16} aria-hidden />} onClick={() => send.send(member.id)}>
          Send invitation
        </Menu.Item>
      )}
      {can('members.view-as') && member.enabled && !isSelf && (
        <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={() => view.send(member.id)}>
          View as this member
        </Menu.Item>
      )}
      {mayEnable && (
        <Menu.Item
          {...(member.enabled ? { color: 'red' } : {})}
          leftSection={member.enabled ? <IconUserOff size={16} aria-hidden /> : <IconUserCheck size={16} aria-hidden />}
          onClick={() => void enabling.ask(member)}
        >
          {member.enabled ? 'Disable' : 'Enable'}
        </Menu.Item>
      )}
    </>
  )
  const historyKey = useCallback(() => [...memberKeys.one(member.id), 'history'], [member.id])
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={CRUMBS}
        state={<StatusBadge {...enabledBadge(member)} />}
        subtitle={[member.title, member.email].filter(Boolean).join(' · ')}
        menu={(member.enabled && !isSelf) || mayEnable ? menu : undefined}
        action={
          refusal === null ? (
            <Button
              component={AppLink}
              href={to('/settings/members/$memberId/edit', { memberId: member.id })}
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              Edit member
            </Button>
          ) : undefined
        }
      />
      <Columns>
        <Section id="details" title="Details">
          <Facts>
            <Fact label="Email">{member.email}</Fact>
            <Fact label="Title">{member.title}</Fact>
            <Fact label="Manager">
              {/* A lead usually doesn't manage their own manager. */}
              {member.manager && managesEveryone(manager) ? (
                <AppLink className="ol-link" href={memberHref(member.manager.id)}>
                  {member.manager.name}
                </AppLink>
              ) : (
                member.manager?.name
              )}
            </Fact>
            <Fact label="Location">{member.location?.name}</Fact>
            <Fact label="Departments">{inWords(member.departments)}</Fact>
            {(enableBusinessUnits || member.businessUnits.length > 0) && (
              <Fact label="Business units">{inWords(member.businessUnits)}</Fact>
            )}
            <Fact label="Groups">{inWords(member.groups)}</Fact>
            {(enableEntities || member.entities.length > 0) && <Fact label="Entities">{inWords(member.entities)}</Fact>}
            <Owns memberId={member.id} />
            <Fact label="Added">
              <DateText instant={member.createdAt} />
            </Fact>
          </Facts>
        </Section>
        <Section id="access" title="Roles and access" aside={<RoleChips flags={member} />}>
          <Access member={member} />
        </Section>
      </Columns>
      {can('members.manage-delegates') && delegates(member)}
      {can('members.manage-notifications') && <MemberNotifications memberId={member.id} />}
      {can('settings.manage') && member.enabled && (
        <>
          <Section id="sign-in-methods" title="Sign-in methods">
            <MemberMethods memberId={member.id} name={name} isSelf={isSelf} />
          </Section>
          <Section id="second-factor" title="Second factor">
            <MemberFactors
              memberId={member.id}
              name={name}
              waitsADay={member.hasPaymentsAccess || member.hasAdminAccess}
              isSelf={isSelf}
            />
          </Section>
        </>
      )}
      <Section id="history" title="History">
        <History targetType="MEMBER" targetId={member.id} queryKey={historyKey()} />
      </Section>
      {enabling.dialog}
    </>
  )
}

const inWords = (units: { name: string; approvesRequests?: boolean }[]): string =>
  units.map(({ name, approvesRequests }) => (approvesRequests ? `${name} (approves)` : name)).join(', ')

/** Hidden while loading, and if there are none. */
const Owns = ({ memberId }: { memberId: string }) => {
  const { data } = useOwned(memberId)
  const kinds = data ? ownedKinds(data) : []
  if (kinds.length === 0) return null
  return (
    <Fact label="Owns">
      {kinds.map(({ kind, words, listOf }, i) => (
        <span key={kind}>
          {i > 0 && ', '}
          {listOf ? (
            <AppLink className="ol-link" href={listOf(memberId)}>
              {words}
            </AppLink>
          ) : (
            words
          )}
        </span>
      ))}
    </Fact>
  )
}

const Access = ({ member }: { member: Member }) => {
  const lines: [string, string][] = [
    ...ACCESS_FLAGS.filter((flag) => member[flag]).map((flag): [string, string] => [
      FLAG_LABELS[flag],
      FLAG_HELP[flag],
    ]),
    ...(member.isSigner ? ([['Signer', 'Signs for the company.']] as [string, string][]) : []),
    ...(member.isRequestCategoryOwner
      ? ([['Request category owner', 'Sets up the request categories they own.']] as [string, string][])
      : []),
  ]
  if (lines.length === 0) return <p className={classes.dim}>Files requests and approves what’s waiting for them.</p>
  return (
    <ul className={classes.access}>
      {lines.map(([label, help]) => (
        <li key={label}>
          <IconCheck size={16} aria-hidden />
          <span>
            {label} <span className={classes.dim}>· {help}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
