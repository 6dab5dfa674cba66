import type { ReactNode } from 'react'
import { to } from '../../../lib/address.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

const TABS = [
  { id: 'company', label: 'Company', href: to('/settings/notifications'), tabTitle: 'Notifications' },
  {
    id: 'reminders',
    label: 'Reminders',
    href: to('/settings/notifications/reminders'),
    tabTitle: 'Notifications - Reminders',
  },
  { id: 'vendors', label: 'Vendors', href: to('/settings/notifications/vendors'), tabTitle: 'Notifications - Vendors' },
] as const

interface NotificationsFrameProps {
  tab: (typeof TABS)[number]['id']
  children: ReactNode
}

/** Settings › Notifications and its three parts. */
export const NotificationsFrame = ({ tab, children }: NotificationsFrameProps) => (
  <>
    <PageHeader title="Notifications" tabTitle={TABS.find(({ id }) => id === tab)?.tabTitle ?? 'Notifications'} />
    <LinkTabs label="Parts of notifications" tabs={TABS} current={tab} />
    {children}
  </>
)
