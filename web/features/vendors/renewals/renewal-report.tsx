import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconCalendarPlus,
  IconChevronLeft,
  IconChevronRight,
  IconClockExclamation,
  IconDownload,
  IconRefresh,
} from '@tabler/icons-react'
import { monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'
import { renewalReportCsv } from '../../../../schema/vendors/renewals/endpoints.ts'
import { encodeQuery } from '../../../lib/encode.ts'
import { todayIn } from '../../../lib/format.ts'
import { monthText } from '../../../lib/months.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { MonthField } from '../../../ui/fields/month-field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Forbidden } from '../../../ui/states.tsx'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { LookupFilter } from '../../platform/lookups/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { FeedDialog } from './feed-dialog.tsx'
import { RenewalCalendar } from './renewal-calendar.tsx'
import { RenewalList } from './renewal-list.tsx'
import { RenewalTimeline } from './renewal-timeline.tsx'
import classes from './renewals.module.css'
import { type RENEWAL_VIEWS, renewalSearch } from './search.ts'

const VIEWS: { value: (typeof RENEWAL_VIEWS)[number]; label: string }[] = [
  { value: 'calendar', label: 'Calendar' },
  { value: 'timeline', label: 'Timeline' },
  { value: 'list', label: 'List' },
]
const DAYS = [
  { value: 'END', label: 'By end of period' },
  { value: 'CANCEL', label: 'By last day to cancel' },
]

/** Reports › Service renewal calendar. */
export const RenewalReport = () => (useCan()('reports.use') ? <Report /> : <Forbidden />)

const Report = () => {
  const present = monthOf(todayIn(useTimeZone()))
  const can = useCan()
  const [found, setFound] = usePageSearch(renewalSearch)
  const [isLinking, linking] = useDisclosure(false)
  const { view = 'calendar', month = present, from = present, by = 'END', ownerId, vendorId } = found
  const to = found.to && found.to >= from ? found.to : shiftMonth(from, 11)
  const narrowed = { ownerId, vendorId }
  const listed = { ...narrowed, by, dateRange: `${from},${to}` }
  const exported = view === 'calendar' ? { ...narrowed, dateRange: `${month},${month}` } : listed
  const toolbar = (
    <>
      <SegmentedControl
        aria-label="View"
        data={VIEWS}
        value={view}
        onChange={(next) =>
          setFound({ view: next === 'calendar' ? undefined : (next as (typeof RENEWAL_VIEWS)[number]), ...FIRST_PAGE })
        }
      />
      {view === 'calendar' ? (
        <div className={classes.months}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label="Previous month"
            onClick={() => setFound({ month: shiftMonth(month, -1) })}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <h2 className={classes.month} aria-live="polite">
            {monthText(month)}
          </h2>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label="Next month"
            onClick={() => setFound({ month: shiftMonth(month, 1) })}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
          <Button variant="subtle" disabled={month === present} onClick={() => setFound({ month: undefined })}>
            Today
          </Button>
        </div>
      ) : (
        <>
          <div className={classes.range}>
            <MonthField
              hidesLabel
              label="From month"
              value={from}
              onChange={(next) => setFound({ from: next, ...FIRST_PAGE })}
            />
            <MonthField
              hidesLabel
              label="To month"
              value={to}
              min={from}
              onChange={(next) => setFound({ to: next, ...FIRST_PAGE })}
            />
          </div>
          {view === 'list' && (
            <Select
              className={classes.by ?? ''}
              aria-label="Order"
              data={DAYS}
              value={by}
              allowDeselect={false}
              onChange={(next) => setFound({ by: next === 'CANCEL' ? 'CANCEL' : undefined, ...FIRST_PAGE })}
            />
          )}
        </>
      )}
      <LookupFilter
        kind="vendor"
        label="Vendor"
        className={classes.filter}
        value={vendorId}
        onChange={(next) => setFound({ vendorId: next, ...FIRST_PAGE })}
      />
      <LookupFilter
        kind="member"
        label="Owner"
        className={classes.filter}
        value={ownerId}
        onChange={(next) => setFound({ ownerId: next, ...FIRST_PAGE })}
      />
    </>
  )
  return (
    <>
      <PageHeader
        title="Service renewal calendar"
        subtitle="When your services end or renew, and how long you have to cancel."
        action={
          can('services.subscribe') && (
            <Button variant="default" leftSection={<IconCalendarPlus size={16} aria-hidden />} onClick={linking.open}>
              Calendar link
            </Button>
          )
        }
        menu={
          <Menu.Item
            component="a"
            href={`${renewalReportCsv.path}${encodeQuery(exported)}`}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Export as CSV
          </Menu.Item>
        }
      />
      {view === 'calendar' ? (
        <>
          <div className={classes.toolbar}>{toolbar}</div>
          <RenewalCalendar month={month} narrowed={narrowed} onMonth={(next) => setFound({ month: next })} />
          <Legend />
        </>
      ) : view === 'timeline' ? (
        <>
          <div className={classes.toolbar}>{toolbar}</div>
          <RenewalTimeline from={from} to={to} narrowed={narrowed} />
          <Legend />
        </>
      ) : (
        <RenewalList filter={listed} toolbar={toolbar} />
      )}
      <FeedDialog opened={isLinking} onClose={linking.close} />
    </>
  )
}

const Legend = () => (
  <ul className={classes.legend} aria-label="Signs">
    <li>
      <span className={`${classes.event} ${classes.swatch}`}>
        <IconRefresh size={12} aria-hidden />
      </span>
      A period ends or renews
    </li>
    <li>
      <span className={`${classes.event} ${classes.swatch}`} data-done>
        <IconRefresh size={12} aria-hidden />
      </span>
      The service continues
    </li>
    <li>
      <span className={`${classes.event} ${classes.swatch}`} data-kind="cancel">
        <IconClockExclamation size={12} aria-hidden />
      </span>
      Last day to cancel
    </li>
  </ul>
)
