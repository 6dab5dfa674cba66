/** @jsxImportSource hono/jsx */

import { withStop } from '../../../../schema/shared/name-lists.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { ring } from '../bell/index.ts'
import { MailLayout, Paragraph } from '../notifications/index.ts'

/** Tells a member that someone is acting on their behalf, and why. */
export const mailActedFor: OutboxHandler<'session.acted-for'> =
  async ({ env, db }) =>
  async ({ id, companyId, createdAt: at, payload: { userId, by, reason } }) => {
    const member = await db.first<{ email: string; firstName: string; companyName: string }>(
      db.sql(
        `SELECT u.email, u.first_name AS firstName, c.name AS companyName
           FROM company_memberships m JOIN users u ON u.id = m.user_id JOIN companies c ON c.id = m.company_id
          WHERE m.company_id = ? AND m.user_id = ? AND m.disabled_at IS NULL`,
        companyId,
        userId,
      ),
    )
    if (!member) return
    const { email, firstName, companyName } = member
    const subject = `${by} is acting on your behalf at ${companyName}`
    const what = `${by} started acting on your behalf in Outlay. Their reason: “${reason}”.`
    await ring(db, [
      {
        ...{ key: id, companyId, at, userId, kind: 'ACTED_FOR', target: null, path: '/user/settings/sessions' },
        title: `${by} acted on your behalf`,
        sentence: what,
      },
    ])
    const limits =
      'They can file and edit requests, comment, and work on vendors, services and documents for you. Everything they do is marked with their name. They can’t approve anything for you.'
    const html = String(
      <MailLayout
        title={subject}
        preview={what}
        footer={`You got this email because you’re a member of ${withStop(companyName)} If this surprises you, ask ${by} or another admin of your company.`}
      >
        <Paragraph>Hello {firstName},</Paragraph>
        <Paragraph>{what}</Paragraph>
        <Paragraph>{limits}</Paragraph>
      </MailLayout>,
    )
    const text = `Hello ${firstName},\n\n${what}\n\n${limits}\n\nIf this surprises you, ask ${by} or another admin of your company.\n`
    await sendMail(env, { to: email, subject, html: `<!doctype html>${html}`, text }, id)
  }
