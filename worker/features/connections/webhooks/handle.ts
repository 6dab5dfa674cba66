import type { SystemContext } from '../../../core/operation.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { type WebhookEvent, webhookSender } from '../../../core/webhook-senders.ts'

export const handleWebhook: OutboxHandler<'webhook.handle', SystemContext> = async (context) => {
  const { db } = context
  return async ({ payload: { provider, eventId } }) => {
    const event = await db.first<WebhookEvent>(
      db.sql(
        `SELECT event_id AS eventId, body, received_at AS receivedAt FROM webhook_events
          WHERE provider = ? AND event_id = ?`,
        ...[provider, eventId],
      ),
    )
    const sender = webhookSender(provider)
    if (!event || !sender) throw new Error(`There is no event ${eventId} of ${provider}, or no area for it`)
    await sender.handle(context, event)
  }
}

/** Longer than the outbox keeps what it did, so that an event is known as long as its effect. */
const KEPT_MS = 35 * 24 * 60 * 60 * 1000
const WINDOW = 2_000

export const forgetOldEvents = async ({ db, clock }: SystemContext): Promise<void> => {
  await db.batch([
    db.sql(
      `DELETE FROM webhook_events WHERE rowid IN (
         SELECT rowid FROM webhook_events INDEXED BY webhook_events_age
          WHERE received_at < ? ORDER BY received_at LIMIT ${WINDOW})`,
      clock.now() - KEPT_MS,
    ),
  ])
}
