import { Menu } from '@mantine/core'
import {
  IconBell,
  IconBuilding,
  IconBuildings,
  IconCheck,
  IconDevices,
  IconEye,
  IconKeyboard,
  IconUserShare,
} from '@tabler/icons-react'
import { to } from '../../../lib/address.ts'
import { toastError } from '../../../lib/toasts.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { openKeys } from '../../../ui/keys/shown-keys.ts'
import type { MenuStart } from '../../../ui/menus/late-menu.tsx'
import { switchCompany, useCan, useSession } from '../session/index.ts'
import { AccountMenu } from './account-menu.tsx'
import { useCompanyMemberships } from './api.ts'
import classes from './shell.module.css'

const SWITCH_FAILED = 'Unable to switch to company'

interface UserMenuItemsProps extends MenuStart {
  onViewAs: () => void
}

/** What the person's own menu offers. */
export const UserMenuItems = ({ onViewAs, ...start }: UserMenuItemsProps) => {
  const session = useSession()
  const can = useCan()
  return (
    <AccountMenu {...start} email={session.email} loginPath="/login">
      {(opened) => (
        <>
          <Companies opened={opened} />
          {can('members.view-as') && (
            <Menu.Item leftSection={<IconEye size={16} />} onClick={onViewAs}>
              View as another member
            </Menu.Item>
          )}
          {can('platform.administer') && (
            <Menu.Item leftSection={<IconBuildings size={16} />} component={AppLink} href={to('/super-admin')}>
              Super admin page
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconBell size={16} />} component={AppLink} href={to('/user/settings/notifications')}>
            Account notification settings
          </Menu.Item>
          <Menu.Item
            leftSection={<IconUserShare size={16} />}
            component={AppLink}
            href={to('/user/settings/delegate-approvers')}
          >
            Delegate approvers
          </Menu.Item>
          <Menu.Item leftSection={<IconDevices size={16} />} component={AppLink} href={to('/user/settings/sessions')}>
            Sign-in and devices
          </Menu.Item>
          <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={openKeys}>
            Keyboard shortcuts
          </Menu.Item>
        </>
      )}
    </AccountMenu>
  )
}

interface Target {
  companyId: string
  isInvited: boolean
}

/** The companies to switch to and to join. Hidden if there is only one. */
const Companies = ({ opened }: { opened: boolean }) => {
  const { data = [] } = useCompanyMemberships(opened)
  const change = useCommand({
    run: ({ companyId, isInvited }: Target, { commandId }) => switchCompany(companyId, commandId, isInvited),
    onSuccess: () => window.location.assign('/'),
    onError: () => {
      toastError(SWITCH_FAILED)
      return true
    },
  })
  if (data.length < 2) return null
  return (
    <>
      <Menu.Label>Switch to another company</Menu.Label>
      <div className={classes.companies}>
        {data.map((company) => (
          <Menu.Item
            key={company.companyId}
            leftSection={company.isCurrent ? <IconCheck size={16} /> : <IconBuilding size={16} />}
            disabled={change.isPending}
            aria-current={company.isCurrent ? 'true' : undefined}
            onClick={() => !company.isCurrent && change.send(company)}
          >
            {company.isInvited ? `Join ${company.companyName}` : company.companyName}
          </Menu.Item>
        ))}
      </div>
      <Menu.Divider />
    </>
  )
}
