/** @jsxImportSource hono/jsx */

import { METHOD_WORDS } from '../../../../../schema/platform/sign-on/methods.ts'
import type { OutboxHandler } from '../../../../core/outbox-registry.ts'
import type { SignInNews } from '../../../../core/sent/sign-in-news.ts'
import { sendMail } from '../../../../integrations/resend/client.ts'
import { MEMBER_MAIL } from '../../members/index.ts'
import { MailLayout, Paragraph } from '../../notifications/index.ts'

const wordsOf = ({ what, method, address, by }: SignInNews): { title: string; text: string } => {
  const name = METHOD_WORDS[method]
  const account = address === null ? name : `${name} (${address})`
  if (what === 'LINKED')
    return {
      title: 'A sign-in method was added to your account',
      text: `${account} was added to your account in Outlay. You can sign in with it from now on.`,
    }
  const who = by === undefined ? `${account} was removed from` : `${by} removed ${account} from`
  return {
    title: 'A sign-in method was removed from your account',
    text: `${who} your account in Outlay. You can’t sign in with it anymore.`,
  }
}

/** Tells the person what changed, also what they did themselves: someone else may be at an open session of theirs. */
export const mailChanged: OutboxHandler<'sign-on.methods-changed'> =
  async ({ env, db }) =>
  async ({ id, companyId, payload }) => {
    const { vendor } = payload
    const person = vendor ?? (await db.first(db.sql(MEMBER_MAIL, companyId, payload.userId)))
    if (!person) return
    const { title, text } = wordsOf(payload)
    const otherwise = vendor
      ? 'If this wasn’t you, remove what you don’t know and sign out everywhere on this page.'
      : 'If this wasn’t you, remove what you don’t know and sign out everywhere on this page, and tell an admin of your company.'
    const url = env.OUTLAY_ORIGIN + (vendor ? '/v/sign-in' : '/user/settings/sessions')
    const html = String(
      <MailLayout
        title={title}
        preview={text}
        action={{ label: 'Open sign-in and devices', url }}
        footer="You got this email because it is about how you sign in to Outlay."
      >
        <Paragraph>Hello {person.firstName},</Paragraph>
        <Paragraph>{text}</Paragraph>
        <Paragraph>{otherwise}</Paragraph>
      </MailLayout>,
    )
    const plain = `Hello ${person.firstName},\n\n${text}\n\n${otherwise}\n\n${url}\n`
    await sendMail(env, { to: person.email, subject: title, html: `<!doctype html>${html}`, text: plain }, id)
  }
