import type { BillPaymentStatus } from '../../../../schema/money/payments/bill-payment-states.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useCan } from '../../platform/session/index.ts'
import { billPaymentHref } from './bill-payment-api.ts'
import { paymentState } from './words.ts'

/** How far the payment of a bill is, for the bill's page. People without payments access see the state only. */
export const PaymentOfBill = ({ payment }: { payment: { id: string; status: string } }) => {
  const can = useCan()
  const state = <StatusBadge plain {...paymentState(payment.status as BillPaymentStatus)} />
  return can('payments.use') ? (
    <AppLink className="ol-link" href={billPaymentHref(payment.id)}>
      {state}
    </AppLink>
  ) : (
    state
  )
}
