import type { MiddlewareHandler } from 'hono'
import { costFields } from '../../../core/told/calls.ts'
import type { AppBindings } from '../../../transport/context.ts'
import { noteCost, storeCosts } from './costs.ts'

/**
 * One line in the log for each call: what was performed, for which company, and what it cost. Addresses aren't in it,
 * because some have secrets. What a streamed answer reads after it has begun isn't counted.
 */
export const tellCalls: MiddlewareHandler<AppBindings> = async (c, next) => {
  const before = Date.now()
  await next()
  const context = c.get('context')
  if (!context?.performed) return
  const now = Date.now()
  const ms = now - before
  const { performed, db, log, actor, vendor } = context
  const by = actor?.apiKey ? 'key' : actor ? 'member' : vendor ? 'vendor' : 'public'
  log.info('call', { method: c.req.method, status: c.res.status, by, ...costFields(performed, db.cost, ms) })
  noteCost(performed, db.cost, ms)
  context.waitUntil(storeCosts(context.directory, log, now))
}
