/** @jsxImportSource hono/jsx */

import { METHOD_WORDS, type ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { MailLayout, Paragraph } from '../notifications/index.ts'
import { maySignInBy, requiredOf } from '../session/index.ts'

const PERSON = { company: 'c', user: 'u.id', email: 'u.email' }

interface Invited {
  email: string
  firstName: string
  companyName: string
  /** How they have to log in. Null where the link of the mail may. */
  required: ProviderMethod | null
}

/** Tells a member how to get access. Someone disabled since then gets nothing. */
export const mailMemberInvite: OutboxHandler<'member.invite'> =
  async ({ env, db }) =>
  async ({ id, companyId, payload }) => {
    const invited = await db.first<Invited>(
      db.sql(
        `SELECT u.email, u.first_name AS firstName, c.name AS companyName,
                CASE WHEN ${maySignInBy(PERSON, "'EMAIL_LINK'")} THEN NULL ELSE ${requiredOf({ companyId: 'c.id', email: 'u.email' })} END AS required
         FROM company_memberships m JOIN users u ON u.id = m.user_id JOIN companies c ON c.id = m.company_id
        WHERE m.company_id = ? AND m.user_id = ? AND m.disabled_at IS NULL`,
        companyId,
        payload.userId,
      ),
    )
    if (!invited) return
    const { email, firstName, companyName, required } = invited
    const login = `${env.OUTLAY_ORIGIN}/login`
    // A token would be refused where the company requires its provider.
    const url = required ? login : `${env.OUTLAY_ORIGIN}/login-with-token?token=${encodeURIComponent(payload.token)}`
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
        {required ? (
          <Paragraph>
            {companyName} requires {METHOD_WORDS[required]} to log in. Enter this email address at{' '}
            <a href={login}>{login}</a>, and continue from there.
          </Paragraph>
        ) : (
          <Paragraph>
            There’s no password. This button logs you in once and expires in seven days. After that, get a new link with
            this email address at <a href={login}>{login}</a>.
          </Paragraph>
        )}
      </MailLayout>,
    )
    const how = required
      ? `${companyName} requires ${METHOD_WORDS[required]} to log in. Enter this email address here, and continue from there:\n\n${login}`
      : `There is no password. This link logs you in once, within seven days:\n\n${url}\n\nLater, ask for a new link with this address at ${login}`
    const text = `Hello ${firstName},\n\n${payload.invitedBy} invites you to ${withStop(companyName)} ${what}\n\n${how}\n`
    await sendMail(env, { to: email, subject: title, html: `<!doctype html>${html}`, text }, id)
  }
