import { billList } from '../../../../schema/money/bills/list.ts'
import { billPaymentList } from '../../../../schema/money/payments/bill-payment-endpoints.ts'
import { BILL_PAYMENT_WORDS } from '../../../../schema/money/payments/bill-payment-states.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { to } from '../../../lib/address.ts'
import { call } from '../../../lib/rest.ts'
import { MOST_RECORDS, type UseCommands, useRecords } from '../../platform/search/index.ts'
import { useCan } from '../../platform/session/index.ts'

/** Bills and payments, by vendor or invoice number. */
export const useCommands: UseCommands = (text) => {
  const can = useCan()
  const bills = useRecords({
    kind: 'Bill',
    text,
    enabled: can('bills.read'),
    read: async (search, signal) =>
      (await call(billList.list, { query: { search, first: MOST_RECORDS }, signal })).edges.map(({ node }) => node),
    command: ({ id, displayName, totalAmount }) => ({
      label: displayName,
      href: to('/payments/bills/$billId/{-$tab}', { billId: id }),
      context: formatMoney(totalAmount),
    }),
  })
  const payments = useRecords({
    kind: 'Payment',
    text,
    enabled: can('payments.use'),
    read: async (search, signal) =>
      (await call(billPaymentList.list, { query: { search, first: MOST_RECORDS }, signal })).edges.map(
        ({ node }) => node,
      ),
    command: ({ id, erpVendor, invoiceNumber, amount, status }) => ({
      label: `Payment of ${erpVendor.name} ${invoiceNumber}`,
      href: to('/payments/bill-payments/$billPaymentId', { billPaymentId: id }),
      context: `${formatMoney(amount)} · ${BILL_PAYMENT_WORDS[status]}`,
    }),
  })
  return [...bills, ...payments]
}
