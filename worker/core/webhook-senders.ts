import type { Env } from '../env.ts'
import type { SystemContext } from './operation.ts'

/**
 * Outside systems that tell us what happened. An adapter says how its provider signs, and an area what an event means.
 * worker/features/connections/webhooks receives, stores and queues them.
 */

export interface SignedMessage {
  header: (name: string) => string | undefined
  /** The body as it came, because the signature covers every character. */
  body: string
}

/** The event's id at the provider, which is the same if the event is sent again, or why the message is refused. */
export type Verdict = { eventId: string } | { refused: 'NOT_SIGNED' | 'TOO_OLD' }

export interface WebhookEvent {
  eventId: string
  body: string
  receivedAt: number
}

export interface WebhookSender {
  /** The signing secret. Without one, nothing is received. */
  secret: (env: Env) => string | undefined
  verify: (secret: string, message: SignedMessage, now: number) => Promise<Verdict>
  /** What the event means. It may run twice, and events come in any order. */
  handle: (context: SystemContext, event: WebhookEvent) => Promise<void>
}

const senders = new Map<string, WebhookSender>()

/** Called once for each provider, when the area's module is loaded. The name is part of the address. */
export const registerWebhook = (provider: string, sender: WebhookSender): void => {
  senders.set(provider, sender)
}

export const webhookSender = (provider: string): WebhookSender | undefined => senders.get(provider)
