import { IconReceipt2 } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type BillRow, billList } from '../../../../../schema/money/bills/list.ts'
import { call } from '../../../../lib/rest.ts'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import { filledPage } from '../../../../ui/table/filled-page.ts'
import { useCan } from '../../../platform/session/index.ts'
import { billHref } from '../address.ts'
import { billKeys } from '../api.ts'
import { billColumns } from '../list-columns.tsx'

const SHOWN = ['vendor', 'status', 'total', 'invoiced', 'due']

interface BillsOfProps {
  /** What they are for: "this purchase order". */
  of: string
  /** Whose layout of the table is kept. */
  name: string
  query: { purchaseOrderId: string } | { vendorId: string }
  /** For people who work with payments. */
  emptyText: string
}

/** Bills of something, on its page: all for people who work with payments, otherwise those that involve them. */
const BillsOf = ({ of, name, query, emptyText }: BillsOfProps) => {
  const can = useCan()
  const columns = useMemo(() => billColumns.filter(({ id }) => SHOWN.includes(id)), [])
  if (!can('bills.read')) return null
  return (
    <DataTable<BillRow>
      label={`Bills for ${of}`}
      name={name}
      columns={columns}
      rowId={({ id }) => id}
      rowHref={({ id }) => billHref(id)}
      queryKey={[...billKeys.all, 'of', query]}
      fetchPage={({ cursor, first, orderBy }, signal) =>
        filledPage({ cursor, first }, (page) =>
          call(billList.list, { query: { ...query, filter: 'ALL', orderBy: orderBy as never, ...page }, signal }),
        )
      }
      empty={{
        icon: <IconReceipt2 size={20} aria-hidden />,
        title: 'No bills yet',
        text: can('payments.use') ? emptyText : `Bills for ${of} that involve you appear here.`,
      }}
    />
  )
}

export const BillsOfOrder = ({ purchaseOrderId }: { purchaseOrderId: string }) => (
  <BillsOf
    of="this purchase order"
    name="purchase-order-bills"
    query={{ purchaseOrderId }}
    emptyText="Bills that name this order appear here, with what they leave open."
  />
)

/** Those of all accounting vendors that belong to the vendor. */
export const BillsOfVendor = ({ vendorId }: { vendorId: string }) => (
  <BillsOf
    of="this vendor"
    name="vendor-bills"
    query={{ vendorId }}
    emptyText="Bills of the accounting vendors that belong to this vendor appear here."
  />
)
