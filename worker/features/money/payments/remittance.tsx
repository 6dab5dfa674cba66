/** @jsxImportSource hono/jsx */

import * as endpoints from '../../../../schema/money/payments/bill-payment-endpoints.ts'
import { type Currency, formatMoney } from '../../../../schema/shared/money.ts'
import { maskedAccount } from '../../../../schema/vendors/portal/values.ts'
import { commit } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import { loadOnce } from '../../../core/load-once.ts'
import { command, inputOf, type SystemContext } from '../../../core/operation.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { Facts, MailLayout, Paragraph } from '../../platform/notifications/index.ts'
import { billName, requirePayment } from './bill-payment-rows.ts'

/** The payment advice, to the address of the bank details: once a payment is made, and when someone asks for it. */

interface Paid {
  companyName: string
  vendorName: string
  email: string
  lastFour: string
  accountHolderName: string
  invoiceNumber: string
  invoiceDate: string
  amountMinor: number
  currency: Currency
  paidAt: number
  arrivesAt: number | null
}

/** Loaded when the first one is written, so that a Worker starts without what writes PDFs. */
const pdfWriter = loadOnce(() => import('./remittance-pdf.ts'))

const readPaid = ({ db }: Pick<SystemContext, 'db'>, companyId: string, id: string): Promise<Paid | null> =>
  db.first<Paid>(
    db.sql(
      `SELECT c.name AS companyName, o.name AS vendorName, d.remittance_email AS email, d.last_four AS lastFour,
              d.account_holder_name AS accountHolderName, p.invoice_number AS invoiceNumber,
              b.invoice_date AS invoiceDate, p.amount_minor AS amountMinor, p.currency, p.paid_at AS paidAt,
              p.arrives_at AS arrivesAt
         FROM bill_payments p CROSS JOIN companies c ON c.id = p.company_id
        CROSS JOIN erp_objects o ON o.id = p.erp_vendor_id
        CROSS JOIN vendor_bank_details d ON d.id = p.details_id CROSS JOIN bills b ON b.id = p.bill_id
        WHERE p.id = ? AND p.company_id = ? AND p.status = 'PAID'`,
      ...[id, companyId],
    ),
  )

const dayOf = (at: number): string => new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

export const mailRemittance: OutboxHandler<'payments.remittance', SystemContext> =
  async (context) =>
  async ({ id, companyId, payload }) => {
    const paid = await readPaid(context, companyId, payload.billPaymentId)
    if (!paid?.email) return
    const { companyName, vendorName, email, lastFour, accountHolderName, invoiceNumber, paidAt, arrivesAt } = paid
    const amount = formatMoney({ value: paid.amountMinor, currency: paid.currency })
    const facts: [string, string][] = [
      ['Paid to', `${accountHolderName}, ${maskedAccount(lastFour)}`],
      ['Invoice', invoiceNumber],
      ['Invoice date', dayOf(Date.parse(paid.invoiceDate))],
      ['Amount', amount],
      ['Sent', dayOf(paidAt)],
      ...(arrivesAt === null ? [] : [['Expected', dayOf(arrivesAt)] as [string, string]]),
    ]
    const title = `${companyName} paid you ${amount}`
    const what = `${companyName} paid invoice ${invoiceNumber} of ${vendorName} by bank transfer.`
    const html = String(
      <MailLayout title={title} preview={what} footer={`Sent by ${companyName} with Outlay.`}>
        <Paragraph>{what}</Paragraph>
        <Facts rows={facts} />
      </MailLayout>,
    )
    const text = [what, facts.map(([label, value]) => `${label}: ${value}`).join('\n')].join('\n\n')
    const { remittancePdf } = await pdfWriter()
    const file = toBase64(await remittancePdf({ companyName, facts: [['Vendor', vendorName], ...facts], paidAt }))
    await sendMail(
      context.env,
      {
        ...{ to: email, subject: title, html: `<!doctype html>${html}`, text: `${text}\n` },
        attachments: [{ filename: 'payment-advice.pdf', content: file, content_type: 'application/pdf' }],
      },
      id,
    )
  }

export const sendRemittanceEmail = command({
  id: 'payments.send-remittance-email',
  access: 'payments.use',
  input: inputOf(endpoints.sendRemittanceEmail),
  run: async (context, { billPaymentId }): Promise<{ id: string }> => {
    const row = await requirePayment(context, billPaymentId)
    if (row.status !== 'PAID')
      throw new AppError('RULE_BROKEN', 'The vendor gets a payment advice once the payment is made.', {
        reason: 'NOT_PAID',
      })
    const paid = await readPaid(context, row.companyId, row.id)
    if (!paid?.email)
      throw new AppError('RULE_BROKEN', 'The bank details have no email address for payment advices.', {
        reason: 'NO_ADDRESS',
      })
    return commit(context, {
      ...{ subject: 'The payment', statements: [] },
      audit: [
        {
          changeKey: `bill-payment:${row.id}:remittance:${context.newId()}`,
          action: 'bill.payment-advice-sent',
          targetType: 'BILL',
          targetId: row.billId,
          message: `Sent ${paid.email} the payment advice of ${billName(row)}`,
          changeData: null,
        },
      ],
      outbox: [{ topic: 'payments.remittance', payload: { billPaymentId: row.id, attempt: row.attempt } }],
      result: { id: row.id },
    })
  },
})
