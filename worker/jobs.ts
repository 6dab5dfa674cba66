import { systemClock } from './core/clock.ts'
import { runCron, runCronJob } from './core/cron.ts'
import { Database } from './core/database.ts'
import { createLogger } from './core/log.ts'
import { consumeNudges } from './core/outbox-consumer.ts'
import type { OutboxContext } from './core/outbox-registry.ts'
import { forgetOldEffects, sweepOutbox } from './core/outbox-sweep.ts'
import type { Env, OutboxNudge } from './env.ts'

// Each area registers its handlers and scheduled jobs.
import './features/platform/audit/jobs.ts'
import './features/platform/currency-rates/jobs.ts'
import './features/documents/documents/jobs.ts'
import './features/platform/members/jobs.ts'
import './features/documents/inbound-mail/jobs.ts'
import './features/documents/threads/jobs.ts'
import './features/requests/submissions/jobs.ts'
import './features/vendors/services/jobs.ts'
import './features/platform/session/jobs.ts'
import './features/vendors/imports/jobs.ts'
import './features/vendors/vendors/jobs.ts'
import './features/approvals/tasks/jobs.ts'

const jobContext = (env: Env, job: string): OutboxContext => ({
  env,
  db: new Database(env.DB, 'first-primary'),
  clock: systemClock,
  log: createLogger({ job }, env.OUTLAY_LOG_LEVEL === 'error' ? 'error' : 'info'),
})

export const handleQueue = async (batch: MessageBatch<OutboxNudge>, env: Env): Promise<void> => {
  const context = jobContext(env, 'queue')
  if (!batch.queue.endsWith('-dead')) return consumeNudges(context, batch)
  for (const message of batch.messages) {
    const { topic, outboxIds } = message.body ?? {}
    context.log.error('queue.dead-letter', { id: message.id, topic, outboxIds })
    message.ack()
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Runs every minute: the areas' scheduled jobs, then what the queues haven't run. */
export const handleScheduled = async (env: Env): Promise<void> => {
  const context = jobContext(env, 'cron')
  await runCron(context)
  await runCronJob(context, 'forget', forgetOld)
  await runCronJob(context, 'forget-effects', forgetOldEffects)
  await runCronJob(context, 'outbox', sweepOutbox)
}

const forgetOld = ({ db, clock }: OutboxContext): Promise<unknown> => {
  const now = clock.now()
  return db.batch([
    db.sql('DELETE FROM command_results WHERE created_at < ?', now - 7 * DAY_MS),
    db.sql('DELETE FROM save_batches WHERE created_at < ?', now - DAY_MS),
  ])
}
