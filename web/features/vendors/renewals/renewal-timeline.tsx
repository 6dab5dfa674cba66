import { Skeleton } from '@mantine/core'
import { IconCalendarEvent, IconClockExclamation, IconRefresh } from '@tabler/icons-react'
import { shiftMonth } from '../../../../schema/shared/calendar.ts'
import { daysBetween, firstDayOf } from '../../../../schema/shared/day-count.ts'
import { type Currency, formatRough } from '../../../../schema/shared/money.ts'
import { formatCalendarDate, todayIn } from '../../../lib/format.ts'
import { shortMonthText } from '../../../lib/months.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { axisName } from '../../../ui/chart/scale.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { serviceHref } from '../services/index.ts'
import { type Renewal, type RenewalFilter, useRenewalMonth } from './api.ts'
import classes from './timeline.module.css'
import { daysFrom } from './words.tsx'

interface TimelineProps {
  /** The months yyyy-mm, the last one included. */
  from: string
  to: string
  narrowed: Pick<RenewalFilter, 'ownerId' | 'vendorId'>
}

interface Months {
  names: string[]
  /** How far along the months a day is, in percent; at their ends for days outside. */
  placeOf: (day: string) => number
}

const monthsOf = (from: string, to: string): Months => {
  const names = [from]
  for (let next = shiftMonth(from, 1); next <= to; next = shiftMonth(next, 1)) names.push(next)
  const [first, after] = [firstDayOf(from), firstDayOf(shiftMonth(to, 1))]
  const all = daysBetween(first, after)
  return { names, placeOf: (day) => Math.min(100, Math.max(0, (100 * daysBetween(first, day)) / all)) }
}

/** What ends in each month, by currency. */
const totalsOf = (renewals: readonly Renewal[]): Map<string, Map<Currency, number>> => {
  const totals = new Map<string, Map<Currency, number>>()
  for (const { endDate, currency, totalServicePeriodCost: cost } of renewals) {
    const month = endDate.slice(0, 7)
    const ofMonth = totals.get(month) ?? new Map<Currency, number>()
    ofMonth.set(currency, (ofMonth.get(currency) ?? 0) + cost)
    totals.set(month, ofMonth)
  }
  return totals
}

/** Which services end when, one line each: until when they can be canceled, when they end, and what they cost. */
export const RenewalTimeline = ({ from, to, narrowed }: TimelineProps) => {
  const today = todayIn(useTimeZone())
  const { data, error, refetch } = useRenewalMonth({ ...narrowed, by: 'END', dateRange: `${from},${to}` })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={420} aria-label="Loading" />
  const { renewals, hasMore } = data
  if (renewals.length === 0)
    return (
      <EmptyState
        icon={<IconCalendarEvent size={20} aria-hidden />}
        title="Nothing ends in these months"
        text="Try other months, or clear the filters."
      />
    )
  const months = monthsOf(from, to)
  const totals = totalsOf(renewals)
  const isShown = today >= firstDayOf(from) && today < firstDayOf(shiftMonth(to, 1))
  return (
    <>
      {hasMore && <p className={classes.hint}>The first 500 are shown. See the list for all of them.</p>}
      <table className={classes.timeline}>
        <caption className="ol-visually-hidden">Renewals by month</caption>
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col" className={classes.cost}>
              Period cost
            </th>
            <th scope="col">
              <span className="ol-visually-hidden">Last day to cancel and end</span>
              <div className={classes.months} aria-hidden>
                {months.names.map((month, at) => {
                  const before = months.names[at - 1]
                  const { text, year } = axisName(shortMonthText(month), before && shortMonthText(before))
                  return (
                    <span key={month}>
                      <small>{year}</small>
                      <b>{text}</b>
                      {[...(totals.get(month) ?? [])].map(([currency, value]) => (
                        <small key={currency}>{formatRough({ value, currency })}</small>
                      ))}
                    </span>
                  )
                })}
              </div>
            </th>
          </tr>
        </thead>
        <tbody>
          {renewals.map((renewal) => (
            <Line key={renewal.periodId} renewal={renewal} today={isShown ? today : null} months={months} />
          ))}
        </tbody>
      </table>
    </>
  )
}

interface LineProps {
  renewal: Renewal
  /** Null outside of the months. */
  today: string | null
  months: Months
}

const Line = ({ renewal, today, months: { names, placeOf } }: LineProps) => {
  const {
    service,
    vendor,
    endDate,
    cancelBy,
    autorenews,
    continuesOn,
    totalServicePeriodCost: value,
    currency,
  } = renewal
  const end = continuesOn ? 'Continues after' : autorenews ? 'Renews after' : 'Ends'
  // What continues needs no decision.
  const canBeCanceled = cancelBy !== null && continuesOn === null
  const said = [
    ...(canBeCanceled ? [`Cancel by ${formatCalendarDate(cancelBy)}`] : []),
    `${end} ${formatCalendarDate(endDate)}`,
  ].join(' · ')
  const [begins, ends] = [placeOf(canBeCanceled ? cancelBy : endDate), placeOf(endDate)]
  const isLate = canBeCanceled && today !== null && cancelBy < today && endDate >= today
  return (
    <tr>
      <th scope="row">
        <AppLink href={serviceHref(service.id)} className="ol-link">
          {service.name}
        </AppLink>
        <span className={classes.vendor}>{vendor.name}</span>
      </th>
      <td className={classes.cost}>
        <MoneyText money={{ value, currency }} />
      </td>
      <td>
        <div
          className={classes.track}
          style={{ backgroundSize: `${100 / names.length}% 100%` }}
          title={today === null ? said : `${said} (${daysFrom(today, canBeCanceled && !isLate ? cancelBy : endDate)})`}
        >
          {today !== null && <span className={classes.today} style={{ left: `${placeOf(today)}%` }} aria-hidden />}
          {canBeCanceled && (
            <>
              <span className={classes.window} style={{ left: `${begins}%`, width: `${ends - begins}%` }} aria-hidden />
              <span className={classes.mark} data-kind="cancel" style={{ left: `${begins}%` }} aria-hidden>
                <IconClockExclamation size={14} />
              </span>
            </>
          )}
          <span
            className={classes.mark}
            data-done={continuesOn !== null || undefined}
            style={{ left: `${ends}%` }}
            aria-hidden
          >
            <IconRefresh size={14} />
          </span>
        </div>
        <span className={classes.said}>{said}</span>
      </td>
    </tr>
  )
}
