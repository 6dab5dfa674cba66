import { Alert, Button } from '@mantine/core'
import { drawsOf, overText } from '../../../../schema/money/bills/match.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { detailsClasses as classes } from '../../requests/submissions/index.ts'
import type { Bill } from './api.ts'
import own from './bills.module.css'
import { OrderTable } from './lines/order-table.tsx'
import { useRematch } from './order-api.ts'

/** A bill's purchase order: what it leaves open, and by how much it is over. */
export const OrderOfBill = ({ bill }: { bill: Bill }) => {
  const { purchaseOrder: order, lines, isCredit, totalAmount } = bill
  if (!order) return null
  const counts = bill.status === 'PENDING' || bill.status === 'APPROVED' || bill.status === 'PAID'
  const draws = drawsOf(
    (counts ? lines : []).map(({ amount, purchaseOrderLineId }) => ({ amount: amount.value, purchaseOrderLineId })),
    isCredit,
  )
  return (
    <section className={classes.card} aria-label="Purchase order">
      <h2 className={classes.cardTitle}>
        {order.canOpen ? (
          <AppLink
            className="ol-link"
            href={to('/purchase-orders/$purchaseOrderId/{-$tab}', { purchaseOrderId: order.id })}
          >
            {order.readableId}
          </AppLink>
        ) : (
          order.readableId
        )}
        {order.status === 'CLOSED' && ' (closed)'}
      </h2>
      {!order.canOpen && (
        <p className={own.description}>
          You can’t open this order, because you don’t read its request, lead its department or work with payments. What
          concerns this bill is shown here.
        </p>
      )}
      {!counts && <p className={own.description}>This bill takes nothing from the order.</p>}
      {order.match.isOver && (
        <Alert variant="light" color="yellow" mb="sm">
          {`This bill was ${overText(order.match, totalAmount.currency)} when it was saved.`}
        </Alert>
      )}
      {order.overNow !== null && bill.status === 'PENDING' && <ChangedOrder bill={bill} overNow={order.overNow} />}
      <OrderTable order={order} draws={draws} />
    </section>
  )
}

const ChangedOrder = ({ bill, overNow }: { bill: Bill; overNow: number }) => {
  const rematch = useRematch(bill.id)
  const { readableId = '' } = bill.purchaseOrder ?? {}
  return (
    <Alert variant="light" color="blue" mb="sm" title={`${readableId} changed since this bill was saved`}>
      {overNow > 0
        ? `The bill is now ${formatMoney({ value: overNow, currency: bill.totalAmount.currency })} over what it or its lines have open.`
        : 'The bill is no longer over what it or its lines have open.'}
      {bill.canEdit && (
        <Button
          mt="xs"
          display="block"
          size="compact-sm"
          variant="default"
          loading={rematch.isPending}
          onClick={() => rematch.send(undefined)}
        >
          Match again
        </Button>
      )}
    </Alert>
  )
}
