/** @jsxImportSource hono/jsx */

import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { MailLayout, Paragraph } from '../notifications/index.ts'

const FOOTER =
  'You got this email because someone wants to start a company on Outlay with this address. If it wasn’t you, ignore it. Nothing is created without the link.'

/** Emails the link. Opening it creates nothing. The page asks first. */
export const mailSignUpLinkHandler: OutboxHandler<'sign-up.link'> =
  async ({ env }) =>
  async ({ id, payload: { email, token } }) => {
    if (token === null) return sendMail(env, refusal(email, env.OUTLAY_ORIGIN), id)
    const url = `${env.OUTLAY_ORIGIN}/signup?token=${encodeURIComponent(token)}`
    const title = 'Start your company on Outlay'
    const html = String(
      <MailLayout
        title={title}
        preview="The link is valid for 24 hours."
        action={{ label: 'Start your company', url }}
        footer={FOOTER}
      >
        <Paragraph>Use this button to name your company and become its first admin. It takes a minute.</Paragraph>
        <Paragraph>The link is valid for 24 hours and starts one company.</Paragraph>
      </MailLayout>,
    )
    const text = `Use this link to name your company and become its first admin. It is valid for 24 hours and starts one company.\n\n${url}\n\n${FOOTER}\n`
    await sendMail(env, { to: email, subject: title, html: `<!doctype html>${html}`, text }, id)
  }

const refusal = (email: string, origin: string) => {
  const title = 'This address can’t start a company'
  const what = 'It belongs to platform staff. Log in to add companies.'
  const html = String(
    <MailLayout title={title} preview={what} action={{ label: 'Log in', url: `${origin}/login` }} footer={FOOTER}>
      <Paragraph>{what}</Paragraph>
    </MailLayout>,
  )
  return {
    to: email,
    subject: title,
    html: `<!doctype html>${html}`,
    text: `${what}\n\n${origin}/login\n\n${FOOTER}\n`,
  }
}
