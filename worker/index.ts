import * as runtime from 'cloudflare:workers'
import { createApp } from './app.tsx'
import { traceWith } from './core/told/trace.ts'
import type { Env, OutboxNudge, Tick } from './env.ts'
import { handleEmail } from './features/documents/inbound-mail/index.ts'
import { handleQueue } from './jobs.ts'
import { startTicks } from './ticks.ts'

export { ConnectionObject } from './objects/connection/object.ts'
export { ApprovalObject } from './objects/recovery/approval-object.ts'
export { SealObject } from './objects/sourcing-seal/object.ts'

// Older runtimes have no tracing.
traceWith('tracing' in runtime ? runtime.tracing : undefined)

const app = createApp()

export default {
  fetch: app.fetch,
  queue: (batch, env, context) => handleQueue(batch, env, (work) => context.waitUntil(work)),
  scheduled: (_controller, env) => startTicks(env, Date.now()),
  email: (message, env, context) => handleEmail(message, env, { waitUntil: (work) => context.waitUntil(work) }),
} satisfies ExportedHandler<Env, OutboxNudge | Tick>
