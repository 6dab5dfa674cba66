import type { Context } from 'hono'

export const SESSION_COOKIE = 'outlay_session'
/** Where the person's next read must start from, so that they see their own writes on a lagging replica. */
export const BOOKMARK_COOKIE = 'outlay_bookmark'

const attributes = (secure: boolean, maxAge: number): string =>
  `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure ? '; Secure' : ''}`

/** @param origin the address people use; plain http exists only on one machine. */
export const sessionCookie = (origin: string, token: string, maxAgeSeconds: number): string =>
  `${SESSION_COOKIE}=${token}; ${attributes(origin.startsWith('https:'), maxAgeSeconds)}`

export const clearedSessionCookie = (origin: string): string => sessionCookie(origin, '', 0)

export const setBookmarkCookie = (c: Context, bookmark: string): void => {
  const secure = c.req.url.startsWith('https:')
  c.res.headers.append('Set-Cookie', `${BOOKMARK_COOKIE}=${bookmark}; ${attributes(secure, 60)}`)
}
