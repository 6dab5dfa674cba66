import { forget, recall, remember } from './remembered.ts'

const KEY = 'after-login'
const KEPT_MS = 60 * 60 * 1000

/** Paths that never make sense as a target after signing in. */
const LOGIN_PATHS = ['/login', '/login-with-token', '/confirm-email', '/v/login']

export const isLoginPath = (pathname: string): boolean => LOGIN_PATHS.includes(pathname.replace(/\/+$/, '') || '/')

export const loginPathFor = (pathname: string): '/login' | '/v/login' =>
  pathname === '/v' || pathname.startsWith('/v/') ? '/v/login' : '/login'

/** Only paths of this origin: never `//host`, a scheme, or a login page. */
export const isSafeTarget = (target: unknown): target is string => {
  if (typeof target !== 'string' || !target.startsWith('/') || /^\/[/\\]/.test(target)) return false
  const { origin, pathname } = new URL(target, 'https://outlay.invalid')
  return origin === 'https://outlay.invalid' && !isLoginPath(pathname)
}

/** Kept for an hour across tabs, because the emailed link opens in a new one. */
export const saveRedirect = (target: string, now: number = Date.now()): void => {
  if (isSafeTarget(target)) remember(KEY, { target, at: now })
}

/** The saved target, once. Home if there is none. */
export const takeRedirect = (now: number = Date.now()): string => {
  const saved = recall(KEY) as { target?: unknown; at?: unknown } | null
  forget(KEY)
  if (!saved || typeof saved.at !== 'number' || now - saved.at > KEPT_MS) return '/'
  return isSafeTarget(saved.target) ? saved.target : '/'
}
