import { Popover } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { cloneElement, useEffect } from 'react'
import { type MenuStart, useMenuStart } from '../../../ui/menus/late-menu.tsx'
import classes from './bell.module.css'
import { BellPanel } from './bell-panel.tsx'

/** What happened, above the page, opened by the bell. */
export const BellPopover = ({ target, startsOpen }: MenuStart) => {
  const [opened, setOpened, around] = useMenuStart(startsOpen)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes it
  useEffect(() => {
    if (opened) setOpened(false)
  }, [pathname])
  return (
    <div ref={around}>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        width={420}
        shadow="lg"
        trapFocus
        returnFocus
        withinPortal
      >
        <Popover.Target>
          {cloneElement(target, { 'aria-expanded': opened, onClick: () => setOpened(!opened) })}
        </Popover.Target>
        <Popover.Dropdown p={0} className={classes.dropdown}>
          {opened && <BellPanel onLeave={() => setOpened(false)} />}
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
