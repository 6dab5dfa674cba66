import { Button, Group } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { drawsOf, type OrderMatch, overOf, toleranceText } from '../../../../schema/money/bills/match.ts'
import type { OrderForBill } from '../../../../schema/money/bills/match-endpoints.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { usePredictions } from '../../documents/documents/index.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import classes from './desk/desk.module.css'
import { Fold } from './desk/fold.tsx'
import { useInvoice } from './form-api.ts'
import type { BillValues } from './form-values.ts'
import type { BillForm } from './lines/line-extras.tsx'
import { OrderTable } from './lines/order-table.tsx'
import { openText, orderSource, useBillOrder, useBillOrders } from './order-api.ts'
import { orderNumbersIn } from './order-numbers.ts'
import { matchedLines } from './taken-values.ts'

/** At most so many are offered above the field. */
const MOST_OFFERED = 3

interface OrderFieldsProps {
  form: BillForm
  billId: string | undefined
}

/** The purchase order that a bill is for, and what it leaves open of it. Nothing for vendors without open orders. */
export const OrderFields = ({ form, billId }: OrderFieldsProps) => {
  const { erpVendorId, currency, purchaseOrderId, invoiceId, lines, isCredit } = form.values
  const invoice = useInvoice(invoiceId)
  const documentId = invoice.data?.document.id
  const read = usePredictions(documentId ?? '', documentId !== undefined)
  const named = useMemo(
    () => orderNumbersIn(read.data?.state === 'DONE' ? read.data.pages.map(({ text }) => text ?? '') : []),
    [read.data],
  )
  const orders = useBillOrders({ erpVendorId, currency, named, billId })
  const chosen = useBillOrder(purchaseOrderId, billId)
  const source = useMemo(
    () => (erpVendorId ? orderSource(erpVendorId, currency, billId) : null),
    [erpVendorId, currency, billId],
  )
  // Another vendor or currency has other orders.
  const of = `${erpVendorId} ${currency}`
  const known = useRef(of)
  useEffect(() => {
    if (known.current === of) return
    known.current = of
    if (form.values.purchaseOrderId === null) return
    form.setValues({
      purchaseOrderId: null,
      lines: form.values.lines.map((line) => ({ ...line, purchaseOrderLineId: null })),
    })
  }, [of, form])
  // A chosen order finds its lines once.
  const matched = useRef(billId === undefined ? null : purchaseOrderId)
  const order = chosen.data?.id === purchaseOrderId ? chosen.data : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines that someone sets afterwards stay
  useEffect(() => {
    if (!order || matched.current === order.id) return
    matched.current = order.id
    form.setFieldValue('lines', matchedLines(form.values.lines, order))
  }, [order])
  if (!source || (!purchaseOrderId && !orders.data?.length)) return null
  const choose = (id: string | null): void => {
    matched.current = null
    form.setFieldValue('purchaseOrderId', id)
    form.clearFieldError('purchaseOrderId')
    if (id === null)
      form.setFieldValue(
        'lines',
        lines.map((line) => ({ ...line, purchaseOrderLineId: null })),
      )
  }
  const draws = drawsOf(lines.map(withAmount), isCredit)
  const found = order && overOf(order, draws)
  const note = found && found.over > 0 ? <OverNote order={order} {...found} /> : null
  const offered = (orders.data ?? []).filter((one, _, all) => one.isNamed || all.every(({ isNamed }) => !isNamed))
  return (
    <section aria-label="Purchase order" className={classes.order}>
      <div className={classes.orderRow}>
        <AsyncOptionSelect
          key={source.name}
          kind="vendor"
          source={source}
          label="Purchase order"
          error={form.errors.purchaseOrderId}
          value={purchaseOrderId}
          onChange={choose}
        />
        {!purchaseOrderId && (
          <Group gap={6} role="group" aria-label="Suggested orders">
            <span>
              {offered.some(({ isNamed }) => isNamed) ? 'Named in the invoice:' : 'Open orders of this vendor:'}
            </span>
            {offered.slice(0, MOST_OFFERED).map((one) => (
              <Button key={one.id} size="compact-xs" variant="default" onClick={() => choose(one.id)}>
                {one.readableId}, {openText(one)} open
              </Button>
            ))}
          </Group>
        )}
      </div>
      {order && (
        <Fold title={`Lines of ${order.readableId}`} summary={note ?? `${openText(order)} open before this bill`}>
          {note}
          <OrderTable order={order} draws={draws} />
        </Fold>
      )}
    </section>
  )
}

const withAmount = ({ amount, purchaseOrderLineId }: BillValues['lines'][number]) => ({
  ...{ amount: amount ?? 0, purchaseOrderLineId },
})

type Over = Pick<OrderMatch, 'over' | 'linesOpen'>

/** Who approves says the preview. Lines can be over though the order as a whole has enough open. */
export const OverNote = ({ order, over, linesOpen }: { order: OrderForBill } & Over) => (
  <span role="status" className={classes.over}>
    {formatMoney({ value: over, currency: order.currency })} over what{' '}
    {linesOpen === null ? `${order.readableId} has` : `these lines of ${order.readableId} have`} open. Tolerance:{' '}
    {toleranceText(order.tolerance)}.
  </span>
)
