import { IconCash } from '@tabler/icons-react'
import { type BillPaymentRow, billPaymentList } from '../../../../../schema/money/payments/bill-payment-endpoints.ts'
import { call } from '../../../../lib/rest.ts'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import { filledPage } from '../../../../ui/table/filled-page.ts'
import type { Column } from '../../../../ui/table/types.ts'
import { billPaymentHref } from '../bill-payment-api.ts'
import { DUE, invoiceColumn, PAID, paymentColumns, SCHEDULED } from '../payment-columns.tsx'

const SHARED = paymentColumns<BillPaymentRow>().filter(({ id }) => id === 'amount' || id === 'status')

/** Without the vendor, which is the page’s. The bill’s number leads to the payment. */
const columns: Column<BillPaymentRow>[] = [
  { ...invoiceColumn<BillPaymentRow>(), card: 'title' },
  ...SHARED,
  DUE,
  SCHEDULED,
  PAID,
  {
    id: 'erpVendor',
    header: 'Accounting vendor',
    width: '11rem',
    hiddenByDefault: true,
    cell: ({ erpVendor }) => erpVendor.name,
  },
]

/** The payments to all accounting vendors that belong to the vendor, on its page. */
export const PaidToVendor = ({ vendorId }: { vendorId: string }) => (
  <DataTable<BillPaymentRow>
    label="Payments to this vendor"
    name="vendor-payments"
    columns={columns}
    rowId={({ id }) => id}
    rowHref={({ id }) => billPaymentHref(id)}
    queryKey={['bill-payments', 'of', vendorId]}
    fetchPage={({ cursor, first, orderBy }, signal) =>
      filledPage({ cursor, first }, (page) =>
        call(billPaymentList.list, { query: { vendorId, orderBy: orderBy as never, ...page }, signal }),
      )
    }
    empty={{
      icon: <IconCash size={20} aria-hidden />,
      title: 'No payments yet',
      text: 'Payments of this vendor’s approved bills appear here.',
    }}
  />
)
