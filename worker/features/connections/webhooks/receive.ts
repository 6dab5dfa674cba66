import { z } from 'zod'
import { AppError } from '../../../core/errors.ts'
import { command } from '../../../core/operation.ts'
import { outboxStatement } from '../../../core/outbox.ts'
import { nudgeOutbox } from '../../../core/outbox-nudge.ts'
import { type SignedMessage, webhookSender } from '../../../core/webhook-senders.ts'

const input = z.object({
  provider: z.string(),
  body: z.string(),
  header: z.custom<SignedMessage['header']>((value) => typeof value === 'function'),
})

/**
 * Stores an event and queues it. The same one again changes nothing. Throws NOT_FOUND for a provider that isn't set up,
 * UNAUTHENTICATED if the provider didn't sign it, INVALID if that was more than five minutes ago.
 */
export const receiveWebhook = command({
  id: 'webhooks.receive',
  access: 'system.receive-webhook',
  // Known by the provider's id of the event.
  idempotency: 'none',
  input,
  run: async (context, { provider, body, header }): Promise<{ eventId: string }> => {
    const { env, db, clock, log } = context
    const sender = webhookSender(provider)
    const secret = sender?.secret(env)
    if (!sender || !secret) throw new AppError('NOT_FOUND', 'There is nothing at this address.')
    const now = clock.now()
    const verdict = await sender.verify(secret, { body, header }, now)
    if ('refused' in verdict) {
      log.error('webhook.refused', { provider, reason: verdict.refused })
      throw verdict.refused === 'NOT_SIGNED'
        ? new AppError('UNAUTHENTICATED', 'The signature does not match.')
        : new AppError('INVALID', 'The signature is more than five minutes old.')
    }
    const { eventId } = verdict
    const row = {
      id: `webhook:${provider}:${eventId}`,
      companyId: '',
      topic: 'webhook.handle' as const,
      payload: { provider, eventId },
      createdAt: now,
    }
    await db.batch([
      db.sql(
        'INSERT OR IGNORE INTO webhook_events (provider, event_id, body, received_at) VALUES (?, ?, ?, ?)',
        ...[provider, eventId, body, now],
      ),
      outboxStatement(db, [row]),
    ])
    const nudge = nudgeOutbox(env, [row], now)
    context.waitUntil(nudge.catch((error) => log.error('outbox.nudge-failed', { error: String(error) })))
    return { eventId }
  },
})
