/** @jsxImportSource hono/jsx */

import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { accountText, type PortalNews } from '../../../../schema/vendors/portal/news.ts'
import { INVITATION_DAYS } from '../../../../schema/vendors/portal/values.ts'
import type { SystemContext } from '../../../core/operation.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { ring } from '../../platform/bell/index.ts'
import { Facts, MailLayout, Paragraph, Quote } from '../../platform/notifications/index.ts'
import { offeredMethods } from '../../platform/session/index.ts'
import { INVITATION_SQL, type Invitation } from './decide.ts'

/** Emails about the vendor portal. */

/** Asks a person at a vendor to work with the company. One that was decided or sent again since then isn't sent. */
export const mailInvitation: OutboxHandler<'vendor-portal.invitation', SystemContext> =
  async ({ env, directory }) =>
  async ({ id, payload }) => {
    const invitation = await directory.first<Invitation>(
      directory.sql(`${INVITATION_SQL} WHERE i.id = ? AND i.status = 'PENDING'`, payload.invitationId),
    )
    if (!invitation) return
    const { email, companyName, vendorName, invitedByName, message } = invitation
    const url = `${env.OUTLAY_ORIGIN}/v/invitation?token=${encodeURIComponent(payload.token)}`
    const title = `${companyName} invites you to its vendor portal`
    const what = `${invitedByName} of ${companyName} invites you to work with them on Outlay for ${withStop(vendorName)} There you fill in their forms, keep your company’s details current, and decide what they can see.`
    const how = `The link works for ${INVITATION_DAYS} days. You can also decline there.`
    const html = String(
      <MailLayout
        title={title}
        preview={`${invitedByName} invites you.`}
        action={{ label: 'See the invitation', url }}
        footer={`You got this email because ${invitedByName} of ${companyName} entered this address. If you don’t know them, ignore this email.`}
      >
        <Paragraph>{what}</Paragraph>
        {message && <Quote>{message}</Quote>}
        <Paragraph>{how}</Paragraph>
      </MailLayout>,
    )
    const text = [what, message, `${how}\n\n${url}`].filter(Boolean).join('\n\n')
    await sendMail(env, { to: email, subject: title, html: `<!doctype html>${html}`, text: `${text}\n` }, id)
  }

/** Tells a new member of a vendor company how to sign in. Someone removed since then gets nothing. */
export const mailMember: OutboxHandler<'vendor-portal.member', SystemContext> =
  async ({ env, directory }) =>
  async ({ id, payload }) => {
    const { userId, vendorCompanyId, token, invitedBy } = payload
    const member = await directory.first<{ email: string; name: string; firstName: string }>(
      directory.sql(
        `SELECT u.email, v.name, COALESCE(m.invited_first_name, u.first_name) AS firstName
           FROM vendor_company_members m CROSS JOIN users u ON u.id = m.user_id
          CROSS JOIN vendor_companies v ON v.id = m.vendor_company_id
          WHERE m.vendor_company_id = ? AND m.user_id = ? AND m.disabled_at IS NULL`,
        ...[vendorCompanyId, userId],
      ),
    )
    if (!member) return
    const login = `${env.OUTLAY_ORIGIN}/v/login`
    const hasLink = offeredMethods(env).includes('EMAIL_LINK')
    const url = hasLink ? `${env.OUTLAY_ORIGIN}/login-with-token?token=${encodeURIComponent(token)}` : login
    const title = `Join ${member.name} on Outlay`
    const what = `${invitedBy} added you to ${member.name} in the vendor portal, where you work with the companies that buy from you.`
    const html = String(
      <MailLayout
        title={title}
        preview={`${invitedBy} added you.`}
        action={{ label: 'Log in to Outlay', url }}
        footer={`You got this email because ${invitedBy} of ${member.name} added you as a member. If you don’t know them, ignore this email.`}
      >
        <Paragraph>Hello {member.firstName},</Paragraph>
        <Paragraph>{what}</Paragraph>
        {hasLink ? (
          <Paragraph>
            There’s no password. This button logs you in once and expires in seven days. After that, get a new link with
            this email address at <a href={login}>{login}</a>.
          </Paragraph>
        ) : (
          <Paragraph>
            There’s no password. Log in with the account of this email address at <a href={login}>{login}</a>.
          </Paragraph>
        )}
      </MailLayout>,
    )
    const way = hasLink
      ? `There is no password. This link logs you in once, within seven days:\n\n${url}\n\nLater, ask for a new link with this address at ${login}`
      : `There is no password. Log in with the account of this address at ${login}`
    const text = `Hello ${member.firstName},\n\n${what}\n\n${way}\n`
    await sendMail(env, { to: member.email, subject: title, html: `<!doctype html>${html}`, text }, id)
  }

