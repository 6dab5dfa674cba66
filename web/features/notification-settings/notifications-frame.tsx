import type { ReactNode } from 'react'
import { AppLink } from '../../ui/app-link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import classes from './settings.module.css'

const TABS = [
  { id: 'company', label: 'Company', href: '/settings/notifications', tabTitle: 'Notifications' },
  {
    id: 'reminders',
    label: 'Reminders',
    href: '/settings/notifications/reminders',
    tabTitle: 'Notifications - Reminders',
  },
  { id: 'vendors', label: 'Vendors', href: '/settings/notifications/vendors', tabTitle: 'Notifications - Vendors' },
] as const

interface NotificationsFrameProps {
  tab: (typeof TABS)[number]['id']
  children: ReactNode
}

/** Settings › Notifications and its three parts. */
export const NotificationsFrame = ({ tab, children }: NotificationsFrameProps) => (
  <>
    <PageHeader title="Notifications" tabTitle={TABS.find(({ id }) => id === tab)?.tabTitle ?? 'Notifications'} />
    <nav className={classes.tabs} aria-label="Parts of notifications">
      {TABS.map(({ id, label, href }) => (
        <AppLink key={id} href={href} aria-current={id === tab ? 'page' : undefined}>
          {label}
        </AppLink>
      ))}
    </nav>
    {children}
  </>
)
