/** @jsxImportSource hono/jsx */

import { maskedAccount } from '../../../../schema/vendors/portal/values.ts'
import type { SystemContext } from '../../../core/operation.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { MailLayout, Paragraph } from '../../platform/notifications/index.ts'

interface Changed {
  companyName: string
  vendorName: string
  email: string
  /** The last four of the details in force, and of those that were entered. */
  before: string
  after: string
}

/** Tells the vendor, at the address that was known before, that it is to be paid to another account. */
export const mailChangedDetails: OutboxHandler<'payments.details-changed', SystemContext> =
  async ({ env, db }) =>
  async ({ id, companyId, payload }) => {
    const changed = await db.first<Changed>(
      db.sql(
        `SELECT c.name AS companyName, o.name AS vendorName, b.remittance_email AS email, b.last_four AS before,
                d.last_four AS after
           FROM vendor_bank_details d CROSS JOIN companies c ON c.id = d.company_id
          CROSS JOIN erp_objects o ON o.id = d.erp_vendor_id
          CROSS JOIN vendor_bank_details b INDEXED BY vendor_bank_details_vendor
             ON b.company_id = d.company_id AND b.erp_vendor_id = d.erp_vendor_id AND b.confirmed_at IS NOT NULL
            AND b.id <> d.id AND b.remittance_email <> ''
          WHERE d.id = ? AND d.company_id = ? AND d.state IN ('WAITING', 'CONFIRMED')
          ORDER BY b.confirmed_at DESC LIMIT 1`,
        ...[payload.detailsId, companyId],
      ),
    )
    if (!changed) return
    const { companyName, vendorName, email, before, after } = changed
    const title = `${companyName} has a new bank account for ${vendorName}`
    const what = `${companyName} pays you to the account ${maskedAccount(before)}. Someone has now entered the account ${maskedAccount(after)} in its place. Nothing is paid to it until two people at ${companyName} have confirmed it.`
    const how = `If this change isn’t yours, call ${companyName} at a number that you know, right away.`
    const html = String(
      <MailLayout
        title={title}
        preview={how}
        footer={`You got this email because ${companyName} sends payment advices for ${vendorName} to this address.`}
      >
        <Paragraph>{what}</Paragraph>
        <Paragraph>{how}</Paragraph>
      </MailLayout>,
    )
    await sendMail(env, { to: email, subject: title, html: `<!doctype html>${html}`, text: `${what}\n\n${how}\n` }, id)
  }
