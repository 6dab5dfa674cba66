/** @jsxImportSource hono/jsx */

import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import type { AddressMail } from '../../../core/sent/address-mail.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { MailLayout, Paragraph } from '../notifications/index.ts'

interface Words {
  subject: string
  lines: string[]
  action?: { label: string; url: string }
  footer: string
}

const wordsOf = (mail: AddressMail, company: string, origin: string): Words => {
  const { to, by, oldEmail, newEmail, token } = mail
  const surprised = `If this surprises you, ask ${by} or another admin of ${company}.`
  if (to === 'NEW') {
    return {
      subject: `Confirm your new email for ${company}`,
      lines: [
        `${by} changed your email for ${company} on Outlay from ${oldEmail} to ${newEmail}.`,
        'Confirm it within three days. Until then, log in with the old email. Confirming logs you out everywhere.',
      ],
      action: {
        label: 'Confirm new email',
        url: `${origin}/confirm-email?token=${encodeURIComponent(token ?? '')}`,
      },
      footer: `If you’re not a member of ${company}, ignore this email and nothing changes.`,
    }
  }
  if (to === 'OLD') {
    return {
      subject: `Your email for ${company} is about to change`,
      lines: [
        `${by} asked to change your email for ${company} on Outlay to ${newEmail}.`,
        'It will change once the new email is confirmed. Until then, log in with this one.',
      ],
      footer: surprised,
    }
  }
  return {
    subject: `Your email for ${company} has changed`,
    lines: [
      `Your email for ${company} on Outlay is now ${newEmail}. You were logged out everywhere, and this email no longer logs you in.`,
    ],
    footer: surprised,
  }
}

/** Emails about a change of a member's address. */
export const mailAddress: OutboxHandler<'member.address'> =
  async ({ env, db }) =>
  async ({ id, companyId, payload }) => {
    const member = await db.first<{ firstName: string; companyName: string }>(
      db.sql(
        `SELECT u.first_name AS firstName, c.name AS companyName FROM users u JOIN companies c ON c.id = ?
          WHERE u.id = ?`,
        companyId,
        payload.userId,
      ),
    )
    if (!member) return
    const { subject, lines, action, footer } = wordsOf(payload, member.companyName, env.OUTLAY_ORIGIN)
    const html = String(
      <MailLayout title={subject} preview={lines[0] ?? ''} {...(action && { action })} footer={footer}>
        <Paragraph>Hello {member.firstName},</Paragraph>
        {lines.map((line) => (
          <Paragraph key={line}>{line}</Paragraph>
        ))}
      </MailLayout>,
    )
    const link = action ? `${action.label}:\n\n${action.url}\n\n` : ''
    const text = `Hello ${member.firstName},\n\n${lines.join('\n\n')}\n\n${link}${footer}\n`
    const to = payload.to === 'NEW' ? payload.newEmail : payload.oldEmail
    await sendMail(env, { to, subject, html: `<!doctype html>${html}`, text }, id)
  }
