import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Currency, formatMoney } from '../../../../schema/shared/money.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { requestState, StatusBadge } from '../../../ui/status-badge.tsx'
import { VendorName } from '../../../ui/vendor-name.tsx'
import { useCan } from '../../platform/session/index.ts'
import { type AskedBehind, useRequestsBehind, useServicesBehind, useTransactionsBehind } from './api.ts'
import classes from './insights.module.css'

/** What stands behind a figure: transactions, and the services and spend requests that cost something in its months. */

interface Found<Row> {
  data: { pages: { rows: Row[] }[] } | undefined
  error: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

interface ListedProps<Row> {
  found: Found<Row>
  label: string
  header: readonly { text: string; isAmount?: true }[]
  none: { title: string; text: string }
  row: (row: Row) => ReactNode
}

function Listed<Row>({ found, label, header, none, row }: ListedProps<Row>) {
  if (found.error && !found.data) return <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data)
    return (
      <output aria-label="Loading">
        <Skeleton height={240} />
      </output>
    )
  const rows = found.data.pages.flatMap((page) => page.rows)
  if (rows.length === 0) return <EmptyState compact {...none} />
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people with a keyboard scroll it sideways */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              {header.map(({ text, isAmount }) => (
                <th key={text} scope="col" data-align={isAmount && 'right'}>
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{rows.map(row)}</tbody>
        </table>
      </section>
      {found.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

const Transactions = ({ asked }: { asked: AskedBehind }) => (
  <Listed
    found={useTransactionsBehind(asked)}
    label="Transactions"
    header={[{ text: 'Date' }, { text: 'Vendor' }, { text: 'Memo' }, { text: 'Amount', isAmount: true }]}
    none={{ title: 'No transactions', text: 'Nothing was booked in these months that you can see.' }}
    row={(each) => (
      <tr key={each.id}>
        <td>
          <CalendarDateText date={each.transactionDate} />
        </td>
        <td>
          <VendorName id={each.vendorId} name={each.vendorName ?? each.erpVendorName ?? ''} />
        </td>
        <td className={classes.words}>
          <AppLink
            className="ol-link"
            href={to('/budget-tracking/actuals/transactions', {}, { type: asked.type, transaction: each.id } as never)}
          >
            {each.memo || each.documentNumber || 'Transaction'}
          </AppLink>
        </td>
        <td data-align="right">{formatMoney((each.companyAmount ?? each.amount) as Amount)}</td>
      </tr>
    )}
  />
)

type Amount = { value: number; currency: Currency }

const IN_MONTHS = { text: 'In these months', isAmount: true } as const

const Services = ({ asked }: { asked: AskedBehind }) => (
  <Listed
    found={useServicesBehind(asked)}
    label="Services"
    header={[{ text: 'Service' }, { text: 'Vendor' }, { text: 'Period' }, { text: 'Department' }, IN_MONTHS]}
    none={{ title: 'No services', text: 'No service runs in these months.' }}
    row={(each) => (
      <tr key={each.servicePeriodId}>
        <td className={classes.words}>
          <AppLink className="ol-link" href={to('/services/$serviceId', { serviceId: each.serviceId })}>
            {each.serviceName}
          </AppLink>
        </td>
        <td>
          <VendorName id={each.vendor.id} name={each.vendor.name} />
        </td>
        <td>
          <Period start={each.startDate} end={each.endDate} open="month to month" />
        </td>
        <td className={classes.words}>{each.departmentName}</td>
        <td data-align="right">{formatMoney({ value: each.amortizedCost, currency: each.currency as Currency })}</td>
      </tr>
    )}
  />
)

const Period = ({ start, end, open }: { start: string; end: string | null; open: string }) => (
  <>
    <CalendarDateText date={start} /> {end === null ? open && `· ${open}` : '– '}
    {end !== null && <CalendarDateText date={end} />}
  </>
)

const Requests = ({ asked }: { asked: AskedBehind }) => (
  <Listed
    found={useRequestsBehind(asked)}
    label="Spend requests"
    header={[{ text: 'Spend request' }, { text: 'Status' }, { text: 'Service dates' }, IN_MONTHS]}
    none={{ title: 'No spend requests', text: 'No spend request that you can see costs something in these months.' }}
    row={(each) => (
      <tr key={each.id}>
        <td className={classes.words}>
          <AppLink
            className="ol-link"
            href={to('/spend-requests/$spendRequestId/{-$tab}', { spendRequestId: each.id })}
          >
            {each.readableId} {each.displayName}
          </AppLink>
        </td>
        <td>
          <StatusBadge plain {...requestState(each)} />
        </td>
        <td>
          <Period start={each.serviceStartDate} end={each.serviceEndDate} open="" />
        </td>
        <td data-align="right">{formatMoney(each.amortizedCost as Amount)}</td>
      </tr>
    )}
  />
)

type Behind = 'transactions' | 'services' | 'requests'

interface BehindDialogProps {
  /** "Engineering, Jan 2026 to Jun 2026" */
  title: string
  asked: AskedBehind
  onClose: () => void
}

export const BehindDialog = ({ title, asked, onClose }: BehindDialogProps) => {
  const can = useCan()
  // Not in the address: its entry in the history is the one that Back closes.
  const [shown, setShown] = useState<Behind>('transactions')
  const choices: { value: Behind; label: string }[] = [
    ...(can('transactions.read') ? [{ value: 'transactions' as const, label: 'Transactions' }] : []),
    ...(asked.type === 'expense' ? [{ value: 'services' as const, label: 'Services' }] : []),
    ...(asked.type === 'expense' && can('spend-requests.read')
      ? [{ value: 'requests' as const, label: 'Spend requests' }]
      : []),
  ]
  const current = choices.find(({ value }) => value === shown)?.value ?? choices[0]?.value
  return (
    <Dialog opened onClose={onClose} title={title} size="60rem">
      {choices.length > 1 && (
        <SegmentedControl
          className={classes.choices}
          aria-label="What to show"
          data={choices}
          value={current ?? ''}
          onChange={(next) => setShown(next as Behind)}
        />
      )}
      {current === 'transactions' && <Transactions asked={asked} />}
      {current === 'services' && <Services asked={asked} />}
      {current === 'requests' && <Requests asked={asked} />}
    </Dialog>
  )
}
