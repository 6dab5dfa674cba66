import type { Invoice } from '../../../../schema/money/bills/invoice-endpoints.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import own from './bills.module.css'

/** What the vendor wrote with an invoice from the portal, to be compared with what stands on it. */
export const SaidByVendor = ({ sent }: { sent: NonNullable<Invoice['sent']> }) => {
  const { invoiceNumber, invoiceDate, totalAmount, purchaseOrder, message } = sent
  const rows: [label: string, said: unknown, text: React.ReactNode][] = [
    ['Vendor', true, sent.vendor.name],
    ['Invoice number', invoiceNumber, invoiceNumber],
    ['Invoice date', invoiceDate, <CalendarDateText key="date" date={invoiceDate} />],
    ['Amount', totalAmount, <MoneyText key="amount" money={totalAmount} />],
    [
      'Purchase order',
      purchaseOrder,
      purchaseOrder && (
        <AppLink
          key="order"
          className="ol-link"
          href={to('/purchase-orders/$purchaseOrderId/{-$tab}', { purchaseOrderId: purchaseOrder.id })}
        >
          {purchaseOrder.number}
        </AppLink>
      ),
    ],
    [
      'Message',
      message,
      <span key="message" className={own.said}>
        {message}
      </span>,
    ],
  ]
  return (
    <section aria-label="Sent with the invoice" className={own.found}>
      <h3 className={own.foundTitle}>Sent with the invoice</h3>
      <dl>
        {rows
          .filter(([, said]) => said)
          .map(([label, , text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
