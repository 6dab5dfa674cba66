import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { findRunning } from '../../schema/approvals/rerouting/endpoints.ts'
import { createBill } from '../../schema/money/bills/endpoints.ts'
import { API_KEY_CALLS } from '../../schema/platform/api-keys/endpoints.ts'
import { saveIntakeSubmission } from '../../schema/requests/endpoints.ts'
import { createSpendRequest } from '../../schema/spend/spend-requests/endpoints.ts'
import { type LoadedSession, loadSession } from '../core/actor.ts'
import { countCall } from '../core/api-key-limit.ts'
import { cellOf, cellOfMovedSecret, cellOfSecret, databasesOf, envOfCell } from '../core/cells.ts'
import { newId, systemClock } from '../core/clock.ts'
import { Database } from '../core/database.ts'
import { AppError } from '../core/errors.ts'
import { createLogger } from '../core/log.ts'
import type { BaseContext } from '../core/operation.ts'
import { openSession } from '../core/session-guess.ts'
import { loadApiKey } from '../core/signed-in/loaded-key.ts'
import { nothingPerformed } from '../core/told/calls.ts'
import { HELD_MESSAGE, HELD_SECONDS, isHeld } from '../core/told/held.ts'
import { isVendorSecret, loadVendorSession } from '../core/vendor-actor.ts'
import type { Env } from '../env.ts'
import { bearerOf } from './bearer.ts'
import { bookmarkCookieName, browserCookieName, sessionCookieName, setBookmarkCookie } from './cookies.ts'
import { deviceOf } from './device.ts'
import { placeOf } from './place.ts'

export interface AppBindings {
  Bindings: Env
  Variables: { context: BaseContext }
}
export type AppContext = HonoContext<AppBindings>

const COMMAND_ID = /^[A-Za-z0-9_-]{8,80}$/

/** Reads the session (with the command's stored result in the same round trip) and creates the request's context. */
export const requestContext: MiddlewareHandler<AppBindings> = async (c, next) => {
  const bearer = bearerOf(c.req.raw)
  const token = bearer ? undefined : getCookie(c, sessionCookieName(c.env.OUTLAY_ORIGIN))
  // Sessions and keys name the cell of their company.
  const env = envOfCell(c.env, cellOfSecret(token ?? bearer))
  if (isHeld(env, cellOf(env))) {
    c.header('Retry-After', String(HELD_SECONDS))
    return c.json({ message: HELD_MESSAGE, code: 'CONFLICT', reason: 'HELD' }, 503)
  }
  const requestId = c.req.header('cf-ray') ?? newId()
  // A program keeps no bookmark, so it reads from the primary and sees its own writes.
  const db = new Database(env.DB, bearer ? 'first-primary' : bookmarkOf(c, env))
  const commandHeader = c.req.header('Idempotency-Key')
  const commandId = commandHeader && COMMAND_ID.test(commandHeader) ? commandHeader : null
  const context: BaseContext = {
    env,
    ...databasesOf(env, db),
    clock: systemClock,
    newId,
    requestId,
    log: createLogger({ requestId }, env.OUTLAY_LOG_LEVEL === 'error' ? 'error' : 'info'),
    commandId,
    known: null,
    actor: null,
    vendor: null,
    device: deviceOf(c.req.header('User-Agent')),
    place: placeOf(c.req.raw),
    browser: getCookie(c, browserCookieName(c.env.OUTLAY_ORIGIN)) ?? null,
    clientAddress: c.req.header('cf-connecting-ip') ?? 'local',
    origin: env.OUTLAY_ORIGIN,
    waitUntil: (work) => c.executionCtx.waitUntil(work),
    answerHeaders: new Headers(),
    performed: nothingPerformed(),
  }
  c.set('context', context)
  // Ignoring the header would let its sender believe that a retry changes nothing.
  if (commandHeader && !commandId) {
    throw new AppError('INVALID', 'An Idempotency-Key has 8 to 80 letters, digits, hyphens or underscores.', {
      fields: { 'Idempotency-Key': 'Not a valid key' },
    })
  }
  // With an API key, cookies are ignored.
  if (bearer) await admitKey(c, context, bearer)
  if (token) await admitSession(c, context, token)
  await next()
  finish(c, context)
}

const GUESSED_POSTS: readonly string[] = [
  saveIntakeSubmission.path,
  createBill.path,
  createSpendRequest.path,
  findRunning.path,
  '/graphql',
]

/** These calls all go through `perform`, which knows how far a guess can be used. */
const mayGuess = (method: string, path: string): boolean =>
  method === 'GET' ? path.startsWith('/api/') : method === 'POST' && GUESSED_POSTS.includes(path)

