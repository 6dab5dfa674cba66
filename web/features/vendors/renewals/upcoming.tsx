import { to } from '../../../lib/address.ts'
import { todayIn } from '../../../lib/format.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { useCan } from '../../platform/session/index.ts'
import { serviceHref } from '../services/index.ts'
import { type Renewal, useUpcomingRenewals } from './api.ts'
import classes from './renewals.module.css'
import { daysFrom } from './words.tsx'

/** Home: what ends, or must be canceled, within 90 days. Hidden if there is nothing. */
export const UpcomingRenewals = () => {
  const { data, isLoading } = useUpcomingRenewals()
  useNotYet(isLoading)
  const today = todayIn(useTimeZone())
  const can = useCan()
  if (!data || data.renewals.length === 0) return null
  return (
    <section aria-labelledby="upcoming-renewals">
      <header className={classes.header}>
        <h2 id="upcoming-renewals">Renewals within 90 days</h2>
        {can('reports.use') && (
          <AppLink href={to('/reports/services-renewal', {}, { view: 'list' })} className="ol-link">
            {data.hasMore ? 'View all' : 'Renewal calendar'}
          </AppLink>
        )}
      </header>
      <ul className={classes.upcoming}>
        {data.renewals.map((renewal) => (
          <Upcoming key={renewal.periodId} renewal={renewal} today={today} />
        ))}
      </ul>
    </section>
  )
}

const Upcoming = ({ renewal, today }: { renewal: Renewal; today: string }) => {
  const { service, vendor, endDate, cancelBy, autorenews, totalServicePeriodCost: value, currency } = renewal
  const canCancel = cancelBy !== null && cancelBy >= today
  const day = canCancel ? cancelBy : endDate
  const label = canCancel ? 'Cancel by' : autorenews ? 'Renews after' : 'Ends'
  return (
    <li>
      <span className={classes.what}>
        <AppLink href={serviceHref(service.id)} className="ol-link">
          {service.name}
        </AppLink>
        <span className={classes.dim}>{vendor.name}</span>
      </span>
      <span className={classes.when}>
        <span>
          {label} <CalendarDateText date={day} />
        </span>
        <span className={classes.dim}>{daysFrom(today, day)}</span>
      </span>
      <span className={classes.cost}>
        <MoneyText money={{ value, currency }} />
      </span>
    </li>
  )
}
