/** @jsxImportSource hono/jsx */

import { vendorInvoices } from '../../../../schema/money/vendor-invoices/tables.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { columns, computed, select, typed } from '../../../core/record.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { companyStatement } from '../../platform/company/index.ts'
import { Facts, MailLayout, Paragraph } from '../../platform/notifications/index.ts'
import { documentOfBill, hasRejectedBill, registerBillFollower, senderOf } from '../bills/index.ts'

/** Tells who sent an invoice in the portal that the customer rejected it, with what the customer wrote to the vendor. */

const REJECTED = typed`SELECT ${columns(
  select(vendorInvoices, 'v', ['fileName', 'reason', 'invoiceNumber', 'amountMinor', 'currency']),
  computed<{ email: string | null }>({ email: senderOf('v') }),
)} FROM vendor_invoices v WHERE v.company_id = ? AND v.document_id = ?
    AND (v.rejected_at IS NOT NULL OR ${hasRejectedBill('v')})`

export const mailRejected: OutboxHandler<'vendor-invoice.rejected'> =
  async ({ env, db }) =>
  async ({ id, companyId, payload }) => {
    // What was decided otherwise meanwhile isn't told.
    const [rejected, companies] = await db.readBatch([
      db.sql(REJECTED, companyId, payload.documentId),
      companyStatement({ db }, companyId),
    ])
    const [row] = rejected.results
    if (!row?.email) return
    const companyName = String(companies.results[0]?.name ?? '')
    const { fileName, invoiceNumber, amountMinor, currency, reason } = row
    const facts: [string, string][] = [
      ['File', fileName],
      ...(invoiceNumber ? [['Invoice', invoiceNumber] as [string, string]] : []),
      ...(amountMinor !== null && currency !== null
        ? [['Amount', formatMoney({ value: amountMinor, currency })] as [string, string]]
        : []),
    ]
    const title = `${companyName} rejected your invoice${invoiceNumber ? ` ${invoiceNumber}` : ''}`
    const why = reason
      ? `${companyName} wrote: ${reason}`
      : `${companyName} gave no reason. Ask them before you send it again.`
    const html = String(
      <MailLayout title={title} preview={why} footer={`Sent by ${companyName} with Outlay.`}>
        <Paragraph>{why}</Paragraph>
        <Facts rows={facts} />
      </MailLayout>,
    )
    const text = [why, facts.map(([label, value]) => `${label}: ${value}`).join('\n')].join('\n\n')
    await sendMail(env, { to: row.email, subject: title, html: `<!doctype html>${html}`, text: `${text}\n` }, id)
  }

const OF_BILL = typed`SELECT ${select(vendorInvoices, 'v', ['documentId'])} FROM vendor_invoices v
  WHERE v.company_id = ?2 AND v.document_id = ${documentOfBill('?1', '?2')}`

/** A rejected bill is a rejected invoice to its vendor. Why is the company's own. */
registerBillFollower({
  name: 'vendor-invoices',
  rejected: async ({ db }, { id, companyId }) => {
    const found = await db.all(db.sql(OF_BILL, id, companyId))
    return {
      statements: [],
      outbox: found.map((payload) => ({ topic: 'vendor-invoice.rejected' as const, payload })),
    }
  },
})
