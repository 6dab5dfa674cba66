import { createFileRoute } from '@tanstack/react-router'
import { orderSearch, PurchaseOrderList } from '../../../features/spend/purchase-orders/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'
import { tableSearch } from '../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/purchase-orders/')({
  staticData: { access: 'purchase-orders.use' },
  validateSearch: pageSearch(orderSearch, tableSearch),
  component: PurchaseOrderList,
})
