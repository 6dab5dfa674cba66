import { isApiError } from './errors.ts'

const shown = new WeakSet<Error>()

/** Marks this error as shown in a toast. */
export const markShown = (error: Error): void => {
  shown.add(error)
}

/** True if nothing more needs to be said: a toast was shown, or the login page is loading. */
export const wasShown = (error: unknown): boolean =>
  (error instanceof Error && shown.has(error)) || isApiError(error, 'UNAUTHENTICATED')
