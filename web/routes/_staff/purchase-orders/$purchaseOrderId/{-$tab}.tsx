import { createFileRoute } from '@tanstack/react-router'
import { BillsOfOrder } from '../../../../features/money/bills/index.ts'
import { whenAdmitted } from '../../../../features/platform/shell/index.ts'
import { PurchaseOrderPage, purchaseOrderQuery } from '../../../../features/spend/purchase-orders/index.ts'
import { readAhead } from '../../../../lib/read-ahead.ts'

const Page = () => {
  const { purchaseOrderId, tab } = Route.useParams()
  return (
    <PurchaseOrderPage
      key={purchaseOrderId}
      id={purchaseOrderId}
      bills={<BillsOfOrder purchaseOrderId={purchaseOrderId} />}
      {...(tab ? { tab } : {})}
    />
  )
}

export const Route = createFileRoute('/_staff/purchase-orders/$purchaseOrderId/{-$tab}')({
  staticData: { access: 'purchase-orders.use' },
  loader: ({ params, preload }) =>
    whenAdmitted('purchase-orders.use', () => readAhead(preload, purchaseOrderQuery(params.purchaseOrderId))),
  component: Page,
})
