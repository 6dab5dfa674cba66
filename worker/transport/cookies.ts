import type { Context } from 'hono'

/**
 * The prefix keeps other hosts of the same domain from setting our cookies. Browsers accept it only with https. Plain
 * http is used only on a local machine, where not all browsers accept Secure cookies.
 * @param origin the address people use
 */
const nameAt = (origin: string, name: string): string => (origin.startsWith('https:') ? `__Host-${name}` : name)

export const sessionCookieName = (origin: string): string => nameAt(origin, 'outlay_session')
/** Where the person's next read must start, so that they see their own writes on a lagging replica. */
export const bookmarkCookieName = (origin: string): string => nameAt(origin, 'outlay_bookmark')

const cookie = (origin: string, name: string, value: string, maxAge: number): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${origin.startsWith('https:') ? '; Secure' : ''}`

export const sessionCookie = (origin: string, token: string, maxAgeSeconds: number): string =>
  cookie(origin, sessionCookieName(origin), token, maxAgeSeconds)

export const clearedSessionCookie = (origin: string): string => sessionCookie(origin, '', 0)

export const setBookmarkCookie = (c: Context, origin: string, bookmark: string): void => {
  c.res.headers.append('Set-Cookie', cookie(origin, bookmarkCookieName(origin), bookmark, 60))
}
