import { type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconBell,
  IconBuilding,
  IconCheck,
  IconEye,
  IconLogout,
  IconSelector,
  IconUserShare,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { fullName } from '../../../schema/shared/values.ts'
import { toastError } from '../../lib/toasts.ts'
import { useCommand } from '../../lib/use-command.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { PersonAvatar } from '../../ui/person-name.tsx'
import { signOut } from '../session/api.ts'
import { switchCompany } from '../session/identity.ts'
import { useSession } from '../session/use-session.ts'
import { useCompanyMemberships } from './api.ts'
import classes from './shell.module.css'
import { useCan } from './use-can.ts'

const SWITCH_FAILED = 'Unable to switch to company'
const ViewAsDialog = lazy(() => import('./view-as-dialog.tsx').then((module) => ({ default: module.ViewAsDialog })))

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]

export const UserMenu = () => {
  const session = useSession()
  const can = useCan()
  const name = fullName(session)
  const [opened, setOpened] = useState(false)
  const [viewAs, dialog] = useDisclosure(false)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const logOut = useCommand({
    run: (_: undefined, { commandId }) => signOut(commandId),
    onSuccess: () => window.location.assign('/login'),
  })
  return (
    <div className={classes.user}>
      <Menu opened={opened} onChange={setOpened} position="top-start" width={256}>
        <Menu.Target>
          <UnstyledButton className={classes.userButton}>
            <PersonAvatar name={name} size="large" />
            <span className={classes.userText}>
              <span className={classes.userName}>{name}</span>
              <span className={classes.userCompany}>{session.companyName}</span>
            </span>
            <IconSelector size={16} className={classes.userChevron} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{session.email}</Menu.Label>
          <Companies opened={opened} />
          {can('members.view-as') && (
            <Menu.Item leftSection={<IconEye size={16} />} onClick={dialog.open}>
              View as other member
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconBell size={16} />} component={AppLink} href="/user/settings/notifications">
            Account notification settings
          </Menu.Item>
          <Menu.Item
            leftSection={<IconUserShare size={16} />}
            component={AppLink}
            href="/user/settings/delegate-approvers"
          >
            Delegate approvers
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>Color scheme</Menu.Label>
          <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
            {SCHEMES.map(({ value, label }) => (
              <Menu.RadioItem key={value} value={value}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout size={16} />}
            disabled={logOut.isPending}
            onClick={() => logOut.send(undefined)}
          >
            Log out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {viewAs && (
        <Suspense fallback={null}>
          <ViewAsDialog onClose={dialog.close} />
        </Suspense>
      )}
    </div>
  )
}

/** The companies to switch to; nothing when there is only one. */
const Companies = ({ opened }: { opened: boolean }) => {
  const { data = [] } = useCompanyMemberships(opened)
  const change = useCommand({
    run: (companyId: string, { commandId }) => switchCompany(companyId, commandId),
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
            onClick={() => !company.isCurrent && change.send(company.companyId)}
          >
            {company.companyName}
          </Menu.Item>
        ))}
      </div>
      <Menu.Divider />
    </>
  )
}
