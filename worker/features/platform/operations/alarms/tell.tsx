/** @jsxImportSource hono/jsx */

import type { AlarmNews } from '../../../../../schema/platform/operations/alarm-news.ts'
import type { OutboxHandler } from '../../../../core/outbox-registry.ts'
import { openPost } from '../../../../integrations/resend/post.ts'
import { deliverWebhook } from '../../../../integrations/webhook/client.ts'
import { MailLayout, Paragraph } from '../../notifications/index.ts'
import { alarmSecrets, SETTINGS, settingsOf } from './settings.ts'

/** Emails and calls about alarms, to those that are set when they leave. */

const EVENTS: Record<AlarmNews['events'][number]['event'], string> = {
  BEGAN: 'Alarm',
  ENDED: 'Over',
  STILL_ON: 'Still on',
  TRIAL: 'Trial',
}

const time = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const linesOf = ({ events, more }: AlarmNews): string[] => [
  ...events.map(({ event, text, since }) =>
    event === 'BEGAN' || event === 'TRIAL'
      ? `${EVENTS[event]}: ${text}`
      : `${EVENTS[event]}, since ${time(since)}: ${text}`,
  ),
  ...(more > 0 ? [`And ${more} more.`] : []),
]

const subjectOf = ({ events, more }: AlarmNews): string => {
  const [first] = events
  const others = events.length - 1 + more
  return `Outlay ${first ? EVENTS[first.event].toLowerCase() : 'alarm'}: ${first?.text ?? ''}${others > 0 ? ` (and ${others} more)` : ''}`
}

export const mailAlarms: OutboxHandler<'alarms.mail'> = async ({ env, db, clock }) => {
  const post = openPost({ env, db, clock })
  const { emails } = settingsOf(await db.first(db.sql(SETTINGS)))
  const url = `${env.OUTLAY_ORIGIN}/super-admin/operations`
  return async (effect) => {
    const lines = linesOf(effect.payload)
    const subject = subjectOf(effect.payload)
    const html = String(
      <MailLayout
        title={subject}
        preview={lines[0] ?? ''}
        footer="You got this email because your address is set for alarms on the Operations page."
      >
        {lines.map((line) => (
          <Paragraph key={line}>{line}</Paragraph>
        ))}
        <Paragraph>
          <a href={url}>Open Operations</a>
        </Paragraph>
      </MailLayout>,
    )
    const text = `${lines.join('\n')}\n\n${url}\n`
    const mail = { subject, html: `<!doctype html>${html}`, text, threadKey: 'alarms' }
    await post(
      effect,
      emails.map((to) => ({ key: `${effect.id}:${to}`, mail: { to, ...mail } })),
    )
  }
}

/** Signed as the webhooks of companies are. An answer that says no is tried again like an outage. */
export const callAlarms: OutboxHandler<'alarms.call'> = async ({ env, db, clock }) => {
  const { webhookUrl } = settingsOf(await db.first(db.sql(SETTINGS)))
  return async ({ id, payload }) => {
    if (webhookUrl === null) return
    const body = JSON.stringify({
      event: 'alarms',
      installation: env.OUTLAY_ORIGIN,
      alarms: payload.events.map(({ since, ...event }) => ({ ...event, since: new Date(since).toISOString() })),
      more: payload.more,
    })
    const at = clock.now()
    const secrets = await alarmSecrets(env, at)
    const { error } = await deliverWebhook({ url: webhookUrl, body, id, secrets, at })
    if (error !== null) throw new Error(error)
  }
}
