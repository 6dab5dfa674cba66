import { ActionIcon, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { to } from '../../../lib/address.ts'
import { lateCode } from '../../../lib/connection/chunk-error.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { useIsMobile } from '../../../ui/viewport.ts'
import { useUnread } from './api.ts'
import classes from './bell.module.css'

const BellPanel = lazy(lateCode(() => import('./bell-panel.tsx').then((module) => ({ default: module.BellPanel }))))

const MOST_SHOWN = 99

const labelOf = (unread: number): string => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`)

const Icon = ({ unread }: { unread: number }) => (
  <>
    <IconBell size={18} aria-hidden />
    {unread > 0 && (
      <span className={classes.count} aria-hidden>
        {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
      </span>
    )}
  </>
)

/** In the head of the sidebar. In a narrow window it leads to a page instead of opening above one. */
export const Bell = () => {
  const unread = useUnread()
  const isMobile = useIsMobile()
  const { pathname } = useLocation()
  const [opened, setOpened] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes it
  useEffect(() => setOpened(false), [pathname])
  if (isMobile) {
    return (
      <ActionIcon
        component={AppLink}
        href={to('/notifications')}
        size="lg"
        className={classes.bell}
        aria-label={labelOf(unread)}
      >
        <Icon unread={unread} />
      </ActionIcon>
    )
  }
  return (
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
        <ActionIcon
          className={classes.bell}
          aria-label={labelOf(unread)}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <Icon unread={unread} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} className={classes.dropdown}>
        {opened && (
          <Suspense fallback={<div className={classes.loading} aria-busy />}>
            <BellPanel onLeave={() => setOpened(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
