import { systemClock } from '../../core/clock.ts'
import { Database } from '../../core/database.ts'
import { createLogger } from '../../core/log.ts'
import type { OutboxTopic } from '../../core/outbox.ts'
import { runGroup } from '../../core/outbox-runner.ts'
import type { Env } from '../../env.ts'

const TOPICS: OutboxTopic[] = ['request.notify', 'thread.notify', 'vendor.notify', 'delegation.notify']
const DAY_MS = 24 * 60 * 60 * 1000
const READ_AFTER_MS = 3 * DAY_MS

/** People of the demo company have read what happened in its past, but not in the last days. */
export const ringBells = async (env: Env): Promise<void> => {
  const db = new Database(env.DB, 'first-primary')
  const context = { env, db, clock: systemClock, log: createLogger({ demo: true }, 'error') }
  for (const topic of TOPICS) while ((await runGroup(context, topic, null)) > 0);
  await db.batch([
    db.sql(
      'UPDATE notifications SET read_at = created_at WHERE read_at IS NULL AND created_at < ?',
      systemClock.now() - READ_AFTER_MS,
    ),
  ])
}
