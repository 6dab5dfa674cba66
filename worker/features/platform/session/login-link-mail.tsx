/** @jsxImportSource hono/jsx */

import { METHOD_WORDS, type ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { MailLayout, Paragraph } from '../notifications/index.ts'

/** Emails a login link. Opening it changes nothing by itself. The page exchanges the token (decisions, "Sign-in"). */
export const mailLoginLinkHandler: OutboxHandler<'session.login-link'> =
  async ({ env, db }) =>
  async ({ id, payload }) => {
    const user = await db.first<{ email: string; firstName: string }>(
      db.sql('SELECT email, first_name AS firstName FROM users WHERE id = ?', payload.userId),
    )
    if (!user) return
    if (payload.token === null) {
      const { refusedBy, required } = payload
      const mail = required
        ? elsewhere(user, { company: refusedBy, required, login: `${env.OUTLAY_ORIGIN}/login` })
        : refusal(user, refusedBy)
      return sendMail(env, mail, id)
    }
    const url = `${env.OUTLAY_ORIGIN}/login-with-token?token=${encodeURIComponent(payload.token)}`
    const title = 'Your login link'
    const html = String(
      <MailLayout
        title={title}
        preview="Single-use; expires in 15 minutes."
        action={{ label: 'Log in to Outlay', url }}
        footer="You got this email because someone requested a login link for this address. If it wasn’t you, ignore it. No one can log in without the link."
      >
        <Paragraph>Hello {user.firstName},</Paragraph>
        <Paragraph>Use this button to log in. The link is single-use and expires in 15 minutes.</Paragraph>
      </MailLayout>,
    )
    const text = `Hello ${user.firstName},\n\nUse this link to log in. It is single-use and expires in 15 minutes.\n\n${url}\n\nIf you didn’t request it, ignore this email.\n`
    await sendMail(env, { to: user.email, subject: 'Log in to Outlay', html: `<!doctype html>${html}`, text }, id)
  }

const refusal = (user: { email: string; firstName: string }, company: string) => {
  const title = 'Login links are turned off'
  const what = `${company} doesn’t allow login links. Ask an admin how to log in.`
  const html = String(
    <MailLayout
      title={title}
      preview={what}
      footer="You got this email because someone requested a login link for this address."
    >
      <Paragraph>Hello {user.firstName},</Paragraph>
      <Paragraph>{what}</Paragraph>
    </MailLayout>,
  )
  const text = `Hello ${user.firstName},\n\n${what}\n`
  return { to: user.email, subject: title, html: `<!doctype html>${html}`, text }
}

/** Where the person's company requires its own provider. The mail has no login token, and its link is the login page. */
const elsewhere = (
  user: { email: string; firstName: string },
  { company, required, login }: { company: string; required: ProviderMethod; login: string },
) => {
  const title = `Log in with ${METHOD_WORDS[required]}`
  const what = `${company} requires ${METHOD_WORDS[required]} for your address, so there’s no login link. Enter your address on the login page, and it leads you there.`
  const html = String(
    <MailLayout
      title={title}
      preview={what}
      action={{ label: 'Open the login page', url: login }}
      footer="You got this email because someone requested a login link for this address. If it wasn’t you, ignore it."
    >
      <Paragraph>Hello {user.firstName},</Paragraph>
      <Paragraph>{what}</Paragraph>
    </MailLayout>,
  )
  const text = `Hello ${user.firstName},\n\n${what}\n\n${login}\n`
  return { to: user.email, subject: title, html: `<!doctype html>${html}`, text }
}
