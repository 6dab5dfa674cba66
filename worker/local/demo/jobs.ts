import { newId } from '../../core/clock.ts'
import { Database } from '../../core/database.ts'
import { createLogger } from '../../core/log.ts'
import { type OutboxTopic, outboxStatement } from '../../core/outbox.ts'
import { runGroup } from '../../core/outbox-runner.ts'
import { systemContext } from '../../core/system-context.ts'
import type { Env, OutboxNudge } from '../../env.ts'
import { applyDue } from '../../features/platform/guarded/index.ts'
import { demoClock } from './clock.ts'
import { COMPANY_ID } from './people.ts'

/** Jobs of the demo company's past, which run when it was, and not when they are found. */

/** Its commands announce no work, so that nothing runs beside what is told here. */
export const quiet = (env: Env): Env => {
  const { OUTBOX_QUEUE } = env
  const silent = { ...OUTBOX_QUEUE, send: async () => {}, sendBatch: async () => {} } as unknown as Queue<OutboxNudge>
  return { ...env, OUTBOX_QUEUE: silent, TASKS_QUEUE: silent }
}

export const runDue = async (env: Env, ...topics: OutboxTopic[]): Promise<void> => {
  const db = new Database(env.DB, 'first-primary')
  const context = { env, db, clock: demoClock, log: createLogger({ demo: true }, 'error') }
  for (const topic of topics) while ((await runGroup(context, topic, null)) > 0);
}

/** A day passes, after which a guarded setting holds without a second admin, whom the demo company doesn't have. */
export const passGuardedDay = async (env: Env): Promise<void> => {
  demoClock.pass(25)
  const db = new Database(env.DB, 'first-primary')
  const context = { env, db, clock: demoClock, log: createLogger({ demo: true }, 'error') }
  await applyDue(systemContext(context, { name: 'demo', companyId: null, may: ['system.maintain'] }))
}

/** Asks the payment provider how something goes. */
export const follow = async (env: Env, what: 'BANK' | 'TRANSFER' | 'BILL_PAYMENT', id: string): Promise<void> => {
  const createdAt = demoClock.now()
  const payload = { what, id, isAgain: true as const }
  await env.DB.batch([
    outboxStatement(env.DB, [
      { id: newId(createdAt), companyId: COMPANY_ID, topic: 'payments.follow', payload, createdAt },
    ]),
  ])
  await runDue(env, 'payments.follow')
}
