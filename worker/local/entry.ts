import { systemClock } from '../core/clock.ts'
import type { Env, OutboxNudge } from '../env.ts'
import type { ExecuteInput, ExecuteResult } from '../objects/approval/protocol.ts'
import { timeOfDemoCommand } from './demo/clock.ts'
import { demoAccounts, fillDemo } from './demo/index.ts'
import { mailAddresses, routeMail } from './inbound-mail.ts'
import worker, { ApprovalObject as RequestObject } from './limits/worker.ts'
import { answerMigration } from './migrate.ts'
import { answerMove } from './moves.ts'

export * from './limits/worker.ts'

interface LocalEnv extends Env {
  /** Generated on every start. Only the local host knows it. */
  LOCAL_TOKEN: string
}

/** The requests of the demo company were filed and decided in its past. */
export class ApprovalObject extends RequestObject {
  override execute(input: ExecuteInput): Promise<ExecuteResult> {
    const at = timeOfDemoCommand(input.commandId)
    this.clock = at ? { now: () => at } : systemClock
    return super.execute(input)
  }
}

const inner: ExportedHandler<Env, OutboxNudge> = worker

/** The Worker as the local host runs it. Production's bundle starts at ../index.ts and contains none of this. */
export default {
  ...inner,
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/__local/')) return answerHost(request, pathname, env, context)
    return inner.fetch ? inner.fetch(request, env, context) : new Response('Not found', { status: 404 })
  },
} satisfies ExportedHandler<LocalEnv, OutboxNudge>

async function answerHost(
  request: Request,
  pathname: string,
  env: LocalEnv,
  context: ExecutionContext,
): Promise<Response> {
  if (!env.LOCAL_TOKEN || request.headers.get('x-outlay-local') !== env.LOCAL_TOKEN) {
    return new Response('Not found', { status: 404 })
  }
  const route = `${request.method} ${pathname}`
  if (route === 'GET /__local/health') return Response.json({ ok: true, accounts: demoAccounts })
  if (route === 'GET /__local/addresses') return mailAddresses(env)
  if (route === 'POST /__local/email' && inner.email) return routeMail(request, env, context, inner.email)
  if (route === 'POST /__local/move') return answerMove(request, env)
  if (route === 'POST /__local/migrate') return answerMigration(request, env)
  if (route !== 'POST /__local/demo') return new Response('Not found', { status: 404 })
  try {
    await fillDemo(env)
    return Response.json({ ok: true, accounts: demoAccounts })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return Response.json(
      { ok: false, message, stack: error instanceof Error ? error.stack : undefined },
      { status: 500 },
    )
  }
}
