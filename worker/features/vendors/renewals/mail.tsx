/** @jsxImportSource hono/jsx */

import { addDays, dayIn, dayText, NO_END } from '../../../../schema/shared/calendar.ts'
import { daysBetween } from '../../../../schema/shared/day-count.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { type Currency, formatMoney } from '../../../../schema/shared/money.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { openPost } from '../../../integrations/resend/post.ts'
import { ring } from '../../platform/bell/index.ts'
import {
  byMailOf,
  Facts,
  MailLayout,
  Paragraph,
  Quote,
  unsubscribeLine,
  unsubscribeUrls,
} from '../../platform/notifications/index.ts'

/** A renewal reminder, in the bell and by email. */

interface ReminderFacts {
  id: string
  userId: string
  email: string
  byMail: number
  timeZone: string | null
  serviceId: string
  serviceName: string
  vendorName: string | null
  startDate: string
  /** Null for a service that runs month to month. */
  endDate: string | null
  cancelBy: string | null
  autorenews: number
  totalMinor: number
  currency: Currency
  message: string | null
}

/** Leaves out deleted reminders and disabled members. */
const FACTS = `
SELECT j.value ->> 'id' AS id, u.id AS userId, u.email, ${byMailOf('RENEWAL')} AS byMail, u.timezone AS timeZone, s.id AS serviceId, s.name AS serviceName,
       v.name AS vendorName, e.start_date AS startDate, nullif(e.end_date, '${NO_END}') AS endDate, e.cancel_by AS cancelBy,
       s.autorenews, CASE e.end_date WHEN '${NO_END}' THEN e.amortized_minor ELSE e.total_minor END AS totalMinor, e.currency, c.message
  FROM json_each(?1) j
 CROSS JOIN service_reminders r ON r.company_id = j.value ->> 'companyId' AND r.service_id = j.value ->> 'serviceId'
   AND r.period_id = j.value ->> 'periodId' AND r.remind_on = j.value ->> 'remindOn'
 CROSS JOIN services s ON s.id = r.service_id AND s.company_id = r.company_id AND s.archived_at IS NULL
 CROSS JOIN service_periods e ON e.id = r.period_id AND e.company_id = r.company_id
 CROSS JOIN company_memberships m
    ON m.company_id = r.company_id AND m.user_id = j.value ->> 'userId' AND m.disabled_at IS NULL
 CROSS JOIN users u ON u.id = m.user_id
  LEFT JOIN vendors v ON v.id = s.vendor_id AND v.company_id = s.company_id
  LEFT JOIN service_reminder_settings c ON c.company_id = r.company_id
  LEFT JOIN notification_settings n ON n.company_id = r.company_id
  LEFT JOIN notification_preferences p ON p.company_id = r.company_id AND p.user_id = m.user_id`

export const mailRenewalReminders: OutboxHandler<'service.remind'> = async ({ env, db, clock }, effects) => {
  const found = await db.all<ReminderFacts>(
    db.sql(FACTS, JSON.stringify(effects.map(({ id, companyId, payload }) => ({ ...payload, id, companyId })))),
  )
  const factsBy = new Map(found.map((row) => [row.id, row]))
  const told = effects.flatMap(({ id: key, companyId, createdAt: at }) => {
    const facts = factsBy.get(key)
    return facts ? [{ key, companyId, at, facts }] : []
  })
  await ring(
    db,
    told.map(({ key, companyId, at, facts }) => ({
      ...{ key, companyId, at, userId: facts.userId, kind: 'RENEWAL' },
      target: { type: 'SERVICE', id: facts.serviceId },
      sentence: sentenceOf(facts, dayIn(facts.timeZone, clock.now())),
      path: hrefOf('SERVICE', facts.serviceId),
    })),
  )
  const stops = await unsubscribeUrls(env, told, ({ companyId, facts: { userId } }) => ({
    companyId,
    userId,
    kind: 'RENEWAL',
  }))
  const post = openPost({ env, db, clock })
  return async (effect) => {
    const { id } = effect
    const own = told.find(({ key }) => key === id)
    if (own?.facts.byMail !== 1) return
    const { facts } = own
    const mail = compose(facts, dayIn(facts.timeZone, clock.now()), env.OUTLAY_ORIGIN, stops.get(own))
    await post(effect, [{ key: id, mail: { to: facts.email, ...mail, threadKey: facts.serviceId } }])
  }
}

/** "today", "tomorrow", "in 30 days", "5 days ago". */
const distance = (today: string, date: string): string => {
  if (date === today) return 'today'
  if (date === addDays(today, 1)) return 'tomorrow'
  const days = daysBetween(today, date)
  if (days > 0) return `in ${days} days`
  return days === -1 ? 'yesterday' : `${-days} days ago`
}

const nameOf = ({ serviceName, vendorName }: ReminderFacts): string =>
  vendorName ? `${serviceName} of ${vendorName}` : serviceName

const sentenceOf = (facts: ReminderFacts, today: string): string => {
  const { endDate, autorenews } = facts
  if (endDate === null) return `${nameOf(facts)} runs month to month. Does your company still need it?`
  const verb = endDate < today ? 'ended' : autorenews ? 'renews automatically after' : 'ends'
  const on = endDate < today || !autorenews ? ' on' : ''
  return `${nameOf(facts)} ${verb}${on} ${dayText(endDate)}, ${distance(today, endDate)}.`
}

const compose = (facts: ReminderFacts, today: string, origin: string, unsubscribeUrl?: string) => {
  const { serviceName, endDate, startDate, cancelBy, totalMinor, currency, message } = facts
  const of = nameOf(facts)
  const sentence = sentenceOf(facts, today)
  const rows: [string, string][] = [
    [
      'Period',
      endDate === null ? `From ${dayText(startDate)}, month to month` : `${dayText(startDate)} to ${dayText(endDate)}`,
    ],
    ...(cancelBy
      ? [['Last day to cancel', `${dayText(cancelBy)} (${distance(today, cancelBy)})`] as [string, string]]
      : []),
    ...(endDate === null ? [] : [['Renews', facts.autorenews ? 'Automatic' : 'Manual'] as [string, string]]),
    [endDate === null ? 'Monthly cost' : 'Period cost', formatMoney({ value: totalMinor, currency })],
  ]
  const url = `${origin}${hrefOf('SERVICE', facts.serviceId)}`
  const html = String(
    <MailLayout
      title={serviceName}
      preview={sentence}
      action={{ label: 'Open service', url }}
      footer="You got this email because your company sends you renewal reminders. An admin can change this."
      unsubscribeUrl={unsubscribeUrl}
    >
      <Paragraph>{sentence}</Paragraph>
      {message && <Quote>{message}</Quote>}
      <Facts rows={rows} />
    </MailLayout>,
  )
  const text = [
    sentence,
    message?.replaceAll(/^/gm, '> '),
    rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
    `Open service: ${url}`,
    unsubscribeLine(unsubscribeUrl),
  ]
  return {
    subject: `Renewal reminder: ${of}`,
    html: `<!doctype html>${html}`,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    unsubscribeUrl,
  }
}
