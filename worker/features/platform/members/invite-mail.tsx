/** @jsxImportSource hono/jsx */

import { METHOD_WORDS, type ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { MailLayout, Paragraph } from '../notifications/index.ts'
import { maySignInBy, offeredMethods, requiredOf } from '../session/index.ts'

const PERSON = { company: 'c', user: 'u.id', email: 'u.email' }

interface Invited {
  email: string
  firstName: string
  companyName: string
  /** Whether the company lets them log in with the link of the mail. */
  mayUseLink: number
  /** How they have to log in, if the company says so. */
  required: ProviderMethod | null
}

/** Tells a member how to get access. Someone disabled since then gets nothing. */
export const mailMemberInvite: OutboxHandler<'member.invite'> =
  async ({ env, db }) =>
  async ({ id, companyId, payload }) => {
    const invited = await db.first<Invited>(
      db.sql(
        `SELECT u.email, u.first_name AS firstName, c.name AS companyName,
                ${maySignInBy(PERSON, "'EMAIL_LINK'")} AS mayUseLink, ${requiredOf({ companyId: 'c.id', email: 'u.email' })} AS required
         FROM company_memberships m JOIN users u ON u.id = m.user_id JOIN companies c ON c.id = m.company_id
        WHERE m.company_id = ? AND m.user_id = ? AND m.disabled_at IS NULL`,
        companyId,
        payload.userId,
      ),
    )
    if (!invited) return
    const { email, firstName, companyName, mayUseLink, required } = invited
    const login = `${env.OUTLAY_ORIGIN}/login`
    // A token would be refused where the company requires its provider, or allows no links.
    const hasLink = mayUseLink === 1 && offeredMethods(env).includes('EMAIL_LINK')
    const url = hasLink ? `${env.OUTLAY_ORIGIN}/login-with-token?token=${encodeURIComponent(payload.token)}` : login
    const how = required ? `${companyName} requires ${METHOD_WORDS[required]} to log in.` : 'There’s no password.'
    const title = `Welcome to ${companyName} on Outlay`
    const what = 'Outlay is where your company requests and approves spending and manages its vendors and contracts.'
    const html = String(
      <MailLayout
        title={title}
        preview={`${payload.invitedBy} invites you.`}
        action={{ label: 'Log in to Outlay', url }}
        footer={`You got this email because ${payload.invitedBy} of ${companyName} added you as a member. If you don’t know them, ignore this email.`}
      >
        <Paragraph>Hello {firstName},</Paragraph>
        <Paragraph>
          {payload.invitedBy} invites you to {withStop(companyName)} {what}
        </Paragraph>
        {hasLink ? (
          <Paragraph>
            There’s no password. This button logs you in once and expires in seven days. After that, get a new link with
            this email address at <a href={login}>{login}</a>.
          </Paragraph>
        ) : (
          <Paragraph>
            {how} Enter this email address at <a href={login}>{login}</a>, and continue from there.
          </Paragraph>
        )}
      </MailLayout>,
    )
    const way = hasLink
      ? `There is no password. This link logs you in once, within seven days:\n\n${url}\n\nLater, ask for a new link with this address at ${login}`
      : `${how} Enter this email address here, and continue from there:\n\n${login}`
    const text = `Hello ${firstName},\n\n${payload.invitedBy} invites you to ${withStop(companyName)} ${what}\n\n${way}\n`
    await sendMail(env, { to: email, subject: title, html: `<!doctype html>${html}`, text }, id)
  }
