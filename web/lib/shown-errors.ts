import { isApiError } from './errors.ts'

const shown = new WeakSet<Error>()

/** Notes that a toast has told the person of this error. */
export const markShown = (error: Error): void => {
  shown.add(error)
}

/** True when nothing more need be said: a toast was shown, or the login page is on its way. */
export const wasShown = (error: unknown): boolean =>
  (error instanceof Error && shown.has(error)) || isApiError(error, 'UNAUTHENTICATED')
