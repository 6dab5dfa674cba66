import type { BillPaymentRow } from '../../../../schema/money/payments/bill-payment-endpoints.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { VendorName } from '../../../ui/vendor-name.tsx'
import { billPaymentHref } from './bill-payment-api.ts'
import { paymentState } from './words.ts'

type Shown = Pick<BillPaymentRow, 'id' | 'erpVendor' | 'vendorId' | 'invoiceNumber' | 'amount' | 'status'>

/** The number of its bill, which leads to the payment. */
export const invoiceColumn = <Row extends Shown>(): Column<Row> => ({
  id: 'invoice',
  header: 'Bill',
  width: '9rem',
  cell: ({ id, erpVendor, invoiceNumber }) => (
    <AppLink className="ol-link" href={billPaymentHref(id)} aria-label={`${erpVendor.name} ${invoiceNumber}`}>
      {invoiceNumber}
    </AppLink>
  ),
})

/** What every table of payments starts with: to whom, for which bill, how much, and how far it is. */
export const paymentColumns = <Row extends Shown>(): Column<Row>[] => [
  {
    id: 'vendor',
    header: 'Vendor',
    width: '11rem',
    card: 'title',
    cell: ({ vendorId, erpVendor }) => <VendorName id={vendorId} name={erpVendor.name} />,
  },
  invoiceColumn(),
  { id: 'amount', header: 'Amount', align: 'right', width: '8rem', cell: ({ amount }) => <MoneyText money={amount} /> },
  {
    id: 'status',
    header: 'Status',
    width: '8.5rem',
    cell: ({ status }) => <StatusBadge plain {...paymentState(status)} />,
  },
]

type Dated = Pick<BillPaymentRow, 'dueDate' | 'payOn' | 'paidAt'>

export const DUE: Column<Dated> = {
  id: 'due',
  header: 'Due',
  sortBy: 'dueDate',
  width: '7rem',
  cell: ({ dueDate }) => dueDate && <CalendarDateText date={dueDate} />,
}
export const SCHEDULED: Column<Dated> = {
  id: 'scheduled',
  header: 'Scheduled',
  width: '7rem',
  cell: ({ payOn }) => payOn && <CalendarDateText date={payOn} />,
}
export const PAID: Column<Dated> = {
  id: 'paid',
  header: 'Paid',
  width: '7rem',
  cell: ({ paidAt }) => paidAt && <DateText instant={paidAt} />,
}
