import { type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconLogout, IconSelector } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useCommand } from '../../../lib/use-command.ts'
import { PersonAvatar } from '../../../ui/person-name.tsx'
import { signOut } from '../session/index.ts'
import classes from './shell.module.css'

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]

interface AccountMenuProps {
  name: string
  /** Who the person works for. */
  company: string
  email: string
  /** Where signing out leads. */
  loginPath: '/login' | '/v/login'
  /** `Menu.Item`s between the address and the colors. */
  children: (opened: boolean) => ReactNode
}

/** Who is signed in, at the bottom of the sidebar, with the colors and signing out. */
export const AccountMenu = ({ name, company, email, loginPath, children }: AccountMenuProps) => {
  const [opened, setOpened] = useState(false)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const logOut = useCommand({
    run: (_: undefined, { commandId }) => signOut(commandId),
    onSuccess: () => window.location.assign(loginPath),
  })
  return (
    <div className={classes.user}>
      <Menu opened={opened} onChange={setOpened} position="top-start" width={256}>
        <Menu.Target>
          <UnstyledButton className={classes.userButton}>
            <PersonAvatar name={name} size="large" />
            <span className={classes.userText}>
              <span className={classes.userName}>{name}</span>
              <span className={classes.userCompany}>{company}</span>
            </span>
            <IconSelector size={16} className={classes.userChevron} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
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
