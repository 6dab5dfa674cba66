/** @jsxImportSource hono/jsx */

import { type Refusal, refusalText } from '../../../../schema/documents/inbound-mail/values.ts'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { Facts, MailLayout, Paragraph } from '../../platform/notifications/index.ts'

interface Message {
  companyName: string
  recipient: string
  fromAddress: string
  subject: string
  files: string
}

const WHAT_TO_DO = 'Please send it again with the invoice as a PDF, Word or picture file.'

/** Tells who emailed no usable file to an address for invoices what was missing and what to do. */
export const mailNoInvoice: OutboxHandler<'inbound-mail.no-invoice'> =
  async ({ env, db }) =>
  async ({ id, companyId, payload }) => {
    const message = await db.first<Message>(
      db.sql(
        `SELECT c.name AS companyName, m.recipient, m.from_address AS fromAddress, m.subject,
                (SELECT json_group_array(json_object('fileName', a.file_name, 'refusal', a.refusal))
                   FROM inbound_attachments a WHERE a.company_id = m.company_id AND a.message_id = m.id) AS files
           FROM inbound_messages m CROSS JOIN companies c ON c.id = m.company_id WHERE m.id = ? AND m.company_id = ?`,
        ...[payload.messageId, companyId],
      ),
    )
    if (!message?.fromAddress) return
    const { companyName, recipient, fromAddress, subject } = message
    const files = (JSON.parse(message.files) as { fileName: string; refusal: Refusal | null }[]).flatMap(
      ({ fileName, refusal }): [string, string][] => (refusal ? [[fileName, refusalText(refusal)]] : []),
    )
    const named = subject ? `Your email “${subject}” to ${recipient}` : `Your email to ${recipient}`
    const what =
      files.length > 0
        ? `${named} had no file that ${companyName} can take as an invoice.`
        : `${named} had no file attached, so ${companyName} received no invoice.`
    const html = String(
      <MailLayout
        title="Your invoice didn’t arrive"
        preview={what}
        footer={`Sent by Outlay, which receives invoices for ${withStop(companyName)}`}
      >
        <Paragraph>{what}</Paragraph>
        <Facts rows={files} />
        <Paragraph>{WHAT_TO_DO}</Paragraph>
      </MailLayout>,
    )
    const text = [what, files.map(([name, why]) => `${name}: ${why}`).join('\n'), WHAT_TO_DO]
      .filter(Boolean)
      .join('\n\n')
    const mail = {
      subject: `No invoice attached${subject ? `: ${subject}` : ''}`,
      html: `<!doctype html>${html}`,
      text,
    }
    await sendMail(env, { to: fromAddress, ...mail }, id, id)
  }
