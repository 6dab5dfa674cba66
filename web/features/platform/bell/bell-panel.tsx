import { useState } from 'react'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import type { Show } from './api.ts'
import classes from './bell.module.css'
import { NotificationList } from './notification-list.tsx'

/** The bell's list, above the page. */
export const BellPanel = ({ onLeave }: { onLeave: () => void }) => {
  const [show, setShow] = useState<Show>('UNREAD')
  return (
    <div className={classes.panel}>
      <NotificationList
        show={show}
        onShow={setShow}
        onLeave={onLeave}
        title={<h2 className={classes.title}>Notifications</h2>}
      />
      <footer className={classes.footer}>
        <AppLink className="ol-link" href={to('/notifications')} onClick={onLeave}>
          All notifications
        </AppLink>
        <AppLink className="ol-link" href={to('/user/settings/notifications')} onClick={onLeave}>
          Notification settings
        </AppLink>
      </footer>
    </div>
  )
}
