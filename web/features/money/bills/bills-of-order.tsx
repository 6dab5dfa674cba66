import { IconReceipt2 } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type BillRow, billList } from '../../../../schema/money/bills/list.ts'
import { call } from '../../../lib/rest.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { filledPage } from '../../../ui/table/filled-page.ts'
import { useCan } from '../../platform/session/index.ts'
import { billHref } from './address.ts'
import { billKeys } from './api.ts'
import { billColumns } from './list-columns.tsx'

const SHOWN = ['vendor', 'status', 'total', 'invoiced', 'due']

/** The bills of a purchase order, on its page: all for people who work with payments, otherwise those that involve them. */
export const BillsOfOrder = ({ purchaseOrderId }: { purchaseOrderId: string }) => {
  const can = useCan()
  const columns = useMemo(() => billColumns.filter(({ id }) => SHOWN.includes(id)), [])
  if (!can('bills.read')) return null
  return (
    <DataTable<BillRow>
      label="Bills for this purchase order"
      name="purchase-order-bills"
      columns={columns}
      rowId={({ id }) => id}
      rowHref={({ id }) => billHref(id)}
      queryKey={[...billKeys.all, 'of-order', purchaseOrderId]}
      fetchPage={({ cursor, first, orderBy }, signal) =>
        filledPage({ cursor, first }, (page) =>
          call(billList.list, {
            query: { purchaseOrderId, filter: 'ALL', orderBy: orderBy as never, ...page },
            signal,
          }),
        )
      }
      empty={{
        icon: <IconReceipt2 size={20} aria-hidden />,
        title: 'No bills yet',
        text: can('payments.use')
          ? 'Bills that name this order appear here, with what they leave open.'
          : 'Bills for this order that involve you appear here.',
      }}
    />
  )
}
