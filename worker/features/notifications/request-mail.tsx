/** @jsxImportSource hono/jsx */

import type { Currency } from '../../../schema/shared/money.ts'
import { formatMoney } from '../../../schema/shared/money.ts'
import type { RequestNotification, RequestNotificationKind } from '../../core/outbox.ts'
import type { OutboxHandlers } from '../../core/outbox-runner.ts'
import { sendMail } from '../../integrations/resend/client.ts'
import { Facts, MailLayout, Paragraph, Quote } from './mail-layout.tsx'

interface RequestFacts {
  number: number
  title: string
  categoryName: string
  requestorName: string
  amountValue: number | null
  amountCurrency: Currency | null
}

interface Wording {
  subject: string
  sentence: string
  action: string
}

type Recipient = RequestNotification['recipients'][number]

const wordingOf = (kind: RequestNotificationKind, actor: string, recipient: Recipient, title: string): Wording => {
  const block = recipient.blockLabel ? `"${recipient.blockLabel}"` : 'a step'
  switch (kind) {
    case 'APPROVAL_REQUESTED':
      return {
        subject: `Approval needed: ${title}`,
        sentence: `Your approval is needed for ${block}.`,
        action: 'Review request',
      }
    case 'TASK_REQUESTED':
      return { subject: `Task for you: ${title}`, sentence: `The task ${block} waits for you.`, action: 'Open task' }
    case 'BLOCK_APPROVED':
      return {
        subject: `${actor} approved: ${title}`,
        sentence: `${actor} completed ${block}.`,
        action: 'View request',
      }
    case 'REQUEST_APPROVED':
      return { subject: `Approved: ${title}`, sentence: 'The request is approved.', action: 'View request' }
    case 'REQUEST_REJECTED':
      return { subject: `Rejected: ${title}`, sentence: `${actor} rejected the request.`, action: 'View request' }
    case 'REMINDER':
      return { subject: `Reminder: ${title}`, sentence: `${actor} reminds you of ${block}.`, action: 'Review request' }
    case 'ANSWERS_CHANGED':
      return {
        subject: `Changed: ${title}`,
        sentence: `${actor} changed the answers of the request.`,
        action: 'View changes',
      }
    case 'RESTARTED':
      return {
        subject: `Restarted: ${title}`,
        sentence: `${actor} started the approvals again.`,
        action: 'View request',
      }
    case 'SUBMITTED':
      return { subject: `Submitted: ${title}`, sentence: `${actor} submitted the request.`, action: 'View request' }
    case 'WATCHING':
      return {
        subject: `New request: ${title}`,
        sentence: `${actor} submitted a request that you watch.`,
        action: 'View request',
      }
  }
}

/** One mail per person about one event of a request; the key makes a second delivery harmless. */
export const mailRequestNotification: OutboxHandlers['request.notify'] = async (
  { env, db, clock },
  { id, companyId, payload },
) => {
  const userIds = JSON.stringify(payload.recipients.map((recipient) => recipient.userId))
  const [requests, people, delegates] = await db.batch([
    db.sql(
      `SELECT s.number, s.title, c.name AS categoryName, s.requestor_name AS requestorName,
              s.amount_value AS amountValue, s.amount_currency AS amountCurrency
         FROM intake_submissions s JOIN intake_categories c ON c.id = s.intake_category_id
        WHERE s.id = ? AND s.company_id = ? AND s.deleted_at IS NULL`,
      payload.targetId,
      companyId,
    ),
    db.sql(
      `SELECT u.id, u.email FROM company_memberships m JOIN users u ON u.id = m.user_id
        WHERE m.company_id = ?1 AND m.disabled_at IS NULL AND m.user_id IN (
          SELECT value FROM json_each(?2)
          UNION SELECT delegate_user_id FROM delegate_approvers
           WHERE company_id = ?1 AND user_id IN (SELECT value FROM json_each(?2)))`,
      companyId,
      userIds,
    ),
    db.sql(
      `SELECT user_id AS userId, delegate_user_id AS delegateUserId FROM delegate_approvers
        WHERE company_id = ?1 AND user_id IN (SELECT value FROM json_each(?2))
          AND (starts_on IS NULL OR starts_on <= ?3) AND (ends_on IS NULL OR ends_on >= ?3)`,
      companyId,
      userIds,
      new Date(clock.now()).toISOString().slice(0, 10),
    ),
  ])
  const request = requests?.results[0] as unknown as RequestFacts | undefined
  if (!request) return
  const byId = new Map((people?.results ?? []).map((row) => [String(row.id), row]))
  const url = `${env.OUTLAY_ORIGIN}/intake-request/${payload.targetId}`
  const recipients = withDelegates(payload.recipients, delegates?.results ?? [])
  for (const recipient of recipients) {
    const person = byId.get(recipient.userId)
    if (!person) continue
    const mail = compose(request, payload, recipient, url)
    await sendMail(env, { to: String(person.email), ...mail, threadKey: payload.targetId }, `${id}:${recipient.userId}`)
  }
}

const ASKS: RequestNotificationKind[] = ['APPROVAL_REQUESTED', 'TASK_REQUESTED', 'REMINDER']

/** Who may act for somebody who is asked is asked too; nobody gets two mails about one event. */
const withDelegates = (recipients: Recipient[], delegates: Record<string, unknown>[]): Recipient[] => {
  const all = new Map(recipients.map((recipient) => [recipient.userId, recipient]))
  for (const recipient of recipients.filter(({ kind }) => ASKS.includes(kind))) {
    for (const { userId, delegateUserId } of delegates) {
      const key = String(delegateUserId)
      if (userId === recipient.userId && !all.has(key)) all.set(key, { ...recipient, userId: key })
    }
  }
  return [...all.values()]
}

const compose = (request: RequestFacts, payload: RequestNotification, recipient: Recipient, url: string) => {
  const wording = wordingOf(recipient.kind, payload.actorName, recipient, request.title)
  const amount =
    request.amountValue === null
      ? null
      : formatMoney({ value: request.amountValue, currency: request.amountCurrency ?? 'USD' })
  const rows: [string, string][] = [
    ['Request', `#${request.number} · ${request.categoryName}`],
    ['Requested by', request.requestorName],
    ...(amount ? [['Amount', amount] as [string, string]] : []),
  ]
  const html = String(
    <MailLayout
      title={request.title}
      preview={wording.sentence}
      action={{ label: wording.action, url }}
      footer="You get this mail because you take part in this request in Outlay."
    >
      <Paragraph>{wording.sentence}</Paragraph>
      {payload.note && <Quote>{payload.note}</Quote>}
      <Facts rows={rows} />
    </MailLayout>,
  )
  const text = [
    wording.sentence,
    payload.note && `> ${payload.note.replaceAll('\n', '\n> ')}`,
    rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
    `${wording.action}: ${url}`,
  ]
  return { subject: wording.subject, html: `<!doctype html>${html}`, text: `${text.filter(Boolean).join('\n\n')}\n` }
}
