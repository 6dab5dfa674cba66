import { envOfCell, FIRST_CELL } from './core/cells.ts'
import { systemClock } from './core/clock.ts'
import { Database } from './core/database.ts'
import { createLogger } from './core/log.ts'
import { consumeNudges } from './core/outbox-consumer.ts'
import type { OutboxContext } from './core/outbox-registry.ts'
import { HELD_SECONDS, isHeld } from './core/told/held.ts'
import type { Env, OutboxNudge, Tick } from './env.ts'
import { tellJob } from './features/platform/operations/index.ts'
import './kinds.ts'
import { runTick } from './ticks.ts'

// The core, the adapters and each area register their handlers and scheduled jobs.
import './core/jobs.ts'
import './integrations/netsuite/jobs.ts'
import './integrations/quickbooks/jobs.ts'
import './integrations/resend/jobs.ts'
import './objects/connection/jobs.ts'
import './features/connections/sync-runs/jobs.ts'
import './features/connections/webhooks/jobs.ts'
import './features/platform/accounting/jobs.ts'
import './features/platform/api-keys/jobs.ts'
import './features/platform/audit/jobs.ts'
import './features/platform/bell/jobs.ts'
import './features/platform/book-pushes/jobs.ts'
import './features/platform/configuration/jobs.ts'
import './features/platform/currency-rates/jobs.ts'
import './features/platform/factors/jobs.ts'
import './features/platform/provisioning/jobs.ts'
import './features/platform/guarded/jobs.ts'
import './features/platform/directory/jobs.ts'
import './features/platform/notifications/jobs.ts'
import './features/documents/chats/jobs.ts'
import './features/documents/documents/jobs.ts'
import './features/documents/reading/jobs.ts'
import './features/platform/members/jobs.ts'
import './features/platform/search/jobs.ts'
import './features/platform/operations/jobs.ts'
import './features/documents/inbound-mail/jobs.ts'
import './features/documents/threads/jobs.ts'
import './features/requests/external-requests/jobs.ts'
import './features/requests/proposed-vendors/jobs.ts'
import './features/requests/sourcing/jobs.ts'
import './features/requests/sourcing-events/jobs.ts'
import './features/requests/submissions/jobs.ts'
import './features/spend/purchase-orders/jobs.ts'
import './features/spend/spend-requests/jobs.ts'
import './features/money/bills/jobs.ts'
import './features/vendors/portal/jobs.ts'
import './features/vendors/proposals/jobs.ts'
import './features/vendors/renewals/jobs.ts'
import './features/vendors/services/jobs.ts'
import './features/platform/session/jobs.ts'
import './features/platform/sign-on/jobs.ts'
import './features/platform/sign-up/jobs.ts'
import './features/money/ledger/jobs.ts'
import './features/money/payments/jobs.ts'
import './features/money/checks/jobs.ts'
import './features/money/vendor-invoices/jobs.ts'
import './features/planning/actuals/jobs.ts'
import './features/planning/transactions/jobs.ts'
import './features/vendors/imports/jobs.ts'
import './features/vendors/vendor-forms/jobs.ts'
import './features/vendors/vendors/jobs.ts'
import './features/approvals/decision-links/jobs.ts'
import './features/approvals/delegates/jobs.ts'
import './features/approvals/digests/jobs.ts'
import './features/approvals/evidence/jobs.ts'
import './features/approvals/tasks/jobs.ts'

type WaitUntil = NonNullable<OutboxContext['waitUntil']>

const jobContext = (env: Env, job: string, waitUntil?: WaitUntil): OutboxContext => ({
  env,
  db: new Database(env.DB, 'first-primary'),
  clock: systemClock,
  log: createLogger({ job }, env.OUTLAY_LOG_LEVEL === 'error' ? 'error' : 'info'),
  ...(waitUntil && { waitUntil }),
})

const isTick = (body: OutboxNudge | Tick | undefined): body is Tick => body !== undefined && 'tick' in body

export const handleQueue = async (
  batch: MessageBatch<OutboxNudge | Tick>,
  env: Env,
  waitUntil?: WaitUntil,
): Promise<void> => {
  const ticks = batch.messages.flatMap(({ body }) => (isTick(body) ? [body] : []))
  if (ticks.length > 0) {
    for (const tick of ticks) await runTick(tick, env, (own, job) => jobContext(own, job, waitUntil))
    return
  }
  const nudges = batch.messages as readonly Message<OutboxNudge>[]
  if (!batch.queue.endsWith('-dead')) {
    const cells = Map.groupBy(nudges, ({ body }) => body?.cell ?? FIRST_CELL)
    for (const [cell, messages] of cells)
      if (isHeld(env, cell)) for (const message of messages) message.retry({ delaySeconds: HELD_SECONDS })
    const open = [...cells].filter(([cell]) => !isHeld(env, cell))
    const consumed = open.map(([cell, messages]) =>
      tellJob(jobContext(envOfCell(env, cell), 'queue', waitUntil), {}, (context) =>
        consumeNudges(context, { messages }),
      ),
    )
    await Promise.all(consumed)
    return
  }
  const context = jobContext(env, 'queue', waitUntil)
  for (const message of nudges) {
    const { topic, outboxIds } = message.body ?? {}
    context.log.error('queue.dead-letter', { id: message.id, topic, outboxIds })
    message.ack()
  }
}
