import { IconCalendarEvent } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { fullName } from '../../../../schema/shared/values.ts'
import { formatCalendarDates, todayIn } from '../../../lib/format.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { serviceHref } from '../services/index.ts'
import { fetchRenewals, type Renewal, type RenewalFilter, renewalKeys } from './api.ts'
import { daysFrom, RenewalState } from './words.tsx'

const nothing = <span aria-hidden>–</span>

const Day = ({ day, today }: { day: string | null; today: string }) =>
  day ? (
    <span title={daysFrom(today, day)}>
      <CalendarDateText date={day} />
    </span>
  ) : (
    nothing
  )

const columnsOf = (today: string): Column<Renewal>[] => [
  {
    id: 'service',
    header: 'Service',
    card: 'title',
    cell: ({ service }) => (
      <AppLink className="ol-link" href={serviceHref(service.id)}>
        {service.name}
      </AppLink>
    ),
  },
  { id: 'vendor', header: 'Vendor', width: '8.5rem', cell: ({ vendor }) => vendor.name || nothing },
  { id: 'end', header: 'Period ends', width: '7rem', cell: ({ endDate }) => <Day day={endDate} today={today} /> },
  {
    id: 'cancel',
    header: 'Last day to cancel',
    width: '8rem',
    cell: ({ cancelBy }) => <Day day={cancelBy} today={today} />,
  },
  {
    id: 'renews',
    header: 'Auto-renewal',
    width: '9rem',
    cell: (renewal) => <RenewalState renewal={renewal} today={today} />,
  },
  {
    id: 'cost',
    header: 'Period cost',
    align: 'right',
    width: '7.5rem',
    cell: ({ totalServicePeriodCost: value, currency }) => <MoneyText money={{ value, currency }} />,
  },
  {
    id: 'month',
    header: 'Monthly cost',
    align: 'right',
    width: '8rem',
    hiddenByDefault: true,
    cell: ({ amortizedCost: value, currency }) => <MoneyText money={{ value, currency }} />,
  },
  {
    id: 'owners',
    header: 'Owners',
    width: '7.5rem',
    cell: ({ owners }) => owners.map(fullName).join(', ') || nothing,
  },
  {
    id: 'reminders',
    header: 'Reminders',
    width: '7rem',
    cell: ({ renewalReminders }) => formatCalendarDates(renewalReminders) || nothing,
  },
]

/** The report as a list, by the day of the filter. */
export const RenewalList = ({ filter, toolbar }: { filter: RenewalFilter; toolbar: ReactNode }) => {
  const today = todayIn(useTimeZone())
  const columns = useMemo(() => columnsOf(today), [today])
  return (
    <DataTable<Renewal>
      label="Renewals"
      name="renewals"
      columns={columns}
      rowId={(row) => row.periodId}
      rowHref={(row) => serviceHref(row.service.id)}
      toolbar={toolbar}
      queryKey={renewalKeys.list(filter)}
      fetchPage={(page, signal) => fetchRenewals(filter, page, signal)}
      empty={{
        icon: <IconCalendarEvent size={20} aria-hidden />,
        title: 'Nothing ends in these months',
        text: 'Try other months, or clear the filters.',
      }}
    />
  )
}
