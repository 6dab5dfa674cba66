import { withoutEnd } from '../../schema/shared/match-key.ts'
import { bringBackAt, hasTextAt } from './kept/kept-text.ts'
import { forget, recall, remember } from './kept/remembered.ts'

const KEY = 'after-login'
const WHY = 'outlay.why-at-login'
const KEPT_MS = 60 * 60 * 1000

/** Paths that never make sense as a target after signing in. */
const LOGIN_PATHS = ['/login', '/login-with-token', '/login/factor', '/confirm-email', '/signup', '/v/login']

export const isLoginPath = (pathname: string): boolean =>
  LOGIN_PATHS.includes(withoutEnd(pathname, '/') || '/') || pathname.startsWith('/login-return/')

export const loginPathFor = (pathname: string): '/login' | '/v/login' =>
  pathname === '/v' || pathname.startsWith('/v/') ? '/v/login' : '/login'

/** Only paths of this origin: never `//host`, a scheme, or a login page. */
export const isSafeTarget = (target: unknown): target is string => {
  if (typeof target !== 'string' || !target.startsWith('/') || /^\/[/\\]/.test(target)) return false
  const { origin, pathname } = new URL(target, 'https://outlay.invalid')
  return origin === 'https://outlay.invalid' && !isLoginPath(pathname)
}

/** Kept for an hour across tabs, because the emailed link opens in a new one. What was typed there comes back then. */
export const saveRedirect = (target: string, now: number = Date.now()): void => {
  if (!isSafeTarget(target)) return
  remember(KEY, { target, at: now })
  bringBackAt(pathOf(target))
}

const pathOf = (target: string): string => new URL(target, 'https://outlay.invalid').pathname

/** Why someone is at the login page. */
export type LoginReason = 'ENDED' | 'ELSEWHERE' | 'OPENED'

/** In this tab only: the one where someone signs out has no reason to tell. */
export const sayWhy = (reason: LoginReason): void => {
  try {
    sessionStorage.setItem(WHY, JSON.stringify({ reason, at: Date.now() }))
  } catch {
    // Then the page only asks for the address.
  }
}

const reasonOf = (now: number): LoginReason | null => {
  try {
    const said = JSON.parse(sessionStorage.getItem(WHY) ?? 'null') as { reason?: LoginReason; at?: number } | null
    return said?.reason && typeof said.at === 'number' && now - said.at <= KEPT_MS ? said.reason : null
  } catch {
    return null
  }
}

/** Why someone is at the login page, and whether text is kept that they typed where they were. */
export const whyAtLogin = (now: number = Date.now()): { reason: LoginReason; hasText: boolean } | null => {
  const saved = recall(KEY) as { target?: unknown; at?: unknown } | null
  if (!saved || typeof saved.at !== 'number' || now - saved.at > KEPT_MS || !isSafeTarget(saved.target)) return null
  const path = pathOf(saved.target)
  const reason = reasonOf(now)
  // Who opens the app is asked to log in without a reason.
  if (reason === null || (reason === 'OPENED' && (path === '/' || path === '/v/home'))) return null
  return { reason, hasText: hasTextAt(path) }
}

/** The page can't be opened without a session. The reason for that may be known already. */
export const saveOpened = (target: string): void => {
  saveRedirect(target)
  if (reasonOf(Date.now()) === null) sayWhy('OPENED')
}

/** There is a session. */
export const forgetWhy = (): void => {
  try {
    sessionStorage.removeItem(WHY)
  } catch {
    // As above.
  }
}

/** Who signs out continues nowhere, and the next person at the machine isn't told of it. */
export const forgetRedirect = (): void => {
  forget(KEY)
  forgetWhy()
}

/** The saved target, once. Home if there is none. */
export const takeRedirect = (now: number = Date.now()): string => {
  const saved = recall(KEY) as { target?: unknown; at?: unknown } | null
  forgetRedirect()
  if (!saved || typeof saved.at !== 'number' || now - saved.at > KEPT_MS) return '/'
  return isSafeTarget(saved.target) ? saved.target : '/'
}
