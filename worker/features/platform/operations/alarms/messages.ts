import type { AlarmNews } from '../../../../../schema/platform/operations/alarm-news.ts'
import type { OutboxRow } from '../../../../core/outbox.ts'

type Row = Pick<OutboxRow<'alarms.mail' | 'alarms.call'>, 'topic' | 'payload'>

/** The messages about news, to those that are set: an email to all addresses, and a call. */
export const messagesOf = (
  { emails, webhookUrl }: { emails: readonly string[]; webhookUrl: string | null },
  payload: AlarmNews,
): Row[] => {
  if (payload.events.length === 0) return []
  return [
    ...(emails.length > 0 ? [{ topic: 'alarms.mail' as const, payload }] : []),
    ...(webhookUrl !== null ? [{ topic: 'alarms.call' as const, payload }] : []),
  ]
}
