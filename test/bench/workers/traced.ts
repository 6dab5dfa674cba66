import type { Env } from '../../../worker/env.ts'
import worker from '../../../worker/index.ts'
import { ApprovalObject as Plain } from '../../../worker/objects/approval/object.ts'
import { countedDatabase, takeCost } from './counting.ts'

export { ConnectionObject } from '../../../worker/objects/connection/object.ts'
export { SealObject } from '../../../worker/objects/sourcing-seal/object.ts'

/** The Worker, counting everything that it and its objects ask of D1. Called one request at a time. */

const counted = (env: Env): Env => ({ ...env, DB: countedDatabase(env.DB) })

export class ApprovalObject extends Plain {
  constructor(context: DurableObjectState, env: Env) {
    super(context, counted(env))
  }
}

export default {
  async fetch(request, env, context) {
    takeCost()
    const answer = (await worker.fetch(request as Request, counted(env), context)) as Response
    const headers = new Headers(answer.headers)
    headers.set('X-Bench-Cost', JSON.stringify(takeCost()))
    const { status, webSocket } = answer
    return webSocket
      ? new Response(null, { status, headers, webSocket })
      : new Response(answer.body, { status, headers })
  },
} satisfies ExportedHandler<Env>
