/** @jsxImportSource hono/jsx */

import type { NotificationKind } from '../../../schema/notifications/levels.ts'
import type { Currency } from '../../../schema/shared/money.ts'
import { formatMoney } from '../../../schema/shared/money.ts'
import type { NotificationRecipient, RequestNotification } from '../../core/outbox.ts'
import type { OutboxHandler } from '../../core/outbox-runner.ts'
import { sendMail } from '../../integrations/resend/client.ts'
import { Facts, MailLayout, Paragraph, Quote } from './mail-layout.tsx'
import { chooseMails, keyOf, peopleStatements, toDelegations, toPeople } from './recipients.ts'

interface RequestFacts {
  number: number
  title: string
  categoryName: string
  requestorName: string
  amountValue: number | null
  amountCurrency: Currency | null
  isMailOn: number
}

interface Wording {
  subject: string
  sentence: string
  action: string
}

const wordingOf = (kind: NotificationKind, actor: string, recipient: NotificationRecipient, title: string): Wording => {
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
export const mailRequestNotifications: OutboxHandler<'request.notify'> = async ({ env, db, clock }, effects) => {
  const [requests, people, delegations] = await db.batch([
    db.sql(
      `SELECT s.id, s.company_id AS companyId, s.number, s.title, c.name AS categoryName,
              s.requestor_name AS requestorName, s.amount_value AS amountValue, s.amount_currency AS amountCurrency,
              COALESCE(n.enable_email_notifications, 1) AS isMailOn
         FROM json_each(?) j CROSS JOIN intake_submissions s ON s.id = j.value
        CROSS JOIN intake_categories c ON c.id = s.intake_category_id
         LEFT JOIN notification_settings n ON n.company_id = s.company_id
        WHERE s.deleted_at IS NULL`,
      JSON.stringify([...new Set(effects.map(({ payload }) => payload.targetId))]),
    ),
    ...peopleStatements(
      db,
      effects.map(({ companyId, payload }) => ({ companyId, recipients: payload.recipients })),
      clock.now(),
    ),
  ])
  const requestBy = new Map((requests?.results ?? []).map((row) => [keyOf(row.companyId, row.id), row]))
  const peopleBy = toPeople(people?.results)
  const delegationsBy = toDelegations(delegations?.results)
  return async ({ id, companyId, payload }) => {
    const request = requestBy.get(keyOf(companyId, payload.targetId)) as unknown as RequestFacts | undefined
    if (request?.isMailOn !== 1) return
    const url = `${env.OUTLAY_ORIGIN}/intake-request/${payload.targetId}`
    const away = payload.recipients.flatMap(({ userId }) => delegationsBy.get(keyOf(companyId, userId)) ?? [])
    for (const recipient of chooseMails(payload.recipients, away, peopleBy.get(companyId) ?? new Map())) {
      const mail = compose(request, payload, recipient, url)
      await sendMail(env, { to: recipient.email, ...mail, threadKey: payload.targetId }, `${id}:${recipient.userId}`)
    }
  }
}

const compose = (
  request: RequestFacts,
  payload: RequestNotification,
  recipient: NotificationRecipient,
  url: string,
) => {
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
