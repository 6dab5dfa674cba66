import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { lateMenu } from '../../../ui/menus/late-menu.tsx'
import { useIsMobile } from '../../../ui/viewport.ts'
import { useUnread } from './api.ts'
import classes from './bell.module.css'

const BellPopover = lateMenu(async () => (await import('./bell-popover.tsx')).BellPopover)

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
    <BellPopover
      target={
        <ActionIcon className={classes.bell} aria-label={labelOf(unread)} aria-haspopup="dialog">
          <Icon unread={unread} />
        </ActionIcon>
      }
    />
  )
}
