import { IconShoppingCart } from '@tabler/icons-react'
import { useMemo } from 'react'
import { orderList } from '../../../../../schema/spend/purchase-orders/list.ts'
import { call } from '../../../../lib/rest.ts'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import { filledPage } from '../../../../ui/table/filled-page.ts'
import { orderHref } from '../address.ts'
import { orderKeys, type PurchaseOrderRow } from '../api.ts'
import { orderColumns } from '../list-columns.tsx'

/** The purchase orders of a vendor that the person can see. */
export const OrdersOfVendor = ({ vendorId }: { vendorId: string }) => {
  const columns = useMemo(() => orderColumns.filter(({ id }) => id !== 'vendor'), [])
  return (
    <DataTable<PurchaseOrderRow>
      label="Purchase orders for this vendor"
      name="vendor-purchase-orders"
      columns={columns}
      rowId={({ id }) => id}
      rowHref={({ id }) => orderHref(id)}
      queryKey={[...orderKeys.all, 'of-vendor', vendorId]}
      fetchPage={({ cursor, first, orderBy }, signal) =>
        filledPage({ cursor, first }, (page) =>
          call(orderList.list, { query: { vendorId, orderBy: orderBy as never, ...page }, signal }),
        )
      }
      empty={{
        icon: <IconShoppingCart size={20} aria-hidden />,
        title: 'No purchase orders yet',
        text: 'Purchase orders for this vendor that you can see appear here.',
      }}
    />
  )
}
