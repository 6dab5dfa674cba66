/** @jsxImportSource hono/jsx */

import { addDays, dayIn, dayText } from '../../../../schema/shared/calendar.ts'
import { daysBetween } from '../../../../schema/shared/day-count.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { type Currency, formatMoney } from '../../../../schema/shared/money.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { openPost } from '../../../integrations/resend/post.ts'
import { Facts, MailLayout, Paragraph, Quote } from '../../platform/notifications/index.ts'

/** The email of a renewal reminder. */

interface ReminderFacts {
  id: string
  email: string
  timeZone: string | null
  serviceId: string
  serviceName: string
  vendorName: string | null
  startDate: string
  endDate: string
  cancelBy: string | null
  autorenews: number
  totalMinor: number
  currency: Currency
  message: string | null
}

/** Leaves out deleted reminders, disabled members, and people who want no emails. */
const FACTS = `
SELECT j.value ->> 'id' AS id, u.email, u.timezone AS timeZone, s.id AS serviceId, s.name AS serviceName,
       v.name AS vendorName, p.start_date AS startDate, p.end_date AS endDate, p.cancel_by AS cancelBy,
       s.autorenews, p.total_minor AS totalMinor, p.currency, c.message
  FROM json_each(?1) j
 CROSS JOIN service_reminders r ON r.company_id = j.value ->> 'companyId' AND r.service_id = j.value ->> 'serviceId'
   AND r.period_id = j.value ->> 'periodId' AND r.remind_on = j.value ->> 'remindOn'
 CROSS JOIN services s ON s.id = r.service_id AND s.company_id = r.company_id AND s.archived_at IS NULL
 CROSS JOIN service_periods p ON p.id = r.period_id AND p.company_id = r.company_id
 CROSS JOIN company_memberships m
    ON m.company_id = r.company_id AND m.user_id = j.value ->> 'userId' AND m.disabled_at IS NULL
 CROSS JOIN users u ON u.id = m.user_id
  LEFT JOIN vendors v ON v.id = s.vendor_id AND v.company_id = s.company_id
  LEFT JOIN service_reminder_settings c ON c.company_id = r.company_id
  LEFT JOIN notification_settings n ON n.company_id = r.company_id
  LEFT JOIN notification_preferences w ON w.company_id = r.company_id AND w.user_id = m.user_id
 WHERE COALESCE(n.enable_email_notifications, 1) = 1 AND COALESCE(w.receive_email, 1) = 1`

export const mailRenewalReminders: OutboxHandler<'service.remind'> = async ({ env, db, clock }, effects) => {
  const found = await db.all<ReminderFacts>(
    db.sql(FACTS, JSON.stringify(effects.map(({ id, companyId, payload }) => ({ ...payload, id, companyId })))),
  )
  const factsBy = new Map(found.map((row) => [row.id, row]))
  const post = openPost({ env, db, clock })
  return async (effect) => {
    const { id } = effect
    const facts = factsBy.get(id)
    if (!facts) return
    const mail = compose(facts, dayIn(facts.timeZone, clock.now()), env.OUTLAY_ORIGIN)
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

const compose = (facts: ReminderFacts, today: string, origin: string) => {
  const { serviceName, vendorName, endDate, startDate, cancelBy, totalMinor, currency, message } = facts
  const of = vendorName ? `${serviceName} of ${vendorName}` : serviceName
  const verb = endDate < today ? 'ended' : facts.autorenews ? 'renews automatically after' : 'ends'
  const on = endDate < today || !facts.autorenews ? ' on' : ''
  const sentence = `${of} ${verb}${on} ${dayText(endDate)}, ${distance(today, endDate)}.`
  const rows: [string, string][] = [
    ['Period', `${dayText(startDate)} to ${dayText(endDate)}`],
    ...(cancelBy
      ? [['Last day to cancel', `${dayText(cancelBy)} (${distance(today, cancelBy)})`] as [string, string]]
      : []),
    ['Renews', facts.autorenews ? 'Automatic' : 'Manual'],
    ['Cost of the period', formatMoney({ value: totalMinor, currency })],
  ]
  const url = `${origin}${hrefOf('SERVICE', facts.serviceId)}`
  const html = String(
    <MailLayout
      title={serviceName}
      preview={sentence}
      action={{ label: 'Open service', url }}
      footer="You got this email because your company sends you renewal reminders. An admin can change this."
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
  ]
  return {
    subject: `Renewal reminder: ${of}`,
    html: `<!doctype html>${html}`,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
  }
}
