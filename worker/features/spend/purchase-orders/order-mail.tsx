/** @jsxImportSource hono/jsx */
import { formatMoney } from '../../../../schema/shared/money.ts'
import { orderContent, orderNumber, orderTotal, vendorOf } from '../../../../schema/spend/purchase-orders/content.ts'
import { orderPdf as pdfEndpoint } from '../../../../schema/spend/purchase-orders/endpoints.ts'
import type { Text } from '../../../core/database.ts'
import { notFound } from '../../../core/errors.ts'
import { loadOnce } from '../../../core/load-once.ts'
import { inputOf, query } from '../../../core/operation.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { Facts, MailLayout, Paragraph, Quote } from '../../platform/notifications/index.ts'
import { readableOrderStatement } from './access.ts'
import type { PrintedOrder } from './pdf.ts'

/** An order as a file, and as an email to its vendor. */

/** Loaded when the first one is written, so that a Worker starts without what writes PDFs. */
const pdfWriter = loadOnce(() => import('./pdf.ts'))

type PrintedRow = Omit<PrintedOrder, 'content'> & { content: string }

const PRINTED =
  `SELECT c.name AS companyName, p.number, p.version, p.content, n.changed_at AS writtenAt FROM purchase_orders p
        CROSS JOIN companies c ON c.id = p.company_id
        CROSS JOIN purchase_order_versions n ON n.purchase_order_id = p.id AND n.version = p.version
        WHERE p.id = ? AND p.company_id = ?` as Text<PrintedRow>

const toPrinted = (row: PrintedRow | null | undefined): PrintedOrder | null =>
  row ? { ...row, content: orderContent.parse(JSON.parse(row.content)) } : null

export const readOrderPdf = query({
  id: pdfEndpoint.id,
  access: 'purchase-orders.use',
  input: inputOf(pdfEndpoint),
  run: async (context, { purchaseOrderId }) => {
    const { db, actor } = context
    const [orders, found] = await db.readBatch([
      readableOrderStatement(context, purchaseOrderId),
      db.sql(PRINTED, purchaseOrderId, actor.companyId),
    ])
    const printed = orders?.results.length ? toPrinted(found?.results[0]) : null
    if (!printed) throw notFound('The purchase order')
    const { orderPdf } = await pdfWriter()
    return { name: orderNumber(printed.number), bytes: await orderPdf(printed) }
  },
})

export const pdfResponse = ({ name, bytes }: { name: string; bytes: Uint8Array }): Response =>
  new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name}.pdf"`,
      'Cache-Control': 'private, no-store',
    },
  })

const toBase64 = (bytes: Uint8Array): string => {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(binary)
}

const mailOf = (printed: PrintedOrder, message: string, sender: string) => {
  const name = orderNumber(printed.number)
  const { companyName, content } = printed
  const sentence = `${companyName} orders from ${vendorOf(content)}. The purchase order is attached.`
  const rows: [string, string][] = [
    ['Purchase order', name],
    ['Total', formatMoney(orderTotal(content))],
    ...(content.memo ? [['Memo', content.memo] as [string, string]] : []),
  ]
  const html = String(
    <MailLayout
      title={`Purchase order ${name}`}
      preview={sentence}
      footer={`Sent by ${companyName} with Outlay. Replies go to ${sender}.`}
    >
      <Paragraph>{sentence}</Paragraph>
      {message && <Quote>{message}</Quote>}
      <Facts rows={rows} />
    </MailLayout>,
  )
  const text = [sentence, message, rows.map(([label, value]) => `${label}: ${value}`).join('\n')]
  return {
    subject: `Purchase order ${name} from ${companyName}`,
    html: `<!doctype html>${html}`,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
  }
}

/** The same id again asks the provider for the same email. */
export const mailOrders: OutboxHandler<'purchase-order.mail'> =
  async ({ db, env }) =>
  async ({ id, companyId, payload }) => {
    const printed = toPrinted(await db.first(db.sql(PRINTED, payload.purchaseOrderId, companyId)))
    if (!printed) return
    const { orderPdf } = await pdfWriter()
    const content = toBase64(await orderPdf(printed))
    await sendMail(
      env,
      {
        to: payload.email,
        ...mailOf(printed, payload.message, payload.by.name),
        replyTo: payload.by.email,
        attachments: [{ filename: `${orderNumber(printed.number)}.pdf`, content, content_type: 'application/pdf' }],
      },
      id,
    )
  }
