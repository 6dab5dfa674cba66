/** @jsxImportSource hono/jsx */

import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import type { FactorNews } from '../../../core/sent/factor-news.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { MEMBER_MAIL } from '../members/index.ts'
import { MailLayout, Paragraph } from '../notifications/index.ts'

const WORDS: Record<FactorNews['what'], (name: string) => { title: string; what: string }> = {
  APP_ADDED: () => ({
    title: 'An authenticator app was added to your account',
    what: 'An authenticator app was added to your account in Outlay as a second factor.',
  }),
  APP_REMOVED: () => ({
    title: 'An authenticator app was removed from your account',
    what: 'The authenticator app was removed from your account in Outlay. Its codes no longer work.',
  }),
  PASSKEY_ADDED: (name) => ({
    title: 'A passkey was added to your account',
    what: `The passkey “${name}” was added to your account in Outlay as a second factor.`,
  }),
  PASSKEY_REMOVED: (name) => ({
    title: 'A passkey was removed from your account',
    what: `The passkey “${name}” was removed from your account in Outlay.`,
  }),
  CODES_RENEWED: () => ({
    title: 'You have new recovery codes',
    what: 'New recovery codes were made for your account in Outlay. Former ones no longer work.',
  }),
  CODE_USED: () => ({
    title: 'A recovery code of yours was used',
    what: 'A recovery code was used in place of your second factor in Outlay. It doesn’t work again.',
  }),
  RESET: (name) => ({
    title: 'Your second factor was reset',
    what: `${name} reset your second factor in Outlay. Passkeys, apps and recovery codes that you had no longer work. Add a new one.`,
  }),
  RESET_ASKED: (name) => ({
    title: 'Your second factor will be reset in a day',
    what: `${name} asked to reset your second factor in Outlay. Because of what you may do there, it happens in a day. Until then you can cancel it on this page.`,
  }),
  RESET_CANCELED: (name) => ({
    title: 'Your second factor stays',
    what: `${name} canceled the reset of your second factor in Outlay. What you have keeps working.`,
  }),
  RESET_DONE: (name) => ({
    title: `The second factor of ${name} was reset`,
    what: `The second factor of ${name} was reset in Outlay, as you asked. They were told too.`,
  }),
  RESET_WAITS: (name) => ({
    title: `The second factor of ${name} will be reset in a day`,
    what: `You asked to reset the second factor of ${name} in Outlay. Because of what they may do there, it happens in a day. They were told, and they or an admin can cancel it until then.`,
  }),
  RESET_STOPPED: (name) => ({
    title: `The second factor of ${name} stays`,
    what: `The reset of the second factor of ${name} in Outlay, which you asked for, was canceled.`,
  }),
}

/** Tells the person what changed, also what they did themselves: someone else may be at an open session of theirs. */
export const mailChanged: OutboxHandler<'factors.changed'> =
  async ({ env, db }) =>
  async ({ id, companyId, payload: { userId, what: news, name = '' } }) => {
    const member = await db.first(db.sql(MEMBER_MAIL, companyId, userId))
    if (!member) return
    const { title, what } = WORDS[news](name)
    const otherwise =
      'If this wasn’t you, remove what you don’t know and sign out everywhere on this page, and tell an admin of your company.'
    const url = `${env.OUTLAY_ORIGIN}/user/settings/sessions`
    const html = String(
      <MailLayout
        title={title}
        preview={what}
        action={{ label: 'Open sign-in and devices', url }}
        footer="You got this email because it is about how you sign in to Outlay."
      >
        <Paragraph>Hello {member.firstName},</Paragraph>
        <Paragraph>{what}</Paragraph>
        <Paragraph>{otherwise}</Paragraph>
      </MailLayout>,
    )
    const text = `Hello ${member.firstName},\n\n${what}\n\n${otherwise}\n\n${url}\n`
    await sendMail(env, { to: member.email, subject: title, html: `<!doctype html>${html}`, text }, id)
  }
