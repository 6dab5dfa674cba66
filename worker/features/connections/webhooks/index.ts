/**
 * Events from outside systems. Invariants: nothing is stored that isn't signed by the provider and recent; an event
 * counts once, however often it is sent; it is stored before it is acknowledged, and handled by the outbox. Areas
 * register what an event means in core/webhook-senders.ts.
 */
export { receiveWebhook } from './receive.ts'
