import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { loadSession } from '../core/actor.ts'
import { newId, systemClock } from '../core/clock.ts'
import { Database } from '../core/database.ts'
import { AppError } from '../core/errors.ts'
import { createLogger } from '../core/log.ts'
import type { BaseContext } from '../core/operation.ts'
import type { Env } from '../env.ts'
import { BOOKMARK_COOKIE, SESSION_COOKIE, setBookmarkCookie } from './cookies.ts'

export interface AppBindings {
  Bindings: Env
  Variables: { context: BaseContext }
}
export type AppContext = HonoContext<AppBindings>

const COMMAND_ID = /^[A-Za-z0-9_-]{8,80}$/

/** Reads the session (with the command's known result in the same round trip) and makes the request's context. */
export const requestContext: MiddlewareHandler<AppBindings> = async (c, next) => {
  const env = c.env
  const requestId = c.req.header('cf-ray') ?? newId()
  const db = new Database(env.DB, getCookie(c, BOOKMARK_COOKIE))
  const commandHeader = c.req.header('Idempotency-Key')
  const commandId = commandHeader && COMMAND_ID.test(commandHeader) ? commandHeader : null
  const context: BaseContext = {
    env,
    db,
    clock: systemClock,
    newId,
    requestId,
    log: createLogger({ requestId }, env.OUTLAY_LOG_LEVEL === 'error' ? 'error' : 'info'),
    commandId,
    known: null,
    actor: null,
    clientAddress: c.req.header('cf-connecting-ip') ?? 'local',
    origin: env.OUTLAY_ORIGIN,
    waitUntil: (work) => c.executionCtx.waitUntil(work),
    answerHeaders: new Headers(),
  }
  c.set('context', context)
  // Ignoring it would leave its sender believing that a second try changes nothing.
  if (commandHeader && !commandId) {
    throw new AppError('INVALID', 'An Idempotency-Key has 8 to 80 letters, digits, hyphens or underscores.', {
      fields: { 'Idempotency-Key': 'Not a valid key' },
    })
  }
  const token = getCookie(c, SESSION_COOKIE)
  if (token) {
    const session = await loadSession(env, db, token, context.clock.now(), commandId ?? undefined)
    if (session) {
      context.actor = session.actor
      context.known = session.known
      if (session.touch) context.waitUntil(session.touch())
    }
  }
  await next()
  finish(c, context)
}

const finish = (c: AppContext, context: BaseContext): void => {
  // A WebSocket's answer is handed through as it is.
  if (c.res.status === 101) return
  for (const [name, value] of context.answerHeaders) c.res.headers.append(name, value)
  const bookmark = context.db.writeBookmark()
  if (bookmark) setBookmarkCookie(c, bookmark)
  c.res.headers.set('X-Request-Id', context.requestId)
  if (context.env.OUTLAY_TRACE === '1') {
    const { roundTrips, queries, rowsRead, rowsWritten, milliseconds } = context.db.cost
    c.res.headers.set(
      'Server-Timing',
      `d1;desc="trips=${roundTrips} queries=${queries} read=${rowsRead} written=${rowsWritten}";dur=${milliseconds}`,
    )
  }
}
