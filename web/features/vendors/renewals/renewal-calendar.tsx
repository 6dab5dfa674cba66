import { Button, Skeleton, UnstyledButton } from '@mantine/core'
import { IconClockExclamation, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { monthOf } from '../../../../schema/shared/calendar.ts'
import { formatCalendarDate, formatMoney, todayIn } from '../../../lib/format.ts'
import { monthText, weeksOf } from '../../../lib/months.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { serviceHref } from '../services/index.ts'
import { type Renewal, type RenewalFilter, useNextRenewal, useRenewalMonth } from './api.ts'
import classes from './renewals.module.css'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const SHOWN = 3

interface Event {
  kind: 'end' | 'cancel'
  day: string
  renewal: Renewal
}

const kindText = ({ kind, renewal }: Event): string =>
  kind === 'cancel'
    ? 'Last day to cancel'
    : renewal.continuesOn
      ? 'Period ends'
      : renewal.autorenews
        ? 'Renews'
        : 'Ends'

interface CalendarProps {
  /** yyyy-mm */
  month: string
  narrowed: Pick<RenewalFilter, 'ownerId' | 'vendorId'>
  onMonth: (month: string) => void
}

/** A month of renewals and last days to cancel. A phone shows only days that have any. */
export const RenewalCalendar = ({ month, narrowed, onMonth }: CalendarProps) => {
  const today = todayIn(useTimeZone())
  const dateRange = `${month},${month}`
  const ends = useRenewalMonth({ ...narrowed, by: 'END', dateRange })
  const cancels = useRenewalMonth({ ...narrowed, by: 'CANCEL', dateRange })
  const isEmpty =
    ends.data?.renewals.length === 0 && (cancels.data?.renewals.every(({ continuesOn }) => continuesOn) ?? false)
  const next = useNextRenewal({ ...narrowed, by: 'END' }, month, isEmpty)
  const error = ends.error ?? cancels.error
  if (error) {
    const retry = () => {
      void ends.refetch()
      void cancels.refetch()
    }
    return <ErrorState error={error} onRetry={retry} />
  }
  // What takes the place of nothing comes with the month, so that the month doesn’t move down.
  if (!ends.data || !cancels.data || (isEmpty && next.isLoading)) return <Skeleton height={560} aria-label="Loading" />
  const events = [
    // What already continues needs no decision.
    ...cancels.data.renewals
      .filter(({ continuesOn }) => !continuesOn)
      .map((renewal): Event => ({ kind: 'cancel', day: renewal.cancelBy ?? '', renewal })),
    ...ends.data.renewals.map((renewal): Event => ({ kind: 'end', day: renewal.endDate, renewal })),
  ]
  const byDay = Map.groupBy(events, ({ day }) => day)
  return (
    <>
      {events.length === 0 && <NothingIn month={month} then={next.data} onMonth={onMonth} />}
      {(ends.data.hasMore || cancels.data.hasMore) && (
        <p className={classes.hint}>The calendar shows the first 500 this month. See the list for all of them.</p>
      )}
      <table className={classes.calendar}>
        <caption className="ol-visually-hidden">{monthText(month)}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, index) =>
                day ? (
                  <Day key={day} day={day} isToday={day === today} events={byDay.get(day) ?? []} />
                ) : (
                  <td key={WEEKDAYS[index]} data-outside />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Says when something ends next, and goes there. */
const NothingIn = ({
  month,
  then,
  onMonth,
}: Pick<CalendarProps, 'month' | 'onMonth'> & { then: Renewal | null | undefined }) => {
  const next = then && monthOf(then.endDate)
  return (
    <EmptyState
      compact
      title={`Nothing ends in ${monthText(month)}`}
      text={then ? `Next: ${then.service.name} on ${formatCalendarDate(then.endDate)}.` : 'Nothing ends after that.'}
      action={
        next && (
          <Button variant="default" onClick={() => onMonth(next)}>
            Show {monthText(next)}
          </Button>
        )
      }
    />
  )
}

const Day = ({ day, isToday, events }: { day: string; isToday: boolean; events: Event[] }) => {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? events : events.slice(0, SHOWN)
  return (
    <td data-today={isToday || undefined} data-empty={events.length === 0 || undefined}>
      <time dateTime={day} className={classes.number} aria-current={isToday ? 'date' : undefined}>
        <span className={classes.short}>{Number(day.slice(8))}</span>
        <span className={classes.long}>{formatCalendarDate(day)}</span>
      </time>
      {shown.length > 0 && (
        <ul className={classes.events}>
          {shown.map((event) => (
            <li key={`${event.kind} ${event.renewal.periodId}`}>
              <EventLink event={event} />
            </li>
          ))}
        </ul>
      )}
      {events.length > SHOWN && (
        <UnstyledButton className={classes.more ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `${events.length - SHOWN} more`}
        </UnstyledButton>
      )}
    </td>
  )
}

const EventLink = ({ event }: { event: Event }) => {
  const { kind, renewal } = event
  const { service, vendor, totalServicePeriodCost: value, currency } = renewal
  const Icon = kind === 'cancel' ? IconClockExclamation : IconRefresh
  return (
    <AppLink
      href={serviceHref(service.id)}
      className={classes.event ?? ''}
      data-kind={kind}
      data-done={renewal.continuesOn !== null || undefined}
      title={`${kindText(event)}: ${service.name} of ${vendor.name}, ${formatMoney({ value, currency })}`}
    >
      <Icon size={14} aria-hidden />
      <span>
        <span className={classes.kind}>{kindText(event)}: </span>
        {service.name}
      </span>
    </AppLink>
  )
}
