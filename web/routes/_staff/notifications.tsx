import { createFileRoute } from '@tanstack/react-router'
import { NotificationsPage, notificationsSearch } from '../../features/platform/bell/index.ts'
import { pageSearch } from '../../lib/search-params.ts'

export const Route = createFileRoute('/_staff/notifications')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(notificationsSearch),
  component: NotificationsPage,
})
