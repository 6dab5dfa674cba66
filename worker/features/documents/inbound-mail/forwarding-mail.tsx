/** @jsxImportSource hono/jsx */

import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { Facts, MailLayout, Paragraph } from '../../platform/notifications/index.ts'
import type { ForwardingConfirmation } from './forwarding-confirmation.ts'

/** Tells the company's admins that an email provider wants to confirm forwarding (one email each). */
export const mailForwardingConfirmation: OutboxHandler<'inbound-mail.forwarding-confirmation'> =
  async ({ env, db }) =>
  async ({ id, companyId, payload }) => {
    const [messages, admins] = await db.batch([
      db.sql(
        'SELECT recipient, confirmation FROM inbound_messages WHERE id = ? AND company_id = ?',
        payload.messageId,
        companyId,
      ),
      db.sql(
        `SELECT u.id, u.email FROM company_memberships m JOIN users u ON u.id = m.user_id
        WHERE m.company_id = ? AND m.has_admin_access = 1 AND m.disabled_at IS NULL`,
        companyId,
      ),
    ])
    const message = messages?.results[0]
    if (!message?.confirmation) return
    const mail = compose(
      JSON.parse(String(message.confirmation)) as ForwardingConfirmation,
      String(message.recipient),
      `${env.OUTLAY_ORIGIN}/settings/email-forwarding`,
    )
    for (const admin of admins?.results ?? []) {
      await sendMail(env, { to: String(admin.email), ...mail }, `${id}:${admin.id}`, id)
    }
  }

const compose = ({ provider, account, code, url }: ForwardingConfirmation, address: string, settings: string) => {
  const asks = `${provider} asks to forward emails from ${account ?? 'a mailbox'} to ${address}.`
  const how = code ? `If you set this up, enter the code in ${provider}.` : 'If you set this up, open the link.'
  const warning =
    'If no one in your company set this up, ignore this email. Nothing is forwarded without the confirmation.'
  const rows: [string, string][] = [
    ...(account ? [['Mailbox', account] as [string, string]] : []),
    ...(code ? [['Confirmation code', code] as [string, string]] : []),
  ]
  const html = String(
    <MailLayout
      title="Confirm email forwarding"
      preview={asks}
      action={url ? { label: `Confirm in ${provider}`, url } : { label: 'Open email forwarding', url: settings }}
      footer="You got this email because you’re an admin in Outlay."
    >
      <Paragraph>{asks}</Paragraph>
      <Paragraph>
        {how} {warning}
      </Paragraph>
      <Facts rows={rows} />
    </MailLayout>,
  )
  const text = [
    asks,
    `${how} ${warning}`,
    rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
    url && `Confirm: ${url}`,
    `Email forwarding: ${settings}`,
  ]
  return {
    subject: `Confirm email forwarding${account ? ` of ${account}` : ''}`,
    html: `<!doctype html>${html}`,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
  }
}
