import type { Context } from 'hono'
import { newId, systemClock } from '../../../core/clock.ts'
import { Database } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import { createLogger } from '../../../core/log.ts'
import { perform } from '../../../core/operation.ts'
import { readAtMost } from '../../../core/read-at-most.ts'
import { systemContext } from '../../../core/system-context.ts'
import type { AppBindings } from '../../../transport/context.ts'
import { receiveWebhook } from './receive.ts'

/** Larger than any provider's event. */
const MOST_BYTES = 256 * 1024

/** A provider is no member: nothing of the request but its body and headers is looked at, not even cookies. */
export const webhookDoor = {
  path: '/api/webhooks/:provider',
  handle: async (c: Context<AppBindings, '/api/webhooks/:provider'>): Promise<Response> => {
    const { env } = c
    const saysMore = Number(c.req.header('Content-Length') ?? 0) > MOST_BYTES
    const bytes = saysMore ? null : await readAtMost(c.req.raw.body, MOST_BYTES)
    if (!bytes) throw new AppError('INVALID', 'The event is too large.')
    const log = createLogger(
      { requestId: newId(), job: 'webhook' },
      env.OUTLAY_LOG_LEVEL === 'error' ? 'error' : 'info',
    )
    const context = systemContext(
      {
        ...{ env, log, clock: systemClock, db: new Database(env.DB, 'first-primary') },
        waitUntil: (work) => c.executionCtx.waitUntil(work),
      },
      { name: 'webhook', companyId: null, may: ['system.receive-webhook'] },
    )
    const provider = c.req.param('provider')
    const body = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    return c.json(
      await perform(receiveWebhook, context, { provider, body, header: (name: string) => c.req.header(name) }),
    )
  },
}
