import { IconShoppingCart } from '@tabler/icons-react'
import { orderList } from '../../../../schema/spend/purchase-orders/list.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { FileItem, ListTable, useList } from '../../platform/lists/index.ts'
import { orderHref } from './address.ts'
import type { PurchaseOrderRow } from './api.ts'
import { orderColumns } from './list-columns.tsx'
import { orderSearch } from './search.ts'

/** The company's purchase orders. */
export const PurchaseOrderList = () => {
  const list = useList(orderList, orderSearch)
  return (
    <>
      <PageHeader
        title="Purchase orders"
        subtitle="What was ordered from vendors after approval, and how it is in the accounting system."
        menu={<FileItem list={list} label="Export as CSV" />}
      />
      <ListTable<PurchaseOrderRow>
        label="Purchase orders"
        list={list}
        columns={orderColumns}
        rowHref={({ id }) => orderHref(id)}
        empty={{
          icon: <IconShoppingCart size={20} aria-hidden />,
          title: 'No purchase orders yet',
          text: 'Requests whose workflow has a purchase order step make them once their turn comes.',
        }}
      />
    </>
  )
}
