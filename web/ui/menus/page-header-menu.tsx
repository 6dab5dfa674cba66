import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { type MenuStart, useMenuStart } from './late-menu.tsx'

/** Everything else that can be done on a page, beside its title. */
export const PageHeaderMenu = ({ items, target, startsOpen }: MenuStart & { items: ReactNode }) => {
  const [opened, setOpened, around] = useMenuStart(startsOpen)
  return (
    <div ref={around}>
      <Menu position="bottom-end" opened={opened} onChange={setOpened}>
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown>{items}</Menu.Dropdown>
      </Menu>
    </div>
  )
}
