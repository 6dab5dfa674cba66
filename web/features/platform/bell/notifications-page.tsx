import { usePageSearch } from '../../../lib/search-params.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import classes from './bell.module.css'
import { NotificationList } from './notification-list.tsx'
import { notificationsSearch } from './search.ts'

/** All notifications that are kept. */
export const NotificationsPage = () => {
  const [{ show = 'ALL' }, setSearch] = usePageSearch(notificationsSearch)
  return (
    <>
      <PageHeader title="Notifications" subtitle="What happened in the last 90 days." />
      <div className={classes.page}>
        <NotificationList show={show} onShow={(next) => setSearch({ show: next === 'ALL' ? undefined : next })} />
      </div>
    </>
  )
}
