import { IconFileInvoice } from '@tabler/icons-react'
import type { VendorInvoiceState } from '../../../../schema/money/vendor-invoices/states.ts'
import { DateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { ShowEarlier } from '../../../ui/show-earlier.tsx'
import { type State, StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { useSentInvoices, type VendorInvoice } from './api.ts'
import classes from './vendor-invoices.module.css'

const STATES: Record<VendorInvoiceState, State> = {
  RECEIVED: { tone: 'neutral', label: 'Received' },
  ENTERED: { tone: 'waiting', label: 'Entered' },
  APPROVED: { tone: 'waiting', label: 'Approved' },
  SCHEDULED: { tone: 'waiting', label: 'Scheduled' },
  PAID: { tone: 'positive', label: 'Paid' },
  REJECTED: { tone: 'negative', label: 'Rejected' },
}

const columns: Column<VendorInvoice>[] = [
  {
    id: 'invoice',
    header: 'Invoice',
    card: 'title',
    cell: ({ invoiceNumber, fileName }) => (
      <span className={classes.stack}>
        <span>{invoiceNumber ?? fileName}</span>
        {invoiceNumber && <span className={classes.dim}>{fileName}</span>}
      </span>
    ),
  },
  { id: 'customer', header: 'Customer', width: '12rem', cell: ({ company }) => company.name },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    width: '8rem',
    cell: ({ totalAmount }) => <MoneyText money={totalAmount} />,
  },
  {
    id: 'state',
    header: 'Status',
    width: '14rem',
    cell: ({ state, reason }) => (
      <span className={classes.stack}>
        <StatusBadge plain {...STATES[state]} />
        {reason && <span className={classes.reason}>{reason}</span>}
      </span>
    ),
  },
  {
    id: 'sent',
    header: 'Sent',
    width: '11rem',
    cell: ({ sentAt, sentBy }) => (
      <span className={classes.stack}>
        <DateText instant={sentAt} />
        <span className={classes.dim}>{sentBy}</span>
      </span>
    ),
  },
]

/** What the vendor sent, and how far each is at the customer. */
export const SentInvoices = () => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useSentInvoices()
  return (
    <>
      <TableView<VendorInvoice>
        label="Sent invoices"
        columns={columns}
        rows={data?.pages.flatMap(({ invoices }) => invoices)}
        error={error}
        onRetry={() => void refetch()}
        rowId={({ id }) => id}
        empty={{
          icon: <IconFileInvoice size={20} aria-hidden />,
          title: 'No invoices sent yet',
          text: 'Invoices that you send to customers here appear in this list, with how far they are.',
        }}
      />
      {hasNextPage && <ShowEarlier what="invoices" loading={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </>
  )
}
