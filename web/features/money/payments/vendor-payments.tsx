import { IconCash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { BillPaymentStatus } from '../../../../schema/money/payments/bill-payment-states.ts'
import type { Currency, Money } from '../../../../schema/shared/money.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { vendorPaymentState } from './words.ts'

const PAYMENTS = graphql(`query VendorBillPayments {
  vendorCompanyBillPayments {
    id status createdAt expectedArrivalDate completedAt paidAt companyName
    bill { invoiceNumber dueDate totalAmount { value currency } status erpVendorName }
  }
}`)

const read = async (signal: AbortSignal) =>
  (await runGraphql(PAYMENTS, {}, { signal, quiet: true })).vendorCompanyBillPayments
type Row = Awaited<ReturnType<typeof read>>[number]

const moneyOf = ({ value, currency }: { value: number; currency: string }): Money => ({
  value,
  currency: currency as Currency,
})

const columns: Column<Row>[] = [
  { id: 'invoice', header: 'Invoice', card: 'title', width: '9rem', cell: ({ bill }) => bill.invoiceNumber },
  { id: 'customer', header: 'Customer', cell: ({ companyName }) => companyName },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    width: '7rem',
    cell: ({ bill }) => <MoneyText money={moneyOf(bill.totalAmount)} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: '8rem',
    cell: ({ status }) => <StatusBadge plain {...vendorPaymentState(status as BillPaymentStatus)} />,
  },
  {
    id: 'due',
    header: 'Due',
    width: '7rem',
    cell: ({ bill }) => bill.dueDate && <CalendarDateText date={bill.dueDate} />,
  },
  {
    id: 'expected',
    header: 'Expected',
    width: '7rem',
    cell: ({ expectedArrivalDate }) => expectedArrivalDate && <CalendarDateText date={expectedArrivalDate} />,
  },
  { id: 'paid', header: 'Paid', width: '7rem', cell: ({ paidAt }) => paidAt && <DateText instant={paidAt} /> },
]

/** Which invoices customers pay, and when the money arrives. */
export const VendorPayments = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['vendor-portal', 'payments'],
    queryFn: ({ signal }) => read(signal),
  })
  return (
    <TableView<Row>
      label="Payments"
      columns={columns}
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      rowId={({ id }) => id}
      empty={{
        icon: <IconCash size={20} aria-hidden />,
        title: 'No payments yet',
        text: 'Once a customer approves one of your invoices, its payment appears here.',
      }}
    />
  )
}
