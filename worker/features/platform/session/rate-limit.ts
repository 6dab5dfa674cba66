import { AppError } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'

/** The window in which sign-ins are counted. */
export const SIGN_IN_WINDOW_MS = 15 * 60 * 1000

/** Counts a call under each key, in fixed windows, and returns the current counts. */
export const countCalls = async (context: BaseContext, windowMs: number, keys: string[]): Promise<number[]> => {
  const windowStart = Math.floor(context.clock.now() / windowMs) * windowMs
  const results = await context.directory.batch(
    keys.map((key) =>
      context.directory.sql(
        `INSERT INTO rate_limits (key, window_start, count) VALUES (?, ?, 1)
         ON CONFLICT (key, window_start) DO UPDATE SET count = count + 1 RETURNING count`,
        key,
        windowStart,
      ),
    ),
  )
  return results.map((result) => Number(result.results[0]?.count ?? 0))
}

/**
 * Counts calls in fixed windows and refuses those above the limit with LIMITED (429).
 * @param limits pairs of a key and the number of calls it may make in the window
 */
export const limitRate = async (
  context: BaseContext,
  windowMs: number,
  limits: { key: string; max: number }[],
): Promise<void> => {
  const counts = await countCalls(
    context,
    windowMs,
    limits.map(({ key }) => key),
  )
  if (limits.some(({ max }, i) => (counts[i] ?? 0) > max)) {
    throw new AppError('LIMITED', 'Too many attempts. Wait a few minutes and try again.', { reason: 'RATE_LIMITED' })
  }
}
