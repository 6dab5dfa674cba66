import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Events that outside systems sent, verified. See worker/features/connections/webhooks. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    provider: text('provider').notNull(),
    /** The provider's, so that an event that is sent again counts once. */
    eventId: text('event_id').notNull(),
    /** As it was signed. */
    body: text('body').notNull(),
    receivedAt: integer('received_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.eventId] }), index('webhook_events_age').on(t.receivedAt)],
)
