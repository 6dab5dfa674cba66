import { systemClock } from './core/clock.ts'
import { Database } from './core/database.ts'
import { createLogger } from './core/log.ts'
import { type OutboxContext, runOutbox, sweepOutbox } from './core/outbox-runner.ts'
import type { Env, OutboxNudge } from './env.ts'
import { sealAuditLog } from './features/audit/chain.ts'
import { removeAbandonedUploads, removeTemporaryDocuments } from './features/documents/jobs.ts'
import { outboxHandlers } from './features/notifications/index.ts'
import { enqueueReminders } from './features/notifications/reminders.ts'
import { enqueueRenewalReminders } from './features/services/renewals/enqueue.ts'
import { sweepVendorFigures } from './features/vendors/figures.ts'

const jobContext = (env: Env, job: string): OutboxContext => ({
  env,
  db: new Database(env.DB, 'first-primary'),
  clock: systemClock,
  log: createLogger({ job }, env.OUTLAY_LOG_LEVEL === 'error' ? 'error' : 'info'),
})

/**
 * Queue messages only make the outbox faster: the rows are the truth, so a message is acknowledged even when its
 * effect failed; the row comes back by the sweep. Duplicates and shuffles change nothing.
 */
export const handleQueue = async (batch: MessageBatch<OutboxNudge>, env: Env): Promise<void> => {
  const context = jobContext(env, 'queue')
  if (batch.queue.endsWith('-dead')) {
    for (const message of batch.messages) {
      context.log.error('queue.dead-letter', { id: message.id, outboxIds: message.body?.outboxIds })
      message.ack()
    }
    return
  }
  const ids = [...new Set(batch.messages.flatMap((message) => message.body?.outboxIds ?? []))]
  try {
    await runOutbox(context, outboxHandlers, ids)
    batch.ackAll()
  } catch (error) {
    context.log.error('queue.failed', { error: String(error) })
    batch.retryAll({ delaySeconds: 10 })
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Every minute: remind who has not acted, carry out what the queue did not, seal the audit log, and forget what is over. */
export const handleScheduled = async (env: Env): Promise<void> => {
  const context = jobContext(env, 'cron')
  const now = context.clock.now()
  const jobs: [string, () => Promise<unknown>][] = [
    ['reminders', () => enqueueReminders(context)],
    ['renewal-reminders', () => enqueueRenewalReminders(context)],
    ['outbox', () => sweepOutbox(context, outboxHandlers)],
    ['vendor-figures', () => sweepVendorFigures(context)],
    ['audit-seals', () => sealAuditLog(context.db)],
    ['expired', () => forgetExpired(context, now)],
    ['abandoned-uploads', () => removeAbandonedUploads(context, now - DAY_MS)],
    ['temporary-documents', () => removeTemporaryDocuments(context, now - DAY_MS)],
  ]
  for (const [name, run] of jobs) {
    try {
      await run()
    } catch (error) {
      // One failing job must not stop the others.
      context.log.error('cron.failed', { name, error: String(error) })
    }
  }
}

const forgetExpired = ({ db }: OutboxContext, now: number): Promise<unknown> =>
  db.batch([
    db.sql('DELETE FROM sessions WHERE expires_at < ?', now),
    db.sql('DELETE FROM login_tokens WHERE expires_at < ?', now - DAY_MS),
    db.sql('DELETE FROM vendor_sessions WHERE expires_at < ?', now),
    db.sql('DELETE FROM vendor_login_tokens WHERE expires_at < ?', now - DAY_MS),
    db.sql('DELETE FROM command_results WHERE created_at < ?', now - 7 * DAY_MS),
    db.sql('DELETE FROM save_batches WHERE created_at < ?', now - DAY_MS),
    db.sql('DELETE FROM rate_limits WHERE window_start < ?', now - DAY_MS),
  ])
