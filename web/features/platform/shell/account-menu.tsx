import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useCommand } from '../../../lib/use-command.ts'
import { type MenuStart, useMenuStart } from '../../../ui/menus/late-menu.tsx'
import { signOut } from '../session/index.ts'

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]

interface AccountMenuProps extends MenuStart {
  email: string
  /** Where signing out leads. */
  loginPath: '/login' | '/v/login'
  /** `Menu.Item`s between the address and the colors. */
  children: (opened: boolean) => ReactNode
}

/** The menu of who is signed in, with the colors and signing out. */
export const AccountMenu = ({ email, loginPath, children, target, startsOpen }: AccountMenuProps) => {
  const [opened, setOpened, around] = useMenuStart(startsOpen)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const logOut = useCommand({
    run: (_: undefined, { commandId }) => signOut(commandId),
    onSuccess: () => window.location.assign(loginPath),
  })
  return (
    <div ref={around}>
      <Menu opened={opened} onChange={setOpened} position="top-start" width={256}>
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{email}</Menu.Label>
          {children(opened)}
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
    </div>
  )
}