/** Warns every admin of a company that money could go to another account, whatever mails they chose to get. */
export const mailBankChange: OutboxHandler<'vendor-portal.bank-mail'> =
  async ({ env, db }) =>
  async ({ id, companyId, createdAt: at, payload }) => {
    const admins = await db.all<{ id: string; email: string }>(
      db.sql(
        `SELECT u.id, u.email FROM company_memberships m INDEXED BY company_memberships_admins
          CROSS JOIN users u ON u.id = m.user_id
          WHERE m.company_id = ? AND m.has_admin_access = 1 AND m.disabled_at IS NULL`,
        companyId,
      ),
    )
    const mail = composeBankMail(payload.news, payload.vendor, env.OUTLAY_ORIGIN)
    await ring(
      db,
      admins.map((admin) => ({
        ...{ key: id, companyId, at, userId: admin.id, kind: 'BANK_DETAILS' },
        target: payload.vendor && { type: 'VENDOR', id: payload.vendor.id },
        title: bankTitle(payload.news, payload.vendor),
        sentence: `${bankTitle(payload.news, payload.vendor)}. Call the vendor at a number you already know before you pay to it.`,
        path: payload.vendor ? hrefOf('VENDOR', payload.vendor.id) : '/vendors',
      })),
    )
    for (const admin of admins) await sendMail(env, { to: admin.email, ...mail }, `${id}:${admin.id}`, id)
  }

const bankTitle = ({ event, vendorCompany }: PortalNews, vendor: { name: string } | null): string => {
  const name = vendorCompany?.name ?? vendor?.name ?? 'A vendor'
  return event.kind === 'BANK_CHANGED' ? `${name} changed its bank account` : `${name} shared a bank account`
}

const composeBankMail = (news: PortalNews, vendor: { id: string; name: string } | null, origin: string) => {
  const { event, by } = news
  const title = bankTitle(news, vendor)
  const rows: [string, string][] =
    event.kind === 'BANK_CHANGED'
      ? [
          ['Before', accountText(event.before)],
          ['Now', accountText(event.after)],
        ]
      : event.kind === 'BANK_SHARED'
        ? event.accounts.map((account) => ['Account', accountText(account)])
        : []
  if (by) rows.push(['Changed by', `${fullName(by)}, ${by.email}`])
  const warning =
    'Fraudsters change bank details to divert payments. Before you pay to this account, call the vendor at a number you already know, not one from a recent email.'
  const url = vendor ? `${origin}${hrefOf('VENDOR', vendor.id)}` : `${origin}/vendors`
  const html = String(
    <MailLayout
      title={title}
      preview={warning}
      action={{ label: vendor ? 'Open vendor' : 'Open vendors', url }}
      footer="You got this email because you’re an admin in Outlay. Changes of bank accounts are always sent to admins."
    >
      <Paragraph>{warning}</Paragraph>
      <Facts rows={rows} />
    </MailLayout>,
  )
  const text = [title, warning, rows.map(([label, value]) => `${label}: ${value}`).join('\n'), url].join('\n\n')
  return { subject: `Check: ${title}`, html: `<!doctype html>${html}`, text: `${text}\n` }
}
