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

/** The browser that began to sign in at an identity provider, so that only that one ends it. */
export const browserCookieName = (origin: string): string => nameAt(origin, 'outlay_browser')

const cookie = (origin: string, name: string, value: string, maxAge: number): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${origin.startsWith('https:') ? '; Secure' : ''}`

export const sessionCookie = (origin: string, token: string, maxAgeSeconds: number): string =>
  cookie(origin, sessionCookieName(origin), token, maxAgeSeconds)

export const clearedSessionCookie = (origin: string): string => sessionCookie(origin, '', 0)

export const browserCookie = (origin: string, secret: string, maxAgeSeconds: number): string =>
  cookie(origin, browserCookieName(origin), secret, maxAgeSeconds)

export const setBookmarkCookie = (c: Context, origin: string, bookmark: string): void => {
  c.res.headers.append('Set-Cookie', cookie(origin, bookmarkCookieName(origin), bookmark, 60))
}
