import type { MiddlewareHandler } from 'hono'
import { AppError } from '../core/errors.ts'
import { readRest } from '../core/read-at-most.ts'
import { bearerOf } from './bearer.ts'
import type { AppBindings } from './context.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Cross-site requests that change something are refused: besides SameSite=Lax cookies, the browser's own Sec-Fetch-Site
 * or Origin must show that the page is ours.
 */
export const csrfGuard: MiddlewareHandler<AppBindings> = async (c, next) => {
  // A socket keeps reading while it is open, with the cookies of the page that opened it.
  const isSocket = c.req.header('Upgrade')?.toLowerCase() === 'websocket'
  if ((isSocket || !READS.has(c.req.method)) && !isForOthers(c.req) && !isSameOrigin(c.req.raw, c.env.OUTLAY_ORIGIN)) {
    throw new AppError('FORBIDDEN', 'This request didn’t come from Outlay.', { reason: 'CROSS_SITE' })
  }
  await next()
}

/** Where pages of identity providers post their answers. What comes there acts for no one who is signed in. */
const ANSWERS = /^\/auth\/saml\/[^/]+\/acs$/
const isForOthers = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'POST' && ANSWERS.test(path)

const isSameOrigin = (request: Request, publicOrigin: string): boolean => {
  if (bearerOf(request)) return true
  const site = request.headers.get('Sec-Fetch-Site')
  if (site) return site === 'same-origin'
  const origin = request.headers.get('Origin')
  if (origin) return origin === publicOrigin || origin === new URL(request.url).origin
  // No browser sends neither header, and without a session cookie there is nothing to exploit.
  return !request.headers.has('Cookie')
}

/** Also of calls that are refused before their body is looked at, or that need none. */
export const wholeBodies: MiddlewareHandler<AppBindings> = async (c, next) => {
  await next()
  await readRest(c.req.raw)
}

/** Answers are data for our own pages only. They are never sniffed, framed, cached or read by another site. */
export const apiHeaders: MiddlewareHandler<AppBindings> = async (c, next) => {
  await next()
  if (c.res.status === 101) return
  const { headers } = c.res
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'same-origin')
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  }
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  if (c.req.url.startsWith('https:')) {
    headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  }
}