const admitSession = async (c: AppContext, context: BaseContext, token: string): Promise<void> => {
  const { env, db, commandId } = context
  const now = context.clock.now()
  const keep = (session: Pick<LoadedSession, 'known' | 'touch'> | null) => {
    context.known = session?.known ?? null
    if (session?.touch) context.waitUntil(session.touch())
  }
  if (isVendorSecret(token)) {
    const session = await loadVendorSession(env, db, token, now, commandId ?? undefined)
    context.vendor = session?.vendor ?? null
    keep(session)
    return
  }
  let movedTo: number | null = null
  context.guess = await openSession({
    ...{ env, db, token, now, commandId, mayGuess: mayGuess(c.req.method, c.req.path) },
    hasMoved: async () => (await cellOfMovedSecret(context, token)) !== null,
    admit: (session) => {
      movedTo = session?.movedTo ?? null
      context.actor = session?.actor ?? null
      keep(session)
    },
  })
  // Its own cell has nothing of the company anymore, or has never had it.
  if (!context.guess && !context.actor) movedTo ??= await cellOfMovedSecret(context, token)
  if (movedTo === null) return
  enterCell(context, movedTo)
  const session = await loadSession(context.env, context.db, token, now, commandId ?? undefined)
  context.actor = session?.actor ?? null
  keep(session)
}

/** The company of the session or key has moved since, so its data is in another cell. */
const enterCell = (context: BaseContext, cell: number): void => {
  const env = envOfCell(context.env, cell)
  Object.assign(context, { env, ...databasesOf(env, new Database(env.DB, 'first-primary', context.db.cost)) })
}

/**
 * API keys open only /api/. GraphQL, sessions and sign-in are for people. Throws UNAUTHENTICATED if the key doesn't
 * work, LIMITED above its calls per minute.
 */
const admitKey = async (c: AppContext, context: BaseContext, key: string): Promise<void> => {
  if (!c.req.path.startsWith('/api/')) return
  const load = () => loadApiKey(context.env, context.db, key, context.clock.now(), context.commandId ?? undefined)
  let loaded = await load()
  const movedTo = loaded ? loaded.movedTo : await cellOfMovedSecret(context, key)
  if (movedTo !== null) {
    enterCell(context, movedTo)
    loaded = await load()
  }
  if (!loaded) {
    c.header('WWW-Authenticate', 'Bearer error="invalid_token"')
    throw new AppError('UNAUTHENTICATED', 'This API key does not work: it is unknown, disabled, revoked or expired.', {
      reason: 'API_KEY',
    })
  }
  const { isAllowed, remaining, resetSeconds, write } = countCall(loaded.counted, context.clock.now())
  c.header('RateLimit-Limit', String(API_KEY_CALLS))
  c.header('RateLimit-Remaining', String(remaining))
  c.header('RateLimit-Reset', String(resetSeconds))
  if (!isAllowed) {
    c.header('Retry-After', String(resetSeconds))
    throw new AppError('LIMITED', `This API key may make ${API_KEY_CALLS} calls a minute. Wait ${resetSeconds} s.`, {
      reason: 'RATE_LIMITED',
    })
  }
  context.actor = loaded.actor
  context.known = loaded.known
  if (write) {
    const written = write(context.env.DB)
    context.waitUntil(written.catch((error) => context.log.error('api-key.count-failed', { error: String(error) })))
  }
}

/** Each database has its own bookmarks: `5:0000…` in cell 5, without a number in the first. */
const IN_CELL = /^(\d+):(.+)$/

const bookmarkOf = (c: AppContext, env: Env): string | undefined => {
  const bookmarks = getCookie(c, bookmarkCookieName(env.OUTLAY_ORIGIN))?.split('~') ?? []
  return bookmarks
    .map((text) => IN_CELL.exec(text) ?? [text, '0', text])
    .find(([, cell]) => Number(cell) === cellOf(env))?.[2]
}

const bookmarksOf = ({ opened }: BaseContext): string[] =>
  [...opened].flatMap(([cell, db]) => {
    const bookmark = db.writeBookmark()
    return bookmark ? [cell === 0 ? bookmark : `${cell}:${bookmark}`] : []
  })

const finish = (c: AppContext, context: BaseContext): void => {
  // A WebSocket's answer is passed through unchanged.
  if (c.res.status === 101) return
  for (const [name, value] of context.answerHeaders) c.res.headers.append(name, value)
  const bookmarks = context.actor?.apiKey ? [] : bookmarksOf(context)
  if (bookmarks.length > 0) setBookmarkCookie(c, context.origin, bookmarks.join('~'))
  c.res.headers.set('X-Request-Id', context.requestId)
  if (context.env.OUTLAY_TRACE === '1') {
    const { roundTrips, queries, rowsRead, rowsWritten, milliseconds } = context.db.cost
    c.res.headers.set(
      'Server-Timing',
      `d1;desc="trips=${roundTrips} queries=${queries} read=${rowsRead} written=${rowsWritten}";dur=${milliseconds}`,
    )
  }
}
