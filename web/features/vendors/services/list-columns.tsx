import type { ReactNode } from 'react'
import { serviceFields } from '../../../../schema/vendors/services/record.ts'
import type { CustomColumn } from '../../../../schema/vendors/settings/columns.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { fieldColumns, NONE } from '../../../ui/table/field-column.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { ownColumn } from '../settings/index.ts'
import { serviceHref } from './address.ts'
import type { ListedService, ServicePeriod } from './api.ts'
import { serviceEdits } from './list-edits.tsx'
import classes from './services.module.css'
import { Amounts, moneyOf, PeriodEnd, useShownPeriod } from './words.tsx'

type OfPeriod = (period: ServicePeriod) => ReactNode

/** The current period, otherwise the next one, otherwise the last. */
const Present = ({ service, show }: { service: ListedService; show: OfPeriod }) => {
  const period = useShownPeriod(service)
  return period ? show(period) : NONE
}

/** One line for each period, aligned across the columns. */
const Every = ({ service, show }: { service: ListedService; show: OfPeriod }) =>
  service.servicePeriods.length === 0 ? (
    NONE
  ) : (
    <ul className={classes.lines}>
      {service.servicePeriods.map((period) => (
        <li key={period.id}>{show(period)}</li>
      ))}
    </ul>
  )

interface ColumnsOf {
  withBusinessUnits: boolean
  withNext12: boolean
  /** Every period of a service, not only the current one. */
  allPeriods: boolean
  own: readonly CustomColumn[]
}

export const serviceColumns = ({
  withBusinessUnits,
  withNext12,
  allPeriods,
  own,
}: ColumnsOf): Column<ListedService>[] => {
  const Shown = allPeriods ? Every : Present
  const ofPeriod = (show: OfPeriod) => (service: ListedService) => <Shown service={service} show={show} />
  const when = (applies: boolean, column: Column<ListedService>): Column<ListedService>[] => (applies ? [column] : [])
  return [
    {
      id: 'name',
      header: 'Service',
      sortBy: 'name',
      card: 'title',
      cell: (service) => (
        <AppLink className="ol-link" href={serviceHref(service.id)}>
          {service.name}
        </AppLink>
      ),
    },
    {
      id: 'vendor',
      header: 'Vendor',
      sortBy: 'vendor',
      width: '8.5rem',
      clip: true,
      group: ({ vendor }) => vendor.name,
      groupKey: ({ vendor }) => vendor.id,
      cell: ({ vendor }) => vendor.name,
    },
    {
      id: 'status',
      header: 'Status',
      width: '8rem',
      hiddenByDefault: true,
      cell: ({ archived }) =>
        archived ? (
          <StatusBadge plain tone="archived" label="Archived" />
        ) : (
          <StatusBadge plain tone="positive" label="Active" />
        ),
    },
    {
      id: 'start',
      header: 'Period starts',
      width: '8.5rem',
      hiddenByDefault: !allPeriods,
      cell: ofPeriod(({ startDate }) => <CalendarDateText date={startDate} />),
    },
    {
      id: 'end',
      header: 'Period ends',
      sortBy: 'endDate',
      width: '7.25rem',
      cell: ofPeriod((period) => <PeriodEnd period={period} />),
    },
    {
      id: 'cancel',
      header: 'Last day to cancel',
      width: '8.5rem',
      hiddenByDefault: true,
      cell: ofPeriod(({ cancelBy }) => <CalendarDateText date={cancelBy} />),
    },
    {
      id: 'total',
      header: 'Period cost',
      align: 'right',
      width: '8.5rem',
      cell: ofPeriod((period) => <MoneyText money={moneyOf(period.totalServicePeriodCost, period.currency)} />),
    },
    {
      id: 'amortized',
      header: 'Monthly cost',
      align: 'right',
      width: '9rem',
      hiddenByDefault: true,
      cell: ofPeriod((period) => <MoneyText money={moneyOf(period.amortizedCost, period.currency)} />),
    },
    ...when(withNext12, {
      id: 'next12',
      header: 'Next 12 months',
      align: 'right',
      width: '8.5rem',
      hiddenByDefault: own.length > 0,
      cell: (service) => <Amounts amounts={service.next12ServiceSpend ?? []} />,
    }),
    {
      id: 'autorenews',
      header: 'Renews',
      width: '6.5rem',
      // Custom columns should be visible without scrolling sideways.
      hiddenByDefault: own.length > 1,
      cell: ({ autorenews }) => (autorenews ? 'Automatic' : 'Manual'),
      edit: serviceEdits.autorenews,
    },
    ...fieldColumns<ListedService>(serviceFields, {
      first: ['owners', 'departments'],
      except: withBusinessUnits ? [] : ['businessUnit'],
      edits: serviceEdits,
    }),
    ...own.map(ownColumn<ListedService>),
  ]
}
