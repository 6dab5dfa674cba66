import { withStop } from '../../../../schema/shared/name-lists.ts'
/** @jsxImportSource hono/jsx */

import type { BidderMail } from '../../../../schema/requests/sourcing-events/effects.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { openPost } from '../../../integrations/resend/post.ts'
import { Facts, MailLayout, Paragraph, Quote } from '../../platform/notifications/index.ts'

/** Emails to bidders. Only an invitation has the link, because only its hash is kept. */

interface Row {
  name: string
  email: string
  eventId: string
  title: string
  deadline: number
  companyName: string
}

const DEADLINE = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'UTC',
})
export const deadlineText = (deadline: number): string => `${DEADLINE.format(new Date(deadline))} UTC`

interface Words {
  subject: string
  lead: string
  /** Whether the deadline still matters. */
  hasDeadline?: boolean
  more?: string
}

const LINK_NOTE = 'Use the link in your invitation to open it.'

const wordsOf = (kind: BidderMail['kind'], { title, companyName }: Row): Words => {
  switch (kind) {
    case 'INVITED':
      return {
        subject: `${companyName} invites you to bid: ${title}`,
        lead: `${companyName} invites you to bid for ${withStop(title)} No account is needed: this link is only for you, so don’t forward it.`,
        hasDeadline: true,
        more: 'Your bid is encrypted as you save it. No one at the company can open it before the deadline, and you can change or withdraw it until then.',
      }
    case 'POSTPONED':
      return {
        subject: `New deadline: ${title}`,
        lead: `${companyName} moved the deadline for ${title} to a later time.`,
        hasDeadline: true,
        more: `Bids that were submitted count. You can still change yours. ${LINK_NOTE}`,
      }
    case 'ANSWERED':
      return {
        subject: `Answer from ${companyName}: ${title}`,
        lead: `${companyName} answered a question about ${withStop(title)} All bidders get this answer.`,
        hasDeadline: true,
      }
    case 'CANCELLED':
      return {
        subject: `Canceled: ${title}`,
        lead: `${companyName} canceled ${withStop(title)} Bids that were still sealed will never be opened.`,
      }
    case 'REVOKED':
      return {
        subject: `Your invitation was withdrawn: ${title}`,
        lead: `${companyName} withdrew your invitation to bid for ${withStop(title)} If you sent a bid, it won’t be opened.`,
      }
    case 'RECEIVED':
      return {
        subject: `Bid received: ${title}`,
        lead: `Your bid for ${title} was received and is sealed until the deadline.`,
        hasDeadline: true,
        more: `You can change or withdraw it until then. ${LINK_NOTE}`,
      }
    case 'WON':
      return {
        subject: `${companyName} chose your bid: ${title}`,
        lead: `${companyName} chose your bid for ${withStop(title)}`,
      }
    case 'LOST':
      return { subject: `About your bid: ${title}`, lead: `${companyName} has decided about ${withStop(title)}` }
  }
}

export const mailBidder: OutboxHandler<'sourcing-event.mail-bidder'> = async ({ env, db, clock }) => {
  const post = openPost({ env, db, clock })
  return async (effect) => {
    const { companyId } = effect
    const { bidderId, kind, token, text } = effect.payload
    const row = await db.first<Row>(
      db.sql(
        `SELECT b.name, b.email, b.event_id AS eventId, e.title, e.deadline, o.name AS companyName
           FROM sourcing_bidders b
           JOIN sourcing_events e ON e.id = b.event_id AND e.company_id = b.company_id
           JOIN companies o ON o.id = b.company_id
          WHERE b.id = ? AND b.company_id = ?`,
        bidderId,
        companyId,
      ),
    )
    if (!row) return
    const { subject, lead, hasDeadline = false, more } = wordsOf(kind, row)
    const url = token ? `${env.OUTLAY_ORIGIN}/public/sourcing-event/${token}` : null
    const facts: [string, string][] = hasDeadline ? [['Deadline', deadlineText(row.deadline)]] : []
    const html = String(
      <MailLayout
        title={subject}
        preview={lead}
        {...(url ? { action: { label: 'Open invitation', url } } : {})}
        footer={`You got this email because ${row.companyName} invited ${row.email} to bid. They use Outlay to compare bids.`}
      >
        <Paragraph>Hello {row.name},</Paragraph>
        <Paragraph>{lead}</Paragraph>
        {text ? <Quote>{text}</Quote> : null}
        {facts.length > 0 ? <Facts rows={facts} /> : null}
        {more ? <Paragraph>{more}</Paragraph> : null}
      </MailLayout>,
    )
    const parts = [`Hello ${row.name},`, lead, text, facts.map((fact) => fact.join(': ')).join('\n'), more, url]
    const plain = `${parts.filter(Boolean).join('\n\n')}\n`
    const mail = { to: row.email, subject, html: `<!doctype html>${html}`, text: plain, threadKey: row.eventId }
    await post(effect, [{ key: effect.id, mail }])
  }
}
